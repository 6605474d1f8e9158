package gotest

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// goSum reads what gotestsum prints below the output of the tests: the failures once more, and the totals. They
// replace the findings above.
//
//	=== Failed
//	=== FAIL: tide TestRise/third_hour (0.00s)
//	    tide_test.go:15: Rise(80, 380, 3): got 2.05 m, want 2.30 m
//
//	DONE 10 tests, 1 skipped, 2 failures in 0.412s
type goSum struct {
	*report.Run                          // its report
	part        string                   // the heading's word: "FAIL:", "SKIP:", "Errors"
	unnamed     bool                     // a package failed without a test
	done        report.Line              // the last totals
	counts      map[strategies.Key]int64 // those of the last totals
	from, since int                      // the first finding of the last totals, and the first after them
	attempts    map[string]int           // of tests since the last totals, the last run in which each failed
}

// isGoSum reports whether a line is a heading of the summary.
func isGoSum(s string) bool {
	rest, ok := strings.CutPrefix(s, "=== ")
	if !ok {
		return false
	}
	verb, _, _ := strings.Cut(rest, " ")
	return slices.Contains([]string{"Failed", "Skipped", "Errors", "FAIL:", "SKIP:"}, verb)
}

// isGoDone recognises "DONE 10 tests, 1 skipped, 2 failures in 0.412s".
func isGoDone(s string) bool { return strings.HasPrefix(s, "DONE ") && strings.Contains(s, " test") }

// isGoProgress recognises "✓  tide (12ms)", "✖  tide (3.1s)", "∅  tide (2ms)": packages as they end.
func isGoProgress(s string) bool { return parse.StartsWith(s, "✓  ", "✖  ", "∅  ") }

// line takes a line, and reports whether it is one of the summary.
func (g *goSum) line(l report.Line, run *report.Run) bool {
	switch {
	case isGoSum(l.Text):
		var name string
		g.part, name, _ = strings.Cut(l.Text[len("=== "):], " ")
		if g.part == "FAIL:" {
			g.failed(l.N, name)
		}
	case strings.HasPrefix(l.Text, "=== "):
		return false
	case isGoProgress(l.Text):
		g.part = ""
	case isGoDone(l.Text):
		g.ends(l)
	case g.part == "FAIL:":
		g.detail(l)
	case g.part == "SKIP:":
		g.Notes = report.AppendFirst(g.Notes, l.N, maxGoLogs)
	case g.part == "Errors":
		if at, msg, ok := parse.CutPlace(l.Bare); ok {
			g.Found("", report.Finding{File: at.File, Row: at.Row, Col: at.Col, Message: msg, At: l.N})
		}
	default:
		return false
	}
	run.Belongs(l.N)
	g.Belongs(l.N)
	if g.done.N == l.N {
		g.End(l.N, report.Ending{Part: true})
	}
	return true
}

// failed reads "tide TestRise/third_hour (0.00s)", "tide TestRise/third_hour (re-run 1) (0.00s)", and for a package
// that failed by itself "tide  (0.00s)".
func (g *goSum) failed(n int, name string) {
	name, note, _ := strings.Cut(strings.TrimSpace(name), " (")
	pkg, test, _ := strings.Cut(name, " ")
	if test = strings.TrimSpace(test); test == "" {
		test, g.unnamed = pkg, true
	}
	if g.attempts == nil {
		g.attempts = map[string]int{}
	}
	attempt := 0
	if number, ok := strings.CutPrefix(note, "re-run "); ok {
		attempt, _, _ = parse.CutNumber(number)
	}
	g.attempts[test] = max(g.attempts[test], attempt) // packages may have tests of one name
	g.Found("", report.Finding{Name: test, At: n})
}

// detail adds a line to the failure that was read last.
func (g *goSum) detail(l report.Line) {
	f := g.Open()
	if at, msg, ok := parse.CutPlace(l.Bare); ok && f.File == "" {
		f.File, f.Row, f.Message = at.File, at.Row, msg
	}
	if len(f.Evidence) < maxGoOutput && !strings.HasPrefix(l.Bare, "Error Trace:") {
		f.Evidence = append(f.Evidence, l.N)
		f.Span = strategies.Span{First: f.At, Last: l.N}
	}
}

// ends reads "DONE 10 tests, 1 skipped, 2 failures in 0.412s". "DONE 2 runs, 11 tests, 2 failures in 0.612s" includes
// the totals above it: failed tests ran again, and those that failed in the last run are failures.
func (g *goSum) ends(l report.Line) {
	n := map[string]int64{}
	parse.EachCount(l.Text, func(count int64, word string) { n[strings.TrimSuffix(word, "s")] = count })
	counts := map[strategies.Key]int64{
		strategies.Failed: n["failure"], strategies.Errors: n["error"], strategies.Skipped: n["skipped"],
	}
	if passed := n["test"] - n["failure"] - n["skipped"]; !g.unnamed && passed >= 0 {
		counts[strategies.Passed] = passed
	}
	if n["run"] > 1 {
		g.dropAbove()
		counts[strategies.Failed] = g.stillFailing(int(n["run"]) - 1)
	}
	for k, v := range counts {
		g.Adds(k, v, report.Printed)
	}
	g.done, g.part, g.counts, g.attempts = l, "", counts, nil
	g.from, g.since = g.since, len(g.Pending())
}

// dropAbove drops the findings and the numbers of the last totals, since the next ones include them.
func (g *goSum) dropAbove() {
	i := -1
	g.Drop(func(*report.Finding) bool { i++; return i >= g.from && i < g.since })
	g.since = g.from
	for k, v := range g.counts {
		g.Adds(k, -v, report.Printed)
	}
}

// stillFailing returns how many tests failed in their last run. The others are flaky. Of each test, it keeps one
// failure.
func (g *goSum) stillFailing(last int) (n int64) {
	for _, attempt := range g.attempts {
		if attempt == last {
			n++
		}
	}
	i, again := -1, report.Repeats("")
	g.Drop(func(f *report.Finding) bool { i++; return i >= g.since && f.Name != "" && again(f) })
	g.PassesNow(func(f *report.Finding) bool {
		attempt, ok := g.attempts[f.Name]
		return ok && attempt < last
	})
	return n
}

// close ends the report.
func (g *goSum) close() {
	g.Summary = []int{g.done.N}
	g.Claim(report.Passed)
	if g.HasFailures() {
		g.Claim(report.Failed)
	}
}
