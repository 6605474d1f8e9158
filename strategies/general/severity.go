package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
)

// SeverityOf grades one line of an output by the rule of the short texts: Failure if it has the form of a failure, Warn
// if it has that of a warning, else the least severity. Titles of passed tests, keys of data and sentences about errors
// are neither. The lines around it aren't known: a quoted failure is one.
func SeverityOf(line string) textline.Severity {
	s := textline.StripUnstamped(textline.StripStamp(strings.TrimRight(line, " \t\r")))
	if s == "" {
		return 0
	}
	s = unboxed(s)
	if _, ok := textline.FailedTest(s); ok {
		return textline.Failure
	}
	var w lineWords
	w.find(s)
	m := mark{}
	m.class, _ = classOf(s, &w)
	switch {
	case mentionsFailure(&m, s, w.words):
		return textline.Failure
	case m.class == clsWarn:
		return textline.Warn
	}
	return 0
}
