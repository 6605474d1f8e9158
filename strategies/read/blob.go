package read

import (
	"strings"

	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
)

const (
	giantLine  = 5000 // bytes of a line that is not for people to read
	headOfLine = 96   // bytes that are shown of such a line
	encodedRow = 48   // bytes of a line of base64, at least
	encodedMin = 8    // lines of it
)

// isMinified reports whether a file is code or data that was made for machines: no person wrote its lines.
func (f *file) isMinified() bool {
	isCode := f.means == syntax.ByGrammar || f.means == syntax.ByKeywords || f.lang == "CSS"
	return isCode && syntax.IsMinified([]byte(f.head)) || f.isGiant()
}

// isGiant reports whether nearly all of a file is one line, and that no prose.
func (f *file) isGiant() bool {
	if f.longest < giantLine || 5*int64(f.longest) < 4*f.size || !f.named() && f.lines > 1 {
		return false // several commands or files may have printed the lines
	}
	isData := strings.HasPrefix(string(f.lang), "JSON")
	return isData || 20*strings.Count(f.head, " ") < len(f.head)
}

// encodingOf returns how the text of a file is encoded, or "" for readable text. It knows a data URL, and base64 on one
// line or on many, such as a certificate's.
func (f *file) encodingOf() string {
	if strings.HasPrefix(f.head, "data:") && f.isGiant() {
		return "data URL"
	}
	rows, others, digits := 0, 0, 0
	for l := range strings.Lines(f.head) {
		l = strings.TrimRight(l, "\r\n")
		switch {
		case len(l) >= encodedRow && isEncoded(l):
			rows++
			digits += strings.Count(l, "7") + strings.Count(l, "3")
		case l == "" || strings.HasPrefix(l, "-----"):
		default:
			others++
		}
	}
	// The last row may be short, and cut by the head's end.
	if others <= 2 && digits >= rows && (rows >= encodedMin || rows == 1 && f.isGiant()) {
		return "base64"
	}
	return ""
}

// isEncoded reports whether a line has nothing but the characters of base64, of both cases.
func isEncoded(l string) bool {
	low, high := false, false
	for i := range len(l) {
		switch c := l[i]; {
		case c >= 'a' && c <= 'z':
			low = true
		case c >= 'A' && c <= 'Z':
			high = true
		case !parse.Digit(c) && strings.IndexByte("+/=-_", c) < 0:
			return false
		}
	}
	return low && high
}

// rankEncoded ranks the first line, and the marks around the encoded lines, before all else, which is noise.
func (f *file) rankEncoded(lines strategies.Lines) {
	for r := range f.rows(lines) {
		if r.i > 0 && r.i < len(f.marks) && (r.i == 1 || strings.HasPrefix(r.text, "-----")) {
			f.marks[r.i].rank = strategies.Evidence
		}
	}
}

// headOf returns the shown part of a line and the number of bytes left out of it. In a file that was made for machines,
// only the start is shown.
func (f *file) headOf(r row) (text string, cut int) {
	if f.isHidden && len(r.text) > 2*headOfLine {
		end := headOfLine
		for end > 0 && r.text[end]&0xc0 == 0x80 {
			end--
		}
		return r.text[:end], r.Cut + len(r.text) - end
	}
	return r.text, r.Cut
}
