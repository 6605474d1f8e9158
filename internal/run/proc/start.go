package proc

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// prepare finds the program and sets up everything but its streams.
func (c *Command) prepare() (*exec.Cmd, error) {
	if len(c.Argv) == 0 || c.Argv[0] == "" {
		return nil, &StartError{`""`, ErrNotFound}
	}
	if c.Dir != "" {
		if st, err := os.Stat(c.Dir); err != nil {
			return nil, &StartError{c.Argv[0], fmt.Errorf("working folder: %w", err)}
		} else if !st.IsDir() {
			return nil, &StartError{c.Argv[0], fmt.Errorf("working folder %s is not a folder", c.Dir)}
		}
	}
	cmd := exec.Command(c.Argv[0], c.Argv[1:]...)
	if errors.Is(cmd.Err, exec.ErrDot) {
		cmd.Err = nil // the user's path names the current folder: the shell would run it too
	}
	if cmd.Err != nil {
		return nil, startError(c.Argv[0], cmd, cmd.Err)
	}
	cmd.Dir, cmd.Env = c.Dir, c.Env
	ownGroup(cmd, c.Terminal)
	return cmd, nil
}

// start starts the command. A text file without a "#!" line is run by the shell, as execvp and every shell do; the
// command that is returned is another one then.
func start(cmd *exec.Cmd, name string) (*exec.Cmd, error) {
	err := cmd.Start()
	if shell != "" && errors.Is(err, syscall.ENOEXEC) {
		cmd = &exec.Cmd{
			Path: shell, Args: append([]string{shell, cmd.Path}, cmd.Args[1:]...), Dir: cmd.Dir, Env: cmd.Env,
			Stdin: cmd.Stdin, Stdout: cmd.Stdout, Stderr: cmd.Stderr, SysProcAttr: cmd.SysProcAttr,
		}
		err = cmd.Start()
	}
	if err != nil {
		return nil, startError(name, cmd, err)
	}
	return cmd, nil
}

// Lookup finds the program that Run would start: its path, or a [*StartError].
func Lookup(name string) (string, error) {
	cmd, err := (&Command{Argv: []string{name}}).prepare()
	if err != nil {
		return "", err
	}
	return cmd.Path, nil
}

// startError returns the error for a command that didn't start. It distinguishes a program that isn't there, one that
// can't be executed, and a lack of resources, for which the program isn't to blame.
func startError(name string, cmd *exec.Cmd, err error) *StartError {
	var lookup *exec.Error
	var path *fs.PathError
	if errors.As(err, &lookup) {
		err = lookup.Err
	} else if errors.As(err, &path) {
		err = path.Err
	}
	switch {
	case errors.Is(err, exec.ErrNotFound):
		err = ErrNotFound
		if found := passedOver(name); found != "" {
			err = fmt.Errorf("%w: %s: permission denied", ErrNotExecutable, found)
		}
	case errors.Is(err, fs.ErrNotExist):
		err = ErrNotFound
		if exists(cmd) { // so the missing file is another one
			err = fmt.Errorf("%w: its interpreter does not exist", ErrNotExecutable)
		}
	case !scarce(err):
		err = fmt.Errorf("%w: %w", ErrNotExecutable, err)
	}
	return &StartError{name, err}
}

// exists reports whether there is a file at the command's path.
func exists(cmd *exec.Cmd) bool {
	file := cmd.Path
	if !filepath.IsAbs(file) {
		file = filepath.Join(cmd.Dir, file)
	}
	_, err := os.Stat(file)
	return err == nil
}

// passedOver finds a file of that name in PATH that the search for a program passed over, since it isn't executable; ""
// if there is none.
func passedOver(name string) string {
	if strings.ContainsRune(name, filepath.Separator) {
		return ""
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		file := filepath.Join(dir, name)
		if st, err := os.Stat(file); err == nil && st.Mode().IsRegular() {
			return file
		}
	}
	return ""
}
