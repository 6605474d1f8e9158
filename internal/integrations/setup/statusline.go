package setup

import (
	"strings"

	"github.com/toktee/toktee/internal/integrations/permit"
	"github.com/toktee/toktee/internal/text/shell"
)

// statusArgs are toktee's arguments in an agent's status line.
const statusArgs = " stats --statusline"

// A statusLine is the member of a settings file that names the program for the line at the foot of the window:
//
//	"statusLine": {"type": "command", "command": "/opt/bin/toktee stats --statusline"}
//
// One that isn't toktee's is never replaced, and there can't be two.
type statusLine struct {
	path, member, program string
	wanted                bool // it is added if there is none; one of toktee's stays anyway
}

func (e statusLine) file() string { return e.path }
func (e statusLine) what() string { return "status line" }

// command returns the command line, for a shell.
func (e statusLine) command() string {
	if strings.Contains(e.program, `\`) { // Windows: both shells there take double quotes
		return `"` + e.program + `"` + statusArgs
	}
	return shell.Quote([]string{e.program}) + statusArgs
}

func (e statusLine) add(old []byte) ([]byte, error) {
	if old == nil && !e.wanted {
		return nil, nil
	}
	j, err := readJSONC(old)
	if err != nil && !e.wanted {
		return old, nil // which matters if something is to be added
	}
	if err != nil {
		return nil, err
	}
	line, ok := j.top().member(e.member)
	switch {
	case !ok && !e.wanted, ok && !e.own(line):
		return old, nil
	case !ok:
		err = j.top().add(e.member, struct {
			Type    string `json:"type"`
			Command string `json:"command"`
		}{"command", e.command()})
	default:
		command, _ := line.member("command") // what else the user has set there stays
		if same(command, e.command()) {
			return old, nil
		}
		err = command.set(e.command())
	}
	if err != nil {
		return nil, err
	}
	return j.bytes(), nil
}

func (e statusLine) remove(old []byte) ([]byte, error) {
	if old == nil {
		return nil, nil
	}
	j, err := readJSONC(old)
	if err != nil {
		return nil, err
	}
	if line, ok := j.top().member(e.member); !ok || !e.own(line) {
		return old, nil
	}
	j.top().drop(e.member)
	return j.bytes(), nil
}

// own reports whether a status line is written by toktee, whatever folder that is in, and by nothing else: a line with
// more commands is the user's own.
func (e statusLine) own(line container) bool {
	var c struct{ Command string }
	if line.decode(&c) != nil {
		return false
	}
	program, ok := strings.CutSuffix(c.Command, statusArgs)
	bare := strings.Trim(program, `'"`)
	return ok && permit.IsOwnProgram(bare) && (bare != program || !strings.ContainsAny(bare, permit.Operators+" "))
}

// A LineState is the owner of an agent's status line.
type LineState int

const (
	LineUnknown LineState = iota // the agent has none that a settings file could set
	LineMissing
	LineOwn
	LineOthers // another program's, which stays
)

// StatusLine returns the owner of an agent's status line at a place, and the file that sets it.
func (a *Agent) StatusLine(p *Place) (state LineState, path string) {
	for _, e := range a.edits(p) {
		line, ok := e.(statusLine)
		if !ok {
			continue
		}
		old, _, err := readSettings(line.path)
		if err != nil {
			return LineUnknown, line.path // reported for the file itself
		}
		j, err := readJSONC(old)
		if err != nil {
			return LineUnknown, line.path
		}
		member, ok := j.top().member(line.member)
		switch {
		case !ok:
			return LineMissing, line.path
		case line.own(member):
			return LineOwn, line.path
		}
		return LineOthers, line.path
	}
	return LineUnknown, ""
}

func (h *Health) noteStatusLine(p *Place) {
	switch state, path := h.Agent.StatusLine(p); state {
	case LineMissing:
		h.note("it has no status line: toktee init %s --statusline shows the savings there", h.Agent.Name)
	case LineOwn:
		h.note("its status line shows the savings")
	case LineOthers:
		h.note("its status line in %s is another program's, and stays", path)
	}
}
