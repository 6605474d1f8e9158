//go:build unix

package mcpproxy

import (
	"os"
	"os/signal"
	"syscall"
)

// ignoreStops has the process go on when it is asked to stop.
func ignoreStops() { signal.Ignore(os.Interrupt, syscall.SIGTERM) }
