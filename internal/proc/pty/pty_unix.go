//go:build unix

// Package pty opens pseudo terminals for commands that print otherwise, or not at all, into a pipe.
//
// Pipes are the better way where there is a choice: on a terminal, programs draw progress, wrap lines, ask questions and
// wait in a pager. Both streams of the command become one.
package pty

import (
	"cmp"
	"fmt"
	"os"
	"syscall"

	"github.com/creack/pty"
)

// Open returns a function, for a command's Pty, that opens a terminal of the given size.
func Open(rows, columns uint16) func() (master, slave *os.File, err error) {
	return func() (master, slave *os.File, err error) {
		if master, slave, err = pty.Open(); err != nil {
			return nil, nil, err
		}
		err = pty.Setsize(master, &pty.Winsize{Rows: rows, Cols: columns})
		if err == nil {
			err = unblock(master)
		}
		if err != nil {
			master.Close()
			slave.Close()
			return nil, nil, fmt.Errorf("setting up a terminal of %d rows of %d: %w", rows, columns, err)
		}
		return master, slave, nil
	}
}

// unblock makes deadlines work, which end where the library asks for the file's number.
func unblock(f *os.File) error {
	c, err := f.SyscallConn()
	if err != nil {
		return err
	}
	failed := c.Control(func(fd uintptr) { err = syscall.SetNonblock(int(fd), true) })
	return cmp.Or(failed, err)
}
