package view

import "bytes"

const esc = 0x1b

// maxColour is how long the parameters of a colour's sequence are at most; package clean takes no longer ones.
const maxColour = 62

// nextColour returns the start and end of the next sequence that sets colours (SGR, ESC [ 38;5;7 m) in a line, at or
// after a place; -1 for none. An ESC begins a sequence anywhere, so the text before it doesn't matter.
func nextColour(line []byte, from int) (start, end int) {
	for {
		i := bytes.IndexByte(line[from:], esc)
		if i < 0 {
			return -1, -1
		}
		start = from + i
		from = start + 1
		if from == len(line) || line[from] != '[' {
			continue
		}
		end = from + 1
		for end < len(line) && end-from <= maxColour && (line[end] >= '0' && line[end] <= '9' ||
			line[end] == ';' || line[end] == ':') {
			end++
		}
		if end < len(line) && line[end] == 'm' {
			return start, end + 1
		}
	}
}

// carry returns the style at the end of a line that began with style s.
func (s Style) carry(line []byte) Style {
	for at := 0; ; {
		start, end := nextColour(line, at)
		if start < 0 {
			return s
		}
		s = s.set(line[start+2 : end-1])
		at = end
	}
}

// set applies the parameters of a sequence, such as "1;38;5;208". What isn't known changes nothing.
func (s Style) set(params []byte) Style {
	var list [maxCodes]int
	codes := readCodes(list[:0], params)
	colons := bytes.IndexByte(params, ':') >= 0
	for i := 0; i < len(codes); i++ {
		switch c := codes[i]; {
		case c == 38 || c == 48 || c == 58:
			color, took, ok := extended(codes[i+1:], colons)
			i += took
			switch {
			case !ok:
				return s // the rest is ambiguous
			case c == 38:
				s.Foreground = color
			case c == 48:
				s.Background = color
			}
		case c == 4 && colons: // 4:3 is a wavy underline, 4:0 none
			s.Attributes |= Underline
			if i+1 < len(codes) {
				if i++; codes[i] == 0 {
					s.Attributes &^= Underline
				}
			}
		default:
			s = s.code(c)
		}
	}
	return s
}

// maxCodes is the number of codes that are read of a sequence.
const maxCodes = 32

// readCodes appends the numbers of a sequence's parameters: 38, 5 and 208 of "38;5;208".
func readCodes(codes []int, params []byte) []int {
	n := 0
	for i := 0; i <= len(params) && len(codes) < maxCodes; i++ {
		if i < len(params) && params[i] >= '0' && params[i] <= '9' {
			n = min(n*10+int(params[i]-'0'), 1<<16)
			continue
		}
		codes = append(codes, n)
		n = 0
	}
	return codes
}

// on and off are the codes that set attributes and take them back.
var (
	on  = map[int]Attributes{1: Bold, 2: Faint, 3: Italic, 4: Underline, 7: Reverse, 9: Strike, 21: Underline}
	off = map[int]Attributes{22: Bold | Faint, 23: Italic, 24: Underline, 27: Reverse, 29: Strike}
)

// code applies one code.
func (s Style) code(c int) Style {
	switch {
	case c == 0:
		return Style{}
	case c >= 30 && c <= 37:
		s.Foreground = indexed | Color(c-30)
	case c >= 90 && c <= 97:
		s.Foreground = indexed | Color(c-90+8)
	case c >= 40 && c <= 47:
		s.Background = indexed | Color(c-40)
	case c >= 100 && c <= 107:
		s.Background = indexed | Color(c-100+8)
	case c == 39:
		s.Foreground = 0
	case c == 49:
		s.Background = 0
	default:
		s.Attributes |= on[c]
		s.Attributes &^= off[c]
	}
	return s
}

// extended reads a colour that is given by a number of 256 (5;n) or by its parts (2;r;g;b). With colons there may be a
// colour space before the parts (2::r:g:b). took is how many codes it is.
func extended(codes []int, colons bool) (c Color, took int, ok bool) {
	switch {
	case len(codes) >= 2 && codes[0] == 5 && codes[1] < 256:
		return indexed | Color(codes[1]), 2, true
	case len(codes) >= 5 && codes[0] == 2 && colons:
		c, ok = rgb(codes[2:5])
		return c, 5, ok
	case len(codes) >= 4 && codes[0] == 2:
		c, ok = rgb(codes[1:4])
		return c, 4, ok
	}
	return 0, len(codes), false
}

func rgb(parts []int) (c Color, ok bool) {
	c = direct
	for i, p := range parts {
		if p > 255 {
			return 0, false
		}
		c |= Color(p) << (16 - 8*i)
	}
	return c, true
}
