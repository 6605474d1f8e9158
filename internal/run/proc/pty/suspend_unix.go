//go:build unix

package pty

import (
	"bytes"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

// typed writes typed bytes to the command's terminal. Ctrl-Z suspends the command and us, as it suspends a command
// that a shell has started. The system alone wouldn't: on the command's terminal, there is no shell.
func (s *Shared) typed(master *os.File, keys []byte) error {
	for {
		key, group := suspendKey(master)
		at := bytes.IndexByte(keys, key)
		if key == 0 || at < 0 {
			_, err := master.Write(keys)
			return err
		}
		if _, err := master.Write(keys[:at+1]); err != nil { // the terminal shows ^Z
			return err
		}
		keys = keys[at+1:]
		s.suspend(group)
	}
}

// suspendKey returns the key that suspends programs on a terminal, and the process group that it suspends: 0 if the
// program reads all keys itself, as an editor does, and if the command is a shell that has started the program as a job
// of its own, since that shell goes on.
func suspendKey(master *os.File) (key byte, group int) {
	c, err := master.SyscallConn()
	if err != nil {
		return 0, 0
	}
	_ = c.Control(func(fd uintptr) { // not by master.Fd, which would make reading it block
		if state, err := term.GetState(fd); err == nil && state.Lflag&unix.ISIG != 0 {
			if group, err = unix.IoctlGetInt(int(fd), unix.TIOCGPGRP); err != nil || group <= 0 {
				return
			}
			if session, err := unix.Getsid(group); err == nil && session == group { // the command leads both
				key = state.Cc[unix.VSUSP]
			}
		}
	})
	return key, group
}

// suspend suspends the command's process group, and us until the shell lets us go on.
func (s *Shared) suspend(group int) {
	if unix.Kill(-group, unix.SIGSTOP) != nil {
		return
	}
	cont := make(chan os.Signal, 1)
	signal.Notify(cont, syscall.SIGCONT)
	defer signal.Stop(cont)
	_ = term.Restore(s.in.Fd(), s.before)
	unix.Kill(0, unix.SIGTSTP)
	select {
	case <-cont:
	case <-time.After(100 * time.Millisecond): // the system doesn't suspend a job without a shell
	}
	_, _ = term.MakeRaw(s.in.Fd())
	unix.Kill(-group, unix.SIGCONT)
	select {
	case s.resized <- syscall.SIGWINCH: // the size may have changed meanwhile
	default:
	}
}
