//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package spool

import (
	"os"
	"syscall"
)

// own marks a file as in use, until it is closed or the process ends. It is only a hint: if files can't be locked,
// nothing is lost but the hint.
func own(f *os.File) { syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) }

func unowned(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
