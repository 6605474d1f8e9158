package setup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Feature is a use of more of an agent's events, which the person is asked about.
type Feature struct {
	Name     string // in the flag that switches it on, and in the file of those that were declined
	Question string // about an agent, without its name
	Has, Not string // what doctor says of an agent
}

// Features returns all features.
func Features() []*Feature { return []*Feature{claims, notices} }

// claims compares the model's claims at the end of a turn with the commands that ran.
var claims = &Feature{
	Name:     "claims",
	Question: "show you at the end of a turn if the model claims more than it ran (\"all tests pass\")",
	Has:      "claims about tests, builds and lints are checked at the end of a turn",
	Not:      "claims about tests, builds and lints aren't checked",
}

// notices are lines of the agent's window about a session. Hooks that are called with noticeFlag print them, so that a
// person can have them without the other hooks for the same events.
var notices = &Feature{
	Name:     "notices",
	Question: "show you a line at the start and the end of a session: results shortened, tokens saved, failing checks",
	Has:      "it shows a line at the start and the end of a session",
	Not:      "it shows no line at the start and the end of a session",
}

// noticeFlag is the last argument of a hook that prints notices.
const noticeFlag = "--notice"

// notice returns the hooks for notices in an agent's file: the same handlers for each event.
func (p *Place) notice(agent, path string, handlers []handler, events ...string) hooks {
	return hooks{
		path: path, agent: agent, notice: true, extras: []extra{p.extra(notices, agent, handlers, events...)},
	}
}

// extra returns the groups of a feature for an agent: the same handlers for each event.
func (p *Place) extra(f *Feature, agent string, handlers []handler, events ...string) extra {
	x := extra{feature: f, wanted: p.wants(f, agent)}
	for _, event := range events {
		x.groups = append(x.groups, group{event, matched{"", handlers}})
	}
	return x
}

// wants reports whether a feature is to be added to an agent.
func (p *Place) wants(f *Feature, agent string) bool {
	return p.Wants[f.Name] || p.Wants[f.Name+" "+agent]
}

// The line of a plugin that can show notices, without and with them.
const (
	noticesOff = "const notices = false;"
	noticesOn  = "const notices = true;"
)

// Has reports whether an agent's settings at a place have a feature. ok is false for an agent that can't have it, and
// for settings that can't be read.
func (a *Agent) Has(p *Place, f *Feature) (is, ok bool) {
	for _, e := range a.edits(p) {
		if w, isWhole := e.(wholeFile); isWhole && f == notices && strings.Contains(w.text, noticesOff) {
			old, _, err := readSettings(w.path)
			return strings.Contains(string(old), noticesOn), err == nil
		}
		h, isHooks := e.(hooks)
		i := -1
		if isHooks {
			i = slices.IndexFunc(h.extras, func(x extra) bool { return x.feature == f })
		}
		if i < 0 {
			continue
		}
		old, _, err := readSettings(h.path)
		if err != nil {
			return false, false
		}
		j, err := readJSONC(old)
		return err == nil && h.has(j, h.extras[i].groups[0].event), err == nil
	}
	return false, false
}

// declinedFile has a line for each feature of an agent that the person doesn't want.
func (p *Place) declinedFile() string { return filepath.Join(p.Data, "declined") }

// Declined reports whether the person was asked about a feature of an agent, and didn't want it.
func (p *Place) Declined(f *Feature, a *Agent) bool {
	b, err := os.ReadFile(p.declinedFile())
	return err == nil && slices.Contains(strings.Split(string(b), "\n"), f.Name+" "+a.Name)
}

// Decline notes that the person doesn't want a feature of an agent.
func (p *Place) Decline(f *Feature, a *Agent) error {
	b, _ := os.ReadFile(p.declinedFile())
	return replace(p.declinedFile(), append(b, f.Name+" "+a.Name+"\n"...), 0o600, nil)
}

func (h *Health) noteFeatures(p *Place) {
	for _, f := range Features() {
		switch is, ok := h.Agent.Has(p, f); {
		case is:
			h.note("%s", f.Has)
		case ok:
			h.note("%s: toktee init %s --%s", f.Not, h.Agent.Name, f.Name)
		}
	}
}
