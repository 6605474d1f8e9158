package general

import (
	"cmp"
	"slices"

	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

const (
	maxErrors   = 40 // errors outside of any test that are critical, from the first on
	toldLines   = 3  // lines of a failure that tell what went wrong
	nearLines   = 12 // lines of a failure that come before the rest of it
	maxSuspects = 12 // lines that only speak of errors, where nothing says more
)

// rank gives every line its rank, and reports whether the lines are those of a failure. Only in a command's output do words of errors tell of any.
func rank(marks []mark, failed, command, ended bool, sc *scanner) bool {
	steps := &sc.steps
	tests, errs, tallies := 0, 0, 0
	lastTally, lastSummary := -1, -1
	for i := range marks {
		switch m := &marks[i]; m.class {
		case clsTest:
			tests++
		case clsError:
			if m.repeat < repeatLines && steps.suspect(m.step) {
				errs++
			}
		case clsTally:
			tallies++
			lastTally = i
		case clsCount:
			lastSummary = i
		case clsSummary:
			if lastSummary < 0 || marks[lastSummary].class != clsCount {
				lastSummary = i
			}
		}
	}
	_, stopped := steps.last()
	failed = failed || stopped || tests > 0 && tallies > 0
	base(marks, failed, steps)
	if !failed {
		outline(marks)
		if lastSummary >= 0 {
			marks[lastSummary].rank = strategies.Critical
		}
		if command {
			if noticed(marks) && lastSummary >= 0 {
				marks[lastSummary].flags |= second // a good word comes after a bad one
			}
			if !ended {
				for i := max(0, len(marks)-2); i < len(marks); i++ {
					marks[i].rank = strategies.Critical // how it ended, as far as that is told
				}
			}
		}
		return false
	}
	if lastTally >= 0 {
		marks[lastTally].rank = strategies.Critical
	}
	told := map[uint32]int{}   // lines that tell of each failure
	header := map[uint32]int{} // the line that names it again above them
	tell := func(i int) {
		m := &marks[i]
		if h, ok := header[m.block]; ok && told[m.block] == 0 {
			marks[h].rank, marks[h].flags = strategies.Critical, marks[h].flags|second
		}
		told[m.block]++
		m.rank, m.flags = strategies.Critical, m.flags|second
	}
	near := map[uint32]int{}
	single := 0
	alone := func(m *mark) bool { // an error outside of any test
		return m.class == clsError && m.flags&opener != 0 && m.repeat < repeatLines && steps.suspect(m.step)
	}
	var rare map[uint32]bool
	if tests == 0 && errs > maxErrors {
		rare = rarest(marks, sc.kinds, alone)
	}
	for i := range marks {
		m := &marks[i]
		if m.dull() {
			continue
		}
		switch m.class {
		case clsTest:
			m.rank = strategies.Critical
			if m.flags&known != 0 {
				m.rank = strategies.Context
				header[m.block] = i
			}
		case clsError, clsAssert:
			switch {
			case m.block != 0 && told[m.block] < toldLines && m.flags&opener == 0 && steps.suspect(m.step):
				tell(i)
			case !steps.suspect(m.step):
				m.rank = min(m.rank, strategies.Context)
			case m.flags&opener != 0 && tests == 0 && m.repeat < repeatLines && (rare == nil && single < maxErrors || rare[m.line]):
				single++
				told[m.block]++
				m.rank = strategies.Critical
				lead(marks, i)
			default:
				m.rank = min(m.rank, strategies.Evidence)
			}
		case clsSection:
			m.rank = min(m.rank, strategies.Evidence)
		case clsTally:
			m.rank = min(m.rank, strategies.Evidence)
		case clsFrame:
			if m.flags&own != 0 && told[m.block] < toldLines+1 {
				tell(i)
			} else if m.block != 0 && near[m.block] < 4 {
				near[m.block]++
				m.rank = strategies.Context
			}
		case clsBoiler:
			m.rank = strategies.Noise
		default:
			if m.block == 0 {
				break
			}
			if m.flags&own != 0 && told[m.block] < toldLines {
				tell(i)
			} else if near[m.block] < nearLines {
				near[m.block]++
				m.rank = min(m.rank, strategies.Evidence)
			} else {
				m.rank = min(m.rank, strategies.Context)
			}
		}
	}
	if tests == 0 && errs == 0 {
		suspects(marks)
	}
	if !slices.ContainsFunc(marks, func(m mark) bool { return critical(m) && steps.suspect(m.step) }) {
		n := endOf(marks, steps)
		for i := max(0, n-lastWords); i < n; i++ {
			marks[i].rank = strategies.Critical
		}
	}
	return true
}

// rarest picks among more errors than are shown: the first of each kind, the rarest kinds first, then the first ones.
func rarest(marks []mark, kinds *textline.Miner, alone func(*mark) bool) map[uint32]bool {
	type first struct {
		line  uint32
		count int
	}
	list, other := kinds.Templates()
	var firsts []first
	had := map[int32]bool{}
	var rest []uint32
	for i := range marks {
		m := &marks[i]
		if !alone(m) {
			continue
		}
		if had[m.kind] {
			if len(rest) < maxErrors {
				rest = append(rest, m.line)
			}
			continue
		}
		had[m.kind] = true
		count := other
		if m.kind >= 0 {
			count = list[m.kind].Count
		}
		firsts = append(firsts, first{m.line, count})
	}
	slices.SortStableFunc(firsts, func(a, b first) int { return cmp.Compare(a.count, b.count) })
	out := map[uint32]bool{}
	for _, f := range firsts[:min(len(firsts), maxErrors)] {
		out[f.line] = true
	}
	for _, l := range rest[:min(len(rest), maxErrors-len(out))] {
		out[l] = true
	}
	return out
}

func critical(m mark) bool { return m.rank == strategies.Critical }

// explains reports whether a line says what failed, rather than that it speaks of errors somewhere.
func explains(m mark) bool { return m.rank == strategies.Critical && m.class > clsSection }

// lastShown is how many lines at the end tell what a command was at when it was ended.
const lastShown = 3

// cutShort reports whether something ended the command before it had.
func cutShort(st result.Status) bool {
	switch {
	case st.Signal != "", st.Timeout > 0, st.Aborted:
		return true
	case !st.Known:
		return false
	}
	return st.Code == 124 || st.Code >= 130 && st.Code < 160
}

// lastWords is how many lines at the end stand for a failure of which no line tells.
const lastWords = 5

// longLog is how many marks a text has whose first lines say nothing of its failure.
const longLog = 400

// base ranks lines by where they stand and how often they come.
func base(marks []mark, failed bool, steps *steps) {
	n := len(marks)
	if failed { // the end of the step that failed says more than that of the job
		n = endOf(marks, steps)
	}
	for i := range marks {
		m := &marks[i]
		m.rank = strategies.Context
		if failed {
			m.rank = strategies.Detail
		}
		switch {
		case m.dull():
			m.rank = strategies.Noise
		case m.class == clsSection:
			m.rank = strategies.Evidence
		case m.class == clsWarn || m.class == clsSummary || m.class == clsCount || m.class == clsSuspect:
			m.rank = strategies.Context
		}
		if i < headLines {
			switch {
			case !failed:
				m.rank = min(m.rank, strategies.Evidence)
			case len(marks) < longLog:
				m.rank = min(m.rank, strategies.Context)
			}
		}
		switch {
		case i < n-tailLines || i >= n:
		case m.dull() && i < n-endLines:
			m.rank = min(m.rank, strategies.Detail) // the same again says nothing new for coming last
		default:
			m.rank = min(m.rank, strategies.Evidence)
		}
		if !failed && i >= endLines && (i < n-endLines || i >= n) {
			m.flags |= second
		}
	}
}

// endOf is the number of marks up to the end of the last step that is known to have failed, or of all.
func endOf(marks []mark, steps *steps) int {
	n := len(marks)
	if last, ok := steps.last(); ok {
		for n > 0 && marks[n-1].step > last {
			n--
		}
	}
	return n
}

// maxHeads is how many headings of a text come before what stands below them.
const maxHeads = 200

// outline promotes the lines that others stand below, where a text has such a form: the headings of a tree, the sections of a help.
func outline(marks []mark) {
	if len(marks) <= headLines+tailLines {
		return
	}
	head := func(i int) bool {
		return marks[i].flags&nested == 0 && i+1 < len(marks) && marks[i+1].flags&nested != 0 && marks[i+1].line == marks[i].line+1
	}
	heads, below := 0, 0
	for i := range marks {
		if head(i) {
			heads++
		}
		if marks[i].flags&nested != 0 {
			below++
		}
	}
	if heads < 2 || heads > maxHeads || below < 2*heads || below*2 < len(marks) {
		return
	}
	for i := range marks {
		if head(i) {
			marks[i].rank = min(marks[i].rank, strategies.Evidence)
			marks[i].flags &^= second
		}
	}
}

// endLines are the first and the last lines, which come before the others that stand near the ends.
const endLines = 2

// leadLines are the lines before an error that belong to it.
const leadLines = 4

// lead gives the lines before an error their rank: what was done when it came.
func lead(marks []mark, i int) {
	for j := i - 1; j >= 0 && j >= i-leadLines; j-- {
		m := &marks[j]
		if m.class >= clsError || m.class == clsBoiler || m.line+2*leadLines < marks[i].line {
			return
		}
		switch {
		case m.dull():
		case m.class == clsSuspect: // it may be the cause
			m.rank, m.flags = strategies.Critical, m.flags|second
		default:
			m.rank = min(m.rank, strategies.Evidence)
		}
		if m.block == 0 {
			m.block = marks[i].block
		}
	}
}

// noticed promotes the errors in the output of a command that isn't known to have failed, such as a log: each kind once
// before what else there is, the first dozen before all. It reports whether there are any.
func noticed(marks []mark) bool {
	left := maxSuspects
	for i := range marks {
		m := &marks[i]
		if m.class < clsSuspect || m.class == clsSection || m.repeat >= repeatLines {
			continue
		}
		m.rank = min(m.rank, strategies.Evidence)
		if m.class >= clsError && m.repeat == 0 && left > 0 {
			left--
			m.rank = strategies.Critical
		}
	}
	return left < maxSuspects
}

// suspects promotes what only speaks of errors, where nothing says more: the last lines that do.
func suspects(marks []mark) {
	left := maxSuspects
	for i := len(marks) - 1; i >= 0 && left > 0; i-- {
		if m := &marks[i]; m.class == clsSuspect && m.repeat < repeatLines {
			m.rank = strategies.Critical
			left--
		}
	}
}
