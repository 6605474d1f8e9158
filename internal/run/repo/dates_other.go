//go:build !(linux || darwin)

package repo

// Dates returns false: no time is known that programs can't set.
func (d Dir) Dates() (changes, moves bool) { return false, false }
