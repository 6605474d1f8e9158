package syntax

import "strings"

// candidate is a line that reads like the head of a function in a language that has no word for it. It is one if a body
// follows.
type candidate struct {
	name   string
	kind   Kind
	decl   Kind // what it is if there is no body, "" for nothing
	line   int
	indent int
	parens int // open brackets
	doc    int
	before int  // last line of code before it
	inits  bool // in a constructor's list of initialisers
}

// isControl reports whether a word can stand before brackets without naming a function.
func isControl(w string) bool {
	switch w {
	case "if", "for", "while", "switch", "catch", "return", "else", "do", "sizeof", "new", "throw", "case", "delete", "foreach", "lock",
		"using", "fixed", "synchronized", "try", "assert", "await", "yield", "defined", "elif", "goto", "typeof", "when", "super", "this",
		"alignof", "decltype", "static_assert", "default", "typedef", "with", "until", "unless":
		return true
	}
	return false
}

// head looks for a function's head such as "static int f(int a)" or, in a class, "add(item) {".
func (s *Scanner) head(indent int, code string) bool {
	open := strings.IndexByte(code, '(')
	if open <= 0 || strings.HasSuffix(code, ",") && balance(code) <= 0 {
		return false
	}
	before := strings.TrimRight(code[:open], " ")
	op := operatorAt(before)
	if op >= 0 && before[op:] == "operator" {
		open += strings.IndexByte(code[open+1:], '(') + 1 // operator()
	}
	if op < 0 && strings.ContainsAny(before, "=!+-/|%^;{}\"'@") || !s.code.words.dots && strings.ContainsAny(before, ".?") && op < 0 {
		return false
	}
	first, _ := word(before)
	if isControl(first) {
		return false
	}
	name := before
	if op >= 0 {
		name = before[op:]
	} else {
		name = before[nameAt(before):]
	}
	if name == "" || isControl(name) || !isLetter(name[0]) && strings.IndexByte("_~#$[", name[0]) < 0 {
		return false
	}
	around := s.aroundAt(indent)
	typed := strings.TrimSpace(before[:len(before)-len(name)]) != ""
	member := around.IsContainer() && around != Module
	switch {
	case around.IsFunction():
		return false
	case s.code.words.preproc && typed: // C: a type and a name
	case member: // a constructor, or a method of JavaScript
	case !typed && !(s.code.words.preproc && indent == 0):
		return false
	}
	c := candidate{name: name, kind: Function, line: s.n, indent: indent, doc: s.code.doc, before: s.code.code}
	if member || strings.Contains(name, "::") {
		c.kind = Method
	}
	if typed && (indent == 0 || around != "") {
		switch {
		case s.code.words.preproc:
			c.decl = Declaration
		case member:
			c.decl = Method
		}
	} else if member && s.code.words.preproc && !typed && name != "" && name[0] < 'a' {
		c.decl = Declaration // a constructor
	}
	s.code.cand = c
	return s.follow(code)
}

// follow reads a line of a candidate. It reports false when the line is not part of it.
func (s *Scanner) follow(code string) bool {
	if code == "" {
		return true // nothing but comments
	}
	c := &s.code.cand
	waiting := c.parens == 0 && s.n > c.line // all brackets are closed, the body hasn't come
	if waiting && !c.inits && code[0] != ',' && isHead(code) {
		c.name = "" // a macro with arguments on a line of its own
		return false
	}
	c.parens += balance(code)
	if s.n-c.line > maxSignature || c.parens < 0 {
		c.name = ""
		return false
	}
	if c.parens > 0 && !waiting {
		return true
	}
	tail := code
	if i := strings.LastIndexByte(code, ')'); i >= 0 && !waiting {
		tail = strings.TrimSpace(code[i+1:])
	}
	switch {
	case strings.Contains(code, "{"), strings.Contains(tail, "=>"):
		s.accept(c.kind, code[0] == '{')
		s.whole(code)
	case strings.HasSuffix(code, ";"):
		if waiting && s.code.lang == "C" && !strings.Contains(code, "=") {
			return true // int f(a) int a; {
		}
		declares := !strings.Contains(tail, "=") || tail == "= 0;" || tail == "= default;" || tail == "= delete;"
		if c.decl == "" || waiting || !declares {
			c.name = ""
			return false
		}
		s.accept(c.decl, false)
	case strings.Contains(code, " : "), strings.HasPrefix(code, ":"), strings.HasSuffix(tail, ":"):
		c.inits = true
	case waiting && !c.inits && code[0] != ',' && !strings.HasPrefix(code, "throws") && !strings.HasPrefix(code, "where") && !strings.HasPrefix(code, "->"):
		c.name = ""
		return false
	}
	return true
}

// nameAt returns where the name at the end of a text starts: "at" of "T* at", and "M<T>::at" whole.
func nameAt(s string) int {
	i := len(s)
	for i > 0 {
		c := s[i-1]
		switch {
		case c == '>' && strings.HasPrefix(s[i:], "::"):
			open := strings.LastIndexByte(s[:i-1], '<')
			if open < 0 {
				return i
			}
			i = open
		case strings.IndexByte(" *&>\t", c) >= 0:
			return i
		default:
			i--
		}
	}
	return 0
}

// operatorAt returns where C++'s word operator stands, or -1.
func operatorAt(s string) int {
	i := strings.Index(s, "operator")
	if i < 0 || i > 0 && isWordByte(s[i-1]) || i+8 < len(s) && isWordByte(s[i+8]) {
		return -1
	}
	return i
}

// accept makes a symbol of the candidate; brace says that its body opens on its own line.
func (s *Scanner) accept(kind Kind, brace bool) {
	c := s.code.cand
	s.code.cand = candidate{}
	if c.doc > 0 {
		s.code.doc = c.doc
	}
	sym := s.begin(c.indent, kind, c.name, c.line, c.before)
	sym.Sig = s.n
	if brace && s.n > c.line {
		sym.Sig = s.code.code // { on its own line
	}
	sym.Last = s.n
	if kind == Declaration {
		s.stack = s.stack[:len(s.stack)-1]
	}
}

// whole closes the symbol that was just opened if its body ends on the line where it starts.
func (s *Scanner) whole(code string) {
	n := strings.Count(code, "{")
	if top := len(s.stack) - 1; n > 0 && n == strings.Count(code, "}") && top >= 0 && s.stack[top].sym >= 0 && s.code.sig < 0 {
		if sym := &s.out[s.stack[top].sym]; sym.Sig == s.n {
			sym.Last = s.n
			s.stack = s.stack[:top]
		}
	}
}

// aroundAt is the kind of the innermost symbol that a line with the given indentation lies in.
func (s *Scanner) aroundAt(indent int) Kind {
	for i := len(s.stack) - 1; i >= 0; i-- {
		if o := s.stack[i]; o.level < indent && o.sym >= 0 {
			return s.out[o.sym].Kind
		}
	}
	return ""
}

// isHead reports whether a line reads like the head of a function with a type: words, a name, brackets, and nothing but a
// body or what belongs to a head behind them.
func isHead(code string) bool {
	before, rest, ok := strings.Cut(code, "(")
	first, more := word(before)
	return ok && first != "" && !isControl(first) && strings.HasPrefix(more, " ") && strings.TrimSpace(more) != "" && !strings.ContainsAny(before, "=,{;") &&
		(strings.HasSuffix(rest, "{") || strings.HasSuffix(rest, ")")) && first != "throws" && first != "where" && first != "noexcept" && first != "requires"
}
