package syntax

import "strings"

// closing handles lines that close the symbol open at their indentation, and lines that only open a body. It reports
// false for any other line.
func (s *Scanner) closing(indent int, code string) bool {
	if code == "" || code[0] == '{' && s.code.lang == "Python" {
		return false
	}
	switch code[0] {
	case '{', '>':
		return true // a body on its own line, or TypeScript's "> {" after a type's parameters
	case '}', ')', ']':
		if opensAgain(code) {
			if s.code.words.cFamily && strings.HasSuffix(code, "= {") { // "} list[] = {" ends a type
				s.depth--
				s.close(indent, s.n)
				s.depth++
			}
			return true
		}
	default:
		if !s.code.words.endWords || !isEndWord(code) {
			return false
		}
	}
	s.code.group = ""
	s.close(indent+1, s.code.lastCode)
	if s.code.words.cFamily && code[0] == '}' {
		s.nameBehind(strings.TrimSpace(strings.TrimSuffix(code[1:], ";")))
	}
	s.depth += s.code.opened
	s.code.opened = 0
	s.close(indent, s.n)
	return true
}

// opensAgain reports whether a line with a closing bracket opens another body: "} else {", "}, function (", "):".
func opensAgain(code string) bool {
	switch code[len(code)-1] {
	case '{', '(':
		return true
	case ':':
		return code[0] == ')'
	}
	return false
}

// isEndWord reports whether a line starts with a word that closes a body.
func isEndWord(code string) bool {
	switch w, _ := word(code); w {
	case "end", "End", "END", "endfunction", "endfunc", "enddef", "endmodule", "endclass", "esac":
		return true
	}
	return false
}

// nameBehind handles the "} name;" of C's typedef.
func (s *Scanner) nameBehind(name string) {
	if i := strings.IndexByte(name, ','); i >= 0 {
		name = name[:i]
	}
	if len(s.stack) == 0 || !isWord(name) {
		return
	}
	if i := s.stack[len(s.stack)-1].sym; i >= 0 && s.out[i].Name == anonymous {
		s.out[i].Name = name
	}
}
