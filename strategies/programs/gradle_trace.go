package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies/report"
)

// trace reads the lines below a failed test: its exception, and where it was thrown.
func (p *gradleParser) trace(n int, s string) {
	f := p.open
	p.seen(n)
	bare := strings.TrimLeft(s, " \t")
	frame, ok := strings.CutPrefix(bare, "at ")
	switch {
	case ok && strings.Contains(frame, "("):
		if method := gradleMethod(f.Name); method != "" && p.method == 0 && strings.Contains(frame, method) {
			p.method = n
			if f.File == "" {
				f.File, f.Row = javaPlace(frame)
			}
			f.Evidence = append(f.Evidence, n)
			f.Span.Last = n
			return
		}
		if f.File == "" && len(f.Evidence) < 6 && (gradleOwn(f.Name, frame) || strings.Contains(frame, "Test.") && !strings.HasPrefix(frame, "org.junit")) {
			f.File, f.Row = javaPlace(frame)
			f.Evidence = append(f.Evidence, n)
			f.Span.Last = n
		}
	case f.Message == "":
		f.Message = report.Clip(bare)
		f.Evidence = append(f.Evidence, n)
		f.Span.Last = n
		if class, at, found := strings.Cut(bare, " at "); found && !strings.Contains(class, " ") { // "java.lang.AssertionError at FooTest.java:12"
			if file, row, found := strings.Cut(at, ":"); found {
				f.Message = report.Clip(class)
				f.File = file
				f.Row, _ = parse.CutNumber(row)
			}
		}
	case strings.HasPrefix(bare, "Caused by:"), f.File == "" && !p.gap && len(f.Evidence) < 4 && !strings.HasPrefix(bare, "... "):
		if len(f.Evidence) < 8 {
			f.Evidence = append(f.Evidence, n)
			f.Span.Last = n
		}
	}
}

// gradleOwn reports whether a frame belongs to the class of a test: "a.FooTest > bar".
func gradleOwn(test, frame string) bool {
	class, _, _ := strings.Cut(test, " > ")
	class = class[strings.LastIndexByte(class, '.')+1:]
	return len(class) > 2 && (strings.Contains(frame, "."+class+".") || strings.Contains(frame, "/"+class+".") || strings.HasPrefix(frame, class+"."))
}

// gradleMethod is how a frame names the method of a test: of "a.FooTest > bar()", "FooTest.bar(".
func gradleMethod(test string) string {
	class, method, ok := strings.Cut(test, " > ")
	method, _, _ = strings.Cut(method, "(")
	method, _, _ = strings.Cut(method, "[")
	if !ok || method == "" || strings.Contains(method, " ") {
		return ""
	}
	return class[strings.LastIndexByte(class, '.')+1:] + "." + method + "("
}
