package experiment

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/measure/experiment/assign"
)

// A Gathering has the sessions of an experiment so far.
type Gathering struct {
	of       assign.Experiment
	now      time.Time
	sessions map[string]*Session
	earlier  map[string]bool   // sessions that had a call before the experiment
	outside  map[string]bool   // those that had one while it ran, and not in it
	roots    map[string]string // of folders
}

// Gather begins with nothing.
func Gather(of assign.Experiment, now time.Time) *Gathering {
	return &Gathering{
		of: of, now: now, sessions: map[string]*Session{}, earlier: map[string]bool{}, outside: map[string]bool{},
		roots: map[string]string{},
	}
}

// Journal reads which sessions there are.
func (g *Gathering) Journal(ctx context.Context, dir string) error {
	_, _, err := journal.Read(ctx, dir, journal.Position{}, func(e journal.Event, _ journal.Position) error {
		g.event(&e)
		return nil
	})
	for id := range g.outside {
		if s := g.sessions[id]; s != nil {
			s.Why = cmp.Or(s.Why, mixed)
		}
	}
	return err
}

// event records a call. Fetches are none: only outputs of the treatment group can be fetched.
func (g *Gathering) event(e *journal.Event) {
	id, _, _ := strings.Cut(e.Session, "/")
	if id == "" || e.Kind == journal.Forgot || e.Kind == journal.Fetched {
		return
	}
	s := g.sessions[id]
	if e.Experiment != g.of.Name {
		switch {
		case e.Time.Before(g.of.Started):
			g.earlier[id] = true
		case g.of.Ended.IsZero() || !e.Time.After(g.of.Ended):
			g.outside[id] = true
		case s != nil:
			s.Why = cmp.Or(s.Why, after)
		}
		return
	}
	if s == nil {
		s = &Session{ID: id, Group: assign.Group(e.Arm), Began: e.Time}
		g.sessions[id] = s
	}
	s.Last = later(s.Last, e.Time)
	s.Program, s.Dir = cmp.Or(s.Program, e.Program), cmp.Or(s.Dir, g.root(e.Dir))
	switch {
	case s.Group != assign.Group(e.Arm):
		s.Why = both
	case g.earlier[id]:
		s.Why = before
	}
}

// root returns the repository of a folder, looked up once.
func (g *Gathering) root(dir string) string {
	root, ok := g.roots[dir]
	if !ok {
		root = repository(dir)
		g.roots[dir] = root
	}
	return root
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Keep adds the sessions of earlier reports. The journal and the transcripts have precedence while they have the
// session. A session that counts stays as it was counted.
func (g *Gathering) Keep(rows []Session) {
	for _, row := range rows {
		s := g.sessions[row.ID]
		if s == nil || row.Number > 0 {
			g.sessions[row.ID] = &row
			continue
		}
		s.Began = row.Began // the journal's first days may be gone
		s.Last, s.Why = later(s.Last, row.Last), cmp.Or(s.Why, row.Why)
		s.Model, s.Bill, s.Half, s.Seconds, s.Says, s.Refetches = row.Model, row.Bill, row.Half, row.Seconds, row.Says,
			row.Refetches
	}
}

// Refetches adds the number of fetches of omitted parts for each session.
func (g *Gathering) Refetches(of map[string]int) {
	for id, n := range of {
		if s := g.sessions[id]; s != nil && s.Number == 0 {
			s.Refetches = max(s.Refetches, n)
		}
	}
}

// Sessions returns the sessions of the experiment: first those that count, in the order of counting, then the others,
// in the order of their ends.
func (g *Gathering) Sessions() []Session {
	var list []Session
	for _, s := range g.sorted() {
		list = append(list, *s)
	}
	return list
}

func (g *Gathering) sorted() []*Session {
	place := func(s *Session) int {
		if s.Number == 0 {
			return math.MaxInt
		}
		return s.Number
	}
	return slices.SortedFunc(maps.Values(g.sessions), func(a, b *Session) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), a.Last.Compare(b.Last), strings.Compare(a.ID, b.ID))
	})
}

// why returns the reason for which a session doesn't count, or "".
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
