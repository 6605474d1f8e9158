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
	*report.Run             // its report
	part        string      // the heading's word: "FAIL:", "SKIP:", "Errors"
	unnamed     bool        // a package failed without a test
	done        report.Line // the last totals
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
	case isGoDone(l.Text):
		g.done, g.part = l, ""
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

// failed reads "tide TestRise/third_hour (0.00s)", and for a package that failed by itself "tide  (0.00s)".
func (g *goSum) failed(n int, name string) {
	name, _, _ = strings.Cut(strings.TrimSpace(name), " (")
	pkg, test, _ := strings.Cut(name, " ")
	if name = strings.TrimSpace(test); name == "" {
		name, g.unnamed = pkg, true
	}
	g.Found("", report.Finding{Name: name, At: n})
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

// totals reads "DONE 10 tests, 1 skipped, 2 failures in 0.412s".
func (g *goSum) totals() {
	n := map[string]int64{}
	parse.EachCount(g.done.Text, func(count int64, word string) { n[strings.TrimSuffix(word, "s")] = count })
	g.Adds(strategies.Failed, n["failure"], report.Printed)
	g.Adds(strategies.Errors, n["error"], report.Printed)
	g.Adds(strategies.Skipped, n["skipped"], report.Printed)
	if passed := n["test"] - n["failure"] - n["skipped"]; !g.unnamed && passed >= 0 {
		g.Adds(strategies.Passed, passed, report.Printed)
	}
	g.Summary = []int{g.done.N}
	g.Claim(report.Passed)
	if len(g.Pending()) > 0 {
		g.Claim(report.Failed)
	}
}
