//go:build !linux

package proc

// endSlack does nothing: timers are those of the system.
func endSlack() {}
