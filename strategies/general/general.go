package general

import (
	"context"
	"slices"

	"github.com/toktee/toktee/internal/measure/ablation"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Engine is the engine for any text of any tool. It reads the outputs that no strategy claims or that a strategy failed
// to read.
//
// It looks for failures: names of failed tests, expected values, diagnostics, exceptions, the counts at the end. Each
// failure is a block with the lines that belong to it, so that failures take turns; repetition comes last. The engine
// claims no outcome, because words alone don't prove one.
type Engine struct {
	programs *programIndex   // the programs whose output it can read; nil for none
	disabled *ablation.Parts // stages that are left out; nil for none
}

// New makes an engine that can read the output of some programs, in order of preference. It builds an index of their
// signs, so make the engine once.
func New(programs ...report.Program) Engine { return Engine{programs: newProgramIndex(programs)} }

// NewWithout returns an engine such as [New] that skips the disabled stages.
func NewWithout(disabled *ablation.Parts, programs ...report.Program) Engine {
	return Engine{programs: newProgramIndex(programs), disabled: disabled}
}

// Name implements [strategies.Strategy].
func (Engine) Name() string { return "general" }

// Contents implements [strategies.ContentsOf].
func (Engine) Contents() strategies.Contents { return strategies.ContentsReport }

// Match implements [strategies.Strategy]. Any output is a match of the lowest confidence.
func (Engine) Match(*strategies.Input) strategies.Confidence { return strategies.Maybe }

const (
	headLines   = 8                // lines at the start, which show the commands that ran
	tailLines   = 15               // lines at the end, which show the outcome
	repeatLines = 3                // how often a template is shown before it is noise
	maxMarks    = 1 << 20          // lines whose marks are kept; later ones are noise, except the last ones
	plainMarks  = maxMarks * 3 / 4 // marks of lines that mention no failure
)

// Digest implements [strategies.Strategy]. It keeps a mark of each line that isn't a repetition, at most a million, so
// its memory is bounded for any log.
func (g Engine) Digest(ctx context.Context, in *strategies.Input, lines strategies.Lines,
	c *strategies.Collector) error {
	_, err := g.digest(ctx, in, lines, c, source{})
	return err
}

// source describes the origin of a text, as far as it matters for a program's report in it.
type source struct {
	document bool // the text is one machine-readable report and nothing else
	file     bool // the text is a file's content, which doesn't show how the command ended
}

// scan reads an output for the first time. It marks the lines that add information and passes all lines to the
// programs. repeated are marks of lines that mention a failure but only repeat others.
func scan(lines strategies.Lines, sc *scanner, programs *follower) (marks, repeated []mark, total int) {
	var tail [2 * tailLines]mark // the last lines that aren't blank, as a ring
	shown := 0
	along := reader{programs: programs}
	defer along.end()
	for l, part := range headers(lines.All()) {
		total++
		m := sc.mark(l.N, l.Text, part)
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

// limit returns the number of marks from which a line of this class is no longer marked.
func (m *mark) limit() int {
	if m.class >= clsSuspect {
		return maxMarks
	}
	return plainMarks
}

// withTail adds the marks of the last lines, as far as they were dropped.
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

// verdict returns the number of lines, with a note if the output was cut or time stamps are left out. The longer form
// also has the number of lines that mention errors.
func verdict(lines, errors int, stamps, cut bool) (short, medium, long string) {
	short = words.Count(lines, "line", "lines")
	medium = short
	if errors > 0 {
		medium += ", " + words.Count(errors, "error line", "error lines")
	}
	if cut {
		short, medium = short+inPart, medium+inPart
	}
	if stamps {
		if cut {
			short = "a part" // both would be too long
		}
		short += ", stamps cut"
		medium += ", time stamps left out"
	}
	return short, medium, ""
}
