package hook

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/integrations/permit"
)

// A before is a command that an agent is about to run.
type before struct {
	command string
	input   map[string]json.RawMessage // all of the tool's input
	mode    string                     // the session's permission mode
	sub     string                     // the sub-agent, "" for none
	word    func(input map[string]any) any
}

// before returns the command of a PreToolUse, nil for calls that are never put under toktee: calls of other tools,
// commands that are to run in the background or outside a sandbox.
func (in *claudeInput) before() *before {
	b := &before{mode: in.Mode, sub: cmp.Or(in.Agent, in.AgentType)}
	if in.Tool != "Bash" || json.Unmarshal(in.Input, &b.input) != nil ||
		json.Unmarshal(b.input["command"], &b.command) != nil {
		return nil
	}
	for _, name := range []string{"run_in_background", "dangerouslyDisableSandbox"} {
		if v, ok := b.input[name]; ok && string(v) != "false" {
			return nil
		}
	}
	b.word = func(input map[string]any) any {
		return hookAnswer{hookSpecific{Event: "PreToolUse", Input: input}}
	}
	return b
}

// rewrite puts a command under toktee if the user has switched that on and there is no objection; nil leaves it
// unchanged. It never decides whether the command may run: that is for the agent's rules, which know the one it gets.
func (o *Options) rewrite(ev event) (any, error) {
	s, err := config.Load(config.Options{Dir: ev.dir, Getenv: o.Getenv})
	if !slices.Contains(s.Rewrite, o.Agent) {
		return nil, err
	}
	if exec, ok := s.Tools["exec"]; s.NoStore || !s.Enabled || ok && !exec.Enabled || !filepath.IsAbs(o.Self) {
		return nil, nil
	}
	if o.inExperiment(ev) {
		return nil, nil
	}
	b, wrapper := ev.before, []string{o.Self, "run", "--"}
	call := permit.Claude{
		Getenv: o.Getenv, Dir: ev.dir, Mode: b.mode, Agent: b.sub, Managed: o.Managed, Process: o.Process,
	}
	if err := call.Objection(b.command, wrapper...); err != nil {
		return nil, fmt.Errorf("%q stays as it is: %w", short(b.command, 100), err)
	}
	return b.word(with(b.input, map[string]any{"command": permit.Under(b.command, wrapper...)})), nil
}

// inExperiment reports whether the session is one whose outputs an experiment leaves as they are.
func (o *Options) inExperiment(ev event) bool {
	h, err := host.Open(host.Options{Dir: ev.dir, Getenv: o.Getenv, Warn: o.log})
	return err == nil && h.IsControl(ev.name())
}
