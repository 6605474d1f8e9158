package syntax

import "strings"

// candidate is a line that reads like the head of a function in a language that has no word for it. It is one if a body
// follows.
type candidate struct {
	name         string // "" for no candidate
	kind         Kind
	decl         Kind // its kind without a body, "" for none
	line         int
	indent       int
	depth        int // braces that are open before it
	brackets     int // that are open
	doc          int
	before       int  // last line of code before it
	initialisers bool // in a constructor's list of initialisers
}

// follow takes a line of a candidate, its first one included. It reports false for a line that isn't part of it.
func (s *Scanner) follow(code string) bool {
	if code == "" {
		return true // nothing but comments
	}
	c := &s.code.candidate
	waiting := c.brackets == 0 && s.n > c.line // all brackets are closed, the body hasn't come
	if waiting && isHead(code) {
		return s.reject() // it was a macro with arguments on a line of its own
	}
	c.brackets += balance(code)
	if s.n-c.line > maxSignature || c.brackets < 0 {
		return s.reject()
	}
	if c.brackets > 0 && !waiting {
		return true
	}
	tail := code // what follows the parameters
	if i := strings.LastIndexByte(code, ')'); i >= 0 && !waiting {
		tail = strings.TrimSpace(code[i+1:])
	}
	switch {
	case waiting && !c.initialisers && code[0] != '{' && strings.HasSuffix(code, "};"):
		return s.reject() // it has no body, but a list of values comes after it
	case strings.Contains(code, "{"), strings.Contains(tail, "=>"):
		s.accept(c.kind, false, code[0] == '{')
		s.whole(code)
	case strings.HasSuffix(code, ";"):
		return s.endCandidate(code, tail, waiting)
	case strings.Contains(code, " : "), strings.HasPrefix(code, ":"), strings.HasSuffix(tail, ":"):
		c.initialisers = true
	case waiting && !c.initialisers && !continuesHead(code):
		return s.reject()
	}
	return true
}

// reject drops the candidate.
func (s *Scanner) reject() bool {
	s.code.candidate.name = ""
	return false
}

// endCandidate takes a candidate's line that ends with a semicolon.
func (s *Scanner) endCandidate(code, tail string, waiting bool) bool {
	if waiting && s.code.lang == "C" && !strings.Contains(code, "=") {
		return true // int f(a) int a; {
	}
	decl := s.code.candidate.decl
	if decl == "" || waiting || !declares(tail) {
		return s.reject()
	}
	s.accept(decl, true, false)
	return true
}

// declares reports whether what follows a head's parameters leaves it a declaration: "= 0;" does, "= f(x);" doesn't.
func declares(tail string) bool {
	switch tail {
	case "= 0;", "= default;", "= delete;":
		return true
	}
	return !strings.Contains(tail, "=")
}

// continuesHead reports whether a line belongs to the head above it.
func continuesHead(code string) bool {
	for _, start := range [...]string{",", "throws", "where", "->"} {
		if strings.HasPrefix(code, start) {
			return true
		}
	}
	return false
}

// isHead reports whether a line reads like the head of a function with a type: words, a name, brackets, and after them
// only a body or the rest of a head.
func isHead(code string) bool {
	before, rest, ok := strings.Cut(code, "(")
	if !ok || strings.ContainsAny(before, "=,{;") {
		return false
	}
	if !strings.HasSuffix(rest, "{") && !strings.HasSuffix(rest, ")") {
		return false
	}
	switch first, name := word(before); first {
	case "", "throws", "where", "noexcept", "requires":
		return false
	default:
		return !isControl(first) && strings.HasPrefix(name, " ") && strings.TrimSpace(name) != ""
	}
}

// accept makes a symbol of the candidate, which isDeclared without a body; brace means that its body opens on its own
// line.
func (s *Scanner) accept(kind Kind, isDeclared, brace bool) {
	c := s.code.candidate
	s.code.candidate = candidate{}
	if c.doc > 0 {
		s.code.doc = c.doc
	}
	sym := s.begin(c.indent, kind, c.name, c.line, c.before)
	s.stack[len(s.stack)-1].depth = c.depth
	sym.Sig = s.n
	if brace && s.n > c.line {
		sym.Sig = s.code.lastCode // { on its own line
	}
	sym.Last = s.n
	if isDeclared {
		s.stack = s.stack[:len(s.stack)-1]
	}
}
