package logs

import (
	"math"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

const (
	below    = 8   // lines below a severe record that are shown with it, besides the key lines
	maxBelow = 400 // lines below a record of which those are found
	tail     = 3   // records at the end, which show the state that the service is in
	crashes  = 3   // crashes between records that are shown
	long     = 100 // bytes of a record that are shown from its message on, if all of it doesn't fit
	fewBytes = 800 // of such a record, up to which it is shown as a row at first
)

// printer turns the lines of a log into facts, in a second pass.
type printer struct {
	*survey
	c      *strategies.Collector
	firsts []*kind // by the line of their first record
	left   int     // records that follow

	current strategies.Rank   // of the last record
	isGrave bool              // it was an error or a warning
	under   []strategies.Fact // the lines below it
	opener  strategies.Fact   // the line above the next record with its time, if there is one
	turn    int32             // of the last record that is shown
	shown   int               // crashes that were shown
}

// print prints the next line.
func (p *printer) print(l strategies.Line) {
	f := strategies.Fact{
		Kind: strategies.KindLine, Rank: strategies.Noise, Text: l.Text, Second: true,
		Span: strategies.Span{First: l.N, Last: l.N}, Whole: l.Cut == 0, Cut: l.Cut,
	}
	head, level, opens := p.noted(l)
	if opens {
		p.flush()
		p.opener = f
		return
	}
	isCrash := !head && p.shown < crashes && !p.isGrave && opensCrash(l.Text)
	if !head && !isCrash {
		p.open(&f)
		if p.under = append(p.under, f); len(p.under) == maxBelow {
			p.flush()
			p.current = strategies.Noise
		}
		return
	}
	if !p.hasOpener() {
		p.flush()
	}
	p.turn++
	if head {
		p.record(l, level, &f)
	} else {
		p.shown++
		p.current = strategies.Evidence
		f.Rank, f.Lead, f.Second = strategies.Critical, true, false
	}
	if f.Second && f.Rank <= strategies.Context {
		f.Turn = p.turn * turnsEach
	}
	p.open(&f)
	p.c.Add(f)
}

// open adds the line above a record that has its time, if there is one.
func (p *printer) open(f *strategies.Fact) {
	if !p.hasOpener() {
		return
	}
	if p.opener.Rank = strategies.Noise; f.Rank <= strategies.Context {
		p.opener.Rank, p.opener.Turn = f.Rank, f.Turn
	}
	p.c.Add(p.opener)
	p.opener = strategies.Fact{}
}

// hasOpener reports whether there is a line above the next record that has its time.
func (p *printer) hasOpener() bool { return p.opener.Span.First > 0 }

// turnsEach is how many turns a record has: its own, and those of the key lines below it.
const turnsEach = 4

// flush adds the lines below the last record. If the record is shown, the key lines come right after it: the exception,
// and the frame of the program itself.
func (p *printer) flush() {
	if p.hasOpener() { // nothing came of it
		p.under = append(p.under, p.opener)
		p.opener = strategies.Fact{}
	}
	var keys map[int]int32
	if p.current <= strategies.Context && len(p.under) > 0 {
		lines := make([]string, len(p.under))
		for i := range p.under {
			_, lines[i] = unwrap(p.under[i].Text)
		}
		if keys = keyLines(lines); len(keys) == 0 {
			keys = firstWords(lines)
		}
	}
	others, closing := 0, p.closing()
	for i := range p.under {
		f := &p.under[i]
		blank := strings.TrimSpace(f.Text) == ""
		switch {
		case i >= closing && !blank:
			f.Rank, f.Turn = strategies.Evidence, math.MaxInt32 // after the records
		case keys[i] > 0:
			f.Rank, f.Turn = p.current, p.turn*turnsEach+keys[i]
		case p.current <= strategies.Context && others < below && !blank:
			f.Rank = p.current + 1
			others++
		case p.current < strategies.Noise && !blank:
			f.Rank = strategies.Detail
		}
		p.c.Add(*f)
	}
	p.under = p.under[:0]
}

// maxClosing is the most lines of the text with which a program ends below its last record.
const maxClosing = 16

// closing returns the index in under of the first line of that text, which comes below an empty line.
func (p *printer) closing() int {
	if p.left == 0 && len(p.under) < maxBelow {
		for i, f := range p.under {
			if strings.TrimSpace(f.Text) == "" && len(p.under)-i-1 <= maxClosing {
				return i + 1
			}
		}
	}
	return len(p.under)
}

// wordsBelow is how many lines come right after a record that no stack trace follows.
const wordsBelow = 3

// firstWords returns the first lines below a record, each with its turn.
func firstWords(lines []string) map[int]int32 {
	keys := map[int]int32{}
	for i := range min(len(lines), wordsBelow) {
		if strings.TrimSpace(lines[i]) != "" {
			keys[i] = 1
		}
	}
	return keys
}

// firstAt returns the kind whose first record is at line n, or nil for none. Lines come in order.
func (p *printer) firstAt(n int) *kind {
	for len(p.firsts) > 0 && p.firsts[0].first < n {
		p.firsts = p.firsts[1:]
	}
	if len(p.firsts) > 0 && p.firsts[0].first == n {
		return p.firsts[0]
	}
	return nil
}

// opensCrash reports whether a line that is no record opens the message of a crash: "panic: runtime error".
func opensCrash(text string) bool {
	return textline.SeverityOf(text) == textline.Failure && text[0] != ' ' && text[0] != '\t'
}

// record ranks a record. The first one of each kind of errors or warnings is shown as it is, with the lines below it.
// If its row above has all of it, it is a detail. The last records of the log are shown, too.
func (p *printer) record(l strategies.Line, level level, f *strategies.Fact) {
	p.left--
	p.current, p.isGrave = strategies.Noise, level >= warn
	k := p.firstAt(l.N)
	switch {
	case k != nil && k.grave() == 2:
		p.current, p.isGrave = strategies.Evidence, true
	case k != nil && k.grave() == 1:
		p.current, p.isGrave = strategies.Context, true
	case k != nil || level >= severe:
		p.current = strategies.Detail
	}
	if p.current <= strategies.Context && k.isInRow && !k.isFollowed {
		p.current = strategies.Detail // the row has all of it
	}
	if p.left < tail {
		p.current = min(p.current, strategies.Context)
		f.Second = p.current < strategies.Context
	}
	if f.Rank = p.current; f.Rank == strategies.Noise || len(l.Text) <= long {
		return
	}
	r := p.read(l.Text)
	if f.Cut == 0 && len(l.Text) <= fewBytes {
		for _, limit := range [...]int{shortRow, maxRow} {
			f.Forms = append(f.Forms, strings.TrimSpace(r.clock+" "+rowOf(&r, cutTo(r.msg, limit))))
		}
		return
	}
	f.Brief = r.msg[:textline.RuneStart(r.msg, min(len(r.msg), shortRow))]
}
