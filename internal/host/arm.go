package host

import (
	"cmp"

	"github.com/toktee/toktee/internal/measure/experiment/assign"
)

// Arm is the arm of the running experiment that a session is on, "" for none: where no experiment runs, where the
// session isn't known (see [Options].Session), where toktee is switched off, and where nothing is kept, so that nobody
// could tell later which arm it was. A door leaves everything of a session on [assign.Control] as it would be without
// toktee, notes each output with [Host.Passed], and says nothing of it to the model. [Host.Deliver] passes outputs of
// such a session through, for doors that do nothing else.
//
// What runs is read once, so that a door which serves a session for as long as it lives stays on its arm. A file that
// can't be read is a warning.
func (h *Host) Arm(session string) assign.Group {
	session = cmp.Or(session, h.o.Session)
	if session == "" || h.settings == nil || h.keeper == nil || !h.settings.Split || h.settings.Raw {
		return ""
	}
	return h.experiment().Of(session)
}

// Passes reports whether everything of a session is to stay as it is, for the sake of an experiment.
func (h *Host) Passes(session string) bool { return h.Arm(session) == assign.Control }

// CallersSession is the session that a process belongs to, by the variables that agents set for the commands that they
// run: Claude Code, also for servers of MCP, and Codex. It is "" where none is set.
func CallersSession(getenv func(string) (string, bool)) string {
	for _, name := range []string{"CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID"} {
		if session, _ := getenv(name); session != "" {
			return session
		}
	}
	return ""
}

// readExperiment reads what runs.
func (h *Host) readExperiment() *assign.Experiment {
	dir := h.StoreDir()
	if dir == "" || h.keeper.ready() != nil {
		return nil
	}
	e, err := assign.Running(dir)
	if err != nil {
		h.warn(err)
	}
	return e
}
