//go:build !linux

package proc

// Umask returns "": it isn't known here.
func Umask() string { return "" }
