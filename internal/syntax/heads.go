package syntax

import "strings"

// isControl reports whether a word can come before brackets without naming a function.
func isControl(w string) bool {
	switch w {
	case "if", "for", "while", "switch", "catch", "return", "else", "do", "sizeof", "new", "throw", "case",
		"delete", "foreach", "lock", "using", "fixed", "synchronized", "try", "assert", "await", "yield",
		"defined", "elif", "goto", "typeof", "when", "super", "this", "alignof", "decltype", "static_assert",
		"default", "typedef", "with", "until", "unless":
		return true
	}
	return false
}

// head looks for a function's head such as "static int f(int a)" or, in a class, "add(item) {". It reports false if the
// line can't be one.
func (s *Scanner) head(indent int, code string) bool {
	before, name := s.code.headName(code)
	if name == "" {
		return false
	}
	h := head{
		typed:  strings.TrimSpace(before[:len(before)-len(name)]) != "",
		around: s.aroundAt(indent),
		top:    indent == 0,
		name:   name,
	}
	c := s.code.words.cFamily
	if !h.mayBe(c) {
		return false
	}
	s.code.candidate = candidate{
		name:   name,
		kind:   h.kind(),
		decl:   h.declares(c),
		line:   s.n,
		indent: indent,
		depth:  s.depth,
		doc:    s.code.doc,
		before: s.code.lastCode,
	}
	return s.follow(code)
}

// headName splits the text before the first bracket of a line: "static int f" has the name "f". name is "" if it can't
// be a function's.
func (c *codeState) headName(code string) (before, name string) {
	open := strings.IndexByte(code, '(')
	if open <= 0 || strings.HasSuffix(code, ",") && balance(code) <= 0 {
		return "", ""
	}
	before = strings.TrimRight(code[:open], " ")
	if first, _ := word(before); isControl(first) {
		return "", ""
	}
	if op := operatorAt(before); op >= 0 {
		return before, before[op:]
	}
	if strings.ContainsAny(before, "=!+-/|%^;{}\"'@") || !c.words.dottedTypes && strings.ContainsAny(before, ".?") {
		return "", ""
	}
	if name = before[nameAt(before):]; !isFunctionName(name) {
		return "", ""
	}
	return before, name
}

// isFunctionName reports whether a function can be called so. Destructors start with ~, private methods of JavaScript
// with
// #, and methods whose name is computed with a bracket.
func isFunctionName(name string) bool {
	if name == "" || isControl(name) {
		return false
	}
	return isLetter(name[0]) || strings.IndexByte("_~#$[", name[0]) >= 0
}

// nameAt returns the start of the name at the end of a text: "at" of "T* at", and "M<T>::at" whole.
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

// operatorAt returns the place of C++'s word operator, or -1.
func operatorAt(s string) int {
	const keyword = "operator"
	i := strings.Index(s, keyword)
	if i > 0 && isWordByte(s[i-1]) {
		return -1
	}
	if end := i + len(keyword); i >= 0 && end < len(s) && isWordByte(s[end]) {
		return -1
	}
	return i
}

// A head holds the parts of a line that reads like the head of a function, without brackets.
type head struct {
	name   string
	typed  bool // a type or a modifier comes before the name
	top    bool // it isn't indented
	around Kind // the symbol that it lies in
}

// member reports whether the head lies in a type.
func (h head) member() bool { return h.around.IsContainer() && h.around != Module }

// mayBe reports whether such a line may be a function's head at all. Without a type it is a call, but for constructors,
// JavaScript's methods, and old C's functions at the top.
func (h head) mayBe(c bool) bool {
	return !h.around.IsFunction() && (h.typed || h.member() || c && h.top)
}

// kind returns the kind of the head's symbol.
func (h head) kind() Kind {
	if h.member() || strings.Contains(h.name, "::") {
		return Method
	}
	return Function
}

// declares returns the kind of the head's declaration if a semicolon follows it and no body, "" for none: then it is a
// call.
func (h head) declares(c bool) Kind {
	switch {
	case h.typed && (h.top || h.around != ""):
		if c {
			return Declaration
		}
		if h.member() {
			return Method
		}
	case c && h.member() && !h.typed && h.name[0] < 'a':
		return Declaration // a constructor
	}
	return ""
}
