package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// countedList is a list of failed tests whose heading counts them. The names have the least indentation below it:
//
//	Failures (2):
//	  JUnit Jupiter:PriceTest:rounds half a cent up
//	    => org.opentest4j.AssertionFailedError: expected: <1013> but was: <1012>
//	  JUnit Jupiter:StockTest:reads the depot list
type countedList struct {
	left   int // names that are still to come
	head   int // blanks before the heading
	column int // blanks before the names, 0 before the first
}

// maxCounted is the most names of such a list.
const maxCounted = 10_000

// opens reports whether a line is the heading of such a list.
func (l *countedList) opens(s string, column int) bool {
	n, ok := strings.CutPrefix(s, "Failures (")
	if !ok {
		return false
	}
	count, rest, ok := parse.CutNumber(n)
	if !ok || rest != "):" || count == 0 || count > maxCounted {
		return false
	}
	*l = countedList{left: count, head: column}
	return true
}

// holds reports whether a line is the next name.
func (l *countedList) holds(s string, column int) bool {
	switch {
	case l.left == 0:
		return false
	case column <= l.head:
		l.left = 0
		return false
	case l.column == 0:
		l.column = column
	}
	if column > l.column {
		return false
	}
	if l.left--; !isJoined(s) {
		l.left = 0
		return false
	}
	return true
}

// isJoined reports whether a line has names joined by a colon, such as a class and a test: "StockTest:reads the list".
func isJoined(s string) bool {
	suite, test, ok := strings.Cut(s, ":")
	return ok && suite != "" && test != "" && test[0] != ' ' && test[0] != '/' && !parse.Digit(test[0])
}
