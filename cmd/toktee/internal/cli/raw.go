package cli

import (
	"strconv"

	"github.com/toktee/toktee/internal/config"
	"github.com/toktee/toktee/internal/proc"
	"github.com/toktee/toktee/tool"
)

// rawSwitch is whether everything is switched off by a flag or by the environment.
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

// nested reports whether we run inside another toktee, which sees what we print. It must still be there: what it
// started may outlive it and keep its environment.
func (a *app) nested() bool {
	outer, _ := a.getenv(tool.ActiveVariable)
	if outer == "" || outer == "0" {
		return false
	}
	pid, err := strconv.Atoi(outer)
	return err != nil || proc.Alive(pid)
}
