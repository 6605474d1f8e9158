// Command bare is the least that a tee for tool output can be: it runs a command, takes its output in, hashes it, keeps
// it in a file, and passes it on. On a noisy machine toktee's start is measured against it.
//
//	bare FILE CMD [ARG...]
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
)

func main() {
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "bare:", err)
	}
	os.Exit(code)
}

// run runs the command and returns its exit code.
func run(args []string) (int, error) {
	if len(args) < 2 {
		return 2, errors.New("usage: bare FILE CMD [ARG...]")
	}
	var out bytes.Buffer
	cmd := exec.Command(args[1], args[2:]...)
	cmd.Stdout, cmd.Stderr = &out, &out
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		return 125, err
	}
	sum := sha256.Sum256(out.Bytes())
	if err := os.WriteFile(args[0], append(sum[:], out.Bytes()...), 0o600); err != nil {
		return 125, err
	}
	if _, err := os.Stdout.Write(out.Bytes()); err != nil {
		return 125, err
	}
	return cmd.ProcessState.ExitCode(), nil
}
