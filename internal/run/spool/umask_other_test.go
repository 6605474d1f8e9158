//go:build !unix

package spool

func umask(int) int { return 0 }
