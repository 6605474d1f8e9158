//go:build unix

package proc

import (
	"os"
	"os/exec"
	"strconv"
	"sync/atomic"
	"syscall"
)

// guardScript waits for a line, and kills a process group if its input ends without one.
const guardScript = `trap "" HUP INT TERM; read -r line || kill -s KILL -- "-$1"`

// A guard kills a command's group if we die while the command runs, even by SIGKILL. It is a shell in a session of its
// own, and its input is a pipe that only we can write to: the system closes it at our death.
type guard struct {
	w    *os.File
	over atomic.Bool // the command has ended: no shell need start any more
}

// watchOver starts the guard of a group in the background, which takes about a millisecond. spare gets its process ID.
// Without a pipe or a shell there is no guard.
func watchOver(group int, spare func(pid int)) *guard {
	r, w, err := os.Pipe()
	if err != nil {
		return nil
	}
	g := &guard{w: w}
	go func() {
		defer r.Close()
		cmd := &exec.Cmd{
			Path: shell, Args: []string{shell, "-c", guardScript, "toktee", strconv.Itoa(group)},
			Env: []string{}, Dir: "/", Stdin: r, SysProcAttr: &syscall.SysProcAttr{Setsid: true},
		}
		if !g.over.Load() && cmd.Start() == nil {
			spare(cmd.Process.Pid)
			_ = cmd.Wait() // how it ended doesn't matter
		}
	}()
	return g
}

// end is called once the command has ended: what it left running stays.
func (g *guard) end() {
	if g == nil {
		return
	}
	g.over.Store(true)
	_, _ = g.w.WriteString("\n") // a shell that is gone needs no line
	g.w.Close()
}
