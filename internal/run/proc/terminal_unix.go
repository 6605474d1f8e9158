//go:build unix

package proc

import (
	"os"
	"os/exec"
	"os/signal"
	"time"

	"golang.org/x/sys/unix"
)

// terminal is our controlling terminal while a command is a job on it, as it would be under a shell.
//
// The system suspends a process group that reads from the terminal and isn't its foreground group. So the command's
// group becomes the foreground group: at once if both the command's input and our output are the terminal, else when it
// was suspended for reading. In "toktee run -- make | less" the terminal belongs to less until make asks for input.
// When the user suspends the command, we suspend ourselves, so that the shell takes over.
type terminal struct {
	tty   *os.File
	own   int            // our group
	pid   int            // the command and its group, once it has started
	given bool           // the command's group was made the foreground group
	chld  chan os.Signal // SIGCHLD: the command may have been suspended
}

// takeTerminal prepares sharing the controlling terminal with the command. Without a terminal it returns nil, whose
// methods do nothing.
func takeTerminal(cmd *exec.Cmd) *terminal {
	fd, err := unix.Open("/dev/tty", unix.O_RDWR|unix.O_CLOEXEC|unix.O_NOCTTY, 0)
	if err != nil {
		return nil
	}
	t := &terminal{tty: os.NewFile(uintptr(fd), "/dev/tty"), own: unix.Getpgrp()}
	if in, ok := cmd.Stdin.(*os.File); ok && t.foreground() == t.own && IsTerminal(in) && IsTerminal(os.Stdout) {
		cmd.SysProcAttr.Foreground = true
		cmd.SysProcAttr.Ctty = fd
		t.given = true
	}
	return t
}

// watch begins to follow the command's suspensions, once it has started. Until [terminal.restore] we ignore SIGTTOU: it
// would suspend us when we take the foreground back, or print while another group has it.
func (t *terminal) watch(pid int) {
	if t == nil {
		return
	}
	t.pid = pid
	signal.Ignore(unix.SIGTTOU)
	t.chld = make(chan os.Signal, 1)
	signal.Notify(t.chld, unix.SIGCHLD)
	t.chld <- unix.SIGCHLD // it may have been suspended already
}

// stops returns the channel that signals when to call follow.
func (t *terminal) stops() <-chan os.Signal {
	if t == nil {
		return nil
	}
	return t.chld
}

// follow lets the command go on if it was suspended: with the foreground if it wants that, or, if the user suspended
// it, after we were suspended too.
func (t *terminal) follow() {
	sig := suspendedBy(t.pid)
	if sig == 0 {
		return
	}
	wants := sig == unix.SIGTTIN || sig == unix.SIGTTOU
	if !wants || t.foreground() != t.own {
		t.suspend()
	}
	if (wants || t.given) && t.foreground() == t.own {
		t.given = t.setForeground(t.pid)
	}
	unix.Kill(-t.pid, unix.SIGCONT)
}

// suspend takes the foreground back and suspends us with the rest of our job, until the shell lets us go on.
func (t *terminal) suspend() {
	if t.foreground() == t.pid {
		t.setForeground(t.own)
	}
	cont := make(chan os.Signal, 1)
	signal.Notify(cont, unix.SIGCONT)
	defer signal.Stop(cont)
	unix.Kill(0, unix.SIGTSTP)
	select {
	case <-cont:
	case <-time.After(100 * time.Millisecond): // the system doesn't suspend a job without a shell
	}
}

// restore takes the foreground back, unless the shell has passed it to another job meanwhile.
func (t *terminal) restore() {
	if t == nil {
		return
	}
	signal.Ignore(unix.SIGTTOU)
	if t.given && (t.pid == 0 || t.foreground() == t.pid) {
		t.setForeground(t.own)
	}
	if t.chld != nil {
		signal.Stop(t.chld)
	}
	signal.Reset(unix.SIGTTOU)
	t.tty.Close()
}

// foreground returns the terminal's foreground group, 0 if unknown.
func (t *terminal) foreground() int {
	pgrp, err := unix.IoctlGetInt(int(t.tty.Fd()), unix.TIOCGPGRP)
	if err != nil {
		return 0
	}
	return pgrp
}

func (t *terminal) setForeground(pgrp int) bool {
	return unix.IoctlSetPointerInt(int(t.tty.Fd()), unix.TIOCSPGRP, pgrp) == nil
}
