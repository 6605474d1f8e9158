package general

import (
	"slices"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// parsed is the report of one program that was found.
type parsed struct {
	report.Report
	program *report.Program
	named   bool // the command line names it
	plain   bool // its numbers are stated without the program's name
	bare    bool // in addition, no failed test is named
	end     int  // the last line that it read for certain

	// later has the ranks of findings that come after a graver failure, by their lines.
	later map[int]strategies.Rank
}

// reading holds the reports of an output's programs, as far as they can be trusted.
type reading struct {
	reports []parsed
	forms   []parsed // reports of forms alone
	doubts  []string // reasons why reports aren't used
	denied  bool     // a program's exit status contradicts the success that it reports
	looked  bool     // programs were looked for
}

// end returns the reports after the last line of an output. Reports that can't be trusted are left out, with a doubt
// that names the reason.
func (f *follower) end(in *strategies.Input, lines int, from source) reading {
	out := reading{}
	if f == nil {
		return out
	}
	out.looked = true
	whole := strategies.Span{First: 1, Last: lines}
	alone := in.Shell.OK && !in.Shell.Compound && len(in.Shell.Commands) == 1
	for i := range f.found {
		p := parsed{Report: f.found[i].reading.Report(), program: f.found[i].program, named: f.found[i].named}
		p.Proven = p.Proven || f.found[i].signed
		p.bound(in, alone, whole)
		out.take(p, from, whole)
	}
	if from.document && len(out.reports) == 0 && len(out.forms) == 1 && len(out.forms[0].Counts) > 0 {
		p := out.forms[0] // the text has no other content
		p.FormOnly, p.Region, p.Regions = false, whole, nil
		out.reports, out.forms = []parsed{p}, nil
	}
	out.doubtCounts(f.places)
	if in.Status.Bad() && allPass(out.reports) {
		out.doubts = append(out.doubts, out.reports[0].program.Name+": says that all is well, and the command failed")
		out.denied = owns(in, out.reports)
		out.reports = nil
	}
	out.countOnce()
	if !slices.ContainsFunc(out.reports, func(p parsed) bool { return len(p.Findings) > 0 }) {
		out.reports = append(out.reports, out.forms...)
	}
	return out
}

// countOnce takes the diagnostics that another report has too out of the numbers of a program that runs others, such as
// those of tsc out of make's.
func (r *reading) countOnce() {
	for i := range r.reports {
		p := &r.reports[i]
		if !p.program.Host || !p.Tallied {
			continue
		}
		others := map[int]bool{}
		for j := range r.reports {
			if other := &r.reports[j]; !other.program.Host {
				for k := range other.Findings {
					others[other.Findings[k].At] = true
				}
			}
		}
		again := map[strategies.Key]int64{}
		for j := range p.Findings {
			key := strategies.Errors
			if p.Findings[j].Warning {
				key = strategies.Warnings
			}
			if others[p.Findings[j].At] {
				again[key]++
			}
		}
		for key, n := range again {
			isAll := n == int64(len(p.Findings)) && n >= report.MaxFindings // there may be more
			if p.Counts[key] -= n; p.Counts[key] <= 0 || isAll {
				delete(p.Counts, key)
			}
		}
	}
}

// bound sets the lines that a report covers. alone is true if its program is the only one of the command line. The name
// alone isn't enough to cover the whole output, because a script or a job runs other programs too.
func (p *parsed) bound(in *strategies.Input, alone bool, whole strategies.Span) {
	p.Regions = joined(p.Regions)
	silent := in.Status.Bad() && p.Outcome != strategies.Pass && len(p.Findings) == 0
	switch {
	case p.Hosts:
		p.Region = strategies.Span{}
	case p.Answer, silent:
		p.Region, p.Regions = strategies.Span{}, nil // the failure is elsewhere
	case !p.named || !alone:
	case p.Outcome == strategies.Fail && p.Proven, p.Outcome == strategies.Pass && in.Status.OK():
		p.Region, p.end = whole, p.lastRead()
	case p.Outcome == strategies.Unknown && !in.Status.OK():
		p.Region = strategies.Span{}
	}
}

// lastRead returns the last line that the program printed for certain.
func (p *parsed) lastRead() int {
	last := 0
	for _, s := range p.Read {
		last = max(last, s.Last)
	}
	for i := range p.Findings {
		last = max(last, p.Findings[i].At, p.Findings[i].Span.Last)
	}
	return last
}

// joined sorts spans and merges those that overlap, for a fast search.
func joined(spans []strategies.Span) []strategies.Span {
	slices.SortFunc(spans, func(a, b strategies.Span) int { return a.First - b.First })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.First <= out[n-1].Last {
			out[n-1].Last = max(out[n-1].Last, s.Last)
			continue
		}
		out = append(out, s)
	}
	return out
}

