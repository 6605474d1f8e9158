package clean

import "unicode/utf8"

const (
	esc  = 0x1b
	csi8 = 0x9b // CSI and OSC as single runes
	osc8 = 0x9d
)

// How long a sequence may be, its introducer not counted. Strings have to hold the 4 KiB chunks that terminals take
// pictures in.
const (
	maxControl = 64
	maxString  = 8 << 10
	maxEscape  = 3 // of an escape with intermediate bytes, such as ESC ( B
)

type state uint8

const (
	ground  state = iota
	escape        // after ESC, and after its intermediate bytes
	control       // in a CSI
	osc           // just after U+009D
	str           // in a string
	strC2         // in a string, after the first byte of U+009C
	strEsc        // in a string, after ESC
)

// sequence is a parser of escape sequences, as far as it got.
type sequence struct {
	state state
	n     int  // bytes so far
	inter bool // intermediate bytes were seen
	bell  bool // the string ends at BEL too

	param   int  // the first parameter, 0 when absent
	params  bool // any parameter was seen
	more    bool // the first parameter has ended
	private bool // not one of the standard sequences
}

// whole takes in a complete CSI with only numbers at the start of p, and returns its length, or 0. The states would do
// the same; these sequences are by far the most frequent, so this saves time.
func (w *Writer) whole(p []byte) int {
	if len(p) < 3 || p[0] != esc || p[1] != '[' {
		return 0
	}
	s := sequence{}
	for i, c := range p[2:min(len(p), 2+maxControl)] {
		switch {
		case '0' <= c && c <= '9':
			if !s.more {
				s.param = min(s.param*10+int(c-'0'), 1<<20)
			}
			s.params = true
		case c == ';' || c == ':':
			s.more, s.params = true, true
		case c == 'm':
			return i + 3
		case '@' <= c && c <= '~':
			w.seq = s
			w.dispatch(c)
			return i + 3
		default:
			return 0
		}
	}
	return 0
}

// begin starts a sequence.
func (w *Writer) begin(introducer rune) {
	w.seq = sequence{state: escape}
	switch introducer {
	case csi8:
		w.seq.state = control
	case osc8:
		w.seq = sequence{state: osc, bell: true}
	}
}

// sequence takes in the start of p as part of a sequence and returns how many bytes of it were. Any other byte ends the
// sequence, and is text again.
func (w *Writer) sequence(p []byte) int {
	s := &w.seq
	i := 0
	for ; i < len(p) && s.state != ground; i++ {
		var took bool
		switch c := p[i]; s.state {
		case escape:
			took = w.inEscape(c)
		case control:
			took = w.inControl(c)
		case osc:
			// Double encoding leaves stray U+009Ds in ordinary text. The strings in use start with a number.
			s.state = ground
			if '0' <= c && c <= '9' {
				s.state, s.n, took = str, 1, true
			}
		default:
			took = s.inString(c)
		}
		if !took {
			return i
		}
	}
	return i
}

// inEscape takes in a byte after ESC.
func (w *Writer) inEscape(c byte) bool {
	s := &w.seq
	s.n++
	switch {
	case c < ' ' || c > '~' || s.n > maxEscape:
		s.state = ground
		return false
	case c < '0':
		s.inter = true
		return true
	case s.inter:
		s.state = ground
		return true
	}
	switch c {
	case '[':
		*s = sequence{state: control}
	case ']':
		*s = sequence{state: str, bell: true}
	case '_': // APC; Buildkite ends its time stamps with BEL
		*s = sequence{state: str, bell: true}
	case 'P', 'X', '^', 'k': // DCS, SOS, PM, and the title of screen and tmux
		*s = sequence{state: str}
	case '7':
		s.state = ground
		w.save()
	case '8':
		s.state = ground
		w.restore()
	default:
		s.state = ground
	}
	return true
}

// inControl takes in a byte of a CSI.
func (w *Writer) inControl(c byte) bool {
	s := &w.seq
	s.n++
	switch {
	case c < ' ' || c > '~':
		s.state = ground
		return false
	case c >= '@':
		s.state = ground
		if !s.private {
			w.dispatch(c)
		}
		return true
	case '0' <= c && c <= '9':
		if !s.more {
			s.param = min(s.param*10+int(c-'0'), 1<<20)
		}
		s.params = true
	case c == ';' || c == ':':
		s.more, s.params = true, true
	default: // < = > ?, or an intermediate byte
		s.private = true
	}
	if s.n >= maxControl {
		s.state = ground
	}
	return true
}

// inString takes in a byte of a string.
func (s *sequence) inString(c byte) bool {
	s.n++
	switch {
	case s.state == strEsc:
		// ESC \ ends the string. Any other escape ends it too, and is one in its own right.
		if c == '\\' {
			s.state = ground
			return true
		}
		*s = sequence{state: escape}
		return false
	case s.state == strC2 && c == 0x9c:
		s.state = ground
		return true
	case s.n > maxString && (utf8.RuneStart(c) || s.n > maxString+utf8.UTFMax):
		s.state = ground
		return false
	}
	s.state = str
	switch c {
	case '\n':
		s.state = ground
		return false
	case 0x07:
		if s.bell {
			s.state = ground
		}
	case 0x18, 0x1a: // CAN, SUB
		s.state = ground
	case esc:
		s.state = strEsc
	case 0xc2:
		s.state = strC2
	}
	return true
}

// dispatch carries out a CSI within its line. All others are dropped, above all colours.
func (w *Writer) dispatch(final byte) {
	n := w.seq.param
	switch final {
	case 'K':
		w.erase(n)
	case 'G', '`':
		w.column(min(max(n, 1)-1, maxMove))
	case 'C':
		w.edit()
		w.screen.forward(max(n, 1))
	case 'D':
		w.back(max(n, 1))
	case 'A', 'B', 'E', 'F', 'H', 'd', 'f':
		if w.editing {
			w.screen.leave()
		}
	case 's':
		if !w.seq.params {
			w.save()
		}
	case 'u':
		if !w.seq.params {
			w.restore()
		}
	}
}
