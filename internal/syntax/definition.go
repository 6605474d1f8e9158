package syntax

import "strings"

// A definition is a possible definition in a line of code.
type definition struct {
	word string // the keyword: "func", "class", "#define"
	kind Kind   // of the keyword's symbols
	rest string // the text after the keyword, without comments and the contents of strings
	line string // the whole line without its indentation
	code string // the whole line without its indentation, comments and the contents of strings
}

// define looks for a definition at the start of a line and adds it. It reports false if there is none.
func (s *Scanner) define(indent int, t, code string) bool {
	c := &s.code
	if c.words.special != nil {
		if kind, name := c.words.special(t, code); name != "" && (indent == 0 || !isValue(kind)) {
			return s.defined(indent, kind, name, code)
		}
	}
	word, rest := c.keyword(code)
	kind, ok := c.words.kind(word)
	if !ok {
		return false
	}
	d := definition{word: word, kind: kind, rest: strings.TrimLeft(rest, " \t"), line: t, code: code}
	if c.words.cFamily && !d.fitC() {
		return false
	}
	if indent > 0 && c.isLocal(word) {
		return false
	}
	switch c.lang {
	case "Kotlin":
		if word == "class" && strings.Contains(code, "enum class ") {
			d.kind = Enum
		}
	case "Go":
		if d.rest == "(" { // const (
			c.group = kind
			s.close(indent, c.lastCode)
			return true
		}
		if indent > 0 {
			return false
		}
	}
	name := c.nameOf(d)
	if c.lang == "Go" {
		d.kind = goKind(d)
	}
	return name != "" && s.defined(indent, d.kind, name, code)
}

// isValue reports whether symbols of the kind are of interest at the top only.
func isValue(kind Kind) bool { return kind == Const || kind == Var }

// isLocal reports whether a keyword that isn't at the top starts a local variable.
func (c *codeState) isLocal(word string) bool {
	switch word {
	case "let", "val", "var", "static":
		return true
	case "const":
		return c.lang != "PHP" && c.lang != "Rust"
	}
	return false
}

// goKind is the kind of a Go definition, which depends on more than its keyword.
func goKind(d definition) Kind {
	switch d.kind {
	case Type:
		_, after := word(d.rest)
		return goType(after)
	case Function:
		if strings.HasPrefix(d.rest, "(") {
			return Method
		}
	}
	return d.kind
}

// anonymous is the name of a C type until its own is found, which comes after its body.
const anonymous = "anonymous"

// fitC corrects a definition in C and its relatives, in which words such as struct also start the types of variables.
// It reports false if the line defines nothing: "struct x *f(void) {" is a function, but "struct x;" and "struct x y =
// {" define nothing.
func (d *definition) fitC() bool {
	switch d.word {
	case "struct", "union", "enum", "class", "using":
	default:
		return true
	}
	head, _, body := strings.Cut(d.rest, "{")
	isTypedef := strings.HasPrefix(d.code, "typedef ")
	forward := strings.HasSuffix(d.rest, ";") && !body
	switch {
	case d.word == "using":
		return strings.Contains(d.rest, "=")
	case isTypedef && body && head == "":
		d.rest = anonymous
	case isTypedef && forward:
		d.kind, d.word = Type, "typedef"
	case forward || strings.Contains(head, "=") || hasParameters(head):
		return false
	}
	if d.word == "enum" {
		d.rest = strings.TrimPrefix(strings.TrimPrefix(d.rest, "class "), "struct ")
	}
	return true
}

// hasParameters reports whether what follows "struct" makes it the type that a function returns. The brackets of a base
// class's arguments don't.
func hasParameters(head string) bool {
	i := strings.IndexByte(head, '(')
	return i >= 0 && !strings.Contains(head[:i], ":")
}

// defined adds a definition of the given kind, unless that kind is uninteresting at its place. It reports false if the
// line may be something else.
func (s *Scanner) defined(indent int, kind Kind, name, code string) bool {
	c := &s.code
	around := s.aroundAt(indent)
	switch kind {
	case Import:
		if around != "" && around != Module {
			return false
		}
		s.close(indent, c.lastCode)
		s.single(indent, kind, name)
		return true
	case Macro:
		if c.words.cFamily {
			s.defineMacro(indent, name, code)
			return true
		}
	case Const, Var:
		if around.IsFunction() {
			return false
		}
	case Function:
		if around.IsContainer() && around != Module {
			kind = Method
		}
	}
	sym := s.begin(indent, kind, name, s.n, c.lastCode)
	if !isValue(sym.Kind) && !c.words.flat {
		s.openSignature(code)
	}
	return true
}

// openSignature starts the signature of the symbol that was just opened.
func (s *Scanner) openSignature(code string) {
	top := s.stack[len(s.stack)-1].sym
	if top < 0 {
		return
	}
	if s.code.brackets = balance(code); s.code.brackets > 0 {
		s.code.signature = top
	}
	s.whole(code)
}

// defineMacro adds a macro of C, which belongs to the symbol around it whatever its indentation.
func (s *Scanner) defineMacro(indent int, name, code string) {
	value := strings.TrimSpace(code[strings.Index(code, name)+len(name):])
	if !isGuard(name, value) {
		s.single(max(indent, s.top()+1), Macro, name)
	}
}

// top is the indentation of the innermost open symbol, -1 for none.
func (s *Scanner) top() int {
	if n := len(s.stack); n > 0 {
		return s.stack[n-1].level
	}
	return -1
}
