//go:build !linux

package tokenspeed

import (
	"testing"
	"time"
)

var begun = time.Now()

// processorTime is the wall time where there is no clock for a thread.
func processorTime() time.Duration { return time.Since(begun) }

func lockThread(testing.TB) {}
