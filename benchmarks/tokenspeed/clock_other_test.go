//go:build !linux

package tokenspeed

import (
	"testing"
	"time"
)

var start = time.Now()

// processorTime is the wall time where there is no clock for a thread.
func processorTime() time.Duration { return time.Since(start) }

func lockThread(testing.TB) {}
