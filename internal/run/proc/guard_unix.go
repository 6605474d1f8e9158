//go:build unix

package proc

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// guardScript waits for a line, and kills a process group if its input ends without one.
const guardScript = `trap "" HUP INT TERM; read -r line || kill -s KILL -- "-$1"`

// A guard kills a command's group if we die while the command runs, even by SIGKILL. It is a shell in a session of its
// own, and its input is a pipe that only we can write to: the system closes it at our death.
type guard struct{ w *os.File }

// watchOver starts the guard of a group, while the command runs already. spare gets its process ID. Without a pipe or a
// shell there is no guard.
func watchOver(group int, spare func(pid int)) *guard {
	r, w, err := os.Pipe()
	if err != nil {
		return nil
	}
	defer r.Close()
	cmd := &exec.Cmd{
		Path: shell, Args: []string{shell, "-c", guardScript, "toktee", strconv.Itoa(group)},
		Env: []string{}, Dir: "/", Stdin: r, SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	if cmd.Start() != nil {
		w.Close()
		return nil
	}
	spare(cmd.Process.Pid)
	go cmd.Wait() // how it ends doesn't matter
	return &guard{w}
}

// end is called once the command has ended: what it left running stays.
func (g *guard) end() {
	if g != nil {
		_, _ = g.w.WriteString("\n") // a shell that is gone needs no line
		g.w.Close()
	}
}
