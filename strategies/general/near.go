package general

import (
	"cmp"
	"slices"

	"github.com/toktee/toktee/strategies"
)

// A plain search for severity words would show the lines around each error. These lines are ranked before headings,
// set-up lines and the rest, in the order of the output. So an output that the engine misreads is never shown worse
// than by such a search.

const (
	aroundLines = 2   // lines before and after an error that are shown with it
	maxNear     = 256 // most errors whose surroundings are shown
)

// surroundings ranks the lines around errors in the text of a failure.
type surroundings struct {
	marks   []mark
	end     int // the number of marks up to the end of the step that failed
	byLine  map[int]role
	reports []parsed
	steps   *steps
	names   bool // the output names tests that failed
}

// showSurroundings ranks the lines around errors. isJob reports whether the output is of a CI job with a failed step.
func showSurroundings(marks []mark, byLine map[int]role, reports []parsed, sc *scanner) (isJob bool) {
	steps := &sc.steps
	s := surroundings{
		marks: marks, end: endOf(marks, steps), byLine: byLine, reports: reports, steps: steps,
		names: slices.ContainsFunc(marks, func(m mark) bool { return m.class == clsTest }),
	}
	s.show()
	_, isJob = steps.last()
	return isJob
}

// show promotes the lines around errors, and moves the others of their rank after them.
func (s *surroundings) show() {
	says, hints := s.anchors()
	s.stepBack()
	for turn, lines := range [...][]int{says, hints} {
		for _, n := range lines {
			for at := n - aroundLines; at <= n+aroundLines; at++ {
				s.raise(at, n, int32(turn+1))
			}
		}
	}
}

// anchors returns the lines whose surroundings matter: those that name a failure, and those that only hint at an error.
// They are in the order of the output.
func (s *surroundings) anchors() (says, hints []int) {
	first := leading(s.reports)
	for i := range s.marks {
		m := &s.marks[i]
		n := int(m.line)
		switch r, hasRole := s.byLine[n]; {
		case hasRole:
			if r.rank == strategies.Critical || first != nil && n == first.At {
				says = append(says, n)
			}
		case m.class == clsSection:
		case m.flags&red != 0, m.class != clsSuspect && m.rank == strategies.Critical,
			m.class > clsSuspect && m.repeat < repeatLines:
			says = append(says, n)
		case (m.class == clsSuspect || m.class == clsPhrase || m.class == clsPlaced) &&
			m.repeat < repeatLines && len(hints) < maxNear:
			hints = append(hints, n)
		}
		if len(says) == maxNear {
			break
		}
	}
	return says, hints
}

// stepBack moves lines that neither name a failure nor belong to one after the others of their rank. Lines of steps
// that didn't fail come after all of these. Output of a CI service before its first step is noise then.
func (s *surroundings) stepBack() {
	explained := leading(s.reports) != nil || slices.ContainsFunc(s.marks, namesError)
	for i := range s.marks {
		m := &s.marks[i]
		if !s.steps.suspect(m.step) && m.flags&red == 0 && m.class != clsElsewhere {
			m.rank = max(m.rank, strategies.Detail)
			switch {
			case m.class == clsBoiler && m.flags&opener != 0:
				m.rank = strategies.Detail // it shows that the step ran
				continue
			case m.step == 0, s.steps.passed(m.step):
				m.rank = strategies.Noise
			}
			m.flags |= second
		}
		if explained && m.rank == strategies.Evidence && i < s.end-lastWords && isPlain(m) {
			m.rank = strategies.Context // it is one of the last lines
		}
		if explained && m.class == clsPassed {
			m.rank = max(m.rank, strategies.Detail)
		}
		if m.rank > strategies.Evidence && m.block == 0 && m.class != clsWarn {
			m.flags |= second
		}
	}
}

// namesError reports whether a line names a failure. A count of failures doesn't.
func namesError(m mark) bool { return explains(m) && m.class != clsTally && m.class != clsRelay }

// explained reports whether a line of a step that may have failed names the failure.
func (st *steps) explained(marks []mark) bool {
	return slices.ContainsFunc(marks, func(m mark) bool { return namesError(m) && st.suspect(m.step) })
}

// isPlain reports whether a line belongs to no failure and mentions none.
func isPlain(m *mark) bool {
	return m.block == 0 && m.class < clsSuspect && m.class != clsBoiler && m.flags&own == 0
}

// raise ranks a line near the line n, which mentions an error, and gives it a turn among such lines.
func (s *surroundings) raise(at, n int, turn int32) {
	rank := strategies.Context
	if _, hasRole := s.byLine[n]; !hasRole && within(s.reports, n) {
		rank = strategies.Detail // the report that covers it has the failure already
	}
	r, hasRole := s.byLine[at]
	if hasRole && r.rank == strategies.Noise {
		return // the dense form has its content
	}
	if slices.ContainsFunc(s.reports, func(p parsed) bool { return oneHolds(p.Noise, at) }) {
		return // its program declared it noise
	}
	if !hasRole {
		r.rank = strategies.Noise
		i, ok := slices.BinarySearchFunc(s.marks, at, compareLine)
		switch {
		case ok:
			m := &s.marks[i]
			r.rank = m.rank
			switch {
			case r.rank == rank && m.block != 0, !s.steps.suspect(m.step):
				return // it has its turn already, or is another step's
			case m.class == clsPassed, m.class == clsBoiler && m.flags&(red|opener) == 0:
				return
			}
		case s.names:
			return // among the names of tests, a repetition is another one that passed
		}
	}
	if r.rank < rank || r.near > 0 {
		return
	}
	r.rank, r.second, r.near = rank, false, turn
	s.byLine[at] = r
}

// compareLine compares a mark's line with a line.
func compareLine(m mark, line int) int { return cmp.Compare(int(m.line), line) }
