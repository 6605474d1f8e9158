package general

import (
	"math"
	"slices"

	"github.com/toktee/toktee/strategies"
)

// isExplained reports whether it is known where the cause of a failure is: in the report of a program, in the failed
// step of a CI job, or at a line that names the failure. Such a line isn't enough in the log of a job without a failed
// step, or next to lines that only hint at errors.
func (d *digestion) isExplained() bool {
	switch steps := &d.sc.steps; {
	case !d.failed || cutShort(d.in.Status) && !d.c.Parsed:
		return false
	case d.c.Parsed, steps.states:
		return true
	default:
		hints := func(m mark) bool { return m.class == clsSuspect }
		return steps.step == 0 && steps.explained(d.marks) &&
			!slices.ContainsFunc(d.alarms.lines, hints) && !slices.ContainsFunc(d.alarms.quoted, hints)
	}
}

// keepErrorsOutside makes evidence of the errors that don't belong to an explained failure: those of another program,
// or of the shell. They come after all other evidence.
//
//	deploy.sh: line 14: kubectl: command not found
//	running 200 tests
//	...
//	test result: FAILED. 199 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.31s
func (d *digestion) keepErrorsOutside() {
	if d.c.Explained = d.isExplained(); !d.c.Explained {
		return
	}
	heads := d.headsBehind()
	lines := d.alarms.lines
	if d.in.Content {
		lines = d.alarms.quoted
	}
	for i := range lines {
		m := &lines[i]
		switch {
		case m.class < clsPhrase && m.class != clsPlain && m.class != clsPlaced, m.class == clsAssert,
			m.repeat >= repeatLines:
			continue
		case !d.sc.steps.suspect(m.step), d.isInside(m):
			continue
		}
		d.keepOutside(int(m.line))
		d.keepOutside(heads[int(m.line)])
		d.keepPlace(m)
	}
}

// keepPlace keeps the lines that show where an error outside is: the first frames of its trace, and the line that it is
// nested below.
//
//	/home/dev/shop/src/price.js
//	  44:12  error  'sumOfAll' is not defined  no-undef
func (d *digestion) keepPlace(m *mark) {
	at, ok := slices.BinarySearchFunc(d.marks, int(m.line), compareLine)
	if !ok {
		return
	}
	frames := 0
	for i := at + 1; i < len(d.marks) && i <= at+nearLines && frames < nearFrames; i++ {
		if next := &d.marks[i]; m.block != 0 && next.block == m.block && next.class == clsFrame {
			d.keepOutside(int(next.line))
			frames++
		}
	}
	if m.flags&nested == 0 {
		return
	}
	for i := at - 1; i >= max(0, at-nearLines); i-- {
		if d.marks[i].flags&nested == 0 {
			d.keepOutside(int(d.marks[i].line))
			return
		}
	}
}

// isInside reports whether a line belongs to a run whose report would have its error.
func (d *digestion) isInside(m *mark) bool {
	return slices.ContainsFunc(d.reports, func(p parsed) bool {
		_, isRun := p.bestRank(m, false, false)
		return isRun && (m.class < clsError || oneHolds(p.Regions, int(m.line)) || !p.mayMiss(false))
	})
}

// headsBehind returns the lines that name the files of findings which come after a failure elsewhere, by the lines of
// the findings.
func (d *digestion) headsBehind() map[int]int {
	heads := map[int]int{}
	for i := range d.reports {
		p := &d.reports[i]
		for j := range p.Findings {
			if f := &p.Findings[j]; p.later[f.At] > 0 && f.Head > 0 {
				heads[f.At] = f.Head
			}
		}
	}
	return heads
}

// keepOutside makes line n the last evidence, unless it is evidence already or the dense form has its content. 0 is no
// line.
func (d *digestion) keepOutside(n int) {
	byLine := d.printer.byLine
	r, hasRole := byLine[n]
	if i, ok := slices.BinarySearchFunc(d.marks, n, compareLine); ok && !hasRole {
		r.rank = d.marks[i].rank
	}
	if n == 0 || r.rank <= strategies.Evidence || hasRole && r.rank == strategies.Noise {
		return
	}
	r.rank, r.lead, r.second, r.turn, r.near = strategies.Evidence, false, true, math.MaxInt32, 0
	byLine[n] = r
}
