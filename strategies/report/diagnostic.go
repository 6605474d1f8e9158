package report

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// maxMessage bounds the bytes of a message in the details.
const maxMessage = 500

// Clip returns a copy of a message, cut to the length that the details keep.
func Clip(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > maxMessage {
		s = strings.ToValidUTF8(s[:maxMessage], "")
	}
	return strings.Clone(s)
}

// NewFinding returns the diagnostic that line n reports for a place in a file.
func NewFinding(file string, row, col, n int, msg string) Finding {
	return Finding{
		File: file, Row: row, Col: col, Message: Clip(msg), At: n, Span: strategies.Span{First: n, Last: n},
	}
}

// NewCrash returns the finding of line n, in which the program reports that it failed itself. Its own numbers leave the
// crash out.
func NewCrash(n int, msg string) Finding {
	f := NewFinding("", 0, 0, n, msg)
	f.Uncounted = true
	return f
}
