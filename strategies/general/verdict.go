package general

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// counted lists the keys of a verdict in their order, each with the word for one and for more.
var counted = []struct {
	key       strategies.Key
	one, many string
}{
	{strategies.Conflicts, "conflict", "conflicts"},
	{strategies.Failed, "failed", "failed"},
	{strategies.Errors, "error", "errors"},
	{strategies.TimedOut, "timed out", "timed out"},
	{strategies.Warnings, "warning", "warnings"},
	{strategies.Remarks, "remark", "remarks"},
	{strategies.Passed, "passed", "passed"},
	{strategies.Flaky, "flaky", "flaky"},
	{strategies.Reruns, "rerun", "reruns"},
	{strategies.Skipped, "skipped", "skipped"},
	{strategies.Deselected, "deselected", "deselected"},
	{strategies.BadPackages, "package failed", "packages failed"},
	{strategies.Packages, "package ok", "packages ok"},
	{strategies.Untested, "without tests", "without tests"},
}

// scopedCounts is a report as counts, with a note on their scope if that isn't the whole run.
type scopedCounts struct{ counts, of string }

func (s scopedCounts) String() string { return s.counts + s.of }

// inPart follows a count of an output that was already cut.
const inPart = " in the part shown"

// scopedCountsOf returns a report in a few words. cut is true if lines of the output are missing: then counts made line
// by line get a note.
func scopedCountsOf(r *report.Report, cut bool) scopedCounts {
	s := scopedCounts{counts: countsOf(r)}
	switch {
	case s.counts == "":
	case r.Part:
		s.of = " in the part read"
	case cut && r.Tallied:
		s.of = inPart
	}
	return s
}

// countsOf returns the numbers of a report: "2 failed, 14 passed, 1 skipped". Of the zeros, only "0 passed" is stated,
// unless no test ran. Flaky tests are stated as a part of those that passed, "14 passed (1 flaky)", unless the program
// counts them apart.
func countsOf(r *report.Report) string {
	if r.Verdict != "" {
		return r.Verdict
	}
	var parts []string
	if r.Outcome == strategies.Fail && len(r.Counts) > 0 && countBad(r) == 0 {
		parts = append(parts, "failed") // no number shows the failure
	}
	flaky, passed := r.Counts[strategies.Flaky], r.Counts[strategies.Passed]
	isPart := !r.FlakyApart && flaky > 0 && flaky <= passed
	for _, c := range counted {
		n, ok := r.Counts[c.key]
		if !ok || n == 0 && !(c.key == strategies.Passed && countsOnlyPassed(r)) {
			continue
		}
		if c.key == strategies.Skipped && r.Skips != "" {
			c.one, c.many = r.Skips, r.Skips
		}
		if isPart && c.key == strategies.Flaky {
			parts[len(parts)-1] += " (" + words.Count(n, c.one, c.many) + ")" // after those that passed
			continue
		}
		parts = append(parts, words.Count(n, c.one, c.many))
	}
	return strings.Join(parts, ", ")
}

// countBad returns the sum of the numbers of a report that prove a failure.
func countBad(r *report.Report) (n int64) {
	for _, k := range [...]strategies.Key{
		strategies.Failed, strategies.Errors, strategies.TimedOut, strategies.BadPackages, strategies.Conflicts,
	} {
		n += r.Counts[k]
	}
	return n
}

// countsOnlyPassed reports whether a report has a single number, no failure, and tests that ran.
func countsOnlyPassed(r *report.Report) bool {
	return r.Outcome != strategies.Fail && len(r.Counts) == 1 && !r.Idle
}

