package report

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// maxMessage is how many bytes of a message are kept for the details.
const maxMessage = 500

// Clip cuts a message to what is kept for the details. It is a copy.
func Clip(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > maxMessage {
		s = strings.ToValidUTF8(s[:maxMessage], "")
	}
	return strings.Clone(s)
}

// NewFinding is the diagnostic that line n reports of a place in a file.
func NewFinding(file string, row, col, n int, msg string) Finding {
	return Finding{
		File: file, Row: row, Col: col, Message: Clip(msg), At: n, Span: strategies.Span{First: n, Last: n},
	}
}
