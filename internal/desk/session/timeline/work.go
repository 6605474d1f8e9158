package timeline

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/ledger/call"
)

// A Work counts an agent's results in a session, so far.
type Work struct {
	Results   int   // all of them
	Shortened int   // those whose text has fewer tokens than the agent would have sent
	Saved     int64 // tokens
	Red       int   // commands whose last run failed
}

// WorkOf counts the calls of a session, as its page does without the agent's transcript.
func WorkOf(calls []call.Call, checksDir, session string) (w Work) {
	dir := ""
	for i := range calls {
		if c := &calls[i]; !c.Untouched {
			w.Saved += c.Saved()
		}
		if dir == "" {
			dir = calls[i].Dir
		}
	}
	entries, _ := AddLog(Of(calls), checksDir, session, dir)
	slices.SortStableFunc(entries, func(a, b Entry) int { return a.Time.Compare(b.Time) })
	w.Red = States(entries)
	for i := range entries {
		e := &entries[i]
		if e.IsCall() {
			w.Results++
		}
		if e.IsShortened() {
			w.Shortened++
		}
	}
	return w
}

// IsCall reports whether an entry is a call of a tool, other than an edit.
func (e *Entry) IsCall() bool { return e.Kind == Call || e.Kind == Untouched || e.Kind == Unseen }

// IsShortened reports whether the model was sent fewer tokens of a call than without toktee.
func (e *Entry) IsShortened() bool { return e.Kind == Call && e.Call.Given < e.Call.Raw }

// Notice returns a line about a session for the person, "" if nothing was shortened and no command is failing.
//
//	toktee on: 12 of 42 results shortened, 18,400 tokens saved; 1 command still failing
//	toktee on: 1 of 3 results shortened, 120 tokens more than without it
func (w Work) Notice() string {
	var parts []string
	if w.Shortened > 0 {
		results := figures.Number(w.Shortened) + " of " + figures.Count(w.Results, "result", "results") + " shortened, "
		tokens := figures.Count(max(w.Saved, -w.Saved), "token", "tokens")
		if w.Saved < 0 {
			parts = append(parts, results+tokens+" more than without it")
		} else {
			parts = append(parts, results+tokens+" saved")
		}
	}
	if w.Red > 0 {
		parts = append(parts, figures.Count(w.Red, "command", "commands")+" still failing")
	}
	if len(parts) == 0 {
		return ""
	}
	return "toktee on: " + strings.Join(parts, "; ")
}
