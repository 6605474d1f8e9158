package mcptest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// tee runs a command between its own input and output, and writes every byte that goes through to PATH.1.up, what the
// client says, and PATH.1.down, what the server says, and how the
// command ended to PATH.1.end; the next one that has the same path writes to PATH.2. It ends as
// the command ends, and hands signals on.
func tee(path string, command []string) int {
	path, up, err := create(path)
	if err != nil {
		return failed(err)
	}
	down, err := os.Create(path + ".down")
	if err != nil {
		return failed(err)
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return failed(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return failed(err)
	}
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	if err := cmd.Start(); err != nil {
		return failed(err)
	}
	go func() {
		for s := range signals {
			_ = cmd.Process.Signal(s)
		}
	}()
	go func() {
		_, _ = io.Copy(io.MultiWriter(up, in), os.Stdin)
		_ = in.Close()
	}()
	// What the client no longer reads is recorded all the same.
	_, _ = io.Copy(io.MultiWriter(down, lossy{os.Stdout}), out)
	err = cmd.Wait()
	_ = os.WriteFile(path+".end", []byte(cmd.ProcessState.String()), 0o600)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return max(1, exit.ExitCode())
	}
	if err != nil {
		return failed(err)
	}
	return 0
}

// create creates the first file of a recording, and returns the path of both.
func create(path string) (string, *os.File, error) {
	for i := 1; ; i++ {
		numbered := fmt.Sprintf("%s.%d", path, i)
		f, err := os.OpenFile(numbered+".up", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if !errors.Is(err, fs.ErrExist) {
			return numbered, f, err
		}
	}
}

// lossy is a writer that never fails.
type lossy struct{ io.Writer }

func (l lossy) Write(b []byte) (int, error) {
	_, _ = l.Writer.Write(b)
	return len(b), nil
}

func failed(err error) int {
	fmt.Fprintln(os.Stderr, "tee:", err)
	return 1
}
