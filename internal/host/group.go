package host

import (
	"cmp"

	"github.com/toktee/toktee/internal/measure/experiment/assign"
)

// Group returns a session's group in the running experiment. It returns "" if no experiment runs, the session isn't
// known (see [Options].Session), toktee is disabled, or outputs aren't kept and the group couldn't be looked up later.
//
// A session of [assign.Control] gets its outputs as they are: [Host.Deliver] shortens none, and an integration changes
// nothing else either. Each output is recorded with [Host.NoteControl].
//
// The experiment is read once, so a session stays in its group as long as its integration runs. A file that can't be
// read is a warning.
func (h *Host) Group(session string) assign.Group {
	session = cmp.Or(session, h.o.Session)
	if session == "" || h.settings == nil || h.keeper == nil || h.settings.Disabled() {
		return ""
	}
	return h.experiment().Of(session)
}

// IsControl reports whether a session is in the control group of an experiment: nothing of it is changed.
func (h *Host) IsControl(session string) bool { return h.Group(session) == assign.Control }

// CallersSession returns the session that a process belongs to, "" if unknown. Claude Code and Codex name it in a
// variable of the commands that they run; Claude Code also for MCP servers.
func CallersSession(getenv func(string) (string, bool)) string {
	for _, name := range []string{"CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID"} {
		if session, _ := getenv(name); session != "" {
			return session
		}
	}
	return ""
}

// readExperiment reads the running experiment; nil for none.
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
