package general

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/textline"
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

// Name implements [Strategy].
func (Engine) Name() string { return "general" }

// Match implements [Strategy].
func (Engine) Match(*strategies.Input) strategies.Confidence { return strategies.Maybe }

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
func (g Engine) Digest(ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	_, err := g.digest(ctx, in, lines, c, source{})
	return err
}

// source says where a text comes from, as far as it matters to those who read a program's report in it.
type source struct {
	document bool // the text is one machine-readable report and nothing else
	file     bool // it is a file's, which says nothing of how the command ended
}

// digest is Digest for a text of a known source. read reports whether a program's report was found in it.
func (g Engine) digest(ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector, from source) (read bool, err error) {
	sc := newScanner(in.Family == strategies.FamilyProse)
	tools := newToolset(in, g.programs)
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
		return false, err
	}
	marks = withTail(marks, tail[:], shown)
	reports, unparsed := tools.reports(in, total, from)
	for _, why := range unparsed {
		c.Warn("unparsed: " + why)
	}
	failed := rank(marks, in.Status.Bad() || outcome(reports) == strategies.Fail, in.Family == strategies.FamilyExec || in.Family == "", in.Status.OK(), sc)
	denied := contradicted(reports, marks, in)
	if failed && !owned(in) || denied {
		c.Failing()
	}
	isLog := textline.Stamped(in.Head)
	c.Verdict(verdict(total, isLog, in.Cut))
	c.Count(strategies.NumLines, int64(total))
	if tools != nil && tools.denied {
		c.Outcome(strategies.Pass) // what the text says; the status line tells that it isn't so
	}
	if err := tell(in, reports, marks, denied, c); err != nil {
		return false, err
	}
	cut := cutShort(in.Status)
	last := marks[max(0, len(marks)-lastShown):]
	unexplained := in.Status.Bad() && outcome(reports) != strategies.Fail && (cut || !slices.ContainsFunc(marks, explains))
	if unexplained {
		c.Unexplained()
	}
	if cut || unexplained && !slices.ContainsFunc(last, critical) {
		for i := range last {
			last[i].rank = strategies.Critical
		}
	}
	given := roles(reports)
	lately := seenLines{}
	dense := fold(reports, given, lines, func(l strategies.Line) string {
		if isLog {
			return textline.StripStamp(l.Text)
		}
		return l.Text
	})
	dense.apply(given, reports)
	for _, f := range dense.facts {
		c.Add(f)
	}
	if n := len(dense.told); n > 0 {
		c.Count(strategies.Diagnostics, int64(n))
	}
	for l := range lines.All() {
		m := mark{rank: strategies.Noise}
		if len(marks) > 0 && marks[0].line == uint32(l.N) {
			m = marks[0]
			marks = marks[1:]
		} else if _, ok := given[l.N]; !ok && c.Passing(strategies.Noise) && total-l.N-len(marks)-len(given) > strategies.MaxTail {
			continue // as good as let go
		}
		f := strategies.Fact{Kind: strategies.KindLine, Rank: m.rank, Text: l.Text, Span: strategies.Span{First: l.N, Last: l.N}, Whole: l.Cut == 0, Cut: l.Cut, Second: m.flags&second != 0}
		if isLog {
			text := textline.StripStamp(l.Text)
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
		if _, parsed := given[l.N]; !parsed && f.Rank == strategies.Critical && lately.before(f.Text) {
			f.Rank = strategies.Context
		}
		if m.block != 0 && f.Rank > strategies.Critical && f.Group == "" {
			f.Group = strconv.Itoa(int(m.block))
		}
		c.Add(f)
		for _, r := range given[l.N].below {
			c.Add(strategies.Fact{Kind: strategies.KindDiagnostic, Rank: r.rank, Text: r.text, Lead: r.lead, Second: r.second, Group: r.group})
		}
	}
	return len(reports) > 0, ctx.Err()
}

// seenLines are the lines that were critical, by their hashes.
type seenLines map[uint64]struct{}

// longTold is the length from which a line that comes again tells nothing.
const longTold = 40

// before reports whether the same line was critical before. Shorter lines may belong to different failures.
func (t seenLines) before(s string) bool {
	s = textline.StripPrefix(s)
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

// tell takes in what the programs of an output say of it: their counts, and that the rest of their lines matters less. denied:
// what stands beside them says otherwise.
func tell(in *strategies.Input, reports []parsed, marks []mark, denied bool, c *strategies.Collector) error {
	if len(reports) == 0 {
		return nil
	}
	last := lastRegion(reports)
	for i := range marks {
		demote(&marks[i], reports, in.Status.OK(), last)
	}
	if !slices.ContainsFunc(reports, func(p parsed) bool { return !p.FormOnly }) {
		for _, f := range reports[0].Findings {
			c.File(f.File)
		}
		return nil
	}
	for i := range reports {
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
	short = CountLines(lines)
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

func CountLines(n int) string {
	if n == 1 {
		return "1 line"
	}
	return strconv.Itoa(n) + " lines"
}
