package read

import (
	"context"
	"iter"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/general"
)

// general has the general engine rank a file of an unknown kind, such as a log. The engine sees the file's text alone.
// The numbers of the lines are added afterwards, as in other files.
func (f *file) general(
	ctx context.Context, engine general.Engine, in *strategies.Input, lines strategies.Lines, c *strategies.Collector,
) error {
	bare := *in
	bare.Head = f.head[:min(len(f.head), 1<<10)]
	own := strategies.NewCollector(false)
	own.Expect(f.lines)
	if err := engine.Digest(ctx, &bare, body{f, lines}, own); err != nil {
		return err
	}
	d := own.Digest()
	for k, n := range d.Data {
		if k != strategies.NumLines {
			c.Count(k, n)
		}
	}
	i := 0
	last := strategies.Noise
	for r := range f.rows(lines) {
		for i < len(d.Facts) && d.Facts[i].Span.Last < r.N {
			i++
		}
		switch {
		case r.i == 0:
			f.aside(r, c)
		case i < len(d.Facts) && d.Facts[i].Span.First == r.N:
			fact := d.Facts[i]
			fact.Text = f.numbered(r, fact.Text, r.i == 1 || fact.Rank != last)
			last = fact.Rank
			c.Add(fact)
		}
	}
	return ctx.Err()
}

// body is a file's text without numbers, and without the lines that an agent wrote around it.
type body struct {
	f     *file
	lines strategies.Lines
}

// All implements [strategies.Lines].
func (b body) All() iter.Seq[strategies.Line] {
	return func(yield func(strategies.Line) bool) {
		for r := range b.f.rows(b.lines) {
			l := r.Line
			l.Text = r.text
			if r.i > 0 && !yield(l) {
				return
			}
		}
	}
}

// Count implements [strategies.Lines].
func (b body) Count() int { return b.f.lines }
