package programs

import (
	"slices"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// record is what a parser of a tool that does something, rather than test something, has found so far.
type record struct {
	findings       []report.Finding
	summary, notes []int
	noise          lineRanges
	first, last    int
	pass, fail     bool
	foreign        int // the last line that isn't the tool's
	between        int // lines between those of the tool that aren't its own
}

const (
	maxEnds  = 6  // lines that tell how it ended, the last ones
	maxNoted = 12 // lines that are worth room besides
	maxTold  = 24 // lines of a finding
)

// seen notes that a line is the tool's.
func (r *record) seen(n int) {
	if r.first == 0 {
		r.first = n
	} else if r.foreign > r.last {
		r.between++
	}
	r.last = n
}

// other notes that a line isn't the tool's, or isn't understood.
func (r *record) other(n int) { r.foreign = n }

// dull takes a line that says nothing once the tool has ended.
func (r *record) dull(n int) {
	r.seen(n)
	r.noise.add(n)
}

// end takes a line that tells how it ended, or what came of it.
func (r *record) end(n int) {
	r.seen(n)
	r.summary = appendEnd(r.summary, n, maxEnds)
}

func (r *record) note(n int) {
	r.seen(n)
	if len(r.notes) < maxNoted {
		r.notes = append(r.notes, n)
	}
}

// find opens a finding. It returns nil where there are too many.
func (r *record) find(f report.Finding) *report.Finding {
	r.seen(f.At)
	if len(r.findings) == MaxFindings {
		return nil
	}
	r.findings = append(r.findings, f)
	return &r.findings[len(r.findings)-1]
}

// says adds a line to the last finding. It reports whether there is one.
func (r *record) says(n int) bool {
	if len(r.findings) == 0 {
		return false
	}
	r.seen(n)
	if f := &r.findings[len(r.findings)-1]; len(f.Evidence) < maxTold {
		f.Evidence = append(f.Evidence, n)
	}
	return true
}

// report is the record as a report. Where other programs printed between the tool's lines, what it doesn't speak of may
// matter.
func (r *record) report() report.Report {
	out := report.Report{Findings: r.findings, Summary: r.summary, Notes: r.notes, Noise: r.noise.list}
	switch {
	case r.fail:
		out.Outcome = strategies.Fail
	case r.pass:
		out.Outcome = strategies.Pass
	}
	if r.first > 0 && r.between == 0 {
		out.Region = strategies.Span{First: r.first, Last: r.last}
	}
	out.Answer = r.foreign > 0 && out.Outcome != strategies.Pass
	return out
}

// appendEnd appends to a list of which the last few stay.
func appendEnd(list []int, n, limit int) []int {
	if len(list) >= limit {
		copy(list, list[1:])
		list = list[:len(list)-1]
	}
	return append(list, n)
}

// lineRanges are ranges of lines, in bounded memory: once there are too many, no more come.
type lineRanges struct{ list []strategies.Span }

const maxRanges = 1 << 12

// add adds a line, which is none of those before the last one.
func (s *lineRanges) add(n int) {
	if i := len(s.list) - 1; i >= 0 && s.list[i].Last >= n-1 {
		s.list[i].Last = max(s.list[i].Last, n)
		return
	}
	if len(s.list) < maxRanges {
		s.list = append(s.list, strategies.Span{First: n, Last: n})
	}
}

// joinRanges joins two lists that rise and share no line.
func joinRanges(a, b []strategies.Span) []strategies.Span {
	out := append(append([]strategies.Span{}, a...), b...)
	slices.SortFunc(out, func(a, b strategies.Span) int { return a.First - b.First })
	return out
}

// has reports whether any of the words stands in the list.
func has(list []string, words ...string) bool {
	for _, w := range words {
		for _, l := range list {
			if l == w {
				return true
			}
		}
	}
	return false
}
