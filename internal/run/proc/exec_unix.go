//go:build unix

package proc

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// Exec replaces this program by the command: same process, same streams, nothing in between. It only returns if that
// fails, with a [*StartError], or with [errors.ErrUnsupported] on systems that can't do it.
func Exec(argv, env []string) error {
	cmd, err := (&Command{Argv: argv}).prepare()
	if err != nil {
		return err
	}
	if env == nil {
		env = os.Environ()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	endSlack()
	err = syscall.Exec(cmd.Path, argv, env)
	if errors.Is(err, syscall.ENOEXEC) {
		err = syscall.Exec(shell, append([]string{shell, cmd.Path}, argv[1:]...), env)
	}
	return startError(argv[0], &exec.Cmd{Path: cmd.Path}, err)
}
