package hook

import (
	"encoding/json"

	calls "github.com/toktee/toktee/internal/desk/ledger/call"
	"github.com/toktee/toktee/internal/desk/session/timeline"
)

// startNotice is the line at the start of a session.
const startNotice = "toktee on: results are shortened; full outputs: toktee ui"

// notify returns a line for the person at the start and the end of a session, nil for none. The end of each turn may be
// that of the session: the line is printed if it isn't the one that was printed last. Claude Code, Codex and Gemini CLI
// have the same form of events:
//
//	{"session_id":"s","cwd":"/shop","hook_event_name":"SessionStart","source":"startup"}
//	{"session_id":"s","cwd":"/shop","hook_event_name":"Stop"}
func (o *Options) notify(b []byte) (any, error) {
	var in claudeInput
	if json.Unmarshal(b, &in) != nil || in.Session == "" || in.Agent != "" || in.Source == "compact" {
		return nil, nil
	}
	isStart := in.Event == "SessionStart"
	if !isStart && in.Event != "Stop" && in.Event != "AfterAgent" {
		return nil, nil
	}
	ev := event{session: in.Session, dir: in.Dir, mode: in.Mode}
	h, err := o.openHost(ev)
	if err != nil {
		return nil, err
	}
	if s := h.Settings(); !s.Notices || s.NoStore || !h.Config().Enabled || h.IsControl(ev.name()) {
		return nil, nil
	}
	if isStart {
		if o.isWayBackRefused(ev) { // results stay as they are
			return nil, nil
		}
		return stopAnswer(startNotice, false), nil
	}
	st := openState(h, ev.session)
	if st.path == "" {
		return nil, nil
	}
	last := st.load().noticed
	made, day, err := calls.Read(h.Store().JournalDir(), last.Day, in.Session)
	if err != nil {
		return nil, err
	}
	line := timeline.WorkOf(made, h.Store().ChecksDir(), in.Session).Notice()
	if line == "" || line == last.Verdict {
		return nil, nil
	}
	st.begin(o.Agent, ev)
	st.add(note{What: noticed, Verdict: line, Day: day})
	return stopAnswer(line, false), nil
}
