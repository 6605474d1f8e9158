//go:build unix

package proc

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// drain lets processes that outlive their command go on printing: a pipe that nobody reads would end them. One process a
// pipe reads it to its end and keeps nothing. Where that can't be had, they must look after themselves.
func drain(pipes []*os.File) {
	if len(pipes) == 0 {
		return
	}
	var script strings.Builder
	for i := range pipes {
		fmt.Fprintf(&script, "cat <&%d >/dev/null 2>&1 & ", 3+i)
	}
	cmd := exec.Command(shell, "-c", script.String())
	cmd.Dir = "/"
	cmd.ExtraFiles = pipes
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Run() // the shell ends at once
}
