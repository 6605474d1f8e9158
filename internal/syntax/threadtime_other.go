//go:build !linux && cgo && !notreesitter

package syntax

import "time"

var started = time.Now()

// threadTime is the time since the start, where a thread's own time can't be had.
func threadTime() time.Duration { return time.Since(started) }
