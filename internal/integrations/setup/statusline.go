package setup

import (
	"strings"

	"github.com/toktee/toktee/internal/integrations/permit"
	"github.com/toktee/toktee/internal/text/shell"
)

// statusArgs are toktee's arguments in an agent's status line, and statusAfter follows them if the line is joined to
// that of another command.
const (
	statusArgs  = " stats --statusline"
	statusAfter = " --after "
)

// A statusLine is the member of a settings file that names the program for the line at the foot of the window:
//
//	"statusLine": {"type": "command", "command": "/opt/bin/toktee stats --statusline"}
//
// There can't be two. One that isn't toktee's becomes a part of toktee's command, which runs it:
//
//	"statusLine": {"type": "command", "command": "/opt/bin/toktee stats --statusline --after '~/line.sh 2>&1'"}
type statusLine struct {
	path, member, program string
	wanted                bool // it is added if there is none, or joined to the one there is; one of toktee's stays
}

func (e statusLine) file() string { return e.path }
func (e statusLine) what() string { return "status line" }

// command returns the command line, for a shell. after is the command that it is joined to, "" for none.
func (e statusLine) command(after string) string {
	if after != "" {
		return e.command("") + statusAfter + shell.Quote([]string{after})
	}
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
	case !ok && !e.wanted:
		return old, nil
	case !ok:
		err = j.top().add(e.member, struct {
			Type    string `json:"type"`
			Command string `json:"command"`
		}{"command", e.command("")})
	default:
		state, after := e.owner(line)
		if state == LineFixed || state == LineOthers && !e.wanted {
			return old, nil
		}
		command, _ := line.member("command") // what else the user has set there stays
		if same(command, e.command(after)) {
			return old, nil
		}
		err = command.set(e.command(after))
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
	line, ok := j.top().member(e.member)
	if !ok {
		return old, nil
	}
	switch state, after := e.owner(line); {
	case state != LineOwn:
		return old, nil
	case after != "":
		command, _ := line.member("command")
		if err := command.set(after); err != nil {
			return nil, err
		}
	default:
		j.top().drop(e.member)
	}
	return j.bytes(), nil
}

// owner returns the owner of a status line, and the command of another program in it. It is toktee's, whatever folder
// that is in, if there is nothing besides: the user has joined a line with more commands.
func (e statusLine) owner(line container) (state LineState, after string) {
	command, _ := line.member("command")
	text, _ := command.text()
	if kind, ok := line.member("type"); text == "" || ok && !same(kind, "command") {
		return LineFixed, ""
	}
	program, rest, ok := strings.Cut(text, statusArgs)
	bare := strings.Trim(program, `'"`)
	isOwn := permit.IsOwnProgram(bare) && (bare != program || !strings.ContainsAny(bare, permit.Operators+" "))
	quoted, isJoined := strings.CutPrefix(rest, statusAfter)
	after, isQuoted := shell.Unquote(quoted)
	switch {
	case ok && isOwn && rest == "":
		return LineOwn, ""
	case ok && isOwn && isJoined && isQuoted:
		return LineOwn, after
	case ok || strings.Contains(e.program, `\`): // on Windows, which shell runs it isn't known
		return LineFixed, ""
	}
	return LineOthers, text
}

// A LineState is the owner of an agent's status line.
type LineState int

const (
	LineUnknown LineState = iota // the agent has none that a settings file could set
	LineMissing
	LineOwn
	LineOthers // another program's
	LineFixed  // another one that toktee can't join
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
		if !ok {
			return LineMissing, line.path
		}
		state, _ = line.owner(member)
		return state, line.path
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
		h.note("its status line in %s is another program's: toktee init %s --statusline adds the savings below it",
			path, h.Agent.Name)
	case LineFixed:
		h.note("its status line in %s is another program's, and stays", path)
	}
}
