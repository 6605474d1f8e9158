package cli

import (
	"context"
	"os"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/shim"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/text/shell"
)

// standIn runs the program of a shim. It shortens an output that goes straight to an agent, and replaces this process
// otherwise. Faults of toktee, such as bad settings, never stop the program.
func (a *app) standIn(name string, args []string) error {
	path, _ := a.getenv("PATH")
	real, err := shim.Real(name, path, ownFile())
	if err != nil {
		return &exitError{exitNotFound, err}
	}
	argv := append([]string{real}, args...)
	if a.rawSwitch(&flags{}) || a.nested() {
		return a.runRaw(context.Background(), argv, 0)
	}
	output := shim.Here(a.getenv)
	if !output.IsAgents() {
		agent, line := output.PipedBy()
		if agent == 0 {
			return a.runRaw(context.Background(), argv, 0)
		}
		return a.runPiped(store.Piped{
			Session: host.CallersSession(a.getenv), Agent: proc.Name(agent), Line: line, Argv: argv,
		})
	}
	if a.isWayBackRefused() {
		return a.runRaw(context.Background(), argv, 0)
	}
	a.ahead()
	session, _ := a.getenv("CLAUDE_CODE_SESSION_ID") // as an agent's shell names it
	o := runOptions{sessionFlags: sessionFlags{session: session}}
	h, err := a.openCall("shim", &o.flags, &sessionFlags{}, true, true)
	if err != nil {
		return a.runRaw(context.Background(), argv, 0)
	}
	cfg := configFor(h, host.Retrieves(shell.Quote(argv)))
	if !cfg.Enabled || cfg.Tools[toolExec].Disabled || h.Never(shell.Quote(argv)) {
		return a.runRaw(context.Background(), argv, 0)
	}
	if h.IsControl(o.session) {
		return a.runPassed(context.Background(), h, &o, argv)
	}
	if h.Settings().NoStore {
		o.session = "" // there is no memory
	}
	a.oneOutput()
	o.held = holdBack(a.stdout)
	return a.runSummarised(context.Background(), &o, h, cfg, argv)
}

// ownFile returns the file of this program, or nil if it isn't known.
func ownFile() os.FileInfo {
	path, err := os.Executable()
	if err != nil {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	return info
}
