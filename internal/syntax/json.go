package syntax

import "strings"

// jsonKeys finds the keys of the first two levels of a JSON document, by counting brackets outside of strings. It reads
// whatever its lines hold, so half a document and one with comments have an outline too.
type jsonKeys struct {
	s        *Scanner
	inStr    bool
	escaped  bool            // the next byte of the string is taken as it is
	text     strings.Builder // of the last string
	mayBeKey bool            // nothing has followed the last string
	keyLine  int             // the line of the last key
}

// line takes the next line.
func (j *jsonKeys) line(line string) {
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case j.s.goesOn:
			if strings.HasPrefix(line[i:], "*/") {
				j.s.goesOn = false
				i++
			}
		case j.inStr:
			j.inString(c)
		case c == '/' && strings.HasPrefix(line[i:], "//"):
			return
		case c == '/' && strings.HasPrefix(line[i:], "/*"):
			j.s.goesOn = true
			i++
		default:
			j.outside(c, line[:i])
		}
	}
	// A string can't run over a line's end, but the rest of a long line isn't read.
	j.s.damaged = j.s.damaged || j.inStr && len(line) < maxScanLine
	j.inStr, j.escaped = false, false
}

// inString takes a byte of a string.
func (j *jsonKeys) inString(c byte) {
	switch {
	case j.escaped:
		j.escaped = false
	case c == '\\':
		j.escaped = true
	case c == '"':
		j.inStr, j.mayBeKey = false, true
		return
	}
	if j.s.depth <= 2 && j.text.Len() < maxNameBytes {
		j.text.WriteByte(c)
	}
}

// outside takes a byte outside of strings and comments; before is the line up to it.
func (j *jsonKeys) outside(c byte, before string) {
	switch c {
	case ' ', '\t':
		return
	case '"':
		j.inStr = true
		j.text.Reset()
		return
	case '{', '[':
		j.s.depth++
	case '}', ']':
		j.endLevel(before)
		j.s.depth--
		j.s.damaged = j.s.damaged || j.s.depth < 0
	case ':':
		if j.mayBeKey && j.isShown() {
			j.s.add(j.s.depth, Key, j.text.String(), j.s.n)
			j.keyLine = j.s.n
		}
	}
	j.mayBeKey = false
}

// isShown reports whether keys at the current depth are listed: all of the first level, and those of the second that
// don't share a line with another.
func (j *jsonKeys) isShown() bool {
	return j.s.depth == 1 || j.s.depth == 2 && j.keyLine != j.s.n
}

// endLevel ends the keys that a closing bracket closes; before is the line up to it.
func (j *jsonKeys) endLevel(before string) {
	if j.s.depth >= 3 {
		return
	}
	last := j.s.n
	if strings.TrimLeft(before, " \t") == "" {
		last = j.s.last // the bracket closes the value around it
	}
	j.s.close(max(j.s.depth, 1), last)
}
