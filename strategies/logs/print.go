package logs

import (
	"strings"

	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/strategies"
)

// printer turns the lines of a log into facts, in a second pass.
type printer struct {
	c         *strategies.Collector
	survey    *survey
	templates []textline.Template
	ranks     []strategies.Rank // of the kinds
	seen      []int             // records of each kind that were printed
	marks     []mark            // those that weren't reached yet
	left      int               // records that follow

	current strategies.Rank // of the last record
	lead    int             // lines below it
	crashes int             // of the lines below records, those that open a crash
}

// print prints the next line.
func (p *printer) print(l strategies.Line) {
	f := strategies.Fact{
		Kind: strategies.KindLine, Rank: strategies.Noise, Text: l.Text,
		Span: strategies.Span{First: l.N, Last: l.N}, Whole: l.Cut == 0, Cut: l.Cut,
	}
	if read(l.Text).head {
		p.record(l, &f)
	} else {
		f.Rank = p.below(l.Text)
	}
	p.c.Add(f)
}

// below ranks a line that opens no record: it belongs to the record above it, or opens a crash.
func (p *printer) below(text string) strategies.Rank {
	p.lead++
	belongs := p.lead <= below && p.current <= strategies.Evidence
	switch {
	case belongs:
		return max(p.current, strategies.Evidence)
	case p.crashes < few && opensCrash(text):
		p.crashes++
		p.lead, p.current = 0, strategies.Critical
		return strategies.Critical
	case p.current < strategies.Noise && strings.TrimSpace(text) != "":
		return strategies.Detail
	}
	return strategies.Noise
}

// opensCrash reports whether a line that is no record opens what a crash prints: "panic: runtime error".
func opensCrash(text string) bool {
	return textline.SeverityOf(text) == textline.Failure && text[0] != ' ' && text[0] != '\t'
}

// record ranks a record. The first of a frequent kind is its example, printed with their number.
func (p *printer) record(l strategies.Line, f *strategies.Fact) {
	p.left--
	p.lead, p.current = 0, strategies.Noise
	if len(p.marks) > 0 && p.marks[0].line == uint32(l.N) {
		p.current = strategies.Detail
		if id := p.marks[0].kind; id >= 0 {
			p.current = p.ranks[id]
			p.ofKind(int(id), l, f)
		}
		p.marks = p.marks[1:]
	}
	if p.left < tail {
		p.current = min(p.current, strategies.Evidence)
	}
	f.Rank = p.current
}

// ofKind prints one of the first records of a kind.
func (p *printer) ofKind(id int, l strategies.Line, f *strategies.Fact) {
	n := p.templates[id].Count
	p.seen[id]++
	switch first := p.seen[id] == 1; {
	case first && n > few && l.Cut == 0:
		f.Text, f.Whole, f.Count = l.Text+folded(n, p.survey.kinds[id]), false, 1
	case !first && n > few:
		p.current = max(p.current, strategies.Detail)
	case !first:
		f.Second = true
	}
}
