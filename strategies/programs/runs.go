package programs

import (
	"strconv"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// runs gathers the runs of one program in an output, such as those of a CI job that tests with many versions, or tries
// again what failed.
type runs struct {
	regions
	findings []report.Finding
	counts   map[strategies.Key]int64
	known    map[string]bool // what the findings tell
	summary  []int           // the last lines that say how a run ended
	notes    []int
	ends     []int // lines that say why a run failed beside its failures; shown with them
	pass     bool  // a run said that it ended well
	bad      bool  // a run failed
	unparsed string
}

// maxNotes bounds the lines that are noted beside the failures.
const maxNotes = 64

// add takes in a run. One that tells nothing but failures that are known is a repetition: its numbers aren't added.
func (r *runs) add(findings []report.Finding, counts map[strategies.Key]int64) {
	if r.known == nil {
		r.known = map[string]bool{}
		r.counts = map[strategies.Key]int64{}
	}
	before := len(r.findings)
	for _, f := range findings {
		key := f.Name
		if key == "" {
			key = f.File + ":" + strconv.Itoa(f.Row) + ":" + f.Message
		}
		if r.known[key] && before > 0 {
			continue
		}
		if len(r.findings) < MaxFindings {
			r.known[key] = true
			r.findings = append(r.findings, f)
		}
	}
	if len(findings) > 0 && len(r.findings) == before && before > 0 {
		return
	}
	for k, n := range counts {
		r.counts[k] += n
	}
}

// disagree notes that the numbers of a run and what was found don't agree.
func (r *runs) disagree(counted, told int64) {
	if r.unparsed == "" {
		r.unparsed = strconv.FormatInt(counted, 10) + " failures are counted, " + strconv.FormatInt(told, 10) + " are told"
	}
}

// report joins the runs.
func (r *runs) report() report.Report {
	r.end()
	if r.unparsed != "" {
		return report.Report{Distrust: r.unparsed}
	}
	out := report.Report{Counts: r.counts, Findings: r.findings, Notes: r.notes, Regions: r.done}
	switch {
	case r.bad:
		out.Outcome = strategies.Fail
		out.Notes = append(out.Notes, r.summary...)
		out.Summary = r.ends
		return out
	case r.pass:
		out.Outcome = strategies.Pass
	}
	out.Summary = r.summary
	return out
}

// regions are the runs of one program in an output, each from its first line to its last.
type regions struct {
	done        []strategies.Span
	first, last int
}

// maxRegions bounds the runs that are kept apart; those after them are joined.
const maxRegions = 256

// seen notes a line of the run.
func (r *regions) seen(n int) {
	if r.first == 0 {
		r.first = n
	}
	r.last = max(r.last, n)
}

// end closes the run.
func (r *regions) end() {
	if r.first == 0 {
		return
	}
	if len(r.done) == maxRegions {
		r.done[maxRegions-1].Last = r.last
	} else {
		r.done = append(r.done, strategies.Span{First: r.first, Last: r.last})
	}
	r.first, r.last = 0, 0
}

// appendFinding appends a finding to a list, unless there are too many.
func appendFinding(list []report.Finding, f report.Finding) []report.Finding {
	if len(list) == MaxFindings {
		return list
	}
	return append(list, f)
}