// take adds a report to the reading, or the reason why it can't be trusted.
func (r *reading) take(p parsed, from source, whole strategies.Span) {
	if printed := from.document && !from.file; printed && p.Outcome == strategies.Unknown && countBad(&p.Report) > 0 {
		p.Outcome = strategies.Fail // the command's own report, of this run
	}
	switch {
	case p.FormOnly:
		if p.dropRepeated(); len(p.Findings) > 0 {
			r.forms = append(r.forms, p)
		}
	case p.Distrust != "":
		r.doubts = append(r.doubts, p.program.Name+": "+p.Distrust)
	case from.file && (p.Outcome != strategies.Unknown || len(p.Counts) > 0):
		p.Outcome, p.Region, p.Regions = strategies.Unknown, whole, nil
		r.reports = append(r.reports, p)
	case !p.named && p.Outcome == strategies.Unknown && !p.Idle && !p.Unfinished:
		// a few of its lines are among others: they prove nothing about the whole
	case p.hasContent():
		r.reports = append(r.reports, p)
	}
}

// dropRepeated drops diagnostics that a summary prints again: place and message are those of an earlier one.
//
//	Gate.cs(5,13): error CS0103: The name 'x' does not exist in the current context [/src/Mill.csproj]
//	Build FAILED.
//	Gate.cs(5,13): error CS0103: The name 'x' does not exist in the current context [/src/Mill.csproj]
func (p *parsed) dropRepeated() {
	type diagnostic struct {
		file, message string
		row, col      int
	}
	seen := map[diagnostic]bool{}
	p.Findings = slices.DeleteFunc(p.Findings, func(f report.Finding) bool {
		d := diagnostic{f.File, f.Message, f.Row, f.Col}
		again := seen[d]
		seen[d] = f.Row > 0 && f.Message != ""
		return again
	})
}

// hasContent reports whether a report has any content.
func (p *parsed) hasContent() bool {
	return p.Outcome != strategies.Unknown || p.Idle || p.Verdict != "" ||
		len(p.Findings)+len(p.Counts)+len(p.Summary) > 0
}

// allPass reports whether there are reports, and all of them claim a pass.
func allPass(reports []parsed) bool {
	return len(reports) > 0 && !slices.ContainsFunc(reports,
		func(p parsed) bool { return p.Outcome != strategies.Pass })
}

// onlyForms reports whether there are reports, and all are of forms alone.
func onlyForms(reports []parsed) bool {
	return len(reports) > 0 && !slices.ContainsFunc(reports, func(p parsed) bool { return !p.FormOnly })
}

// mixed reports whether some reports claim a pass and others a failure.
func mixed(reports []parsed) bool {
	return outcome(reports) == strategies.Fail &&
		slices.ContainsFunc(reports, func(p parsed) bool { return p.Outcome == strategies.Pass })
}

// idle reports whether a test runner ran no test, and no report has tests that ran.
func idle(reports []parsed) bool {
	ran := func(p parsed) bool {
		return p.Outcome == strategies.Fail || report.Ran(p.Counts) || p.Counts[strategies.Packages] > 0 && !p.Idle
	}
	return slices.ContainsFunc(reports, func(p parsed) bool { return p.Idle }) && !slices.ContainsFunc(reports, ran)
}

// statesIdle reports whether a test runner states by its exit status that it ran no test.
func statesIdle(reports []parsed, st result.Status) bool {
	return st.Known && slices.ContainsFunc(reports, func(p parsed) bool {
		return p.Idle && p.program.IdleExit == st.Code
	})
}

// outcome returns the joint outcome of the reports: Fail if one is, else Pass if one is.
func outcome(reports []parsed) strategies.Outcome {
	o := strategies.Unknown
	for i := range reports {
		switch reports[i].Outcome {
		case strategies.Fail:
			return strategies.Fail
		case strategies.Pass:
			o = strategies.Pass
		}
	}
	return o
}
