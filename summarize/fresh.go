package summarize

import (
	"fmt"
	"maps"
	"slices"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// applyBefore compares the digest of a failed run with earlier runs. It raises new lines and adds the counts of new
// lines and failures. The earlier runs then become a part of the result's id. It doesn't change other digests.
func applyBefore(c *call, s seen, d digested) digested {
	b := c.req.Before
	if b == nil || !d.isFailing(s.input.Status.Bad() && !s.isAnswer) {
		return d
	}
	c.id = resultID(c.req, b, nil, c.source.Sum())
	if endedByItself(s.input.Status) && !s.input.Cut && !d.Upstream {
		if ch, ok := failuresOf(d.Details, s.input.Command).since(b.last); ok {
			d.since = ch.line()
			if ch.gone == 0 && ch.fresh == 0 {
				d.same = ch.same
			}
			d.note(map[strategies.Key]int{"failures_gone": ch.gone, "failures_new": ch.fresh, "failures_same": ch.same})
		}
	}
	if len(b.pass) == 0 {
		return d
	}
	f := freshLines(b, s.body)
	d.Facts = f.rank(d.Facts)
	d.note(map[strategies.Key]int{"lines_new": f.n, "lines_compared": f.total})
	if d.Row == "" { // if there is a table, facts without lines are its rows
		d.Facts = slices.Insert(d.Facts, 0, strategies.Fact{
			Rank: strategies.Evidence, Lead: true, Extra: true,
			Text: fmt.Sprintf("of %s, %s new since the last pass",
				words.Count(f.total, "line", "lines"), words.Count(f.n, "is", "are")),
		})
	}
	return d
}

// note adds numbers to the data of the result.
func (d *digested) note(numbers map[strategies.Key]int) {
	d.Data = maps.Clone(d.Data)
	if d.Data == nil {
		d.Data = map[strategies.Key]int64{}
	}
	for k, n := range numbers {
		d.Data[k] = int64(n)
	}
}

// fresh is the set of lines that the last passing run didn't print.
type fresh struct {
	bits  []uint64 // one for each line
	n     int      // the number of new lines
	total int
}

func freshLines(b *Before, body body) fresh {
	var f fresh
	for l := range body.All() {
		f.total++
		for len(f.bits) <= l.N/64 {
			f.bits = append(f.bits, 0)
		}
		if !b.had(l.Text) {
			f.bits[l.N/64] |= 1 << (l.N % 64)
			f.n++
		}
	}
	return f
}

// has reports whether any line of a span is new.
func (f *fresh) has(s strategies.Span) bool {
	for n := max(s.First, 1); n <= s.Last; n++ {
		if i := n / 64; i < len(f.bits) && f.bits[i]&(1<<(n%64)) != 0 {
			return true
		}
	}
	return false
}

// Up to fewNew new lines are evidence if they are at most one in fewShare lines, whatever they mention.
const (
	fewNew   = 12
	fewShare = 8
)

// rank returns the facts with changed ranks, so that new facts come before those that the pass had too. The first new
// critical fact leads, and new context becomes evidence. Critical facts and evidence that the pass had go down by a
// rank. If no critical fact or evidence is new, the pass doesn't help to find the failure, and nothing changes.
func (f *fresh) rank(facts []strategies.Fact) []strategies.Fact {
	matters := func(x strategies.Fact) bool {
		return x.Rank <= strategies.Evidence && x.Span.First > 0 && f.has(x.Span)
	}
	few := f.n <= fewNew && f.n*fewShare <= f.total
	if !few && !slices.ContainsFunc(facts, matters) {
		return facts
	}
	facts = slices.Clone(facts)
	leads := false
	for i := range facts {
		x := &facts[i]
		if few && x.Span.Len() == 1 && f.has(x.Span) && x.Rank < strategies.Dropped {
			x.Rank = min(x.Rank, strategies.Evidence)
		}
		if x.Span.First == 0 || x.Rank > strategies.Context {
			continue
		}
		switch isNew := f.has(x.Span); {
		case isNew && x.Rank == strategies.Critical && !leads:
			x.Lead, leads = true, true
		case isNew && x.Rank == strategies.Context:
			x.Rank = strategies.Evidence
		case !isNew && x.Rank < strategies.Context:
			x.Rank++
			x.Lead = false
		}
	}
	return facts
}
