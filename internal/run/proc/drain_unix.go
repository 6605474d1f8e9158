//go:build unix

package proc

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// drain lets processes that outlive their command go on printing: without a reader of its pipe, a process dies of
// SIGPIPE. For each pipe a process is started that reads to the end and keeps nothing. If that fails, nothing more is
// done.
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
