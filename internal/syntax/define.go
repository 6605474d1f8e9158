package syntax

import "strings"

// define looks for a definition at the start of a line and adds it.
func (s *Scanner) define(indent int, t, code string) bool {
	c := &s.code
	if c.words.extra != nil {
		if kind, name := c.words.extra(t, code); name != "" && (kind != Const && kind != Var || indent == 0) {
			return s.defined(indent, kind, name, code)
		}
	}
	w, rest := c.keyword(code)
	kind, ok := c.words.defs[w]
	if !ok {
		return false
	}
	rest = strings.TrimLeft(rest, " \t")
	if c.words.preproc && w[0] != '#' && w[0] != '@' && w != "typedef" && w != "namespace" {
		// struct x *f(void) { is a function, struct x; defines nothing, and so does struct x y = {.
		head, _, body := strings.Cut(rest, "{")
		switch i := strings.IndexByte(head, '('); {
		case w == "using":
			if !strings.Contains(rest, "=") {
				return false
			}
		case body && head == "" && strings.HasPrefix(code, "typedef "):
			rest = anonymous // named behind its body
		case strings.HasPrefix(code, "typedef ") && strings.HasSuffix(rest, ";") && !body:
			kind, w = Type, "typedef"
		case i >= 0 && !strings.Contains(head[:i], ":") || strings.HasSuffix(rest, ";") && !body || strings.Contains(head, "="):
			return false
		}
		if w == "enum" {
			rest = strings.TrimPrefix(strings.TrimPrefix(rest, "class "), "struct ")
		}
	}
	if (w == "let" || w == "val" || w == "var" || w == "const" || w == "static") && indent > 0 && !(w == "const" && (c.lang == "PHP" || c.lang == "Rust")) {
		return false
	}
	if c.lang == "Kotlin" && w == "class" && strings.Contains(code, "enum class ") {
		kind = Enum
	}
	name := c.nameOf(w, kind, rest, t)
	if c.lang == "Go" {
		if rest == "(" {
			c.group = kind
			s.close(indent, c.code)
			return true
		}
		if kind == Type {
			_, after := word(rest)
			kind = goType(after)
		}
		if kind == Function && strings.HasPrefix(rest, "(") {
			kind = Method
		}
		if indent > 0 {
			return false
		}
	}
	if name == "" {
		return false
	}
	return s.defined(indent, kind, name, code)
}

// anonymous stands for the name of a C type until it comes.
const anonymous = "anonymous"

// defined adds a definition of the given kind.
func (s *Scanner) defined(indent int, kind Kind, name, code string) bool {
	c := &s.code
	around := s.aroundAt(indent)
	switch kind {
	case Import:
		if around != "" && around != Module {
			return false
		}
		s.close(indent, c.code)
		s.single(indent, kind, name)
		return true
	case Macro:
		if c.words.preproc {
			if isGuard(name, strings.TrimSpace(code[strings.Index(code, name)+len(name):])) {
				return true
			}
			s.single(max(indent, s.top()+1), kind, name)
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
	sym := s.begin(indent, kind, name, s.n, c.code)
	if n := len(s.stack); s.stack[n-1].sym >= 0 && sym.Kind != Const && sym.Kind != Var && !c.words.flat {
		if c.parens = balance(code); c.parens > 0 {
			c.sig = s.stack[n-1].sym
		}
		s.whole(code)
	}
	return true
}

// top is the indentation of the innermost open symbol.
func (s *Scanner) top() int {
	if n := len(s.stack); n > 0 {
		return s.stack[n-1].level
	}
	return -1
}

// keyword cuts the first word of a line that isn't a modifier.
func (c *codeState) keyword(code string) (w, rest string) {
	for range 8 {
		w, rest = word(code)
		if w == "" && code != "" && strings.ContainsAny(code[:1], "#@-.") {
			var more string
			more, rest = word(strings.TrimLeft(code[1:], " "))
			w = code[:1] + more
		}
		if rest != "" && (rest[0] == '!' || rest[0] == '*' || rest[0] == '?') {
			if _, ok := c.words.defs[w+rest[:1]]; ok {
				return w + rest[:1], rest[1:]
			}
		}
		if _, ok := c.words.defs[w]; ok && !(c.isMod(w) && c.defNext(rest)) {
			return w, rest
		}
		if !c.isMod(w) {
			return w, rest
		}
		rest = strings.TrimLeft(rest, " \t")
		if strings.HasPrefix(rest, "(") { // pub(crate), private(set)
			_, after, ok := strings.Cut(rest, ")")
			if !ok {
				return w, rest
			}
			rest = strings.TrimLeft(after, " ")
		}
		code = strings.TrimLeft(strings.TrimPrefix(rest, `""`), " ")
	}
	return w, rest
}

func (c *codeState) isMod(w string) bool {
	for _, m := range c.words.mods {
		if w == m {
			return true
		}
	}
	return false
}

// defNext reports whether the next word is one that starts a definition: in "const fn" and "static class" the first word
// is a modifier, though it can start a definition too.
func (c *codeState) defNext(rest string) bool {
	w, _ := word(strings.TrimLeft(rest, " "))
	_, ok := c.words.defs[w]
	return ok || c.isMod(w)
}
