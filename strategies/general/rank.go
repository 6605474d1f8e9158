package general

import (
	"slices"

	"github.com/toktee/toktee/strategies"
)

const (
	maxErrors   = 40 // most critical errors outside of tests, from the first on
	reasonLines = 3  // most lines of a failure that show its cause
	nearLines   = 12 // lines of a failure that come before the rest of it
	nearFrames  = 4  // frames of a failure that come before the rest of it
	maxSuspects = 12 // most lines that only hint at errors, shown if no line is clearer
	lastWords   = 5  // lines at the end that are shown for a failure that no line explains
	lastPass    = 2  // lines at the end that show how a run ended if its status is unknown
)

// circumstances are the known facts about an output besides its lines.
type circumstances struct {
	failed  bool // the exit status or a report proves a failure
	command bool // the output is a command's: only there do error words prove a failure
	passed  bool // the exit status is 0
}

// rank sets the rank of every mark. It reports whether the lines are those of a failure.
func rank(marks []mark, known circumstances, sc *scanner) (failed bool) {
	sc.titles.adopt(marks)
	sc.adoptAbove(marks)
	sc.nameFramed(marks)
	sc.demoteIgnored(marks)
	r := ranker{marks: marks, sc: sc, census: count(marks, &sc.steps), stated: known.failed}
	_, stopped := sc.steps.last()
	failed = known.failed || stopped || r.census.tests > 0 && r.census.tallies > 0
	base(marks, failed, failed && r.census.tests+r.census.errors > 0, &sc.steps)
	if failed {
		r.rankFailure()
	} else {
		r.rankPass(known)
	}
	return failed
}

// A framedMessage is the line of a place that opens a frame around code, below a message with the sign of its level.
//
//	! eslint(no-unused-vars): Function 'f24' is declared but never used.
//	  ,-[lib/metrics.js:9:10]
type framedMessage struct {
	line  uint32
	warns bool
}

// nameFramed makes the messages above frames of code the errors, rather than their places. A warning leaves the failure
// above it.
func (sc *scanner) nameFramed(marks []mark) {
	at := 0
	for _, f := range sc.framed {
		for at < len(marks) && marks[at].line < f.line {
			at++
		}
		if at == 0 || at == len(marks) || marks[at].line != f.line || marks[at-1].line != f.line-1 {
			continue
		}
		message, place := &marks[at-1], &marks[at]
		if f.warns {
			message.block, message.class = 0, max(message.class, clsWarn)
			continue
		}
		message.class, message.kind, message.block = clsError, place.kind, place.block
		message.flags |= place.flags & (opener | red)
		place.class, place.flags = clsPlaced, place.flags&^(opener|red)|own
	}
}

// demoteIgnored gives errors that were ignored the class of those without consequences, if there is another error.
func (sc *scanner) demoteIgnored(marks []mark) {
	isIgnored := func(m mark) bool { return sc.ignored[m.line+1] }
	if len(sc.ignored) == 0 || !slices.ContainsFunc(marks, func(m mark) bool {
		return m.class >= clsRelay && !isIgnored(m)
	}) {
		return
	}
	for i := range marks {
		if m := &marks[i]; m.class >= clsSuspect && isIgnored(*m) {
			m.class = clsElsewhere
		}
	}
}

// census counts the lines that show how an output ended.
type census struct {
	tests, errors, tallies int
	lastTally              int // the last line that counts failures, -1 for none
	lastSummary            int // the last line that counts or sums up outcomes, -1 for none
}

func count(marks []mark, steps *steps) census {
	c := census{lastTally: -1, lastSummary: -1}
	for i := range marks {
		switch m := &marks[i]; m.class {
		case clsTest:
			c.tests++
		case clsError:
			if m.repeat < repeatLines && steps.suspect(m.step) {
				c.errors++
			}
		case clsTally:
			c.tallies++
			c.lastTally = i
		case clsCount:
			c.lastSummary = i
		case clsSummary, clsPassed:
			if c.lastSummary < 0 || marks[c.lastSummary].class != clsCount {
				c.lastSummary = i
			}
		}
	}
	return c
}

// ranker sets the ranks of the lines of one output.
type ranker struct {
	marks  []mark
	sc     *scanner
	census census

	reasons map[uint32]int  // by failure, the number of its lines that show the cause
	headers map[uint32]int  // by failure, the line that names it again above them
	framed  map[uint32]bool // the failures with a frame so far
	near    map[uint32]int  // by failure, the number of its other lines that come before the rest
	rare    map[uint32]bool
	tests   map[uint32]bool // the failures that are failed tests
	single  int             // errors outside of tests that are critical
	relays  int             // statements about failed programs that are critical
	stated  bool            // a status line or a verdict states the failure
}

