package syntax

import "strings"

// codeState holds the state of a scanner of code from line to line.
type codeState struct {
	lang  Language
	style style
	words *vocabulary

	comment  bool   // a /* comment is open
	quote    string // what closes the string over several lines that is open
	heredoc  string // the line that closes the here-document that is open
	lastCode int    // last line of code
	goesOn   bool   // the line before ends with a backslash
	isOdd    bool   // the current line starts like no statement
	opened   int    // braces that the current line opens and that aren't in the scanner's depth yet
	doc      int    // first line of the comment right above the current line, 0 for none

	signature int       // index of the symbol whose signature goes on, -1 for none
	brackets  int       // brackets that are open in that signature
	candidate candidate // what may turn out to be a function
	group     Kind      // the kind of the lines in Go's const ( ... ), "" outside
}

// maxSignature is how many lines a signature may have.
const maxSignature = 40

// codeFeed returns the scanner of a programming language, or nil when its words are not known.
func (s *Scanner) codeFeed(lang Language) func(string) {
	words := vocabularyOf(lang)
	if words == nil {
		return nil
	}
	s.code = codeState{lang: lang, style: styleOf(lang), words: words, signature: -1}
	return s.codeLine
}

// codeLine takes a line of code. The order of the questions matters, since each relies on the ones before it: a line
// inside of a string is no comment, and one that continues a signature is no definition.
func (s *Scanner) codeLine(line string) {
	c := &s.code
	indent, t := indentOf(line)
	t = strings.TrimRight(t, " \t")
	switch {
	case t == "":
		c.doc, c.goesOn = 0, false
	case c.inString(t):
		c.lastCode = s.n
	case c.isComment(t):
		if c.doc == 0 {
			c.doc = s.n
		}
		for i := range s.stack {
			if o := &s.stack[i]; indent > o.level {
				o.aside = s.n
			}
		}
	default:
		code := c.strip(t)
		if c.words.cFamily && strings.HasPrefix(code, "template") {
			code = behindTemplate(code)
		}
		c.opened = braces(code)
		c.isOdd = c.lang == "Python" && code != "" && !isWordByte(code[0]) && code[0] != '@'
		if !c.goesOn {
			s.statement(indent, t, code)
		}
		s.depth += c.opened
		c.lastCode, c.doc = s.n, 0
		c.opensString(t, code)
		c.goesOn = c.quote == "" && strings.HasSuffix(t, `\`)
	}
}

// statement takes a line that isn't blank, a comment or part of a string.
func (s *Scanner) statement(indent int, t, code string) {
	c := &s.code
	switch {
	case c.signature >= 0 && s.continueSignature(indent, code):
	case c.candidate.name != "" && s.follow(code):
	case s.closing(indent, code):
	case s.inGroup(indent, t):
	case s.define(indent, t, code):
	case c.words.heads && s.head(indent, code):
	case c.isUnindented(t, code):
	default:
		s.close(indent, c.lastCode)
	}
}

// continueSignature takes a line of a signature over several lines. It reports false for a line that can't belong to
// it.
func (s *Scanner) continueSignature(indent int, code string) bool {
	c := &s.code
	sym := &s.out[c.signature]
	top := &s.stack[len(s.stack)-1]
	c.brackets += balance(code)
	breaksOff := code != "" && indent <= top.level &&
		(isWordByte(code[0]) || code[0] == '}' && c.brackets > 0 && s.depth+c.opened <= top.depth)
	if breaksOff || s.n-sym.Line > maxSignature {
		c.signature, top.depth = -1, unknown
		return false
	}
	sym.Sig, sym.Last = s.n, s.n
	if c.brackets <= 0 {
		c.signature = -1
	}
	return true
}

// isUnindented reports whether a line's indentation is meaningless: texts of help in C, lines of the preprocessor, C#'s
// among them, and labels.
func (c *codeState) isUnindented(t, code string) bool {
	switch {
	case code == "", code[0] == '#':
		return true
	case strings.HasSuffix(code, ":"):
		return c.words.heads
	}
	return t[0] == '"' && c.words.cFamily
}

// isComment reports whether a line is a comment or an attribute that belongs to what follows it.
func (c *codeState) isComment(t string) bool {
	switch {
	case c.comment:
		c.comment = !strings.Contains(t, "*/")
	case c.style.block && strings.HasPrefix(t, "/*"):
		end := strings.Index(t[2:], "*/")
		if end >= 0 && end+4 < len(t) {
			return false // code follows it
		}
		c.comment = end < 0
	case c.style.isComment(t):
	default:
		return c.isAttribute(t)
	}
	return true
}

// isAttribute reports whether a line is nothing but an attribute or annotation: "@Override", "#[derive(Debug)]".
func (c *codeState) isAttribute(t string) bool {
	if !c.style.isAttribute(t) || strings.HasPrefix(t, "@interface") {
		return false
	}
	if balance(t) != 0 || strings.ContainsAny(t, "{;=") {
		return false
	}
	return len(strings.Fields(t)) == 1 || strings.HasSuffix(t, ")") || strings.HasSuffix(t, "]")
}

// begin adds a symbol with the comment above it; end is the last line of code before it.
func (s *Scanner) begin(indent int, kind Kind, name string, first, end int) *Symbol {
	s.close(indent, end)
	sym := s.add(indent, kind, name, first)
	if d := s.code.doc; d > 0 && d < sym.Doc {
		sym.Doc = d
	}
	return sym
}

// whole closes the symbol that was just opened if its body ends on the line of its start.
func (s *Scanner) whole(code string) {
	if !closesWhatItOpens(code) || s.code.signature >= 0 {
		return
	}
	top := len(s.stack) - 1
	if top < 0 || s.stack[top].sym < 0 {
		return
	}
	if sym := &s.out[s.stack[top].sym]; sym.Sig == s.n {
		sym.Last = s.n
		s.stack = s.stack[:top]
	}
}

// closesWhatItOpens reports whether a line has a whole body. One that ends with a colon, as Python's "def f(a={}):",
// doesn't.
func closesWhatItOpens(code string) bool {
	first := strings.IndexByte(code, '{')
	return first >= 0 && braces(code) == 0 && !strings.Contains(code[:first], "}") && !strings.HasSuffix(code, ":")
}

// aroundAt is the kind of the innermost symbol that a line with the given indentation lies in, "" at the top.
func (s *Scanner) aroundAt(indent int) Kind {
	for i := len(s.stack) - 1; i >= 0; i-- {
		if o := s.stack[i]; o.level < indent && o.sym >= 0 {
			return s.out[o.sym].Kind
		}
	}
	return ""
}

// behindTemplate is what follows the parameters of C++'s "template <typename T> struct S".
func behindTemplate(code string) string {
	rest := strings.TrimLeft(code[len("template"):], " ")
	if !strings.HasPrefix(rest, "<") {
		return code
	}
	depth := 0
	for i := range len(rest) {
		switch rest[i] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return strings.TrimLeft(rest[i+1:], " ")
			}
		}
	}
	return code
}
