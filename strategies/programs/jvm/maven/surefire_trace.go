package maven

import (
	"strings"

	"github.com/toktee/toktee/strategies/programs/jvm/javac"
	"github.com/toktee/toktee/strategies/report"
)

// surefireMark reports whether a line marks a failed test, or the totals of its class.
func surefireMark(s string) bool {
	return strings.HasSuffix(s, "<<< FAILURE!") || strings.HasSuffix(s, "<<< ERROR!")
}

// mark reads "takesDiscount(shop.BasketTest)  Time elapsed: 0.001 s  <<< FAILURE!" and, since version 3,
// "shop.BasketTest.takesDiscount -- Time elapsed: 0.001 s <<< FAILURE!".
func (t *surefire) mark(n int, text string) {
	t.open, t.listing = nil, false
	name, _, ok := strings.Cut(text, "Time elapsed:")
	if !ok || len(t.traced) == report.MaxFindings {
		return
	}
	name = strings.TrimSuffix(strings.TrimRight(name, " "), " --")
	t.class = surefireClass(name)
	t.frames, t.method = 0, ""
	if t.class != "" || strings.Contains(name, "(") {
		t.method = javac.MethodFrame(t.class, strings.TrimPrefix(name, t.class+"."))
	}
	t.traced = append(t.traced, report.NewFinding("", 0, 0, n, ""))
	t.open = &t.traced[len(t.traced)-1]
	t.open.Name = name
}

// surefireClass returns the class of a test: "shop.BasketTest" of "takes(shop.BasketTest)" and of
// "shop.BasketTest.takes".
func surefireClass(name string) string {
	method, class, ok := strings.Cut(name, "(")
	if class, closed := strings.CutSuffix(class, ")"); ok && closed && method != "" && strings.Contains(class, ".") {
		return class
	}
	if i := strings.LastIndexByte(name, '.'); i > 0 && !ok {
		return name[:i]
	}
	return ""
}

// trace reads a line below a failed test's mark: its message, then the frames of its stack, then its causes.
func (t *surefire) trace(n int, s string) {
	bare := strings.TrimLeft(s, " \t")
	frame, ok := strings.CutPrefix(bare, "at ")
	switch {
	case ok && javac.Indented(s):
		t.frame(n, frame)
	case strings.HasPrefix(bare, "... ") && strings.HasSuffix(bare, " more"):
	case strings.HasPrefix(s, "Caused by: "):
		t.open.Evidence = report.AppendFirst(t.open.Evidence, n, surefireCauses)
	case t.frames > 0:
		if !javac.Indented(s) {
			t.open = nil
		}
	default:
		t.message(n, bare)
	}
}

// message reads a line of the exception: "java.lang.AssertionError: fifteen percent off expected:<1275>".
func (t *surefire) message(n int, bare string) {
	f := t.open
	if f.Message == "" || strings.HasSuffix(f.Message, ":") {
		f.Message = strings.TrimSpace(f.Message + " " + report.Clip(bare))
	}
	if len(f.Evidence) < surefireLines {
		javac.TracedTo(f, n)
	} else if n > f.Span.Last+surefireMessage {
		t.open = nil
	}
}

// frame reads a frame of the stack: "shop.BasketTest.takesDiscount(BasketTest.java:25)". That of the test's method is
// the place; until it comes, those of the test's class are. The first is shown in any case.
func (t *surefire) frame(n int, frame string) {
	t.frames++
	own := t.class != "" && strings.HasPrefix(frame, t.class)
	switch {
	case t.method != "" && strings.Contains(frame, t.method):
		t.method = ""
		javac.OwnFrame(t.open, n, frame)
	case t.open.File != "":
	case own, t.class == "" && t.frames == 1:
		javac.OwnFrame(t.open, n, frame)
	case t.frames == 1:
		javac.TracedTo(t.open, n)
	}
}
