package cargo

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// rustTests reads what Rust's test harness prints, target by target:
//
//	running 2 tests
//	test sums ... FAILED
//	failures:
//	---- sums stdout ----
//	thread 'sums' panicked at src/cart.rs:9:9:
//	assertion `left == right` failed
//	failures:
//	    sums
//	test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
type rustTests struct {
	rustFailures           // of this target
	current      *rustTest // whose output comes
	listing      bool      // below "failures:"
	running      int       // the line "running 2 tests" while their result is missing
	announced    int64     // as many tests run
	at           int       // the line that names the target

	total, passed, failed int64 // of all targets
	named                 int64 // failed tests that are named
	targets, started      int   // targets that are named, and those whose harness has begun
	results               int   // targets that have printed their result
	result                int   // the last result
	empty                 int   // the first "running 0 tests"

	rustCrash
	crashes []report.Finding // targets that ended without a result
	main    *rustTest        // a panic of a program's first thread
}

// target notes that the tests of another target run.
func (t *rustTests) target(n int, run *report.Run) {
	t.targets++
	t.end(run)
	t.rustCrash = rustCrash{}
	t.running, t.at = 0, n
}

// event reads a line that the harness prints as JSON:
//
//	{ "type": "suite", "event": "failed", "passed": 1, "failed": 1, "ignored": 1 }
func (t *rustTests) event(l report.Line, run *report.Run) bool {
	var e struct {
		Type, Event, Name, Stdout string
		Passed, Failed, Ignored   int64
	}
	if json.Unmarshal([]byte(l.Whole()), &e) != nil {
		return false
	}
	switch e.Type + " " + e.Event {
	case "suite started":
		t.end(run)
		t.running = l.N
		t.started++
	case "suite ok", "suite failed":
		t.add(l.N, e.Passed, e.Failed, e.Ignored, run)
	case "test failed":
		t.test(e.Name, l.N).printed(l.N, e.Stdout)
	}
	return true
}

// line takes a line, and reports whether it is the harness's.
func (t *rustTests) line(l report.Line, run *report.Run) bool {
	s, indent := l.Text, parse.Indent(l.Text)
	if t.crashed && !t.cause && strings.HasPrefix(s, "test ") {
		t.crashes, t.crashed = t.crashes[:len(t.crashes)-1], false // a test quoted it
	}
	switch {
	case strings.HasPrefix(s, "running ") && strings.HasSuffix(strings.TrimSuffix(s, "s"), " test"):
		t.starts(l, run)
	case strings.HasPrefix(s, "test result: "):
		t.ends(l, run)
	case strings.HasPrefix(s, "test ") && strings.Contains(s, " ... "):
		t.ended(l.N, s[len("test "):])
	case rustOutput(s) != "":
		t.current, t.listing = t.test(rustOutput(s), l.N), false
		t.current.At, t.current.Span = l.N, strategies.Span{First: l.N, Last: l.N}
	case s == "failures:":
		t.listing, t.current = true, nil
	case t.listing && indent == 4:
		t.test(l.Bare, l.N)
	case t.current != nil && t.running > 0:
		t.current.line(l)
	default:
		return t.crashed && t.causes(l, &t.crashes[len(t.crashes)-1])
	}
	return true
}

// ended reads "sums ... FAILED", "over - should panic ... ok".
func (t *rustTests) ended(n int, s string) {
	name, how, _ := strings.Cut(s, " ... ")
	if strings.HasPrefix(how+" ", "FAILED ") {
		t.test(strings.TrimSuffix(name, " - should panic"), n)
	}
}

// rustOutput returns the test's name in "---- sums stdout ----", "" for any other line.
func rustOutput(s string) string {
	name, ok := strings.CutPrefix(s, "---- ")
	if !ok || !strings.HasSuffix(name, " ----") {
		return ""
	}
	name, _, _ = strings.Cut(name, " std")
	return name
}

