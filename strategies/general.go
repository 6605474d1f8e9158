package strategies

import (
	"context"
	"strconv"
	"strings"
)

// General is the engine for any text of any tool: it answers where no other strategy does, or where one fails.
//
// It ranks lines by what they say of failures, keeps the lines around those, the start and the end, and puts repetition
// last. It claims no outcome: words alone don't prove one.
type General struct{}

// Name implements [Strategy].
func (General) Name() string { return "general" }

// Match implements [Strategy].
func (General) Match(*Input) Confidence { return Maybe }

const (
	leadLines   = 2  // lines before a failure that belong to it
	trailLines  = 12 // lines after a failure that belong to it, at most
	headLines   = 10 // lines at the start that say what ran
	tailLines   = 25 // lines at the end that say how it went
	repeatLines = 3  // how often a template is shown before it is noise
	maxMarked   = 64 << 20
)

// Digest implements [Strategy].
func (g General) Digest(ctx context.Context, in *Input, lines Lines, c *Collector) error {
	total := lines.Count()
	c.Verdict(countLines(total), "", "")
	c.Count(NumLines, int64(total))
	if total > maxMarked {
		total = maxMarked
	}
	prose := in.Family == FamilyProse
	marks := make([]mark, 0, total)
	seen := templates{}
	failures := 0
	for l := range lines.All() {
		if len(marks) == maxMarked {
			break
		}
		m := mark{blank: strings.TrimSpace(l.Text) == ""}
		if !m.blank {
			if !prose {
				m.sev = SeverityOf(l.Text)
			}
			m.repeat = uint8(min(seen.seen(l.Text), 255))
			m.indented = l.Text[0] == ' ' || l.Text[0] == '\t'
			if m.sev == Failure && m.repeat < repeatLines {
				failures++
			}
		}
		marks = append(marks, m)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	rank(marks, in, failures)
	i := 0
	for l := range lines.All() {
		m := mark{rank: Detail}
		if i < len(marks) {
			m = marks[i]
		}
		i++
		c.Line(m.rank, KindLine, m.group(), l)
	}
	return ctx.Err()
}

func countLines(n int) string {
	if n == 1 {
		return "1 line"
	}
	return strconv.Itoa(n) + " lines"
}

// mark is what is known of a line after the first pass.
type mark struct {
	sev      Severity
	rank     Rank
	repeat   uint8
	blank    bool
	indented bool
	block    uint32
}

func (m mark) group() string {
	if m.block == 0 {
		return ""
	}
	return strconv.Itoa(int(m.block))
}

// rank gives every line its rank. Where nothing opens like a failure, a line that speaks of one stands for it.
func rank(marks []mark, in *Input, failures int) {
	worst := Failure
	if failures == 0 {
		worst = Suspect
	}
	failed := in.Status.Bad()
	n := len(marks)
	for i := range marks {
		m := &marks[i]
		switch {
		case m.repeat >= repeatLines:
			m.rank = Noise
		case i < headLines || i >= n-tailLines:
			m.rank = Evidence
		case failed || failures > 0:
			m.rank = Detail
		default:
			m.rank = Context
		}
		if m.blank {
			m.rank = Detail
		}
		if m.sev >= Summary && m.sev < worst && m.repeat < repeatLines {
			m.rank = min(m.rank, Context)
		}
		if m.sev == Suspect && m.repeat == 0 {
			m.rank = min(m.rank, Evidence)
		}
	}
	if !failed && failures == 0 {
		return
	}
	block := uint32(0)
	for i := 0; i < n; i++ {
		m := &marks[i]
		if m.sev < worst || m.repeat >= repeatLines {
			continue
		}
		block++
		m.rank, m.block = Critical, block
		for j := max(0, i-leadLines); j < i; j++ {
			if b := &marks[j]; !b.blank && b.rank > Evidence && b.repeat < repeatLines {
				b.rank, b.block = Evidence, block
			}
		}
		for j := i + 1; j < min(n, i+1+trailLines); j++ {
			b := &marks[j]
			if b.sev >= worst && b.repeat < repeatLines || b.blank && j+1 < n && !marks[j+1].indented {
				break
			}
			if !b.blank && b.rank > Evidence && b.repeat < repeatLines {
				b.rank, b.block = Evidence, block
			}
		}
	}
}