// verdictOf joins the reports of an output into verdicts of about 8, 16 and 40 tokens. The lengths are estimates.
func verdictOf(reports []parsed, cut bool) (short, medium, long string) {
	var all, failed, hosts []string
	isMixed := mixed(reports)
	for i := range reports {
		r := &reports[i]
		t := scopedCountsOf(&r.Report, cut)
		host := r.hostsFailure(reports)
		if host {
			t.counts = strings.TrimPrefix(strings.TrimPrefix(t.counts, "failed"), ", ")
		}
		if t.counts == "" && isMixed && r.Outcome == strategies.Fail && !host {
			t.counts = "failed"
		}
		if t.counts == "" {
			continue
		}
		text := t.String()
		if !r.plain {
			text = r.program.Name + ": " + text
		}
		switch {
		case isMixed && r.Outcome == strategies.Fail && !host:
			failed = append(failed, text)
		case host:
			hosts = append(hosts, text)
			continue
		default:
			all = append(all, text)
		}
		if short == "" || r.Outcome == strategies.Fail && !namesFailure(short) {
			short = t.short()
		}
	}
	all = slices.Concat(failed, all, hosts) // failures come before passes
	switch len(all) {
	case 0:
		return "", "", ""
	case 1:
		return short, all[0], all[0]
	}
	long, number := strings.Join(all, "; "), strconv.Itoa(len(all))
	if t, ok := jointCounts(reports, cut); ok {
		return t.short(), t.String() + " in " + number + " reports", long
	}
	short, _, _ = strings.Cut(short, ", ")
	return short + ", 1st of " + number, all[0] + ", the first of " + number, long
}

// hostsFailure reports whether a program that runs others states no number of failures, and another program does: then
// its failure is that of the other.
//
//	# FAIL:  1
//	make: *** [Makefile:2150: check-am] Error 2
func (p *parsed) hostsFailure(reports []parsed) bool {
	return p.program.Host && p.Verdict == "" && p.Outcome == strategies.Fail && countBad(&p.Report) == 0 &&
		slices.ContainsFunc(reports, func(other parsed) bool { return countBad(&other.Report) > 0 })
}

// jointCounts returns the numbers of all reports together. ok is false if one of them has a verdict of its own instead
// of numbers.
func jointCounts(reports []parsed, cut bool) (t scopedCounts, ok bool) {
	joint := report.Report{
		Outcome: outcome(reports), Counts: map[strategies.Key]int64{}, Skips: commonSkips(reports),
	}
	for i := range reports {
		r := &reports[i]
		if r.Verdict != "" {
			return t, false
		}
		for k, n := range r.Counts {
			joint.Counts[k] += n
		}
		joint.FlakyApart = joint.FlakyApart || r.FlakyApart && r.Counts[strategies.Flaky] > 0
		joint.Part, joint.Tallied = joint.Part || r.Part, joint.Tallied || r.Tallied
	}
	return scopedCountsOf(&joint, cut), true
}

// commonSkips returns the word for skipped tests that all reports with such tests use, "" if they have several.
func commonSkips(reports []parsed) string {
	word, found := "", false
	for i := range reports {
		r := &reports[i]
		switch {
		case r.Counts[strategies.Skipped] == 0:
		case found && r.Skips != word:
			return ""
		default:
			word, found = r.Skips, true
		}
	}
	return word
}

// namesFailure reports whether a short verdict mentions a failure.
func namesFailure(verdict string) bool {
	return strings.Contains(verdict, "failed") || strings.Contains(verdict, "error")
}

// short returns the counts that fit a short verdict: the first two, or the first with its scope.
func (s scopedCounts) short() string {
	parts := strings.SplitN(s.counts, ", ", 3)
	if s.of != "" {
		return parts[0] + s.of
	}
	return strings.Join(parts[:min(2, len(parts))], ", ")
}

// maxDetails is the most failures of a report in the details.
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
		if f.Name != "" {
			out.Lines[1] = endOfDetails(f)
		}
	}
	return out
}

// endOfDetails returns the last line of those directly below the name of a failed test that belong to it.
func endOfDetails(f *report.Finding) int {
	last := f.At
	for _, n := range f.Evidence {
		if n == last+1 {
			last = n
		}
	}
	return last
}
