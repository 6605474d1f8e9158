package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// Stats adds up the calls of a query, with one group for each value. Groups are sorted by saved tokens, days by date.
// Without By there is one group. Sub-agents count with their main session; a call without a session has the value "".
func (l *Ledger) Stats(ctx context.Context, q Query) ([]Group, error) {
	a := adding{l: l, q: q, dim: slices.IndexFunc(dims[:], func(d dimension) bool { return d.by == q.By })}
	if a.dim < 0 && q.By != ByDay {
		return nil, fmt.Errorf("adding up calls by %q: want tool, command, session, day, agent or strategy", q.By)
	}
	if err := a.run(ctx); err != nil {
		return nil, fmt.Errorf("adding up calls: %w", err)
	}
	return a.list(), nil
}

// An adding answers one query.
type adding struct {
	l      *Ledger
	q      Query
	dim    int // -1 for days
	groups map[any]*sum
}

func (a *adding) run(ctx context.Context) error {
	a.groups = map[any]*sum{}
	s := SpanOf(a.q.Since, a.q.Until)
	if a.dim >= 0 {
		return a.each(ctx, s, true, value{dims[a.dim].value, func(int) string { return "value" }})
	}
	a.dim = 0 // the sums of all
	s, err := a.filled(ctx, s)
	if err != nil {
		return err
	}
	for _, o := range s.Offsets(a.q.Location) {
		err := a.each(ctx, o.Span, o.Seconds == 0, value{
			fmt.Sprintf("(c.time / 1000000000 + %d) / 86400", o.Seconds),
			func(width int) string {
				return fmt.Sprintf("(slot * %d + %d) / 86400", int64(widths[width]/time.Second), o.Seconds)
			},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// A value is the SQL expressions of a group's value: of a call, and of a sum of some width.
type value struct {
	ofCall string
	ofSum  func(width int) string
}

// filled is as much of a Span as there are calls in.
func (a *adding) filled(ctx context.Context, s Span) (Span, error) {
	var first, last int64
	err := a.l.reader().QueryRowContext(ctx,
		"SELECT coalesce((SELECT min(time) FROM calls), 0), coalesce((SELECT max(time) FROM calls), -1)",
	).Scan(&first, &last)
	return Span{max(s.From, first), min(s.To, last+1)}, err
}

// each adds up a span, in pieces.
func (a *adding) each(ctx context.Context, s Span, days bool, v value) error {
	const from = " FROM calls c LEFT JOIN contexts x ON x.id = c.context WHERE c.time >= ? AND c.time < ?"
	if a.q.Session != "" {
		of, args := ofSession(a.q.Session)
		return a.add(ctx, "SELECT "+v.ofCall+", "+ofCalls+from+" AND "+of+" GROUP BY 1", append([]any{s.From, s.To},
			args...)...)
	}
	for _, p := range s.pieces(days) {
		var err error
		if p.width == single {
			err = a.add(ctx, "SELECT "+v.ofCall+", "+ofCalls+from+" GROUP BY 1", p.From, p.To)
		} else {
			err = a.add(ctx, "SELECT "+v.ofSum(p.width)+", "+ofSums+" FROM sums WHERE width = ? AND dim = ? AND "+
				"slot >= ? AND slot < ? GROUP BY 1", p.width, a.dim, p.From, p.To)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ofSession is the SQL condition for the calls of a session with its sub-agents: x is the context.
func ofSession(session string) (string, []any) {
	return "c.context IN (SELECT id FROM contexts WHERE session = ? OR session >= ? AND session < ?)",
		[]any{session, session + "/", session + "0"}
}

// add adds the groups that a statement finds.
func (a *adding) add(ctx context.Context, text string, args ...any) error {
	return each(ctx, a.l.reader(), text, args, func(scan scanner) error {
		var value any
		var s sum
		err := scan(append([]any{&value, &s.last}, s.fields()...)...)
		have := a.groups[value]
		if have == nil {
			have = new(sum)
			a.groups[value] = have
		}
		have.add(s)
		return err
	})
}

// list is the groups in their order.
func (a *adding) list() []Group {
	var list []Group
	for value, s := range a.groups {
		if s.Calls == 0 && s.Passed == 0 {
			continue
		}
		g := Group{Last: time.Unix(0, s.last).UTC(), Totals: s.Totals}
		g.Saved = g.Raw - g.Given - g.RefetchTokens
		switch value := value.(type) {
		case string:
			g.Value = value
		case int64:
			g.Value = time.Unix(value*86400, 0).UTC().Format(time.DateOnly)
		}
		list = append(list, g)
	}
	return Ordered(list, a.q.By)
}

// Ordered returns groups in the order of [Ledger.Stats]: those that saved most first, days by their dates. Without By,
// there is one.
func Ordered(list []Group, by By) []Group {
	if by == ByNothing && len(list) == 0 {
		return []Group{{}}
	}
	slices.SortFunc(list, func(x, y Group) int {
		if by == ByDay {
			return cmp.Compare(x.Value, y.Value)
		}
		return cmp.Or(cmp.Compare(y.Saved, x.Saved), cmp.Compare(x.Value, y.Value))
	})
	return list
}
