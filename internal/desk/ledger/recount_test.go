package ledger

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/measure/cost"
)

// A counted is a call as the recount knows it.
type counted struct {
	e       journal.Event
	order   int // of its event
	kind    string
	main    string
	epoch   int
	regrets []journal.Event
	orders  []int // of the events of the regrets
}

// testWindow is a window that random journals fill.
const testWindow = 30_000

// A recount adds up a journal in the plainest way.
type recount struct {
	calls  []*counted
	epochs map[string]int
}

func count(events []journal.Event) *recount {
	r := &recount{epochs: map[string]int{}}
	for i, e := range events {
		r.event(i, e)
	}
	return r
}

func (r *recount) event(order int, e journal.Event) {
	switch e.Kind {
	case journal.Result, journal.Passed:
		c := &counted{e: e, order: order, kind: kindOf(e.Tool, e.Command), epoch: r.epochs[e.Session]}
		if e.Kind == journal.Passed {
			c.e.Raw, c.e.Given, c.e.Bytes, c.e.ID = 0, 0, 0, ""
		}
		c.main, _, _ = strings.Cut(e.Session, "/")
		without, calls := c.e.WithoutToktee(), 0
		for _, o := range r.calls {
			if o.e.Session == e.Session && o.epoch == c.epoch {
				without, calls = without+o.e.WithoutToktee(), calls+1
			}
		}
		if e.Session != "" && calls > 0 && without > testWindow {
			r.epochs[e.Session]++
			c.epoch++
		}
		r.calls = append(r.calls, c)
	case journal.Compacted:
		r.epochs[e.Session]++
	case journal.Forgot:
		r.calls = slices.DeleteFunc(r.calls, func(c *counted) bool {
			return e.All || c.e.Of(e.Session) || e.ID != "" && c.e.ID == e.ID
		})
		maps.DeleteFunc(r.epochs, func(s string, _ int) bool {
			return e.All || (&journal.Event{Session: s}).Of(e.Session)
		})
	case journal.Whole, journal.Fetched, journal.Again:
		c := r.find(e.ID, e.Session)
		switch {
		case c == nil:
		case e.Kind == journal.Whole:
			if e.Given > 0 {
				c.e.Raw = cmp.Or(e.Without, c.e.Raw)
			}
			c.e.Given = cmp.Or(e.Given, c.e.Raw)
		default:
			c.regrets, c.orders = append(c.regrets, e), append(c.orders, order)
		}
	}
}

func (r *recount) find(id, session string) *counted {
	for _, any := range []bool{false, true} {
		for i := len(r.calls) - 1; i >= 0; i-- {
			if c := r.calls[i]; id != "" && c.e.ID == id && (any || c.e.Session == session) {
				return c
			}
		}
	}
	return nil
}

func (c *counted) value(by By, loc *time.Location) string {
	switch by {
	case ByTool:
		return c.e.Tool
	case ByCommand:
		return c.kind
	case BySession:
		return c.main
	case ByDay:
		return c.e.Time.In(loc).Format(time.DateOnly)
	case ByAgent:
		return c.e.Program
	case ByStrategy:
		return c.e.Strategy
	}
	return ""
}

// reread goes through the requests behind a call, one by one.
func (r *recount) reread(c *counted) (tokens int64) {
	for _, later := range r.calls {
		if c.e.Session == "" || later.order <= c.order || later.e.Session != c.e.Session || later.epoch != c.epoch {
			continue
		}
		tokens += int64(c.e.Raw - c.e.Given)
		for i, e := range c.regrets {
			if c.orders[i] < later.order {
				tokens -= int64(e.Given)
			}
		}
	}
	return tokens
}

// worth is what the calls of a day saved, in money, each request by itself: a token is written into the cache once, and
// read from it by each later request of its context.
func (r *recount) worth(p cost.Prices, q Query, day string) (sum cost.Amount) {
	if q.Location == nil {
		q.Location = time.UTC
	}
	for _, c := range r.calls {
		switch at := c.e.Time; {
		case c.value(ByDay, q.Location) != day, !q.Since.IsZero() && at.Before(q.Since):
			continue
		case !q.Until.IsZero() && !at.Before(q.Until), q.Session != "" && !c.e.Of(q.Session):
			continue
		}
		sum += cost.Amount(int64(c.e.Raw-c.e.Given)*p.CacheWrite + r.reread(c)*p.CacheRead)
		for _, e := range c.regrets {
			sum -= cost.Amount(int64(e.Given)*p.CacheWrite + 120*p.Output)
		}
	}
	return sum
}

func (r *recount) stats(q Query) []Group {
	if q.Location == nil {
		q.Location = time.UTC
	}
	groups := map[string]*Group{}
	for _, c := range r.calls {
		switch {
		case !q.Since.IsZero() && c.e.Time.Before(q.Since), !q.Until.IsZero() && !c.e.Time.Before(q.Until):
			continue
		case q.Session != "" && !c.e.Of(q.Session):
			continue
		}
		v := c.value(q.By, q.Location)
		g := groups[v]
		if g == nil {
			g = &Group{Value: v, Last: c.e.Time}
			groups[v] = g
		}
		if c.e.Time.After(g.Last) {
			g.Last = c.e.Time
		}
		r.add(g, c)
	}
	var list []Group
	for _, g := range groups {
		g.Saved = g.Raw - g.Given - g.RefetchTokens
		g.Last = g.Last.UTC()
		list = append(list, *g)
	}
	if q.By == ByNothing && len(list) == 0 {
		return []Group{{}}
	}
	slices.SortFunc(list, func(a, b Group) int {
		if q.By == ByDay {
			return cmp.Compare(a.Value, b.Value)
		}
		return cmp.Or(cmp.Compare(b.Saved, a.Saved), cmp.Compare(a.Value, b.Value))
	})
	return list
}

func (r *recount) add(g *Group, c *counted) {
	if c.e.Kind == journal.Passed {
		g.Passed++
		return
	}
	g.Calls++
	g.Bytes += c.e.Bytes
	g.Raw += int64(c.e.Raw)
	g.Given += int64(c.e.Given)
	g.Refetches += int64(len(c.regrets))
	for _, e := range c.regrets {
		g.RefetchTokens += int64(e.Given)
	}
	g.Reread += r.reread(c)
	switch c.e.Outcome {
	case "fail":
		g.Failed++
	case "unknown":
		g.Unknown++
	}
	if c.e.Fallback {
		g.Fallbacks++
	}
}
