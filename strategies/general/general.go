package general

import (
	"context"
	"slices"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Engine is the engine for any text of any tool: it answers where no other strategy does, or where one fails.
//
// It looks for what failed: the names of failed tests, what was expected, diagnostics, exceptions, the counts at the
// end. Each failure is a block with the lines that belong to it, so that failures take turns; repetition comes last. It
// claims no outcome: words alone don't prove one.
type Engine struct {
	programs *programIndex // the programs whose output it can read; nil for none
}

// New makes an engine that can read the output of some programs, in order of preference. It is made once: it builds
// an index of their signs.
func New(programs ...report.Program) Engine { return Engine{newProgramIndex(programs)} }

// Name implements [strategies.Strategy].
func (Engine) Name() string { return "general" }

// Match implements [strategies.Strategy]: an output of any kind may be its own.
func (Engine) Match(*strategies.Input) strategies.Confidence { return strategies.Maybe }

const (
	headLines   = 8                // lines at the start that say what ran
	tailLines   = 15               // lines at the end that say how it went
	repeatLines = 3                // how often a template is shown before it is noise
	maxMarks    = 1 << 20          // lines of which a mark is kept; later ones are noise, but for the last
	plainMarks  = maxMarks * 3 / 4 // of them, those of lines that mention no failure
)

// Digest implements [strategies.Strategy]. It keeps a mark of each line that says something new, at most a million, so
// its memory doesn't grow with a log.
func (g Engine) Digest(ctx context.Context, in *strategies.Input, lines strategies.Lines,
	c *strategies.Collector) error {
	_, err := g.digest(ctx, in, lines, c, source{})
	return err
}

// source says where a text comes from, as far as that matters for a program's report in it.
type source struct {
	document bool // the text is one machine-readable report and nothing else
	file     bool // it is a file's, which says nothing of how the command ended
}

// digest is Digest for a text of a known source. read reports whether a program's report was found in it.
func (g Engine) digest(
	ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector, from source,
) (read bool, err error) {
	sc := newScanner(in.Family == strategies.FamilyProse)
	programs := newFollower(in, g.programs)
	marks, repeated, total := scan(lines, sc, programs)
	if err := ctx.Err(); err != nil {
		return false, err
	}
	found := programs.end(in, total, from)
	summed := sc.sums.reportTo(&found, in, from, sc.named)
	reports := withoutStray(found.reports, marks, in.Status.Bad())
	noteRunners(reports, sc.named)
	for _, why := range found.doubts {
		c.Warn("unparsed: " + why)
	}
	failed := rank(marks, circumstances{
		failed:  in.Status.Bad() || outcome(reports) == strategies.Fail,
		command: in.Family == strategies.FamilyExec || in.Family == "",
		passed:  in.Status.OK(),
	}, sc)
	sc.sums.demote(marks, summed)
	alarms := findAlarms(marks, repeated, reports, in)
	c.Red, c.LeadFirst = alarms.red(reports, in), alarms.lead(reports, in)
	denied := contradicted(reports, marks, in)
	if failed && !owned(in) || denied {
		c.Failing = true
	}
	stamps := textline.Stamped(in.Head)
	c.Verdict(verdict(total, stamps, in.Cut))
	c.Count(strategies.NumLines, int64(total))
	if found.denied && !anyTellsFailedStep(lines) {
		c.Outcome(strategies.Pass) // what the text says; the status line says that it isn't so
	}
	if err := join(in, reports, marks, denied, alarms.beside(reports), c); err != nil {
		return false, err
	}
	promoteEnd(in, reports, marks, c)
	p := printer{
		c: c, marks: marks, total: total, stamps: stamps, byLine: roles(reports), critical: seenLines{},
		echoes: sc.echoes.heads,
	}
	if alarms.matter(reports, marks, failed, in.Status) {
		alarms.leadWith(p.byLine, onlyForms(reports) && (failed || in.Status.OK() && owned(in)))
	}
	if row, ok := nameRow(reports, marks, p.byLine, lines, p.text); ok {
		c.Add(row)
	}
	dense := fold(reports, p.byLine, lines, p.text, onlyForms(reports) && in.Status.Bad())
	dense.apply(p.byLine, reports)
	for _, f := range dense.facts {
		c.Add(f)
	}
	if failed && (in.Status.Bad() || outcome(reports) != strategies.Pass) {
		p.isJob = showSurroundings(marks, p.byLine, reports, sc)
	}
	dense.tell(total, c)
	p.folded = sc.cycles.folds(marks, p.byLine, in.Content || in.Family == strategies.FamilyRead)
	for l := range lines.All() {
		p.line(l)
	}
	return len(reports) > 0, ctx.Err()
}

// scan reads an output for the first time: it marks the lines that say something new, and hands all of them to the
// programs that are read along. repeated are lines that speak of a failure and say nothing new.
func scan(lines strategies.Lines, sc *scanner, programs *follower) (marks, repeated []mark, total int) {
	var tail [2 * tailLines]mark // the last lines that show something, in turns
	shown := 0
	along := reader{programs: programs}
	defer along.end()
	for l := range lines.All() {
		total++
		m := sc.mark(l.N, l.Text)
		if programs != nil {
			along.line(l, sc.bare)
		}
		if m.flags&blank != 0 {
			continue
		}
		tail[shown%len(tail)] = m
		shown++
		switch {
		case (!m.dull() || shown <= headLines) && len(marks) < m.limit():
			marks = append(marks, m)
		case m.flags&red != 0 && len(repeated) < maxAlarms:
			repeated = append(repeated, m)
		}
	}
	return withTail(marks, tail[:], shown), repeated, total
}

// limit is how many marks are kept of a text before a line of this class is let go.
func (m *mark) limit() int {
	if m.class >= clsSuspect {
		return maxMarks
	}
	return plainMarks
}

// promoteEnd makes the last lines critical where they say most: what a command was doing when it was killed, and the
// end of a failure that no line explains.
func promoteEnd(in *strategies.Input, reports []parsed, marks []mark, c *strategies.Collector) {
	cut := cutShort(in.Status)
	unexplained := in.Status.Bad() && outcome(reports) != strategies.Fail && (cut || !slices.ContainsFunc(marks,
		explains))
	if unexplained {
		c.Unexplained = true
	}
	last := marks[max(0, len(marks)-lastShown):]
	if cut || unexplained && !slices.ContainsFunc(last, critical) {
		promoteLast(marks, lastShown)
	}
}

// join takes over what the programs report: counts, outcome, verdict and details. It lowers the rank of the other lines
// of their runs. Where lines outside of the runs contradict the reports, only the details are kept.
func join(
	in *strategies.Input, reports []parsed, marks []mark, denied bool, aside beside, c *strategies.Collector,
) error {
	if len(reports) == 0 {
		return nil
	}
	last, failed := lastRegion(reports), outcome(reports) == strategies.Fail
	tests := testBlocks(marks)
	for i := range marks {
		if marks[i].flags&red != 0 && !failed {
			continue // nothing that passed explains it
		}
		demote(&marks[i], reports, tests, in.Status.OK(), last)
	}
	if failed {
		promoteBody(marks, reports)
	}
	if onlyForms(reports) {
		for _, f := range reports[0].Findings {
			c.File(f.File)
		}
		return nil
	}
	for i := range reports {
		c.Upstream = c.Upstream || reports[i].Part
		for k, n := range reports[i].Counts {
			if !denied {
				c.Count(k, n)
			}
		}
		for _, f := range reports[i].Findings {
			c.File(f.File)
		}
	}
	if denied { // the numbers of those that passed aren't those of all
		d, err := reportDetails(reports)
		c.Details(d)
		return err
	}
	c.Outcome(outcome(reports))
	if short, medium, long := verdictOf(reports, in.Cut); short != "" {
		c.Verdict(aside.verdict(short, medium, long))
		if aside.lines > 0 {
			c.Count(strategies.ErrorLines, aside.lines)
		}
	}
	c.Parsed = slices.ContainsFunc(reports, func(p parsed) bool { return !p.plain })
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
	short = words.Count(lines, "line", "lines")
	if cut {
		short += inPart
	}
	medium = short
	if stamps {
		if cut {
			short = "a part" // both would be too long
		}
		short += ", stamps cut"
		medium += ", time stamps left out"
	}
	return short, medium, ""
}
