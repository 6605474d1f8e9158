package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/shim"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/text/shell"
)

// standIn runs the program that a link to toktee stands in for: summarised where an agent gets its output, in our place
// everywhere else. A toktee that is of no use, as with bad settings, takes nothing away from anybody.
func (a *app) standIn(name string, args []string) error {
	path, _ := a.getenv("PATH")
	real, err := shim.Real(name, path, ownFile())
	if err != nil {
		return &exitError{exitNotFound, err}
	}
	argv := append([]string{real}, args...)
	raw, err := a.rawSwitch(&flags{})
	if err != nil || raw || a.nested() || !shim.Here(a.getenv).IsAgents() {
		return a.runRaw(context.Background(), argv, 0)
	}
	a.ahead()
	o := runOptions{sessionFlags: sessionFlags{session: agentsSession(a.getenv)}}
	h, err := a.openRun("shim", &o.flags, &sessionFlags{}, o.noBefore)
	if err != nil {
		return a.runRaw(context.Background(), argv, 0)
	}
	cfg := configFor(h, host.Retrieves(shell.Quote(argv)))
	if !cfg.Enabled || cfg.Tools[toolExec].Disabled {
		return a.runRaw(context.Background(), argv, 0)
	}
	if h.Passes(o.session) {
		return a.runPassed(context.Background(), h, &o, argv)
	}
	if h.Settings().NoStore {
		o.session = "" // there is no memory
	}
	a.oneOutput()
	o.held = holdBack(a.stdout)
	return a.runSummarised(context.Background(), &o, h, cfg, argv)
}

// agentsSession is the session that an agent's shell says it belongs to, "" where it says none.
func agentsSession(getenv func(string) (string, bool)) string {
	session, _ := getenv("CLAUDE_CODE_SESSION_ID")
	return session
}

// ownFile is the file that runs; nil where that isn't known.
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

// shimName is the program that a command line's first word stands in for, "" for toktee itself.
func shimName(argv0 string) string {
	if shim.IsOwn(argv0) {
		return ""
	}
	return filepath.Base(argv0)
}

// becomeAgent replaces this process by an agent's, which finds the shims first and is known as one by them.
func (a *app) becomeAgent(f *shim.Folder, argv []string) error {
	path, _ := a.getenv("PATH")
	env := setVariables(os.Environ(), "PATH="+f.Path(path), shim.AgentVariable+"="+pid())
	err := proc.Exec(argv, env)
	if errors.Is(err, errors.ErrUnsupported) {
		return failed(errors.New("toktee agent needs a system that can replace a process, which Windows can't"))
	}
	return startFailure(err)
}
