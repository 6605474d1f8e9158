// Package ordered measures whole sessions, in their order, with shorter results: the calls that are still possible, and
// the cost.
//
// # Still possible
//
// A call uses strings that only an earlier result could have shown. It is still possible if each of them occurs in the
// texts so far, with the short texts in place of the results. Calls that use nothing prove nothing and don't count.
//
// # Cost
//
// The cost follows the model of internal/measure/cost. It is compared with the session's own cost, with the results as
// the agent had cut them. If a call isn't possible, each result that has a missing string is fetched again, once for
// that string. A request is a message of the model: the calls and the text that follow a result. Its context is the
// recorded one, less the tokens saved since the last compaction. If none is recorded, it is the sum of texts and
// results.
//
// Intervals draw sessions again, since the calls of one belong together.
package ordered

import (
	"context"
	"fmt"
	"strings"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/run/parallel"
	"github.com/toktee/toktee/tokens"
)

// Bench is what sessions are measured with.
type Bench struct {
	Summarise score.Summariser
	Jobs      int
}

// charsPerToken turns the length of texts, which the sessions hold without their words, into tokens.
const charsPerToken = 4

// A Session has the figures of one session at one setting.
type Session struct {
	File, Name string
	Calls      int // that use something
	Possible   int // of those
	Results    int
	Then, Now  int // tokens of the results
	// Costs are a session's own cost, and its cost with short texts.
	Costs []Costs
	Lost  []Lost

	raw []int // tokens of each result
}

// Costs are the cost that a session had, and the one that it would have had.
type Costs struct{ Then, Now, Misses float64 }

// A Lost string is one that a call uses and no short text has.
type Lost struct {
	Call, Result, String string
}

// Run measures all sessions at one setting.
func (b *Bench) Run(ctx context.Context, sessions []corpus.Ordered, s score.Setting) ([]Session, error) {
	out := make([]Session, len(sessions))
	err := parallel.Do(ctx, b.Jobs, len(sessions), func() (func(context.Context, int) error, error) {
		c, err := tokens.Get(tokens.Default)
		return func(ctx context.Context, i int) error {
			one, err := b.session(ctx, c, &sessions[i], s)
			out[i] = one
			return err
		}, err
	})
	return out, err
}

// A given result is one that the model has got.
type given struct {
	id        string
	raw, text string
	then, now int
	later     int // requests that read it, until the context is compacted
}

// session measures one session.
func (b *Bench) session(
	ctx context.Context, c *tokens.Counter, o *corpus.Ordered, s score.Setting,
) (Session, error) {
	m := Session{File: o.File, Name: o.Name}
	all, err := b.summarise(ctx, c, o, s)
	if err != nil {
		return m, fmt.Errorf("%s: %w", o.Name, err)
	}
	variants := cost.Default().Variants()
	m.Costs = make([]Costs, len(variants))
	for _, g := range all {
		m.Results++
		m.Then += g.then
		m.raw = append(m.raw, g.then)
		m.Now += g.now
		for i, v := range variants {
			m.Costs[i].Then += v.Model.Shown(float64(g.then), g.later)
			m.Costs[i].Now += v.Model.Shown(float64(g.now), g.later)
		}
	}
	w := walk{m: &m, all: all, variants: variants, later: laterRequests(o), fetched: map[string]bool{}}
	for i := range o.Events {
		w.event(i, &o.Events[i])
	}
	return m, nil
}

// summarise makes the short texts of a session's results.
func (b *Bench) summarise(
	ctx context.Context, c *tokens.Counter, o *corpus.Ordered, s score.Setting,
) ([]given, error) {
	later := laterRequests(o)
	var all []given
	for i, e := range o.Events {
		if e.Result == nil {
			continue
		}
		out, err := b.Summarise(ctx, e.Result, s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Result.ID, err)
		}
		raw := string(e.Result.Raw())
		all = append(all, given{
			id: e.Result.ID, raw: raw, text: out.Text, then: c.CountString(raw), now: c.CountString(out.Text),
			later: later[i],
		})
	}
	return all, nil
}

// laterRequests is how many requests come after each event before the context is compacted, or the session ends.
func laterRequests(o *corpus.Ordered) []int {
	later := make([]int, len(o.Events))
	n := 0
	for i := len(o.Events) - 1; i >= 0; i-- {
		later[i] = n
		e := &o.Events[i]
		switch {
		case e.Compacted:
			n = 0
		case isModels(e) && (i == 0 || !isModels(&o.Events[i-1])):
			n++
		}
	}
	return later
}

// isModels reports whether an event is the model's: a call, or its text.
func isModels(e *corpus.Event) bool { return e.Call != nil || e.Chars > 0 && e.Role == "assistant" }

// A walk goes through a session's events.
type walk struct {
	m        *Session
	all      []given
	variants []cost.Variant
	later    []int
	seen     int             // results so far
	context  int             // tokens, reckoned up since the last compaction
	saved    int             // tokens that short texts have saved since then
	fetched  map[string]bool // strings that were fetched again
}

func (w *walk) event(i int, e *corpus.Event) {
	switch {
	case e.Compacted:
		w.context, w.saved = 0, 0
	case e.Result != nil:
		g := &w.all[w.seen]
		w.seen++
		w.context += g.then
		w.saved += g.then - g.now
	case e.Call != nil:
		if e.Call.Context > 0 {
			w.context = e.Call.Context
		}
		w.call(i, e.Call)
	default:
		w.context += e.Chars / charsPerToken
	}
}

// call looks for the strings that a call uses.
func (w *walk) call(i int, c *corpus.MadeCall) {
	if len(c.Uses) == 0 {
		return
	}
	w.m.Calls++
	possible := true
	misses := map[int]bool{}
	for _, use := range c.Uses {
		if w.find(use, func(g *given) string { return g.text }) >= 0 {
			continue
		}
		at := w.find(use, func(g *given) string { return g.raw })
		if at < 0 {
			continue // no result has it literally, so no short text lost it
		}
		possible = false
		w.m.Lost = append(w.m.Lost, Lost{c.ID, w.all[at].id, use})
		if !w.fetched[use] {
			w.fetched[use] = true
			misses[at] = true
		}
	}
	if possible {
		w.m.Possible++
	}
	for at := range misses {
		for k, v := range w.variants {
			miss := v.Model.Miss(float64(max(0, w.context-w.saved)), float64(w.all[at].then), w.later[i])
			w.m.Costs[k].Now += miss
			w.m.Costs[k].Misses += miss
		}
	}
}

// find is the latest result so far whose text has a string, -1 for none.
func (w *walk) find(s string, text func(*given) string) int {
	for i := w.seen - 1; i >= 0; i-- {
		if strings.Contains(text(&w.all[i]), s) {
			return i
		}
	}
	return -1
}
