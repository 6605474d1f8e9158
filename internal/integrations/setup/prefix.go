package setup

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
)

// prefixVariable names the program by which Claude Code starts commands: "PROGRAM 'COMMAND LINE'".
const prefixVariable = "CLAUDE_CODE_SHELL_PREFIX"

// prefixName is that of toktee's program for it.
const prefixName = "toktee-prefix"

// A shellPrefix is a variable in the member "env" of Claude Code's settings:
//
//	"env": {"CLAUDE_CODE_SHELL_PREFIX": "/home/ann/.local/share/toktee/toktee-prefix"}
//
// One that isn't toktee's is never replaced, and there can't be two.
type shellPrefix struct {
	path, program string
	wanted        bool // it is added if there is none; one of toktee's stays anyway
}

func (e shellPrefix) file() string { return e.path }
func (e shellPrefix) what() string { return "commands run by toktee, which shortens those that fail" }

func (e shellPrefix) add(old []byte) ([]byte, error) {
	state := e.state(old)
	if !e.wanted && state != LineOwn || state == LineOthers {
		return old, nil
	}
	if strings.Contains(e.program, " -") {
		return nil, errors.New("Claude Code takes what follows \" -\" in " + e.program + " for arguments")
	}
	return edited(old, func(top container) error {
		env, err := top.child("env", "{}")
		if err != nil {
			return err
		}
		return env.put(prefixVariable, e.program)
	})
}

func (e shellPrefix) remove(old []byte) ([]byte, error) {
	if e.state(old) != LineOwn {
		return old, nil
	}
	return edited(old, func(top container) error {
		top.dropFrom("env", prefixVariable)
		return nil
	})
}

// state returns the owner of the variable in a settings file.
func (e shellPrefix) state(text []byte) LineState {
	j, err := readJSONC(text)
	if err != nil {
		return LineUnknown
	}
	env, _ := j.top().member("env")
	set, ok := env.member(prefixVariable)
	var program string
	switch {
	case !ok:
		return LineMissing
	case set.decode(&program) == nil && filepath.Base(program) == prefixName:
		return LineOwn
	}
	return LineOthers
}

// prefixProgram returns the path of the program that the prefix names.
func (p *Place) prefixProgram() string { return filepath.Join(p.Data, prefixName) }

// ShellPrefix returns the owner of an agent's shell prefix at a place, and the file that sets it. It is unknown for
// agents that have none, and if another variable of the person's environment sets it.
func (a *Agent) ShellPrefix(p *Place) (state LineState, path string) {
	for _, e := range a.edits(p) {
		prefix, ok := e.(shellPrefix)
		if !ok {
			continue
		}
		old, _, err := readSettings(prefix.path)
		if err != nil {
			return LineUnknown, prefix.path
		}
		if v, _ := p.Getenv(prefixVariable); v != "" && filepath.Base(v) != prefixName {
			return LineOthers, "the environment"
		}
		return prefix.state(old), prefix.path
	}
	return LineUnknown, ""
}

// prefixText returns the program of the prefix. It runs commands as they are if toktee is gone or empty, as on a full
// disk: a shell takes an empty file for a program that succeeds.
func (p *Place) prefixText() []byte {
	return []byte(`#!/bin/sh
# Claude Code runs commands by this file, CLAUDE_CODE_SHELL_PREFIX. toktee init has written it.
toktee=` + shell.Quote([]string{p.Program}) + `
[ -x "$toktee" ] && [ -s "$toktee" ] && exec "$toktee" prefix "$@"
case $1 in *"eval "*) exec "${SHELL:-/bin/sh}" -c "$1" ;; esac
exec /bin/sh -c "$1"
`)
}

// MissingPrefix returns the path of the program of the prefix if that has to be written, else "".
func (p *Place) MissingPrefix() string {
	if b, err := os.ReadFile(p.prefixProgram()); err == nil && bytes.Equal(b, p.prefixText()) {
		return ""
	}
	return p.prefixProgram()
}

// WritePrefix writes the program of the prefix. Sessions that know the variable couldn't run any command without it, so
// uninstall leaves it.
func (p *Place) WritePrefix() error { return replace(p.prefixProgram(), p.prefixText(), 0o700, nil) }

// LeftPrefix returns the path of a program of the prefix, "" if there is none.
func (p *Place) LeftPrefix() string {
	if _, err := os.Stat(p.prefixProgram()); err != nil {
		return ""
	}
	return p.prefixProgram()
}

// HasPrefix reports whether an agent's settings name the prefix.
func (p *Place) HasPrefix() bool {
	return slices.ContainsFunc(Agents(), func(a *Agent) bool {
		state, _ := a.ShellPrefix(p)
		return state == LineOwn
	})
}

func (h *Health) notePrefix(p *Place) {
	switch state, path := h.Agent.ShellPrefix(p); state {
	case LineMissing:
		h.note("failed commands: only those of shims are shortened; toktee init %s --prefix shortens all", h.Agent.Name)
	case LineOwn:
		if p.LeftPrefix() == "" {
			h.problem("%s is missing, and without it, no command runs: toktee init %s", p.prefixProgram(), h.Agent.Name)
			return
		}
		h.note("failed commands: shortened by the prefix of its shell, %s", p.prefixProgram())
	case LineOthers:
		h.note("failed commands: only those of shims are shortened, since its shell has another prefix in %s, which "+
			"stays", path)
	}
}
