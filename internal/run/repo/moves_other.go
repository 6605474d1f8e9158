//go:build !linux

package repo

// DatesMoves is false: it isn't known whether a file that is moved gets the time of the move.
func (d Dir) DatesMoves() bool { return false }
