package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/words"
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
	{strategies.Untested, "without tests", "without tests"},
}

// stated is a report in a few words, as counts, and what they are counts of where that isn't the whole.
type stated struct{ counts, of string }

func (s stated) String() string { return s.counts + s.of }

// inPart is what follows a count of an output that was cut before it came in.
const inPart = " in the part shown"

// statedBy says a report in a few words. cut says that lines of the output are missing: then what was counted in the
// others is said to be.
func statedBy(r *report.Report, cut bool) stated {
	s := stated{counts: countsOf(r)}
	switch {
	case s.counts == "":
	case r.Part:
		s.of = " in the part read"
	case cut && r.Tallied:
		s.of = inPart
	}
	return s
}

// countsOf are the numbers of a report: "2 failed, 14 passed, 1 skipped". Of the zeros only "0 passed" is stated.
func countsOf(r *report.Report) string {
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
func verdictOf(reports []parsed, cut bool) (short, medium, long string) {
	var all, failed []string
	isMixed := mixed(reports)
	for i := range reports {
		r := &reports[i]
		t := statedBy(&r.Report, cut)
		if t.counts == "" && isMixed && r.Outcome == strategies.Fail {
			t.counts = "failed"
		}
		if t.counts == "" {
			continue
		}
		text := t.String()
		if !r.plain {
			text = r.program.Name + ": " + text
		}
		if isMixed && r.Outcome == strategies.Fail {
			failed = append(failed, text)
		} else {
			all = append(all, text)
		}
		if short == "" || r.Outcome == strategies.Fail && !namesFailure(short) {
			short = t.short()
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

// short is as much of the counts as a short verdict has room for: the first two, which say most, or the first with what
// it is a count of.
func (s stated) short() string {
	parts := strings.SplitN(s.counts, ", ", 3)
	if s.of != "" {
		return parts[0] + s.of
	}
	return strings.Join(parts[:min(2, len(parts))], ", ")
}

// maxDetails is how many failures the details list.
const maxDetails = 500

// reportDetails returns the reports for the person's view, at most maxDetails failures of each.
func reportDetails(reports []parsed) (result.Details, error) {
	var runs []result.RunReport
	for i := range reports {
		r := &reports[i]
		run := result.RunReport{Tool: r.program.Name, Outcome: r.Outcome.String(), Partial: r.Part}
		for k, n := range r.Counts {
			if run.Counts == nil {
				run.Counts = make(map[string]int64, len(r.Counts))
			}
			run.Counts[string(k)] = n
		}
		run.Truncated = len(r.Findings) > maxDetails
		for _, f := range r.Findings[:min(len(r.Findings), maxDetails)] {
			run.Failures = append(run.Failures, findingOf(&f))
		}
		runs = append(runs, run)
	}
	return result.RunDetails(runs)
}

// findingOf returns a parser's finding as the result records it.
func findingOf(f *report.Finding) result.Finding {
	out := result.Finding{
		Name: f.Name, Package: f.Package, File: f.File, Line: f.Row, Column: f.Col, Message: f.Message,
		Warning: f.Warning,
	}
	if f.Span.Len() > 0 {
		out.Lines = []int{f.Span.First, f.Span.Last}
	} else if f.At > 0 {
		out.Lines = []int{f.At, f.At}
	}
	return out
}
