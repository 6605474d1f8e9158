//go:build !linux && cgo && !notreesitter

package syntax

import "time"

var started = time.Now()

// threadTime returns the time since the start, on systems without a thread's own time.
func threadTime() time.Duration { return time.Since(started) }
