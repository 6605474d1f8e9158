package syntax

import "strings"

// codeState is what a scanner of code remembers from line to line.
type codeState struct {
	lang   Language
	style  style
	words  words
	block  bool      // in a /* comment
	quote  string    // what closes the string over several lines that is open
	tag    string    // the line that closes the here-document that is open
	code   int       // last line of code, or of a comment inside of a body
	doc    int       // first line of the comment right above the current line, 0 for none
	sig    int       // index of the symbol whose signature goes on, -1 for none
	parens int       // its open brackets
	cand   candidate // what may turn out to be a function
	group  Kind      // in Go's const ( ... ), "" outside
}

// codeFeed returns the scanner of a programming language, or nil when its words are not known.
func (s *Scanner) codeFeed(lang Language) func(string) {
	w, ok := wordsOf(lang)
	if !ok {
		return nil
	}
	s.code = codeState{lang: lang, style: styleOf(lang), words: w, sig: -1}
	return s.codeLine
}

func (s *Scanner) codeLine(line string) {
	c := &s.code
	indent, t := indentOf(line)
	t = strings.TrimRight(t, " \t")
	switch {
	case t == "":
		c.doc = 0
		return
	case c.inString(t):
		c.code = s.n
		return
	case c.comment(t):
		if c.doc == 0 {
			c.doc = s.n
		}
		if n := len(s.stack); n > 0 && indent > s.stack[n-1].level {
			c.code = s.n // inside of a body
		}
		return
	}
	code := c.strip(t)
	if c.words.preproc && strings.HasPrefix(code, "template") {
		code = behindTemplate(code)
	}
	switch {
	case c.sig >= 0:
		c.parens += balance(code)
		sym := &s.out[c.sig]
		sym.Sig, sym.Last = s.n, s.n
		if c.parens <= 0 || s.n-sym.Line > maxSignature {
			c.sig = -1
		}
	case c.cand.name != "" && s.follow(code):
	case s.closing(indent, code):
	case s.inGroup(indent, t):
	case s.define(indent, t, code):
	case c.words.heads && s.head(indent, code):
	case code == "", code[0] == '#', strings.HasSuffix(code, ":") && c.words.heads, t[0] == '"' && c.words.preproc:
		// Texts of help, the preprocessor's lines, C#'s among them, and labels are not indented with the rest.
	default:
		s.close(indent, c.code)
	}
	c.code, c.doc = s.n, 0
	c.opensString(t, code)
}

// maxSignature is how many lines a signature may have.
const maxSignature = 40

// comment reports whether a line is a comment or an attribute that stands above something.
func (c *codeState) comment(t string) bool {
	switch {
	case c.block:
		c.block = !strings.Contains(t, "*/")
	case c.style.block && strings.HasPrefix(t, "/*"):
		end := strings.Index(t[2:], "*/")
		if end >= 0 && end+4 < len(t) {
			return false // code stands behind it
		}
		c.block = end < 0
	case c.style.isComment(t):
	case c.style.isAttribute(t) && balance(t) == 0 && !strings.ContainsAny(t, "{;=") && !strings.HasPrefix(t, "@interface"):
		return len(strings.Fields(t)) == 1 || strings.HasSuffix(t, ")") || strings.HasSuffix(t, "]")
	default:
		return false
	}
	return true
}

// closing handles lines that close what is open at their indentation, and lines that only open a body.
func (s *Scanner) closing(indent int, code string) bool {
	if code == "" {
		return false
	}
	switch code[0] {
	case '{':
		return true // a body on its own line
	case '}', ')', ']':
		if strings.HasSuffix(code, "{") || strings.HasSuffix(code, "(") || strings.HasSuffix(code, ":") && code[0] == ')' {
			return true // } else {
		}
	case 'e':
		if !s.code.words.ends {
			return false
		}
		w, _ := word(code)
		if w != "end" && w != "endfunction" && w != "endmodule" && w != "endclass" && w != "esac" {
			return false
		}
	default:
		return false
	}
	s.code.group = ""
	s.close(indent+1, s.code.code)
	if s.code.words.preproc && code[0] == '}' {
		s.nameBehind(strings.TrimSpace(strings.TrimSuffix(code[1:], ";")))
	}
	s.close(indent, s.n)
	return true
}

// nameBehind handles the "} name;" of C's typedef.
func (s *Scanner) nameBehind(name string) {
	if i := strings.IndexByte(name, ','); i >= 0 {
		name = name[:i]
	}
	if w, rest := word(name); w == "" || rest != "" || len(s.stack) == 0 {
		return
	}
	if i := s.stack[len(s.stack)-1].sym; i >= 0 && s.out[i].Name == anonymous {
		s.out[i].Name = name
	}
}

// inGroup handles the lines of Go's import ( ... ), const ( ... ) and the like.
func (s *Scanner) inGroup(indent int, t string) bool {
	if s.code.group == "" || indent == 0 {
		return false
	}
	if s.code.group == Import {
		if q := strings.IndexAny(t, "\"`"); q >= 0 {
			name, _, _ := strings.Cut(t[q+1:], t[q:q+1])
			s.single(indent, Import, name)
		}
		return true
	}
	if indent != 4 {
		return true
	}
	if name, rest := word(t); name != "" {
		kind := s.code.group
		if kind == Type {
			kind = goType(rest)
		}
		s.begin(indent, kind, name, s.n, s.code.code)
	}
	return true
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

// behindTemplate is what stands behind the parameters of C++'s "template <typename T> struct S".
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
