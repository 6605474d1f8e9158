package gradle

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/programs/jvm/javac"
	"github.com/toktee/toktee/strategies/report"
)

// trace reads the lines below a failed test: its exception and its frames.
//
//	org.opentest4j.AssertionFailedError: expected: <1> but was: <2>
//	    at shop.FooTest.bar(FooTest.java:33)
//
//	    Caused by:
func (p *gradleParser) trace(l report.Line, run *report.Run) {
	run.Belongs(l.N)
	frame, ok := strings.CutPrefix(l.Bare, "at ")
	limit := 0 // of lines that are shown
	switch {
	case ok && strings.Contains(frame, "("):
		p.frame(l.N, frame)
	case p.test.Message == "":
		p.exception(l)
		limit = 8
	case strings.HasPrefix(l.Bare, "Caused by:"):
		limit = 8
	case p.test.File == "" && !p.gap && !strings.HasPrefix(l.Bare, "... "):
		limit = 4
	}
	if len(p.test.Evidence) < limit {
		javac.TracedTo(p.test, l.N)
	}
}

// exception reads "org.opentest4j.AssertionFailedError: text" and, in the short form, "java.lang.AssertionError at
// FooTest.java:12".
func (p *gradleParser) exception(l report.Line) {
	class, at, found := strings.Cut(l.Bare, " at ")
	file, row, placed := strings.Cut(at, ":")
	if !found || !placed || strings.Contains(class, " ") {
		p.test.Message = report.Clip(l.Bare)
		return
	}
	p.test.Message, p.test.File = report.Clip(class), file
	p.test.Row, _, _ = parse.CutNumber(row)
}

// frame reads a frame of the stack. The one of the test's method is the place; before it, those of the test's
// class or of another test's do.
func (p *gradleParser) frame(n int, frame string) {
	f := p.test
	class, name, _ := strings.Cut(f.Name, " > ")
	if method := javac.MethodFrame(class, name); method != "" && !p.method && strings.Contains(frame, method) {
		p.method = true
		javac.OwnFrame(f, n, frame)
		return
	}
	own := classFrame(class, frame) || strings.Contains(frame, "Test.") && !strings.HasPrefix(frame, "org.junit")
	if own && f.File == "" && len(f.Evidence) < 6 {
		javac.OwnFrame(f, n, frame)
	}
}

// classFrame reports whether a frame belongs to a class: "shop.FooTest.bar(FooTest.java:33)" to "shop.FooTest".
func classFrame(class, frame string) bool {
	class = class[strings.LastIndexByte(class, '.')+1:] + "."
	return len(class) > 3 && (strings.HasPrefix(frame, class) ||
		strings.Contains(frame, "."+class) || strings.Contains(frame, "/"+class))
}