// starts reads "running 2 tests".
func (t *rustTests) starts(l report.Line, run *report.Run) {
	t.end(run)
	t.started++
	k, _, _ := parse.CutNumber(l.Text[len("running "):])
	if t.running, t.announced = l.N, int64(k); k == 0 && t.empty == 0 {
		t.empty = l.N
	}
}

// ends reads "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s".
// If the numbers aren't those of the target, a test quotes the line.
func (t *rustTests) ends(l report.Line, run *report.Run) {
	n := map[string]int64{}
	parse.EachCount(l.Text, func(count int64, word string) { n[word] = count })
	if t.running == 0 || n["passed"]+n["failed"]+n["ignored"]+n["measured"] == t.announced {
		run.Adds(strategies.Measured, n["measured"], report.Printed)
		t.add(l.N, n["passed"], n["failed"], n["ignored"], run)
	}
}

// add takes the result of a target. What passed has no failures, whatever its tests print.
func (t *rustTests) add(n int, passed, failed, skipped int64, run *report.Run) {
	run.Adds(strategies.Failed, failed, report.Printed)
	if run.Adds(strategies.Skipped, skipped, report.Printed); skipped > 0 {
		run.Skips = "ignored"
	}
	t.passed += passed
	t.failed += failed
	t.total += passed + failed + skipped
	t.results++
	t.result, t.running = n, 0
	run.End(n, report.Ending{Part: true})
	if failed == 0 {
		t.rustFailures = rustFailures{}
	}
	t.end(run)
}

// end hands over the failed tests of a target.
func (t *rustTests) end(run *report.Run) {
	t.named += t.handOver(run)
	t.current, t.listing = nil, false
}

// other takes a line of unknown origin: it may be a panic, or explain a crash.
func (t *rustTests) other(l report.Line) {
	switch {
	case t.running > 0 || t.crashed:
		t.rustCrash.other(l, t.index)
	case t.main == nil && strings.HasPrefix(l.Bare, "thread 'main' ") && isRustPanic(l.Bare):
		t.main = &rustTest{Finding: report.Finding{At: l.N}}
		t.main.panics(l)
		t.main.Evidence = nil
	case t.main != nil && !t.main.ended && len(t.main.Evidence) < maxRustLoose:
		t.main.line(l)
	}
}

// crash notes that a target failed, and reports whether it crashed: then none of its tests reports a failure.
func (t *rustTests) crash(n int, msg string) bool {
	if t.running == 0 || len(t.crashes) == report.MaxFindings {
		return false
	}
	t.crashes, t.crashed = append(t.crashes, t.finding(n, msg)), true
	return true
}

// close hands over the rest. It reports whether tests were running when the output ended.
func (t *rustTests) close(run *report.Run) (open bool) {
	open = t.running > 0 && !t.crashed
	if open {
		run.Summary = append(run.Summary, t.at)
	}
	t.end(run)
	if t.main != nil {
		t.main.Span = strategies.Span{}
		run.Found("", t.main.Finding)
		run.Claim(report.Failed)
	}
	for _, f := range t.crashes {
		run.Found("", f)
		run.Claim(report.Failed)
	}
	if t.results == 0 {
		return open
	}
	if max(t.targets, t.started) > t.results { // one has crashed, or its result isn't in the output
		run.Part = true
	}
	if t.total > 0 || run.Failing() { // if no test ran, "running 0 tests" is clearer than "0 passed"
		run.Adds(strategies.Passed, t.passed, report.Printed)
	}
	switch {
	case t.failed != t.named && !open && len(t.crashes) == 0:
		run.Differs(strategies.Failed, t.failed, t.named)
	case t.total == 0 && t.empty > 0:
		run.Claim(report.NoTest)
		run.Summary = append(run.Summary, t.empty)
	case t.failed == 0 && t.results == 1:
		run.Summary = append(run.Summary, t.result)
	}
	return open
}
