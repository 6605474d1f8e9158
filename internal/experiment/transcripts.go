package experiment

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/cost"
	"github.com/toktee/toktee/internal/transcript"
)

// pause is the longest time between two requests that counts as work: who takes longer was away.
const pause = 10 * time.Minute

// A reading is what is read of one session's transcripts.
type reading struct {
	bill   map[string]transcript.Usage // by message
	order  []string
	totals map[string]transcript.Usage // by model
	times  []time.Time
	says   string // by the main agent, last
}

// Transcripts reads what the sessions cost. What can't be read is left out; skipped says how many sources that were.
// progress, if it isn't nil, is told how many were read.
func (g *Gathering) Transcripts(
	ctx context.Context, sources []transcript.Source, progress func(done int),
) (skipped int, err error) {
	all := map[string]*reading{}
	of := func(session string) *reading {
		id, _, _ := strings.Cut(session, "/")
		if g.sessions[id] == nil {
			return nil
		}
		if all[id] == nil {
			all[id] = &reading{bill: map[string]transcript.Usage{}, totals: map[string]transcript.Usage{}}
		}
		return all[id]
	}
	for i, s := range sources {
		if progress != nil {
			progress(i)
		}
		_, err := s.ReadBilled(ctx, func(it *transcript.Item) error {
			if r := of(it.Session); r != nil {
				r.item(it)
			}
			return nil
		}, func(u *transcript.Usage) error {
			if r := of(u.Session); r != nil {
				r.usage(u)
			}
			return nil
		})
		switch {
		case ctx.Err() != nil:
			return skipped, context.Cause(ctx)
		case err != nil && !errors.Is(err, transcript.ErrNotTranscript) && !errors.Is(err, fs.ErrNotExist):
			skipped++
		}
	}
	for id, r := range all {
		r.into(g.sessions[id])
	}
	return skipped, nil
}

// item remembers what the main agent said last.
func (r *reading) item(it *transcript.Item) {
	if it.Kind == transcript.Text && it.Role == transcript.Assistant && !strings.Contains(it.Session, "/") {
		r.says = it.Text
	}
}

// usage takes a record into account. Of records about the same request, the last one holds.
func (r *reading) usage(u *transcript.Usage) {
	if !u.Time.IsZero() {
		r.times = append(r.times, u.Time)
	}
	if u.Total {
		r.totals[u.Model] = *u
		return
	}
	key := u.Message
	if key == "" {
		key = "\x00" + time.Duration(len(r.order)).String()
	}
	if _, ok := r.bill[key]; !ok {
		r.order = append(r.order, key)
	}
	r.bill[key] = *u
}

// into puts what was read into the session.
func (r *reading) into(s *Session) {
	bill, half := map[string]Tokens{}, false
	add := func(u *transcript.Usage) {
		half = half || u.Half
		t := bill[u.Model]
		t.Requests += u.Requests
		t.Input += u.Input
		t.CacheRead += u.CacheRead
		t.CacheWrite += u.CacheWrite
		t.CacheLong += u.CacheLong
		t.Output += u.Output
		t.Dollars += u.Dollars
		bill[u.Model] = t
	}
	for _, key := range r.order {
		if u := r.bill[key]; len(r.totals) == 0 || !replaced(r.totals, u.Model) {
			add(&u)
		}
	}
	for _, u := range r.totals {
		add(&u)
	}
	s.Bill, s.Half, s.Seconds, s.Says = bill, half, seconds(r.times), says(r.says)
	for _, t := range r.times {
		s.Last = later(s.Last, t)
	}
}

// replaced reports whether totals stand for the records of a model: its own, or those of a session that names none.
func replaced(totals map[string]transcript.Usage, model string) bool {
	_, own := totals[model]
	_, all := totals[""]
	return own || all || model == ""
}

// seconds is the time between the first and the last of these, without pauses.
func seconds(times []time.Time) float64 {
	slices.SortFunc(times, time.Time.Compare)
	var sum time.Duration
	for i := 1; i < len(times); i++ {
		sum += min(times[i].Sub(times[i-1]), pause)
	}
	return sum.Seconds()
}

// free are prices at which tokens of any kind cost something, to see whether there are any.
func free(string) cost.Prices { return cost.Prices{Input: 1, CacheRead: 1, CacheWrite: 1, Output: 1} }
