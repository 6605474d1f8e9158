package experiment

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/experiment/arms"
	"github.com/toktee/toktee/internal/journal"
)

// A Gathering is what is known of an experiment's sessions so far.
type Gathering struct {
	of       arms.Experiment
	now      time.Time
	sessions map[string]*Session
	earlier  map[string]bool // sessions that had a call before the experiment
}

// Gather begins with nothing.
func Gather(of arms.Experiment, now time.Time) *Gathering {
	return &Gathering{of: of, now: now, sessions: map[string]*Session{}, earlier: map[string]bool{}}
}

// Journal reads which sessions there are.
func (g *Gathering) Journal(ctx context.Context, dir string) error {
	_, _, err := journal.Read(ctx, dir, journal.Position{}, func(e journal.Event, _ journal.Position) error {
		g.event(&e)
		return nil
	})
	return err
}

// event takes a call into account.
func (g *Gathering) event(e *journal.Event) {
	id, _, _ := strings.Cut(e.Session, "/")
	if id == "" || e.Kind == journal.Forgot {
		return
	}
	if e.Experiment != g.of.Name {
		if e.Time.Before(g.of.Started) {
			g.earlier[id] = true
		} else if s := g.sessions[id]; s != nil && !g.of.Ended.IsZero() && e.Time.After(g.of.Ended) {
			s.Why = cmp.Or(s.Why, after)
		}
		return
	}
	s := g.sessions[id]
	if s == nil {
		s = &Session{ID: id, Arm: arms.Arm(e.Arm), Program: e.Program, Dir: e.Dir, Began: e.Time}
		g.sessions[id] = s
	}
	s.Last = later(s.Last, e.Time)
	s.Program, s.Dir = cmp.Or(s.Program, e.Program), cmp.Or(s.Dir, e.Dir)
	switch {
	case s.Arm != arms.Arm(e.Arm):
		s.Why = both
	case g.earlier[id]:
		s.Why = before
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Keep takes over what earlier reports have read. The journal goes before it where it has the session still, and
// transcripts do.
func (g *Gathering) Keep(rows []Session) {
	for _, row := range rows {
		s := g.sessions[row.ID]
		if s == nil {
			g.sessions[row.ID] = &row
			continue
		}
		s.Began = row.Began // the journal's first days may be gone
		s.Last, s.Why = later(s.Last, row.Last), cmp.Or(s.Why, row.Why)
		s.Bill, s.Half, s.Seconds, s.Says, s.Regrets = row.Bill, row.Half, row.Seconds, row.Says, row.Regrets
	}
}

// Regrets takes over how often each session fetched what was left out, where that is known.
func (g *Gathering) Regrets(of map[string]int) {
	for id, n := range of {
		if s := g.sessions[id]; s != nil {
			s.Regrets = max(s.Regrets, n)
		}
	}
}

// Sessions are those of the experiment, in the order in which they began.
func (g *Gathering) Sessions() []Session {
	var list []Session
	for _, s := range g.sessions {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Session) int {
		return cmp.Or(a.Began.Compare(b.Began), strings.Compare(a.ID, b.ID))
	})
	return list
}

// why says why a session doesn't count, "" where it does.
func (s *Session) why(now time.Time) string {
	switch {
	case s.Why != "":
		return s.Why
	case now.Sub(s.Last) < Quiet:
		return going
	case s.Half:
		return halfKnown
	case s.Bill == nil:
		return unknown
	case s.requests() == 0 && s.dollars(free) == 0:
		return unbilled
	}
	return ""
}

// models are those of a session, by name.
func (s *Session) models() []string { return slices.Sorted(maps.Keys(s.Bill)) }
