//go:build unix

// Package pty opens pseudo terminals for commands that print something else, or nothing, into a pipe.
//
//	proc.Run(ctx, proc.Command{Argv: argv, Stdout: out, Pty: pty.Open(24, 80)})
//
// Prefer pipes: on a terminal, programs draw progress, wrap lines, ask questions and wait in a pager, and both streams
// of the command become one.
package pty

import (
	"cmp"
	"fmt"
	"os"
	"syscall"

	"github.com/creack/pty"
)

// Open returns a function that opens a terminal of the size, for the Pty of a command of package proc.
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

// unblock makes deadlines work on the file again: the library has made it blocking by asking for its descriptor.
func unblock(f *os.File) error {
	c, err := f.SyscallConn()
	if err != nil {
		return err
	}
	failed := c.Control(func(fd uintptr) { err = syscall.SetNonblock(int(fd), true) })
	return cmp.Or(failed, err)
}
