package host

import (
	"cmp"
	"encoding/json"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/host/inputs"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/crash"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A reading has the inputs of a check at the end of its run. The zero reading knows nothing.
type reading struct {
	root    string // of the worktree
	inputs  inputs.Inputs
	isKnown bool
	started time.Time // or the time of the reading, if late
	late    bool
	skipped bool // see skipsInputs
	now     time.Time
}

// session returns the session of a call.
func (h *Host) session(req *summarize.Request) string { return cmp.Or(req.Session, h.o.Session) }

// readInputs reads the inputs of a call as they are now, if it is a check whose result follows from them. It reads them
// while the caller goes on, and the function that it returns waits for them. If only a failure needs them and the exit
// status is 0, the function reads them.
func (h *Host) readInputs(req *summarize.Request, then *store.Earlier) func() reading {
	if h.o.Environ == nil || h.settings.NoUnchanged || !inputs.Pure(req.Command, h.settings.CommandsPure) {
		return func() reading { return reading{} }
	}
	at := reading{started: h.startOf(req), now: h.now()}
	if at.started.IsZero() {
		at.started, at.late = at.now, true
		at.skipped = skipsInputs(req, then, h.session(req))
	}
	if at.skipped {
		return func() reading { return at }
	}
	of := inputs.Of{Dir: h.o.Dir, Command: req.Command, Environ: h.o.Environ}
	read := sync.OnceValue(func() reading {
		h.warnOf(crash.Guard(func() error {
			if r, ok := h.repository(); ok {
				if at.root, of.Repo = r.Root, r; h.o.Umask != nil {
					of.Umask = h.o.Umask()
				}
				at.inputs, at.isKnown = inputs.Read(of)
			}
			return nil
		}))
		return at
	})
	if !at.late || !req.Status.OK() {
		go read()
	}
	return read
}

// skipsInputs reports whether the inputs of a run whose start isn't known aren't read. If that of the last run isn't
// known either, a text can state no more than a number of failures in a row. To save time, it states each fifth. An
// exit status of 0 is that of a filter if the command has one, and the check before it may have failed.
func skipsInputs(req *summarize.Request, then *store.Earlier, session string) bool {
	last := then.Run
	switch {
	case last != nil && !last.Late:
		return false
	case req.Status.OK() && shell.Parse(req.Command).OwnExit:
		return true
	}
	return last != nil && then.IsOf(session) && (last.InARow()+1)%summarize.FromRuns != 0
}

// isSame reports whether no input has changed since the last run.
func (at reading) isSame(then *store.Earlier) bool {
	last := then.Run
	if last == nil || !at.isKnown {
		return false
	}
	started := at.started
	if at.late {
		started = last.Started
	}
	return at.inputs.Unchanged(last.Inputs, last.Started, started)
}

// since returns the facts that a text may state about earlier runs with the same inputs, nil for nothing.
func (at reading) since(then *store.Earlier, session string) *summarize.Same {
	if !at.isSame(then) {
		return nil
	}
	s := &summarize.Same{Outcome: outcomeOf(then.Run.Outcome)}
	if !then.Run.Late {
		s.Since = clock(then.Run.Started, at.now)
	}
	if then.IsOf(session) {
		s.Failed = then.Run.InARow()
	}
	return s
}

// run returns the record of the run, nil if it would prove nothing.
func (at reading) run(then *store.Earlier, session string, r result.ToolResult) *store.Run {
	e := r.Error()
	switch {
	case e != nil && e.Kind != result.KindExit:
		return nil
	case at.skipped && then.Run != nil && then.IsOf(session) && r.Failed():
		run := *then.Run
		run.Unread++
		return &run
	case !at.isKnown || !at.inputs.Before(at.started) || isSetBack(at.started, at.now):
		if at.late && r.Failed() { // so that the next failures in a row don't read the inputs again
			return &store.Run{Started: at.started.UTC(), Late: true, Outcome: r.Outcome().String(), Unread: 1}
		}
		return nil
	}
	run := &store.Run{
		Inputs: at.inputs.Sum, Started: at.started.UTC(), Late: at.late, Outcome: r.Outcome().String(),
	}
	if r.Failed() {
		run.Failed = 1
		if at.isSame(then) && then.IsOf(session) {
			run.Failed += then.Run.InARow()
		}
	}
	return run
}

// isSetBack reports whether the clock was set back between two times, as far as they were read in one process: a change
// after the start may have an earlier time then.
func isSetBack(from, to time.Time) bool {
	return to.Round(0).Sub(from.Round(0)) < to.Sub(from)-time.Second // Round drops the reading of the steady clock
}

// outcomeOf reads an outcome's name.
func outcomeOf(name string) result.Outcome {
	for _, o := range [...]result.Outcome{result.Pass, result.Fail} {
		if o.String() == name {
			return o
		}
	}
	return result.Unknown
}

// clock words a time in the zone of now: "14:02", or on another day "24 Nov 14:02", with the year of another one.
func clock(t, now time.Time) string {
	t = t.In(now.Location())
	if t.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return t.Format("15:04")
	}
	if t.Year() != now.Year() {
		return t.Format("2 Jan 2006 15:04")
	}
	return t.Format("2 Jan 15:04")
}

// A Recorded is the result of an earlier run that replaces a new one.
type Recorded struct {
	Result result.ToolResult
	Line   string // states that the command wasn't run, and why
}

// Recorded returns the last result of a command whose inputs are proved to be the same as then. ok is false if that
// isn't proved, or if the command was stopped.
func (h *Host) Recorded(req summarize.Request) (rec Recorded, ok bool) {
	if h.keeper == nil {
		return Recorded{}, false
	}
	p := h.pastOf(summarize.Config{Enabled: true}, &req)
	if p == nil {
		return Recorded{}, false
	}
	p.begin(&req)
	same := req.Same()
	if same == nil || same.Since == "" {
		return Recorded{}, false
	}
	var r result.ToolResult
	record, err := h.keeper.store.Get(p.then.Last)
	if err != nil || json.Unmarshal(record.Result, &r) != nil {
		return Recorded{}, false // it was removed
	}
	if e := r.Error(); e != nil && e.Kind != result.KindExit {
		return Recorded{}, false
	}
	_, isKnown := r.ExitCode()
	return Recorded{r, same.NotRun()}, isKnown
}