// rankPass ranks the lines of an output that isn't known to have failed.
func (r *ranker) rankPass(known circumstances) {
	outline(r.marks)
	last := r.census.lastSummary
	if last >= 0 {
		r.marks[last].rank = strategies.Critical
	}
	if !known.command {
		return
	}
	if noticed(r.marks) {
		for i := range r.marks {
			r.locate(&r.marks[i])
		}
		if last >= 0 {
			r.marks[last].flags |= second // good coverage comes after bad coverage
		}
	}
	if !known.passed {
		r.sc.promoteLast(r.marks, lastPass)
	}
}

// promoteLast makes the last n lines critical, from the last one up. A CI service's own lines and advice don't count,
// but commands and results of steps do.
func (sc *scanner) promoteLast(marks []mark, n int) {
	for i, turn := len(marks)-1, 1; i >= 0 && turn <= n; i-- {
		if m := &marks[i]; m.class != clsBoiler || m.flags&(red|opener) != 0 {
			m.rank, m.flags = strategies.Critical, m.flags&^second
			sc.turn(int(m.line), turn)
			turn++
		}
	}
}

// turn sets the place of a line among those of its rank.
func (sc *scanner) turn(line, turn int) {
	if sc.turns == nil {
		sc.turns = map[int]int32{}
	}
	sc.turns[line] = int32(turn)
}

// rankFailure ranks the lines of a failure.
func (r *ranker) rankFailure() {
	if last := r.census.lastTally; last >= 0 {
		r.marks[last].rank = strategies.Critical
	}
	if r.census.tests > 0 {
		r.tests = testBlocks(r.marks)
	}
	r.reasons, r.headers, r.near = map[uint32]int{}, map[uint32]int{}, map[uint32]int{}
	r.framed = map[uint32]bool{}
	if r.census.tests == 0 && r.census.errors > maxErrors {
		r.rare = rarest(r.marks, r.sc.kinds, r.alone)
	}
	for i := range r.marks {
		if !r.marks[i].dull() {
			r.rankLine(i)
		}
	}
	if r.census.tests == 0 && r.census.errors == 0 {
		suspects(r.marks)
	}
	if r.census.tests == 0 && r.sc.blames > 0 && r.census.errors <= r.sc.blames {
		blamed(r.marks, &r.sc.steps)
	}
	r.setOthersBack()
	if !slices.ContainsFunc(r.marks, func(m mark) bool { return critical(m) && r.sc.steps.suspect(m.step) }) {
		n := endOf(r.marks, &r.sc.steps)
		r.sc.promoteLast(r.marks[:n], lastWords)
		r.promoteEnds(n)
	}
}

// promoteEnds makes lines critical that only report that a step or a process failed. They come before the last lines of
// the output up to the n-th mark, which may show the cause.
func (r *ranker) promoteEnds(n int) {
	found := false
	for i := range r.marks {
		if m := &r.marks[i]; m.flags&red != 0 && m.class < clsSuspect && r.sc.steps.suspect(m.step) {
			m.rank, found = strategies.Critical, true
		}
	}
	for i := max(0, n-lastWords); found && i < n; i++ {
		if m := &r.marks[i]; m.flags&red == 0 {
			m.flags |= second
		}
	}
}

// stepWords is how many lines at the end of the last failed step are evidence, even if none mentions an error. If no
// line names the failure, the first lines of the step are evidence too.
const (
	stepWords      = 12
	firstStepWords = 3
)

// setOthersBack puts lines of other steps after those of the steps that are known to have failed, and promotes the end
// of the last of these.
func (r *ranker) setOthersBack() {
	last, ok := r.sc.steps.last()
	if !ok {
		return
	}
	if !r.sc.steps.explained(r.marks) {
		r.promoteFirst(last)
	}
	left, then, more := stepWords, stepWords, 100
	for i := len(r.marks) - 1; i >= 0; i-- {
		m := &r.marks[i]
		switch {
		case m.class == clsBoiler, m.class == clsPassed: // the service's own, and successes
		case m.step > last && m.class >= clsError: // it may be the failed step's own log
			m.rank = max(m.rank, strategies.Evidence)
			m.flags |= second
		case !r.sc.steps.suspect(m.step):
			m.rank = max(m.rank, strategies.Context)
			m.flags |= second
		case m.step == last && left > 0 && m.flags&blank == 0:
			m.rank = min(m.rank, strategies.Evidence)
			left--
		case m.step == last && then > 0 && m.flags&blank == 0:
			if m.rank > strategies.Evidence {
				m.rank = strategies.Evidence
				m.flags |= second
			}
			then--
		case m.step == last && more > 0 && m.flags&blank == 0:
			m.rank = min(m.rank, strategies.Context)
			more--
		}
	}
}

// promoteFirst makes the first lines of a step evidence, below the service's own.
//
//	$ ./run-tests -j4
//	Illegal switch 'j' specified!
//	Synopsis:
func (r *ranker) promoteFirst(step uint32) {
	left := firstStepWords
	for i := range r.marks {
		m := &r.marks[i]
		if m.step != step || m.class == clsBoiler || left == 0 {
			continue
		}
		if left--; m.rank > strategies.Evidence {
			m.rank, m.flags = strategies.Evidence, m.flags|second
		}
	}
}

