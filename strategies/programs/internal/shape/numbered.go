package shape

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// rspec, minitest and phpunit number the failures that they print. Below the title come the cause and the place:
//
//	1) Calculator adds
//	   Failure/Error: expect(1 + 1).to eq(3)

// MaxNumbered bounds the lines of a numbered failure that are kept.
const MaxNumbered = 10

// NumberedTitle takes the number off "  1) Calculator adds". Without a number it returns the line.
func NumberedTitle(s string) (title string, ok bool) {
	bare := strings.TrimLeft(s, " ")
	n, rest, _ := parse.CutNumber(bare)
	title, ok = strings.CutPrefix(rest, ") ")
	if !ok || n == 0 || len(s)-len(bare) > 4 {
		return s, false
	}
	return title, true
}

// FailedTest returns the finding for a failed test that line n names. Its lines follow.
func FailedTest(n int, name string) report.Finding {
	return report.Finding{Name: name, At: n, Span: strategies.Span{First: n, Last: n}}
}

// AddEvidence adds line n to the lines shown for a failure.
func AddEvidence(f *report.Finding, n, limit int) {
	f.Evidence = report.AppendFirst(f.Evidence, n, limit)
	f.Span.Last = n
}

// AddDetail takes a line below the title of a failure: its first place, or what went wrong. At most limit lines are
// shown.
func AddDetail(f *report.Finding, l report.Line, at parse.Place, placed bool, limit int) {
	switch {
	case placed && f.File == "":
		f.File, f.Row, limit = at.File, at.Row, MaxNumbered
	case placed, len(f.Evidence) >= limit:
		return
	case f.Message == "":
		f.Message = report.Clip(l.Bare)
	case strings.HasSuffix(f.Message, ":"): // "ArgumentError:"
		f.Message = report.Clip(f.Message + " " + l.Bare)
	case strings.HasPrefix(l.Bare, "Actual:"),
		strings.HasPrefix(l.Bare, "got:") && strings.HasPrefix(f.Message, "expected:"):
		f.Message = report.Clip(f.Message + ", " + l.Bare)
	}
	AddEvidence(f, l.N, limit)
}

// CloseTests ends the last run of a test runner. If its totals are missing, some of its failures may be missing too:
// those that were found are shown, and not counted.
func CloseTests(run *report.Run) {
	run.Treat(strategies.Failed, report.OnlyStated)
	run.Treat(strategies.Errors, report.OnlyStated)
	if len(run.Pending()) > 0 {
		run.Claim(report.Failed)
	}
}
