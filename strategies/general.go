package strategies

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/result"
)

// General is the engine for any text of any tool: it answers where no other strategy does, or where one fails.
//
// It looks for what failed: the names of failed tests, what was expected, diagnostics, exceptions, the counts at the
// end. Each failure is a block with the lines that belong to it, so that failures take turns; repetition comes last. It
// claims no outcome: words alone don't prove one.
type General struct{}

// Name implements [Strategy].
func (General) Name() string { return "general" }

// Match implements [Strategy].
func (General) Match(*Input) Confidence { return Maybe }

const (
	cleanedLine = 120              // bytes up to which a line of a log is shown without escapes that were written out: none of it is cut
	headLines   = 8                // lines at the start that say what ran
	tailLines   = 15               // lines at the end that say how it went
	repeatLines = 3                // how often a template is shown before it is noise
	maxMarks    = 1 << 20          // lines of which a mark is kept; later ones are noise, but for the last
	plainMarks  = maxMarks * 3 / 4 // of them, those of lines that speak of no failure
)

// Digest implements [Strategy]. It keeps a mark of each line that says something new, at most a million, so its memory
// doesn't grow with a log.
func (g General) Digest(ctx context.Context, in *Input, lines Lines, c *Collector) error {
	sc := newScanner(in.Family == FamilyProse)
	tools := newToolset(in)
	var marks []mark
	var tail [2 * tailLines]mark // the last lines that show something, in turns
	shown, total := 0, 0
	for l := range lines.All() {
		total++
		m, bare := sc.mark(l.Text)
		m.line = uint32(l.N)
		if tools != nil {
			tools.line(l, bare)
		}
		if m.flags&blank != 0 {
			continue
		}
		tail[shown%len(tail)] = m
		shown++
		if (!m.dull() || shown <= headLines) && (len(marks) < plainMarks || m.class >= clsSuspect && len(marks) < maxMarks) {
			marks = append(marks, m)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	marks = withTail(marks, tail[:], shown)
	reports, unparsed := tools.reports(in, total)
	for _, why := range unparsed {
		c.Warn("unparsed: " + why)
	}
	rank(marks, in.Status.Bad() || outcome(reports) == Fail, in.Family == FamilyExec || in.Family == "", in.Status.OK(), sc)
	isLog := stamped(in.Head)
	c.Verdict(verdict(total, isLog, in.Cut))
	c.Count(NumLines, int64(total))
	if err := tell(in, reports, marks, c); err != nil {
		return err
	}
	if cutShort(in.Status) || in.Status.Bad() && outcome(reports) != Fail && !slices.ContainsFunc(marks, critical) {
		for i := max(0, len(marks)-lastShown); i < len(marks); i++ {
			marks[i].rank = Critical
		}
	}
	given := roles(reports)
	told := told{}
	for l := range lines.All() {
		m := mark{rank: Noise}
		if len(marks) > 0 && marks[0].line == uint32(l.N) {
			m = marks[0]
			marks = marks[1:]
		} else if _, ok := given[l.N]; !ok && c.passing(Noise) && total-l.N-len(marks)-len(given) > maxTail {
			continue // as good as let go
		}
		f := Fact{Kind: KindLine, Rank: m.rank, Text: l.Text, Span: Span{l.N, l.N}, Whole: l.Cut == 0, Cut: l.Cut, Second: m.flags&second != 0}
		if isLog {
			text := stripStamp(l.Text)
			suffix := strings.HasSuffix(l.Text, text)
			if suffix || len(text) <= cleanedLine {
				f.Text, f.Whole = text, f.Whole && suffix
			}
		}
		if r, ok := given[l.N]; ok {
			f.Rank, f.Lead, f.Second, f.Group = r.rank, r.lead, r.second, r.group
			if r.text != "" {
				f.Text, f.Whole, f.Cut = r.text, false, 0
			}
		}
		if _, parsed := given[l.N]; !parsed && f.Rank == Critical && told.before(f.Text) {
			f.Rank = Context
		}
		if m.block != 0 && f.Rank > Critical && f.Group == "" {
			f.Group = strconv.Itoa(int(m.block))
		}
		c.Add(f)
		for _, r := range given[l.N].below {
			c.Add(Fact{Kind: KindDiagnostic, Rank: r.rank, Text: r.text, Lead: r.lead, Second: r.second, Group: r.group})
		}
	}
	return ctx.Err()
}

// told are the lines that were critical, by their hashes.
type told map[uint64]struct{}

// longTold is the length from which a line that comes again tells nothing.
const longTold = 40

// before reports whether the same line was critical before. Shorter lines may belong to different failures.
func (t told) before(s string) bool {
	s = stripPrefix(s)
	if len(s) < longTold {
		return false
	}
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	_, ok := t[h]
	t[h] = struct{}{}
	return ok
}

// tell takes in what the programs of an output say of it: their counts, and that the rest of their lines matters less.
func tell(in *Input, reports []parsed, marks []mark, c *Collector) error {
	if len(reports) == 0 {
		return nil
	}
	last := lastRegion(reports)
	for i := range marks {
		demote(&marks[i], reports, in.Status.OK(), last)
	}
	if !slices.ContainsFunc(reports, func(p parsed) bool { return !p.Loose }) {
		for _, f := range reports[0].Findings {
			c.File(f.File)
		}
		return nil
	}
	for i := range reports {
		for k, n := range reports[i].Counts {
			c.Count(k, n)
		}
		for _, f := range reports[i].Findings {
			c.File(f.File)
		}
	}
	c.Outcome(outcome(reports))
	if short, medium, long := verdictOf(reports); short != "" {
		c.Verdict(short, medium, long)
	}
	c.Parsed()
	d, err := reportDetails(reports)
	c.Details(d)
	return err
}

// withTail adds the last lines of which no mark was kept.
func withTail(marks, tail []mark, shown int) []mark {
	last := uint32(0)
	if len(marks) > 0 {
		last = marks[len(marks)-1].line
	}
	have := make(map[uint32]bool, len(tail))
	at := len(marks)
	for at > 0 && len(marks)-at < len(tail) {
		at--
		have[marks[at].line] = true
	}
	for i := max(0, shown-len(tail)); i < shown; i++ {
		if m := tail[i%len(tail)]; !have[m.line] {
			marks = append(marks, m)
			if m.line < last {
				last = 0 // out of order
			}
		}
	}
	if last == 0 {
		slices.SortFunc(marks, func(a, b mark) int { return int(a.line) - int(b.line) })
	}
	return marks
}

// verdict says how much there is, and what is missing of it.
func verdict(lines int, stamps, cut bool) (short, medium, long string) {
	short = countLines(lines)
	medium = short
	if cut {
		medium += " in the part shown"
	}
	if stamps {
		short += ", stamps cut"
		medium += ", time stamps left out"
	}
	return short, medium, ""
}

func countLines(n int) string {
	if n == 1 {
		return "1 line"
	}
	return strconv.Itoa(n) + " lines"
}

const (
	maxErrors   = 40 // errors outside of any test that are critical, from the first on
	toldLines   = 3  // lines of a failure that tell what went wrong
	nearLines   = 12 // lines of a failure that come before the rest of it
	maxSuspects = 12 // lines that only speak of errors, where nothing says more
)

// rank gives every line its rank. Only in a command's output do words of errors tell of any.
func rank(marks []mark, failed, command, ended bool, sc *scanner) {
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
	failed = failed || tests > 0 && tallies > 0
	base(marks, failed, steps)
	if !failed {
		outline(marks)
		if lastSummary >= 0 {
			marks[lastSummary].rank = Critical
		}
		if command {
			noticed(marks)
			if !ended {
				for i := max(0, len(marks)-2); i < len(marks); i++ {
					marks[i].rank = Critical // how it ended, as far as that is told
				}
			}
		}
		return
	}
	if lastTally >= 0 {
		marks[lastTally].rank = Critical
	}
	told := map[uint32]int{}   // lines that tell of each failure
	header := map[uint32]int{} // the line that names it again above them
	tell := func(i int) {
		m := &marks[i]
		if h, ok := header[m.block]; ok && told[m.block] == 0 {
			marks[h].rank, marks[h].flags = Critical, marks[h].flags|second
		}
		told[m.block]++
		m.rank, m.flags = Critical, m.flags|second
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
			m.rank = Critical
			if m.flags&known != 0 {
				m.rank = Context
				header[m.block] = i
			}
		case clsError, clsAssert:
			switch {
			case m.block != 0 && told[m.block] < toldLines && m.flags&opener == 0 && steps.suspect(m.step):
				tell(i)
			case !steps.suspect(m.step):
				m.rank = min(m.rank, Context)
			case m.flags&opener != 0 && tests == 0 && m.repeat < repeatLines && (rare == nil && single < maxErrors || rare[m.line]):
				single++
				told[m.block]++
				m.rank = Critical
				lead(marks, i)
			default:
				m.rank = min(m.rank, Evidence)
			}
		case clsSection:
			m.rank = min(m.rank, Evidence)
		case clsTally:
			m.rank = min(m.rank, Evidence)
		case clsFrame:
			if m.flags&own != 0 && told[m.block] < toldLines+1 {
				tell(i)
			} else if m.block != 0 && near[m.block] < 4 {
				near[m.block]++
				m.rank = Context
			}
		case clsBoiler:
			m.rank = Noise
		default:
			if m.block == 0 {
				break
			}
			if m.flags&own != 0 && told[m.block] < toldLines {
				tell(i)
			} else if near[m.block] < nearLines {
				near[m.block]++
				m.rank = min(m.rank, Evidence)
			} else {
				m.rank = min(m.rank, Context)
			}
		}
	}
	if tests == 0 && errs == 0 {
		suspects(marks)
	}
	if !slices.ContainsFunc(marks, critical) {
		for i := max(0, len(marks)-lastWords); i < len(marks); i++ {
			marks[i].rank = Critical
		}
	}
}

// rarest picks among more errors than are shown: the first of each kind, the rarest kinds first, then the first ones.
func rarest(marks []mark, kinds *Miner, alone func(*mark) bool) map[uint32]bool {
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

func critical(m mark) bool { return m.rank == Critical }

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
	if last, ok := steps.last(); ok && failed { // the end of the step that failed says more than that of the job
		for n > 0 && marks[n-1].step > last {
			n--
		}
	}
	for i := range marks {
		m := &marks[i]
		m.rank = Context
		if failed {
			m.rank = Detail
		}
		switch {
		case m.dull():
			m.rank = Noise
		case m.class == clsSection:
			m.rank = Evidence
		case m.class == clsWarn || m.class == clsSummary || m.class == clsCount || m.class == clsSuspect:
			m.rank = Context
		}
		if i < headLines {
			switch {
			case !failed:
				m.rank = min(m.rank, Evidence)
			case len(marks) < longLog:
				m.rank = min(m.rank, Context)
			}
		}
		switch {
		case i < n-tailLines || i >= n:
		case m.dull() && i < n-endLines:
			m.rank = min(m.rank, Detail) // the same again says nothing new for coming last
		default:
			m.rank = min(m.rank, Evidence)
		}
		if !failed && i >= endLines && (i < n-endLines || i >= n) {
			m.flags |= second
		}
	}
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
			marks[i].rank = min(marks[i].rank, Evidence)
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
			m.rank, m.flags = Critical, m.flags|second
		default:
			m.rank = min(m.rank, Evidence)
		}
		if m.block == 0 {
			m.block = marks[i].block
		}
	}
}

// noticed promotes the errors in the output of a command that isn't known to have failed, such as a log: each kind once
// before what else there is, the first dozen before all.
func noticed(marks []mark) {
	left := maxSuspects
	for i := range marks {
		m := &marks[i]
		if m.class < clsSuspect || m.class == clsSection || m.repeat >= repeatLines {
			continue
		}
		m.rank = min(m.rank, Evidence)
		if m.class >= clsError && m.repeat == 0 && left > 0 {
			left--
			m.rank = Critical
		}
	}
}

// suspects promotes what only speaks of errors, where nothing says more: the last lines that do.
func suspects(marks []mark) {
	left := maxSuspects
	for i := len(marks) - 1; i >= 0 && left > 0; i-- {
		if m := &marks[i]; m.class == clsSuspect && m.repeat < repeatLines {
			m.rank = Critical
			left--
		}
	}
}
