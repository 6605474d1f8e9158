package session

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session/timeline"
)

// recent is how far back a list looks first.
const recent = 30 * 24 * time.Hour

// maxAlone is how many calls without a session are looked through for a list.
const maxAlone = 2000

// List returns the heads of some sessions, the newest first: n of them after the first skip. more means that there are
// older ones. Commands without a session are listed by folder. Failures are those that hooks saw, unless the session
// was loaded since ([Head.Whole]).
func (s *Sessions) List(ctx context.Context, skip, n int) (list []Head, more bool, err error) {
	var groups []ledger.Group
	for _, since := range []time.Time{time.Now().Add(-recent), {}} { // most lists need no more than the recent ones
		groups, err = s.o.Ledger.Stats(ctx, ledger.Query{By: ledger.BySession, Since: since})
		if err != nil {
			return nil, false, err
		}
		if len(groups) > skip+n+1 {
			break
		}
	}
	var all []Head
	for _, g := range groups {
		if g.Value != "" {
			h := Head{Key: Key{Session: g.Value}, Last: g.Last, Calls: int(g.Calls + g.Passed)}
			all = append(all, h)
			continue
		}
		alone, err := s.alone(ctx)
		if err != nil {
			return nil, false, err
		}
		all = append(all, alone...)
	}
	slices.SortStableFunc(all, func(a, b Head) int { return b.Last.Compare(a.Last) })
	all = all[min(skip, len(all)):]
	for i := range all[:min(n, len(all))] {
		if err := s.complete(ctx, &all[i]); err != nil {
			return nil, false, err
		}
	}
	return all[:min(n, len(all))], len(all) > n, nil
}

// alone returns the commands that a person ran, by folder.
func (s *Sessions) alone(ctx context.Context) (list []Head, err error) {
	alone, err := s.o.Ledger.Calls(ctx, ledger.Filter{NoSession: true, Untouched: true, Limit: maxAlone})
	if err != nil {
		return nil, err
	}
	slices.Reverse(alone)
	folders := map[string][]ledger.Call{}
	for _, c := range alone {
		folders[c.Dir] = append(folders[c.Dir], c)
	}
	for dir, calls := range folders {
		entries := timeline.Of(calls)
		h := headOf(Key{Dir: dir}, entries)
		h.Red, h.Whole, h.Saved = timeline.States(entries), len(alone) < maxAlone, savedBy(calls)
		list = append(list, h)
	}
	slices.SortFunc(list, func(a, b Head) int { return strings.Compare(a.Key.Dir, b.Key.Dir) })
	return list, nil
}

// complete adds what only the calls and the transcript of a session tell.
func (s *Sessions) complete(ctx context.Context, h *Head) error {
	if h.Key.Session == "" {
		return nil
	}
	s.mu.Lock()
	known, ok := s.heads[h.Key]
	s.mu.Unlock()
	if !ok || !known.Last.Equal(h.Last) || known.Whole && known.stamp != s.trails.stamp(h.Key.Session) {
		calls, err := s.calls(ctx, h.Key)
		if err != nil {
			return err
		}
		entries := timeline.Of(calls)
		known = headOf(h.Key, entries)
		known.Red, known.Saved = timeline.States(entries), savedBy(calls)
		known.Last = h.Last
		s.mu.Lock()
		s.heads[h.Key] = known
		s.mu.Unlock()
	}
	*h = known
	begin := s.trails.head(h.Key.Session)
	h.Prompt, h.Branch, h.Dir = begin.prompt, begin.branch, first(h.Dir, begin.dir)
	return nil
}
