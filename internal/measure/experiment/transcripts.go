package experiment

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/measure/transcript"
)

// pause is the longest time between two requests that counts as work: who takes longer was away.
const pause = 10 * time.Minute

// A reading has the records of one session's transcripts.
type reading struct {
	bill    map[string]transcript.Usage // by message; those without a total
	unnamed int                         // records about requests without a name
	totals  map[string]Tokens           // by model
	ends    map[transcript.Usage]bool
	times   []time.Time
	broken  bool // one of its transcripts can't be read to its end

	first    time.Time // of the main agent's first request
	model    string    // of that
	main     bool      // there was one
	lastText string    // by the main agent, last
}

// Transcripts reads the costs of the sessions. Unreadable sources are left out; skipped is their number. progress, if
// it isn't nil, is called with the number of sources read.
func (g *Gathering) Transcripts(
	ctx context.Context, sources []transcript.Source, progress func(done int),
) (skipped int, err error) {
	all := map[string]*reading{}
	of := func(session string) *reading {
		id, _, _ := strings.Cut(session, "/")
		if s := g.sessions[id]; s == nil || s.Number > 0 {
			return nil
		}
		if all[id] == nil {
			all[id] = newReading()
		}
		return all[id]
	}
	for i, s := range sources {
		if progress != nil {
			progress(i)
		}
		touched := map[*reading]bool{of(g.about(s.Name)): true}
		_, err := s.ReadBilled(ctx, func(it *transcript.Item) error {
			if r := of(it.Session); r != nil {
				touched[r] = true
				r.item(it)
			}
			return nil
		}, func(u *transcript.Usage) error {
			if r := of(u.Session); r != nil {
				touched[r] = true
				r.usage(u)
			}
			return nil
		})
		switch {
		case ctx.Err() != nil:
			return skipped, context.Cause(ctx)
		case err != nil && !errors.Is(err, transcript.ErrNotTranscript) && !errors.Is(err, fs.ErrNotExist):
			skipped++
			for r := range touched {
				if r != nil {
					r.broken = true
				}
			}
		}
	}
	for id, r := range all {
		if !r.broken {
			r.into(g.sessions[id], g.of.Started)
		}
	}
	return skipped, nil
}

func newReading() *reading {
	return &reading{
		bill: map[string]transcript.Usage{}, totals: map[string]Tokens{}, ends: map[transcript.Usage]bool{},
	}
}

// item keeps the last text of the main agent.
func (r *reading) item(it *transcript.Item) {
	if it.Kind == transcript.Text && it.Role == transcript.Assistant && !strings.Contains(it.Session, "/") {
		r.lastText = it.Text
	}
}

// usage adds a record. Among records about the same request, the last one counts. A total replaces the
// records of its model before it; a session that goes on after one has another, of what came since.
func (r *reading) usage(u *transcript.Usage) {
	if !u.Time.IsZero() {
		r.times = append(r.times, u.Time)
	}
	if !strings.Contains(u.Session, "/") && (!r.main || !u.Time.IsZero() && u.Time.Before(r.first)) {
		r.main, r.first, r.model = true, u.Time, u.Model
	}
	if u.Total {
		r.total(u)
		return
	}
	key := u.Message
	if key == "" {
		r.unnamed++
		key = "\x00" + strconv.Itoa(r.unnamed)
	}
	r.bill[key] = *u
}

// total takes a total into account, once however many copies of its transcript there are.
func (r *reading) total(u *transcript.Usage) {
	for key, old := range r.bill {
		if u.Model == "" || old.Model == "" || old.Model == u.Model {
			delete(r.bill, key)
		}
	}
	if !r.ends[*u] {
		r.ends[*u] = true
		r.totals[u.Model] = r.totals[u.Model].plus(u)
	}
}

// into adds the reading to the session, unless an earlier report has read more: transcripts are deleted.
func (r *reading) into(s *Session, started time.Time) {
	if !r.main {
		return // a sub-agent's alone
	}
	bill, half := maps.Clone(r.totals), false
	for _, key := range slices.Sorted(maps.Keys(r.bill)) { // so that sums of dollars are the same each time
		u := r.bill[key]
		half = half || u.Half
		bill[u.Model] = bill[u.Model].plus(&u)
	}
	if read := (Session{Bill: bill}); read.less(s) {
		return
	}
	s.Bill, s.Model, s.Half, s.Seconds, s.Says = bill, r.model, half, seconds(r.times), claimOf(r.lastText)
	for _, t := range r.times {
		s.Last = later(s.Last, t)
		if t.Before(started) {
			s.Why = cmp.Or(s.Why, before)
		}
	}
}

// seconds returns the time between the first and the last of these, without pauses.
func seconds(times []time.Time) float64 {
	slices.SortFunc(times, time.Time.Compare)
	var sum time.Duration
	for i := 1; i < len(times); i++ {
		sum += min(times[i].Sub(times[i-1]), pause)
	}
	return sum.Seconds()
}

// free returns prices at which tokens of any kind cost something, to find sessions that used none.
func free(string) cost.Prices { return cost.Prices{Input: 1, CacheRead: 1, CacheWrite: 1, Output: 1} }
