package cli

import (
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/run/proc"
)

// rawSwitch reports whether a flag or the environment switches everything off. It doesn't need the settings, so that it
// works where they are broken.
func (a *app) rawSwitch(f *flags) (bool, error) {
	if f.raw.set {
		return f.raw.value, nil
	}
	raw, err := config.Switch(a.getenv, "raw")
	if err != nil {
		return false, &exitError{exitUsage, err}
	}
	return raw, nil
}

// nested reports whether we run inside another toktee, which summarises what we print. The environment alone doesn't
// prove that: a process that the other one started may outlive it, and its pid may be another program's by then.
func (a *app) nested() bool {
	outer, _ := a.getenv(tool.ActiveVariable)
	return proc.Encloses(outer)
}
