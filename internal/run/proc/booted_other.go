//go:build !linux

package proc

import "time"

// Booted returns the zero time: it isn't known here.
func Booted() time.Time { return time.Time{} }
