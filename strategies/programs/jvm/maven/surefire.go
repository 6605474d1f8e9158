package maven

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/jvm/javac"
	"github.com/toktee/toktee/strategies/report"
)

// surefire reads the tests of a Maven build, module by module, as the plugins surefire and failsafe print them: each
// failed test with its stack trace, the lists below "Results", and the totals:
//
//	[ERROR] takesDiscount(shop.BasketTest)  Time elapsed: 0.001 s  <<< FAILURE!
//	java.lang.AssertionError: fifteen percent off expected:<1275> but was:<-750>
//		at shop.BasketTest.takesDiscount(BasketTest.java:25)
//
//	[ERROR] Failures:
//	[ERROR]   BasketTest.takesDiscount:25 fifteen percent off expected:<1275> but was:<-750>
//	[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0
type surefire struct {
	traced  []report.Finding // failed tests of the module, by their stack traces
	listed  []report.Finding // the same, by the lists
	listing bool             // a list of failed tests comes

	open   *report.Finding // the failed test whose stack trace comes now
	class  string          // of its test
	method string          // how a frame names the test's method
	frames int             // frames that were read

	totals, failing int // the last totals, and the last with failures
}

const (
	surefireFull    = 4  // up to so many failures are shown in full; of more, the names come first
	surefireMessage = 60 // lines that a message has at most
	surefireCauses  = 8  // lines that are kept if causes are among them
	surefireLines   = 5  // lines of a message that are kept
)

// line reads a line without the level that Maven puts before it.
func (t *surefire) line(n int, text, level string, run *report.Run) {
	switch {
	case strings.HasPrefix(text, "Tests run:"):
		t.total(n, text, run)
	case strings.TrimSpace(text) == "T E S T S":
		run.ExpectTotals(1)
	case surefireMark(text):
		t.mark(n, text)
	case parse.StartsWith(text, "Running ", "Results:", "Results :"):
		t.blank()
	case surefireList(text):
		t.blank()
		t.listing = true
		if _, item, ok := strings.Cut(text, ":   "); ok { // before version 2.13, the first item is in the same line
			t.item(n, "  "+item)
		}
	case t.listing && t.item(n, text):
	case t.open != nil && level == "" && text != "":
		t.trace(n, text)
		run.Belongs(n)
	}
}

// blank ends a stack trace. A message may have empty lines.
func (t *surefire) blank() {
	if t.frames > 0 {
		t.open = nil
	}
}

// surefireList reports whether a line is the heading of a list of failed tests.
func surefireList(s string) bool {
	switch strings.TrimSpace(s) {
	case "Failures:", "Errors:", "Failed tests:", "Tests in error:", "Flakes:":
		return true
	}
	return parse.StartsWith(s, "Failed tests:   ", "Tests in error:   ")
}

// takes reports whether a line that Maven marks as an error is one of the tests'.
func (t *surefire) takes(text string) bool {
	return t.listing || strings.HasPrefix(text, "Tests run:") || surefireMark(text) || surefireList(text)
}

// item reads a line of the lists below "Results": "  BasketTest.takesDiscount:25 fifteen percent off expected ...",
// "  ListTest.addList:40->getPrefix:20 » StringIndexOutOfBounds", "  testA(com.x.FooTest): boom".
func (t *surefire) item(n int, text string) bool {
	rest, ok := strings.CutPrefix(text, "  ")
	if !ok || rest == "" || !javac.Letter(rest[0]) || strings.HasPrefix(rest, "Run ") {
		return false
	}
	if word, _, _ := strings.Cut(rest, " "); !strings.Contains(word, ".") && !strings.Contains(rest, "(") {
		return false
	}
	name, msg, row := rest, "", 0
	for i := range len(rest) - 1 {
		if rest[i] == ':' && (parse.Digit(rest[i+1]) || rest[i+1] == ' ') {
			name = rest[:i]
			row, msg, _ = parse.CutNumber(rest[i+1:])
			break
		}
	}
	if test, exception, ok := strings.Cut(name, " » "); ok && test != "" {
		name, msg = test, exception
	}
	t.listed = appendFinding(t.listed, report.Finding{
		Name: report.Clip(name), Row: row, Message: report.Clip(msg), At: n,
	})
	return true
}

// total reads the totals of a module: "Tests run: 5, Failures: 1, Errors: 0, Skipped: 0". Those of a class name its
// time, too.
func (t *surefire) total(n int, text string, run *report.Run) {
	t.open = nil
	tests, _ := parse.NumberAfter(text, "Tests run: ")
	failed, ok1 := parse.NumberAfter(text, "Failures: ")
	errored, ok2 := parse.NumberAfter(text, "Errors: ")
	skipped, ok3 := parse.NumberAfter(text, "Skipped: ")
	if !ok1 || !ok2 || !ok3 || strings.Contains(text, "Time elapsed") {
		return
	}
	run.ExpectTotals(-1)
	if flaky, ok := parse.NumberAfter(text, "Flakes: "); ok {
		run.Adds(strategies.Flaky, flaky, report.Printed)
	}
	run.Adds(strategies.Failed, failed, report.Printed)
	run.Adds(strategies.Errors, errored, report.Printed)
	run.Adds(strategies.Skipped, skipped, report.Printed)
	run.Adds(strategies.Passed, max(tests-failed-errored-skipped, 0), report.Printed)
	t.totals = n
	if failed+errored > 0 {
		t.failing = n
	}
	t.module(failed+errored, run)
}

// module passes the failed tests of a module to the run. It takes the traces or the lists, whichever has as many as the
// totals state. If the totals state none, the failed tests were repeated and passed.
func (t *surefire) module(stated int64, run *report.Run) {
	traced, listed := int64(len(t.traced)), int64(len(t.listed))
	switch {
	case stated == 0:
	case traced == stated, stated > report.MaxFindings:
		foundAll(t.traced, run)
	case listed == stated:
		foundAll(t.listed, run)
	default:
		run.Differs(strategies.Failed, stated, max(traced, listed))
	}
	t.traced, t.listed, t.listing = nil, nil, false
}

// foundAll hands over findings that numbers of the program's own count.
func foundAll(list []report.Finding, run *report.Run) {
	for _, f := range list {
		run.Found("", f)
	}
}

// totalLines returns the most useful lines with the tests' totals.
func (t *surefire) totalLines() []int {
	switch {
	case t.failing > 0:
		return []int{t.failing}
	case t.totals > 0:
		return []int{t.totals}
	}
	return nil
}

// surefireTexts replaces the lines of failed tests, if they are many, with their names.
func surefireTexts(list []report.Finding) map[int]string {
	if len(list) <= surefireFull {
		return nil
	}
	out := map[int]string{}
	for _, f := range list[1:] {
		if f.Name != "" {
			out[f.At] = f.Name
		}
	}
	return out
}

// appendFinding appends a finding to a list, unless there are too many.
func appendFinding(list []report.Finding, f report.Finding) []report.Finding {
	if len(list) == report.MaxFindings {
		return list
	}
	return append(list, f)
}
