package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// numberedFailures reads failures that a runner numbers, as rspec, minitest and phpunit do: "  1) Calculator adds".
type numberedFailures struct {
	findings []report.Finding
	open     *report.Finding
	dropped  int64
}

// title takes the number off a line: "1) Calculator adds".
func numberedTitle(s string) (string, bool) {
	bare := strings.TrimLeft(s, " ")
	n, rest := parse.CutNumber(bare)
	if n == 0 || len(s)-len(bare) > 4 {
		return "", false
	}
	return strings.CutPrefix(rest, ") ")
}

// begin notes a failure.
func (f *numberedFailures) begin(n int, name string) {
	f.open = nil
	if len(f.findings) == MaxFindings {
		f.dropped++
		return
	}
	f.findings = append(f.findings, report.Finding{Name: name, At: n, Span: strategies.Span{First: n, Last: n}})
	f.open = &f.findings[len(f.findings)-1]
}

// says notes a line that tells of the open failure.
func (f *numberedFailures) says(n int) {
	if f.open == nil {
		return
	}
	f.open.Evidence = report.AppendFirst(f.open.Evidence, n, 10)
	f.open.Span.Last = n
}

// first puts a line that tells more than the others before them.
func (f *numberedFailures) first(n int) {
	if f.open == nil {
		return
	}
	f.open.Evidence = append([]int{n}, f.open.Evidence[:min(len(f.open.Evidence), 9)]...)
	f.open.Span.Last = max(f.open.Span.Last, n)
}

// told is how many failures were found.
func (f *numberedFailures) told() int64 { return int64(len(f.findings)) + f.dropped }
