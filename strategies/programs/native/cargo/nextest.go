package cargo

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// nextest reads cargo nextest: a line for each test, the output of those that failed, and a summary that names them
// again.
//
//	    Starting 3 tests across 2 binaries (run ID: 1, nextest profile: default)
//	        FAIL [   0.005s] (2/3) shop cart::sums
//	  stderr ───
//	    thread 'cart::sums' panicked at src/cart.rs:9:9:
//	────────────
//	     Summary [   0.006s] 3 tests run: 2 passed, 1 failed, 0 skipped
type nextest struct {
	rustFailures
	on      bool
	current *rustTest        // whose output comes
	summary int              // the line of the summary
	counts  map[string]int64 // its numbers, by their words
	partly  string           // "12/150 tests run", of a run that ended early
}

// line takes a line, and reports whether it is nextest's.
func (t *nextest) line(l report.Line) bool {
	if !t.on {
		t.on = strings.HasPrefix(l.Bare, "Nextest run ID ") ||
			strings.HasPrefix(l.Bare, "Starting ") && strings.Contains(l.Bare, " tests across ")
		return t.on
	}
	switch {
	case t.status(l):
	case parse.StartsWith(l.Bare, "Cancelling due to ", "Canceling due to ", "────"):
		t.current = nil
	case isNextestFrame(l.Bare):
	case t.current != nil && l.Bare != t.current.Name[strings.LastIndexByte(t.current.Name, ' ')+1:]:
		t.current.line(l)
	default:
		return false
	}
	return true
}

// isNextestFrame recognises what nextest and the harness print around the output of a test.
func isNextestFrame(s string) bool {
	result := strings.HasPrefix(s, "test ") && strings.HasSuffix(s, " ... FAILED")
	return result || s == "failures:" || rustOutput(s) != "" || parse.StartsWith(s, "stdout ──", "stderr ──",
		"── stdout ─", "── stderr ─", "--- STDOUT: ", "--- STDERR: ", "running 1 test", "test result: ")
}

// nextestGood and nextestBad are the words that nextest puts before a test that ended.
var (
	nextestGood = strings.Fields("PASS SLOW SKIP LEAK FLAKY")
	nextestBad  = strings.Fields("FAIL ABORT TIMEOUT XFAIL LEAK-FAIL")
)

// status reads "        FAIL [   0.004s] (2/3) shop cart::sums". A test that is tried again counts with its last try.
func (t *nextest) status(l report.Line) bool {
	verb, rest, _ := strings.Cut(l.Bare, " [")
	took, name, ok := strings.Cut(rest, "] ")
	if !ok || !strings.HasSuffix(took, "s") || parse.Indent(l.Text) == 0 {
		return false
	}
	name = strings.TrimSpace(name)
	if strings.HasPrefix(name, "(") {
		_, name, _ = strings.Cut(name, ") ")
	}
	verb, name = strings.TrimSpace(verb), strings.TrimSpace(name)
	switch {
	case verb == "Summary":
		t.sum(l.N, name)
	case strings.HasPrefix(verb, "TRY "), slices.Contains(nextestGood, verb):
		t.current = nil
	case strings.HasPrefix(verb, "SIG"), slices.Contains(nextestBad, verb):
		t.fails(l.N, verb, name)
	default:
		return verb == "TERMINATING"
	}
	return true
}

// fails notes a failed test, unless the summary names it again.
func (t *nextest) fails(n int, verb, name string) {
	if t.current = nil; t.index[name] != nil {
		return
	}
	t.current = t.test(name, n)
	t.current.Span = strategies.Span{First: n, Last: n}
	if verb != "FAIL" {
		t.current.Message = verb
	}
}

// sum reads "3 tests run: 2 passed (1 slow), 1 failed, 0 skipped".
func (t *nextest) sum(n int, s string) {
	t.summary = n
	ran, rest, ok := strings.Cut(s, " run: ")
	if !ok {
		return
	}
	t.partly = ""
	if ran, _, _ = strings.Cut(ran, " "); strings.Contains(ran, "/") {
		t.partly = ran + " tests run"
	}
	t.counts = map[string]int64{}
	for word, n := range parse.WordCounts(rest) {
		word, _, _ = strings.Cut(word, " (")
		t.counts[word] = n
	}
	parse.EachCount(rest, func(n int64, word string) { // "2 passed (1 flaky)"
		if word == "flaky" {
			t.counts[word] = n
		}
	})
}

// close hands over what nextest reports. It reports whether its summary is missing.
func (t *nextest) close(run *report.Run) (open bool) {
	named := t.handOver(run)
	if t.summary == 0 {
		return t.on
	}
	failed, timedOut := t.counts["failed"]+t.counts["exec failed"], t.counts["timed out"]
	if all := failed + timedOut; all != named {
		run.Differs(strategies.Failed, all, named)
	}
	run.Adds(strategies.Failed, failed, report.Printed)
	if timedOut > 0 {
		run.Adds(strategies.TimedOut, timedOut, report.Printed)
	}
	run.Adds(strategies.Passed, t.counts["passed"], report.Printed)
	run.Adds(strategies.Flaky, t.counts["flaky"], report.Printed)
	if run.Adds(strategies.Skipped, t.counts["skipped"], report.Printed); t.counts["skipped"] > 0 {
		run.Skips = "" // "skipped"
	}
	if t.partly != "" && failed+timedOut > 0 { // which is shown with the names
		run.Found("", report.Finding{Message: t.partly, At: t.summary})
	} else {
		run.Summary = append(run.Summary, t.summary)
	}
	return false
}