// alone reports whether a line opens an error outside of any test.
func (r *ranker) alone(m *mark) bool {
	return m.class == clsError && m.flags&opener != 0 && m.repeat < repeatLines
}

// rankLine ranks one line of a failure by its class.
func (r *ranker) rankLine(i int) {
	m := &r.marks[i]
	switch m.class {
	case clsTest:
		m.rank = strategies.Critical
		if m.flags&known != 0 {
			m.rank = strategies.Context
			r.headers[m.block] = i
		}
	case clsError, clsAssert:
		r.rankError(i)
	case clsRelay:
		r.rankRelay(i)
	case clsSection, clsTally:
		m.rank = min(m.rank, strategies.Evidence)
	case clsFrame:
		r.rankFrame(i)
	case clsBoiler:
		switch {
		case m.flags&opener != 0 && r.sc.steps.failed[m.step]:
			m.rank = strategies.Evidence // the command of the step
		case m.flags&red != 0:
			m.rank = strategies.Context
		default:
			m.rank = strategies.Noise
		}
	default:
		if m.block != 0 {
			r.rankNear(i)
		}
	}
}

// rankError ranks a diagnostic, an exception or an expected value.
func (r *ranker) rankError(i int) {
	m := &r.marks[i]
	switch {
	case m.block != 0 && r.reasons[m.block] < reasonLines && m.flags&opener == 0:
		r.explain(i)
	case r.singleError(m):
		r.single++
		r.reasons[m.block]++
		m.rank = strategies.Critical
		lead(r.marks, i)
		entitle(r.marks, i)
	default:
		m.rank = min(m.rank, strategies.Evidence)
		if r.census.tests > 0 {
			m.flags |= second // the lines of failed tests come first
		}
	}
}

// singleError reports whether a line opens an error that is critical by itself, since no test failed.
func (r *ranker) singleError(m *mark) bool {
	if m.flags&opener == 0 || r.census.tests > 0 || m.repeat >= repeatLines ||
		m.kind == addressed && r.census.errors > 1 {
		return false
	}
	if r.rare != nil {
		return r.rare[m.line]
	}
	return r.single < maxErrors
}

// locate promotes the innermost frame of each traceback that is the project's own, and its code. It reports whether the
// mark is one of these.
func (r *ranker) locate(m *mark) bool {
	if !r.sc.traceback.own[m.line] || m.repeat >= repeatLines {
		return false
	}
	m.rank, m.flags = min(m.rank, strategies.Evidence), m.flags|own
	return true
}

// rankFrame ranks a frame of a stack trace.
func (r *ranker) rankFrame(i int) {
	m := &r.marks[i]
	isFirst := !r.framed[m.block]
	r.framed[m.block] = true
	switch {
	case r.locate(m):
	case m.kind == ofLibrary && !isFirst:
		m.rank, m.flags = max(m.rank, strategies.Detail), m.flags|second
	case m.kind == unspoken:
		m.rank = min(m.rank, strategies.Detail) // marks below a line of code
	case m.flags&own != 0 && m.block != 0 && r.reasons[m.block] < reasonLines+1:
		r.explain(i)
	case m.block != 0 && r.near[m.block] < nearFrames:
		r.near[m.block]++
		m.rank = strategies.Context
	}
}

// rankNear ranks a line of a failure that isn't an error by itself.
func (r *ranker) rankNear(i int) {
	m := &r.marks[i]
	switch {
	case m.flags&own != 0 && r.reasons[m.block] < reasonLines:
		r.explain(i)
	case r.near[m.block] < nearLines:
		r.near[m.block]++
		m.rank = min(m.rank, r.nearRank(m))
	default:
		m.rank = min(m.rank, strategies.Context)
	}
}

// nearRank returns the rank of a line near an error. If tests failed, few lines of other errors are evidence.
func (r *ranker) nearRank(m *mark) strategies.Rank {
	if r.census.tests > 0 && !r.tests[m.block] && r.near[m.block] > reasonLines {
		return strategies.Context
	}
	return strategies.Evidence
}

// explain makes a line critical that shows the cause of its failure, and also the line above it that names the failure
// again. Both come after the lines that open their rank.
func (r *ranker) explain(i int) {
	m := &r.marks[i]
	if h, ok := r.headers[m.block]; ok && r.reasons[m.block] == 0 {
		r.marks[h].rank, r.marks[h].flags = strategies.Critical, r.marks[h].flags|second
	}
	r.reasons[m.block]++
	m.rank, m.flags = strategies.Critical, m.flags|second
}

func critical(m mark) bool { return m.rank == strategies.Critical }

// explains reports whether a critical line names a failure, rather than hints at errors somewhere.
func explains(m mark) bool { return m.rank == strategies.Critical && m.class > clsSection }
