//go:build unix

package proc

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// guardScript reads the number of a process group, waits for another line, and kills the group if its input ends
// without one. An empty first line ends it.
const guardScript = `trap "" HUP INT TERM
read -r group && [ "$group" ] || exit 0
read -r line || kill -s KILL -- "-$group"`

// A guard kills a command's group if we die while the command runs, even by SIGKILL. It is a shell in a session of its
// own, and its input is a pipe that only we can write to: the system closes it at our death.
type guard struct{ w *os.File }

// newGuard starts a guard, before its command. spare gets its process ID. Without a pipe or a shell there is none.
func newGuard(spare func(pid int)) *guard {
	r, w, err := os.Pipe()
	if err != nil {
		return nil
	}
	defer r.Close()
	cmd := &exec.Cmd{
		Path: shell, Args: []string{shell, "-c", guardScript, "toktee"}, Env: []string{}, Dir: "/",
		Stdin: r, SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	if cmd.Start() != nil {
		w.Close()
		return nil
	}
	spare(cmd.Process.Pid)
	go cmd.Wait() // how it ends doesn't matter
	return &guard{w}
}

// watch tells the guard the group of its command, which has just started.
func (g *guard) watch(group int) {
	if g != nil {
		_, _ = g.w.WriteString(strconv.Itoa(group) + "\n") // without its shell, there is no guard
	}
}

// end is called once the command has ended or didn't start: the processes that it left running stay.
func (g *guard) end() {
	if g != nil {
		_, _ = g.w.WriteString("\n")
		g.w.Close()
	}
}
