package javac

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/report"
)

// MethodFrame returns the name of a test's method in a frame: "FooTest.bar(" for "a.FooTest" and "bar()" or "bar[1]".
// It is "" for a test that is named in words.
func MethodFrame(class, method string) string {
	method, _, _ = strings.Cut(method, "(")
	method, _, _ = strings.Cut(method, "[")
	if method == "" || strings.Contains(method, " ") {
		return ""
	}
	return class[strings.LastIndexByte(class, '.')+1:] + "." + method + "("
}

// OwnFrame takes a frame in the code of a failed test. Its place is that of the failure, unless there is one.
func OwnFrame(f *report.Finding, n int, frame string) {
	if f.File == "" {
		f.File, f.Row = FramePlace(frame)
	}
	TracedTo(f, n)
}

// TracedTo adds line n to the lines shown for a failed test.
func TracedTo(f *report.Finding, n int) {
	f.Evidence = append(f.Evidence, n)
	f.Span.Last = n
}

// FramePlace reads the place of a frame: "shop.BasketTest.takes(BasketTest.java:25)".
func FramePlace(frame string) (file string, row int) {
	place := frame[strings.LastIndexByte(frame, '(')+1:]
	file, rest, ok := strings.Cut(strings.TrimSuffix(place, ")"), ":")
	if !ok {
		return "", 0
	}
	row, _, _ = parse.CutNumber(rest)
	return file, row
}

func Letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80 }
