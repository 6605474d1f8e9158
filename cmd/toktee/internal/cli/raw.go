package cli

import (
	"strconv"

	"github.com/toktee/toktee/internal/config"
	"github.com/toktee/toktee/internal/proc"
	"github.com/toktee/toktee/tool"
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

// nested reports whether we run inside another toktee, which summarises what we print. That one must still be alive: a
// process that it started may outlive it and still have its environment.
func (a *app) nested() bool {
	outer, _ := a.getenv(tool.ActiveVariable)
	if outer == "" || outer == "0" {
		return false
	}
	pid, err := strconv.Atoi(outer)
	return err != nil || proc.Alive(pid)
}
