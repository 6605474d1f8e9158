package logs

import "strings"

// head reads the part of a record before its message: stamps, the level, and between them processes, threads, hosts and
// loggers in any order.
type head struct {
	s     string
	at    int
	msg   int    // the message can't begin before this: the end of the last stamp and the level
	open  byte   // the bracket around the last of them that wasn't closed, 0 for none
	level level  // of the first word that is one
	word  string // as it is written
	clock string // of the first stamp
	named bool   // a stamp names its month
}

const (
	maxHead  = 240 // bytes in which a stamp or a level is looked for
	maxPlain = 2   // words in small letters between them
)

// scan reads the head.
func (h *head) scan() {
	plain, before := 0, aWord
	for h.at < len(h.s) && h.at < maxHead {
		if h.mark() {
			continue
		}
		if h.at == 0 && h.s[0] == '[' {
			before = aMark
		}
		if st := stampAt(h.s, h.at); st.end > 0 {
			if h.clock == "" {
				h.clock = st.clock
			}
			h.named = h.named || st.named
			h.at, h.msg = st.end, st.end
			plain, before = 0, aMark
			continue
		}
		if h.level == unknown {
			if h.open != 0 {
				before = aMark
			}
			if end, l := levelAt(h.s, h.at, before); l != unknown {
				h.level = l
				if before != aName {
					h.word, h.msg = h.s[h.at:end], end
				}
				h.at, plain, before = end, 0, aMark
				continue
			}
		}
		if before == aName || h.level != unknown && (h.clock != "" || before != aMark) {
			break
		}
		h.at, before = tokenAt(h.s, h.at)
		if before == aWord {
			if plain++; plain > maxPlain {
				break
			}
		}
	}
	h.close()
}

// mark reads a separator or a bracket around a stamp or a level.
func (h *head) mark() bool {
	c := h.s[h.at]
	switch {
	case wordByte(c):
		return false
	case strings.IndexByte(" \t-|,:*=\"", c) >= 0:
	case strings.IndexByte("[<(", c) >= 0:
		from := h.at + 1
		for from < len(h.s) && h.s[from] == ' ' {
			from++
		}
		_, l := levelAt(h.s, from, aMark)
		if st := stampAt(h.s, from); st.end == 0 && (l == unknown || h.level != unknown) {
			return h.uptime(from) || h.module(from)
		}
		h.open = c
	case strings.IndexByte("]>)", c) >= 0:
		h.open = 0
		if strings.Trim(h.s[h.msg:h.at], " ") == "" {
			h.msg = h.at + 1
		}
	default:
		return false
	}
	h.at++
	return true
}

// uptime reads the seconds since a machine has started, in brackets, as a kernel writes them: "[   12.345678] ".
func (h *head) uptime(from int) bool {
	c := cursor{s: h.s, at: from}
	if c.digits(9) == 0 || c.byte(".") == 0 || c.digits(9) < 3 || h.clock != "" {
		return false
	}
	if clock := h.s[from:c.at]; c.byte("]") != 0 {
		h.clock, h.at, h.msg = clock, c.at, c.at
		return true
	}
	return false
}

// module reads a level after the name of a module, in brackets, as Apache writes it: "[core:error] ".
func (h *head) module(from int) bool {
	end := from
	for end < len(h.s) && (isLetter(h.s[end]) || h.s[end] == '_') {
		end++
	}
	if h.level != unknown || end == from || end == len(h.s) || h.s[end] != ':' {
		return false
	}
	last, l := levelAt(h.s, end+1, aMark)
	if l == unknown || last == len(h.s) || h.s[last] != ']' {
		return false
	}
	h.level, h.word, h.at, h.msg = l, h.s[end+1:last], last+1, last+1
	return true
}

// close ends the head after the bracket around its last stamp or its level.
func (h *head) close() {
	if h.open == 0 {
		return
	}
	end := strings.IndexByte(h.s[h.msg:min(h.msg+maxBox, len(h.s))], closing(h.open))
	if end >= 0 {
		h.msg += end + 1
	}
}

// closing returns the bracket that closes an opening one.
func closing(c byte) byte {
	switch c {
	case '[':
		return ']'
	case '<':
		return '>'
	}
	return ')'
}
