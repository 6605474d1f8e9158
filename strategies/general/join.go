package general

import (
	"slices"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// joinReports uses the programs' reports: counts, outcome, verdict and details. It lowers the rank of the other lines
// of their runs. If lines outside of the runs contradict the reports, only the details are used.
func (d *digestion) joinReports() {
	if len(d.reports) == 0 {
		return
	}
	d.demoteOthers()
	for i := range d.reports {
		for _, f := range d.reports[i].Findings {
			d.c.File(f.File)
		}
	}
	if onlyForms(d.reports) {
		return
	}
	for i := range d.reports {
		d.c.Upstream = d.c.Upstream || d.reports[i].Part
	}
	if !d.denied { // if contradicted, the reports don't have the numbers of all tests
		d.stateOutcome()
	}
	details, err := reportDetails(d.reports)
	d.c.Details(details)
	d.err = err
}

// stateOutcome passes the joint outcome, counts and verdict of the reports to the collector.
func (d *digestion) stateOutcome() {
	for i := range d.reports {
		for k, n := range d.reports[i].Counts {
			d.c.Count(k, n)
		}
	}
	d.c.Outcome(outcome(d.reports))
	d.c.Idle = idle(d.reports) && !d.in.Content && (!d.in.Status.Bad() || statesIdle(d.reports, d.in.Status))
	if short, medium, long := verdictOf(d.reports, d.in.Cut); short != "" {
		aside := d.alarms.summary(d.reports)
		d.c.Verdict(aside.verdict(short, medium, long))
		if aside.lines > 0 {
			d.c.Count(strategies.ErrorLines, aside.lines)
		}
	}
	d.c.Parsed = slices.ContainsFunc(d.reports, func(p parsed) bool { return !p.plain })
}

// demoteOthers lowers the rank of lines within the runs that no report mentions. The command line itself printed the
// headings: those of the parts that failed are critical, and all keep their ranks if nothing failed.
func (d *digestion) demoteOthers() {
	last, failed := lastRegion(d.reports), outcome(d.reports) == strategies.Fail
	tests := testBlocks(d.marks)
	for i := range d.marks {
		if d.marks[i].flags&red != 0 && !failed {
			continue // no report of a pass explains it
		}
		if m := &d.marks[i]; m.class == clsHeading && !failed {
			continue
		} else if m.class == clsHeading && d.failsBelow(i) {
			m.rank, m.flags = strategies.Critical, m.flags|second
			continue
		}
		demote(&d.marks[i], d.reports, tests, d.in.Status.OK(), last)
	}
}

// failsBelow reports whether a report has a failure between the i-th mark, a heading, and the next heading.
func (d *digestion) failsBelow(i int) bool {
	part := strategies.Span{First: int(d.marks[i].line), Last: d.total}
	for j := i + 1; j < len(d.marks); j++ {
		if d.marks[j].class == clsHeading {
			part.Last = int(d.marks[j].line) - 1
			break
		}
	}
	return slices.ContainsFunc(d.reports, func(p parsed) bool {
		return slices.ContainsFunc(p.Findings, func(f report.Finding) bool { return !f.Warning && holds(part, f.At) })
	})
}
