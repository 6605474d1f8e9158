package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
)

// SeverityOf grades one line of an output by the rule of the short texts: Failure if it has the form of a failure, Warn
// if it has that of a warning, else the least severity. Titles of passed tests, keys of data and sentences about errors
// are neither. The lines around it aren't known: a quoted failure is one.
func SeverityOf(line string) textline.Severity {
	var w lineWords
	s, is := w.classAlone(line)
	if s == "" {
		return 0
	}
	m := mark{class: is}
	switch {
	case is == clsTest, mentionsFailure(&m, s, w.words):
		return textline.Failure
	case is == clsWarn:
		return textline.Warn
	}
	return 0
}

// Tallies reports whether a line counts failures, at least one: "2 failed, 31 passed".
func Tallies(line string) bool {
	_, is := new(lineWords).classAlone(line)
	return is == clsTally
}

// Advises reports whether a line is advice that each failure of a program prints.
func Advises(line string) bool {
	_, is := new(lineWords).classAlone(line)
	return is == clsBoiler
}

// classAlone returns a line without its stamp and its class, as far as these are known without the lines around it.
func (w *lineWords) classAlone(line string) (s string, is class) {
	s = textline.StripUnstamped(textline.StripStamp(strings.TrimRight(line, " \t\r")))
	if s == "" {
		return "", clsPlain
	}
	s = unboxed(s)
	if _, ok := textline.FailedTest(s); ok {
		return s, clsTest
	}
	w.find(s)
	is, _ = classOf(s, w)
	return s, is
}
