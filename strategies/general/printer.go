package general

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/hash"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// cleanedLine is the longest line of a log, in bytes, that is shown without its written-out escapes, such as "^[[31m".
// A line of this length is never shown in part.
const cleanedLine = 120

// printer reads an output for the second time and passes its lines to the collector, each with its rank.
type printer struct {
	c        *strategies.Collector
	marks    []mark        // of the lines that are still to come
	turns    map[int]int32 // of lines among those of their rank
	total    int           // lines of the output
	stamps   bool          // its lines begin with time stamps, which aren't shown
	byLine   map[int]role  // roles of lines in the reports
	critical seenLines     // the lines that were shown as critical
	isJob    bool          // it is the log of a CI job with a failed step
	folded   []foldedLines
}

// text returns the visible text of a line.
func (p *printer) text(l strategies.Line) string {
	if p.stamps {
		return textline.StripStamp(l.Text)
	}
	return l.Text
}

// line passes the next line to the collector.
func (p *printer) line(l strategies.Line) {
	if p.folds(l) {
		return
	}
	r, hasRole := p.byLine[l.N]
	m, marked := p.takeMark(l.N)
	if !marked && !hasRole && p.wouldDrop(l.N) {
		return
	}
	f := p.fact(l, m)
	if hasRole {
		r.apply(&f)
	}
	if f.Rank == strategies.Critical && !f.Lead && r.text == "" && p.critical.repeats(f.Text) {
		f.Rank, f.Second = strategies.Evidence, true // a reader can't know that it is the same line
	}
	switch {
	case f.Group != "":
	case m.block != 0 && f.Rank > strategies.Critical:
		f.Group = strconv.Itoa(int(m.block))
	case p.isJob && f.Rank == strategies.Detail:
		f.Group = "step " + strconv.Itoa(int(m.step)) // so that no step takes all of the space left
	}
	p.c.Add(f)
	for _, b := range r.below {
		p.c.Add(strategies.Fact{
			Kind: strategies.KindDiagnostic, Rank: b.rank, Text: b.text, Lead: b.lead, Second: b.second, Group: b.group,
			Sources: []strategies.Span{f.Span},
		})
	}
}

// takeMark returns the mark of the n-th line. A line without one is noise.
func (p *printer) takeMark(n int) (m mark, marked bool) {
	if len(p.marks) == 0 || p.marks[0].line != uint32(n) {
		return mark{rank: strategies.Noise}, false
	}
	m = p.marks[0]
	p.marks = p.marks[1:]
	return m, true
}

// fact returns the fact of a line by its mark alone.
func (p *printer) fact(l strategies.Line, m mark) strategies.Fact {
	f := strategies.Fact{
		Kind: strategies.KindLine, Rank: m.rank, Text: l.Text, Span: strategies.Span{First: l.N, Last: l.N},
		Whole: l.Cut == 0, Cut: l.Cut, Second: m.flags&second != 0, Failure: m.class == clsError,
		Turn: p.turns[l.N],
	}
	if p.stamps {
		text := p.text(l)
		suffix := strings.HasSuffix(l.Text, text)
		if suffix || len(text) <= cleanedLine {
			f.Text, f.Whole = text, f.Whole && suffix
		}
	}
	return f
}

// apply changes the fact of a line according to its role in a report.
func (r *role) apply(f *strategies.Fact) {
	f.Rank, f.Lead, f.Second, f.Group, f.Turn, f.Unit = r.rank, r.lead, r.second, r.group, r.turn, r.unit
	if r.isTotal && len(f.Text) <= shortTotal {
		f.Lead, f.Second, f.Turn = true, false, afterFirst
	}
	if r.near > 0 {
		f.Turn = r.near
		if textline.StripPrefix(f.Text) == "" {
			f.Rank = strategies.Noise
		}
	}
	if r.text != "" {
		f.Text, f.Whole, f.Cut = r.text, false, 0
	}
}

// wouldDrop reports whether the collector would drop a noise line anyway, because so many lines follow.
func (p *printer) wouldDrop(n int) bool {
	return p.c.WouldDrop(strategies.Noise, p.total-n-len(p.marks)-len(p.byLine))
}

// seenLines holds the hashes of lines that were critical.
type seenLines map[uint64]struct{}

// minRepeated is the length in bytes from which a repeated line adds nothing. Shorter lines may belong to different
// failures.
const minRepeated = 40

// repeats reports whether the same line was critical before, and records it.
func (t seenLines) repeats(s string) bool {
	s = textline.StripPrefix(s)
	if len(s) < minRepeated {
		return false
	}
	h := hash.String(s)
	_, ok := t[h]
	t[h] = struct{}{}
	return ok
}
