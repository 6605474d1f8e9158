package logs

import (
	"strings"

	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/strategies"
)

const (
	below   = 8   // lines below a severe record that are shown with it
	tail    = 3   // records at the end, which show the state that the service is in
	crashes = 3   // crashes between records that are shown
	long    = 160 // bytes of a record that is shown from its message on, where there is no room for all of it
)

// printer turns the lines of a log into facts, in a second pass.
type printer struct {
	*survey
	c      *strategies.Collector
	firsts map[int]*kind // by the line of their first record
	left   int           // records that follow

	current strategies.Rank // of the last record
	isGrave bool            // it was an error or a warning
	under   int             // lines below it
	shown   int             // crashes that were shown
}

// print prints the next line.
func (p *printer) print(l strategies.Line) {
	f := strategies.Fact{
		Kind: strategies.KindLine, Rank: strategies.Noise, Text: l.Text, Second: true,
		Span: strategies.Span{First: l.N, Last: l.N}, Whole: l.Cut == 0, Cut: l.Cut,
	}
	if head, level := p.noted(l); head {
		p.record(l, level, &f)
	} else {
		p.rankBelow(l.Text, &f)
	}
	p.c.Add(f)
}

// rankBelow ranks a line that opens no record: it belongs to the record above it, or opens a crash.
func (p *printer) rankBelow(text string, f *strategies.Fact) {
	p.under++
	belongs := p.under <= below && p.current <= strategies.Context
	switch {
	case belongs:
		f.Rank = p.current
	case p.shown < crashes && !p.isGrave && opensCrash(text):
		p.shown++
		p.under, p.current = 0, strategies.Evidence
		f.Rank, f.Lead, f.Second = strategies.Critical, true, false
	case p.current < strategies.Noise && strings.TrimSpace(text) != "":
		f.Rank = strategies.Detail
	}
}

// opensCrash reports whether a line that is no record opens what a crash prints: "panic: runtime error".
func opensCrash(text string) bool {
	return textline.SeverityOf(text) == textline.Failure && text[0] != ' ' && text[0] != '\t'
}

// record ranks a record. The table above has said what it tells: the first one of each grave kind is shown as it is,
// with the lines below it, and the last records of all.
func (p *printer) record(l strategies.Line, level level, f *strategies.Fact) {
	p.left--
	p.under, p.current, p.isGrave = 0, strategies.Noise, level >= warn
	k := p.firsts[l.N]
	switch {
	case k != nil && k.grave() == 2:
		p.current, p.isGrave = strategies.Evidence, true
	case k != nil && k.grave() == 1:
		p.current, p.isGrave = strategies.Context, true
	case k != nil || level >= severe:
		p.current = strategies.Detail
	}
	if p.left < tail {
		p.current = min(p.current, strategies.Context)
		f.Second = p.current < strategies.Context
	}
	if f.Rank = p.current; f.Rank < strategies.Noise && len(l.Text) > long {
		msg := p.read(l.Text).msg
		f.Brief = msg[:textline.RuneStart(msg, min(len(msg), leastRow))]
	}
}
