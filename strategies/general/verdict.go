package general

import (
	"strings"

	"github.com/toktee/toktee/internal/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// counted are the keys of a verdict in their order, each with the word for one and for more.
var counted = []struct {
	key       strategies.Key
	one, many string
}{
	{strategies.Conflicts, "conflict", "conflicts"},
	{strategies.Failed, "failed", "failed"},
	{strategies.Errors, "error", "errors"},
	{strategies.Warnings, "warning", "warnings"},
	{strategies.Remarks, "remark", "remarks"},
	{strategies.Passed, "passed", "passed"},
	{strategies.Skipped, "skipped", "skipped"},
	{strategies.BadPackages, "package failed", "packages failed"},
	{strategies.Packages, "package ok", "packages ok"},
}

// statedBy is a report in a few words: "2 failed, 14 passed, 1 skipped". Of the zeros only "0 passed" is stated.
func statedBy(r *report.Report) string {
	if r.Verdict != "" {
		return r.Verdict
	}
	var parts []string
	if r.Outcome == strategies.Fail && len(r.Counts) > 0 && countBad(r) == 0 {
		parts = append(parts, "failed") // and no number says so
	}
	for _, c := range counted {
		n, ok := r.Counts[c.key]
		if !ok || n == 0 && !(c.key == strategies.Passed && countsOnlyPassed(r)) {
			continue
		}
		parts = append(parts, words.Count(n, c.one, c.many))
	}
	return strings.Join(parts, ", ")
}

// countBad adds up the numbers of a report that say that something failed.
func countBad(r *report.Report) (n int64) {
	for _, k := range [...]strategies.Key{
		strategies.Failed, strategies.Errors, strategies.BadPackages, strategies.Conflicts,
	} {
		n += r.Counts[k]
	}
	return n
}

// countsOnlyPassed reports whether a report has no number but one, and reports no failure.
func countsOnlyPassed(r *report.Report) bool {
	return r.Outcome != strategies.Fail && len(r.Counts) == 1
}

// verdictOf joins the reports of an output in at most 8, 16 and 40 tokens, as far as that can be judged without
// counting tokens.
func verdictOf(reports []parsed) (short, medium, long string) {
	var all, failed []string
	isMixed := mixed(reports)
	for i := range reports {
		r := &reports[i]
		t := statedBy(&r.Report)
		if t == "" && isMixed && r.Outcome == strategies.Fail {
			t = "failed"
		}
		if t == "" {
			continue
		}
		if isMixed && r.Outcome == strategies.Fail {
			failed = append(failed, r.program.Name+": "+t)
		} else {
			all = append(all, r.program.Name+": "+t)
		}
		if short == "" || r.Outcome == strategies.Fail && !namesFailure(short) {
			short = firstCounts(t)
		}
	}
	all = append(failed, all...) // what failed comes before what passed
	if len(all) == 0 {
		return "", "", ""
	}
	return short, all[0], strings.Join(all, "; ")
}

// namesFailure reports whether a short verdict says that something failed.
func namesFailure(verdict string) bool {
	return strings.Contains(verdict, "failed") || strings.Contains(verdict, "error")
}

// firstCounts are the first two counts of a verdict, which say most: as many as a short one has room for.
func firstCounts(t string) string {
	if i := strings.Index(t, ", "); i >= 0 {
		if j := strings.Index(t[i+2:], ", "); j >= 0 {
			return t[:i+2+j]
		}
	}
	return t
}

// maxDetails is how many failures the details list.
const maxDetails = 500

// reportDetails are the reports for the person's view.
func reportDetails(reports []parsed) (result.Details, error) {
	type failure struct {
		Name    string `json:"name,omitempty"`
		File    string `json:"file,omitempty"`
		Row     int    `json:"line,omitempty"`
		Col     int    `json:"column,omitempty"`
		Message string `json:"message,omitempty"`
		Warning bool   `json:"warning,omitempty"`
		Lines   []int  `json:"lines,omitempty"`
	}
	type run struct {
		Tool      string                   `json:"tool"`
		Outcome   string                   `json:"outcome"`
		Counts    map[strategies.Key]int64 `json:"counts,omitempty"`
		Failures  []failure                `json:"failures,omitempty"`
		Truncated bool                     `json:"truncated,omitempty"`
	}
	var runs []run
	for i := range reports {
		r := &reports[i]
		o := run{Tool: r.program.Name, Outcome: [...]string{"unknown", "pass", "fail"}[r.Outcome], Counts: r.Counts}
		for _, f := range r.Findings {
			if len(o.Failures) == maxDetails {
				o.Truncated = true
				break
			}
			d := failure{Name: f.Name, File: f.File, Row: f.Row, Col: f.Col, Message: f.Message, Warning: f.Warning}
			if f.Span.Len() > 0 {
				d.Lines = []int{f.Span.First, f.Span.Last}
			} else if f.At > 0 {
				d.Lines = []int{f.At, f.At}
			}
			o.Failures = append(o.Failures, d)
		}
		runs = append(runs, o)
	}
	return result.NewDetails("runs", map[string]any{"runs": runs})
}
