//go:build unix

package spool

import "syscall"

func umask(m int) int { return syscall.Umask(m) }
