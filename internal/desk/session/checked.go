package session

import (
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/run/repo"
)

// addLog adds the branch, edits and the outcomes of untouched calls that the log of checks has. If it can't be read,
// they are unknown.
func (s *Sessions) addLog(one *Session) {
	if one.Key.Session == "" || one.Dir == "" {
		return
	}
	repository := one.Dir
	if r, ok := repo.Find(one.Dir); ok && r.Root != "" {
		repository = r.Common
	}
	log, _ := checks.Open(s.o.Store.ChecksDir(), repository).Read()
	edited := map[string]bool{}
	runs := map[string][]int{} // calls by their commands
	for i := range one.Entries {
		switch e := &one.Entries[i]; {
		case e.Kind == Edit:
			edited[e.File] = true
		case e.Kind == Call || e.Kind == Untouched:
			runs[e.Call.Command] = append(runs[e.Call.Command], i)
		}
	}
	for i := range log {
		e := &log[i]
		if !e.Of(one.Key.Session) {
			continue
		}
		_, agent, _ := strings.Cut(e.Session, "/")
		one.Branch = first(one.Branch, e.State.Branch)
		if e.Event == checks.Edited && !edited[e.File] && !edited[e.Root+"/"+e.File] {
			one.Entries = append(one.Entries, Entry{Kind: Edit, Time: e.Time, Agent: agent, File: e.File})
		}
		if e.Event == checks.Ran {
			runs[e.Command] = one.ran(e, runs[e.Command])
		}
	}
}

// ran sets the outcome of the untouched call that an entry of the log is about, and returns the other calls: it is the
// one of its command that is nearest in time.
func (s *Session) ran(e *checks.Entry, calls []int) []int {
	gap := func(i int) time.Duration { return s.Entries[i].Time.Sub(e.Time).Abs() }
	nearest := -1
	for n, i := range calls {
		if gap(i) < slack && (nearest < 0 || gap(i) < gap(calls[nearest])) {
			nearest = n
		}
	}
	if nearest < 0 {
		return calls
	}
	if c := &s.Entries[calls[nearest]].Call; c.Untouched && c.Outcome == "" && !e.Piped {
		c.Outcome = e.Outcome
	}
	return slices.Delete(calls, nearest, nearest+1)
}

// slack is how far apart the journal and the log of checks may note the same run.
const slack = 10 * time.Second
