package syntax

import "strings"

// jsonKeys finds the keys of the first two levels of a JSON document, by counting brackets outside of strings.
type jsonKeys struct {
	s     *Scanner
	depth int
	inStr bool
	esc   bool
	block bool // in a /* comment
	text  strings.Builder
	key   bool // the last string could be a key
	line1 int  // the line on which the last key stood
}

func (j *jsonKeys) line(line string) {
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case j.block:
			if c == '*' && i+1 < len(line) && line[i+1] == '/' {
				j.block = false
				i++
			}
		case j.inStr:
			switch {
			case j.esc:
				j.esc = false
			case c == '\\':
				j.esc = true
			case c == '"':
				j.inStr, j.key = false, true
				continue
			}
			if j.depth <= 2 && j.text.Len() < maxNameBytes {
				j.text.WriteByte(c)
			}
		case c == '"':
			j.inStr = true
			j.text.Reset()
		case c == '{' || c == '[':
			j.depth++
			j.key = false
		case c == '}' || c == ']':
			j.depth--
			j.key = false
			if j.depth < 2 {
				last := j.s.n
				if strings.TrimLeft(line[:i], " \t") == "" {
					last = j.s.last // the bracket closes what is around
				}
				j.s.close(max(j.depth, 0)+1, last)
			}
		case c == ':':
			if j.key && (j.depth == 1 || j.depth == 2 && j.line1 != j.s.n) {
				j.s.add(j.depth, Key, j.text.String(), j.s.n)
				j.line1 = j.s.n
			}
			j.key = false
		case c == '/' && i+1 < len(line) && line[i+1] == '/':
			return
		case c == '/' && i+1 < len(line) && line[i+1] == '*':
			j.block = true
			i++
		case c != ' ' && c != '\t':
			j.key = false
		}
	}
	j.inStr, j.esc = false, false // a string can't run over a line's end
}
