package general

import (
	"context"
	"slices"

	"github.com/toktee/toktee/internal/measure/ablation"
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
	programs *programIndex   // the programs whose output it can read; nil for none
	off      *ablation.Parts // stages that are left out; nil for none
}

// New makes an engine that can read the output of some programs, in order of preference. It is made once: it builds
// an index of their signs.
func New(programs ...report.Program) Engine { return Engine{programs: newProgramIndex(programs)} }

// NewWithout is [New] for an engine that leaves some of its stages out.
func NewWithout(off *ablation.Parts, programs ...report.Program) Engine {
	return Engine{programs: newProgramIndex(programs), off: off}
}

// Name implements [strategies.Strategy].
func (Engine) Name() string { return "general" }

// Contents implements [strategies.ContentsOf].
func (Engine) Contents() strategies.Contents { return strategies.ContentsReport }

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
