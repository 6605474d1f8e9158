//go:build unix

package pty

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// A Shared terminal lends ours to one command that has a terminal of its own: what is typed goes there as it is typed,
// and its size is that of ours. Ctrl-C is then a matter of the command's terminal, and doesn't reach us. Ctrl-Z
// suspends the command and us.
//
//	s, err := pty.Share(os.Stdin, 40, 120)
//	defer s.Close()
//	proc.Run(ctx, proc.Command{Argv: argv, Stdin: os.Stdin, Stdout: out, Terminal: true, Pty: s.Open})
type Shared struct {
	in            *os.File
	rows, columns uint16
	resized       chan os.Signal
	before        *term.State // of our terminal, once it is lent; nil if it isn't
}

// Share returns a terminal to share, of which in is our side. If in isn't a terminal, or one of a job in the
// background, nothing is shared: the command's terminal then has the given size.
func Share(in *os.File, rows, columns uint16) (*Shared, error) {
	s := &Shared{in: in, rows: rows, columns: columns, resized: make(chan os.Signal, 1)}
	if size, err := pty.GetsizeFull(in); err == nil && size.Rows > 0 && size.Cols > 0 {
		s.rows, s.columns = size.Rows, size.Cols
	}
	return s, nil
}

// Open opens the command's terminal, and lends ours to it. It is for the Pty of a command of package proc.
func (s *Shared) Open() (master, slave *os.File, err error) {
	if master, slave, err = Open(s.rows, s.columns)(); err != nil {
		return nil, nil, err
	}
	group, err := unix.IoctlGetInt(int(s.in.Fd()), unix.TIOCGPGRP)
	if err != nil || group != unix.Getpgrp() {
		return master, slave, nil
	}
	if s.before, err = term.MakeRaw(s.in.Fd()); err != nil {
		return master, slave, nil
	}
	signal.Notify(s.resized, syscall.SIGWINCH)
	go s.resize(master)
	go s.pass(master)
	return master, slave, nil
}

// pass copies typed bytes to the command's terminal. Bytes that are typed after the command's end are lost, as
// they would be for another program that reads ahead.
func (s *Shared) pass(master *os.File) {
	buf := make([]byte, 4<<10)
	for {
		n, err := s.in.Read(buf)
		if err == nil {
			err = s.typed(master, buf[:n])
		}
		if err != nil {
			return
		}
	}
}

// resize keeps the size of the command's terminal that of ours.
func (s *Shared) resize(master *os.File) {
	c, err := master.SyscallConn()
	if err != nil {
		return
	}
	for range s.resized {
		size, err := unix.IoctlGetWinsize(int(s.in.Fd()), unix.TIOCGWINSZ)
		if err == nil { // not by master.Fd, which would make reading it block
			_ = c.Control(func(fd uintptr) { _ = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, size) })
		}
	}
}

// Close takes our terminal back. A nil Shared has lent none.
func (s *Shared) Close() {
	if s != nil && s.before != nil {
		signal.Stop(s.resized)
		close(s.resized)
		_ = term.Restore(s.in.Fd(), s.before) // a terminal that is gone needs nothing
	}
}
