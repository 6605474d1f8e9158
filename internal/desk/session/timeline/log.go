package timeline

import (
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/run/repo"
)

// AddLog adds edits and the outcomes of untouched calls that the log of checks in a folder has for a session, which ran
// in dir. It returns the session's branch, "" if it isn't known. If the log can't be read, nothing is known.
func AddLog(entries []Entry, checksDir, session, dir string) (all []Entry, branch string) {
	if session == "" || dir == "" {
		return entries, ""
	}
	repository := dir
	if r, ok := repo.Find(dir); ok && r.Root != "" {
		repository = r.Common
	}
	log, _ := checks.Open(checksDir, repository).Read()
	edited := map[string]bool{}
	runs := map[string][]int{} // calls by their commands
	for i := range entries {
		switch e := &entries[i]; {
		case e.Kind == Edit:
			edited[e.File] = true
		case e.Kind == Call || e.Kind == Untouched:
			runs[e.Call.Command] = append(runs[e.Call.Command], i)
		}
	}
	for i := range log {
		e := &log[i]
		if !e.Of(session) {
			continue
		}
		_, agent, _ := strings.Cut(e.Session, "/")
		if branch == "" {
			branch = e.State.Branch
		}
		if e.Event == checks.Edited && !edited[e.File] && !edited[e.Root+"/"+e.File] {
			entries = append(entries, Entry{Kind: Edit, Time: e.Time, Agent: agent, File: e.File})
		}
		if e.Event == checks.Ran {
			runs[e.Command] = ran(entries, e, runs[e.Command])
		}
	}
	return entries, branch
}

// ran sets the outcome of the untouched call that an entry of the log is about, and returns the other calls: it is the
// one of its command that is nearest in time.
func ran(entries []Entry, e *checks.Entry, calls []int) []int {
	gap := func(i int) time.Duration { return entries[i].Time.Sub(e.Time).Abs() }
	nearest := -1
	for n, i := range calls {
		if gap(i) < Slack && (nearest < 0 || gap(i) < gap(calls[nearest])) {
			nearest = n
		}
	}
	if nearest < 0 {
		return calls
	}
	if c := &entries[calls[nearest]].Call; c.Untouched && c.Outcome == "" && !e.Piped {
		c.Outcome = e.Outcome
	}
	return slices.Delete(calls, nearest, nearest+1)
}

// Slack is how far apart two records may note the same run.
const Slack = 10 * time.Second
