package shape

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// exceptionSuffixes end the names of exceptions. Others are known by their package: "b.Refused".
var exceptionSuffixes = []string{"Error", "Exception", "Warning", "Exit", "Interrupt"}

// IsException reports whether a line is an exception's: "ValueError: text", "pkg.mod.CustomError", without indentation.
func IsException(s string) bool {
	class, _, _ := strings.Cut(s, ":")
	if class == "" || strings.ContainsAny(class, " \t\"'(/") {
		return false
	}
	last := class[strings.LastIndexByte(class, '.')+1:]
	if len(last) < len(class) && last != "" && last[0] >= 'A' && last[0] <= 'Z' {
		return true
	}
	return slices.ContainsFunc(exceptionSuffixes, func(end string) bool { return strings.HasSuffix(last, end) })
}

// TestFilePlace reads the place of a failed test: "(in test file cart.bats, line 11)", "  at t/cart.t line 5.".
func TestFilePlace(s string) (parse.Place, bool) {
	s = strings.TrimLeft(s, " ")
	for _, form := range [...]struct{ before, between, after string }{
		{"(in test file ", ", line ", ")"}, {"at ", " line ", "."},
	} {
		rest, ok := strings.CutPrefix(s, form.before)
		if file, line, found := strings.Cut(rest, form.between); ok && found {
			n, end, ok := parse.CutNumber(line)
			return parse.Place{File: file, Row: n}, ok && end == form.after
		}
	}
	return parse.Place{}, false
}
