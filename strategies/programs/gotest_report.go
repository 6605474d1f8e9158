package programs

import (
	"maps"
	"slices"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Report implements [report.Reader].
func (p *goParser) Report() report.Report {
	if p.first == 0 {
		return report.Report{}
	}
	region := strategies.Span{First: p.first, Last: p.last}
	if p.sum != nil {
		if r, ok := p.sum.report(); ok {
			r.Region = region
			return r
		}
	}
	if p.prev != nil {
		p.finish(p.prev, p.prev.end(), true)
	}
	var open []*goRun // tests that ran when the output ended
	broken := false
	for _, g := range append([]*goPackage{p.pkg}, p.left()...) {
		p.passed += g.passed
		p.skipped += g.skipped
		if r := g.unfinished(); r != nil {
			open = append(open, r)
		}
		if p.told(g) > 0 {
			broken = true
		}
	}
	r := report.Report{
		Counts: map[strategies.Key]int64{}, Findings: p.findings, Notes: p.notes, Texts: p.texts, Region: region,
	}
	count := func(k strategies.Key, n int64) {
		if n > 0 {
			r.Counts[k] = n
		}
	}
	count(strategies.Failed, p.failed)
	count(strategies.Skipped, p.skipped)
	if p.verbose {
		count(strategies.Passed, p.passed)
	}
	count(strategies.Errors, p.errors+p.vetted)
	count(strategies.BadPackages, p.badPkgs)
	count(strategies.Packages, p.okPkgs)
	r.Summary = p.marks
	switch {
	case p.failed > 0 || p.badPkgs > 0 || p.errors > 0 || p.bad:
		r.Outcome = strategies.Fail
		r.Summary = append(r.Summary, p.fails...)
	case len(open) > 0 || broken:
		r.Summary = append(r.Summary, p.oks...)
	case p.okPkgs > 0:
		r.Outcome = strategies.Pass
		r.Summary = append(r.Summary, p.oks[max(0, len(p.oks)-1):]...) // the verdict counts them
		if p.logged <= manyGoLogs {
			r.Notes = append(r.Notes, p.logs...)
		}
	}
	for _, t := range open {
		r.Summary = append(r.Summary, t.runAt)
	}
	if len(open) > 0 {
		r.Summary = append(r.Summary, p.lastLine)
	}
	return r
}

// left are the packages whose end is missing.
func (p *goParser) left() []*goPackage {
	var out []*goPackage
	for _, name := range slices.Sorted(maps.Keys(p.packages)) {
		out = append(out, p.packages[name])
	}
	return out
}
