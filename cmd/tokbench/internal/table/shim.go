package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/run/proc"
)

// A stage is the folder in which peers run. It has the shim, to which every case's program is a link, and the few
// programs that the peers need.
type stage struct {
	dir     string
	o       RunOptions
	program string // the program of every case instead of the shim, "" for the shim
	next    atomic.Int64
}

// shim prints the output of the case, ends with its exit code, and records its arguments. To any other arguments it is
// a program that isn't there. It is found by the name of its call, so one file serves every case, and no executable
// file is ever open for writing.
const shim = `#!/bin/sh
d=${0%%/*}/..
printf '%%s\0' "$#" "$@" >>"$d/calls"
. "$d/asked" || exit 127
%[1]s "$d/stdout"
%[1]s "$d/stderr" >&2
read -r code <"$d/exit"
exit "$code"
`

// newStage makes the folder with the shim and links to the needed programs.
func newStage(o RunOptions) (*stage, error) {
	cat, err := exec.LookPath("cat")
	if err != nil {
		return nil, fmt.Errorf("making the shim: %w", err)
	}
	dir, err := os.MkdirTemp("", "tokbench-peers-")
	if err != nil {
		return nil, fmt.Errorf("making the shim: %w", err)
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	s := &stage{dir: dir, o: o}
	if err := s.fill(cat); err != nil {
		s.close()
		return nil, fmt.Errorf("making the shim: %w", err)
	}
	return s, nil
}

// fill writes the shim and the links.
func (s *stage) fill(cat string) error {
	if err := os.WriteFile(filepath.Join(s.dir, "shim"), fmt.Appendf(nil, shim, cat), 0o700); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(s.dir, "needs"), 0o700); err != nil {
		return err
	}
	for _, name := range s.o.Needs {
		path, err := proc.Lookup(name)
		if err == nil {
			path, err = filepath.Abs(path)
		}
		if err == nil {
			err = os.Symlink(path, filepath.Join(s.dir, "needs", name))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *stage) close() { os.RemoveAll(s.dir) }

// An output is the answer of a peer to a case.
type output struct {
	text string // both streams, as an agent gets them
	code int
	took Took
}

// play runs a case through a peer. why is the reason if the answer can't be scored; err is a failure of tokbench.
func (s *stage) play(ctx context.Context, p *Peer, c *corpus.Case) (out output, why string, err error) {
	words, why := s.words(c)
	if why != "" {
		return out, why, nil
	}
	dir, err := s.room(c, words)
	if err == nil {
		defer os.RemoveAll(dir)
		out, why, err = s.perform(ctx, dir, words, p.argv(c.Command, words), &capped{})
	}
	if err != nil {
		err = fmt.Errorf("running %s through %s: %w", c.ID, p.Name, err)
	}
	return out, why, err
}

// words are the words of a case's command, or why it can't be run here.
func (s *stage) words(c *corpus.Case) (words []string, why string) {
	words, why = plainCommand(c)
	if why == "" && slices.Contains(s.o.Needs, words[0]) {
		return nil, shadowed
	}
	return words, why
}

// room makes a folder for runs of a case: the shim or the real program, its answer with a test of the arguments, and a
// home.
func (s *stage) room(c *corpus.Case, words []string) (dir string, err error) {
	dir = filepath.Join(s.dir, strconv.FormatInt(s.next.Add(1), 10))
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
			err = fmt.Errorf("setting the stage: %w", err)
		}
	}()
	for _, sub := range []string{"bin", "home"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
			return "", err
		}
	}
	code := 0
	if c.ExitCode != nil {
		code = *c.ExitCode
	}
	files := map[string][]byte{
		"stdout": c.Stdout, "stderr": c.Stderr, "exit": []byte(strconv.Itoa(code) + "\n"),
		"asked": []byte(recorded(words[1:])),
	}
	for name, b := range files {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			return "", err
		}
	}
	program := s.program
	if program == "" {
		program = filepath.Join(s.dir, "shim")
	}
	return dir, os.Symlink(program, filepath.Join(dir, "bin", words[0]))
}

// perform runs argv in a room; nil is the command itself. why is the reason if the answer doesn't count.
func (s *stage) perform(
	ctx context.Context, dir string, words, argv []string, printed *capped,
) (out output, why string, err error) {
	if argv == nil {
		argv = append([]string{filepath.Join(dir, "bin", words[0])}, words[1:]...)
	}
	exit, err := proc.Run(ctx, proc.Command{
		Argv: argv, Dir: filepath.Join(dir, "home"), Env: s.environment(dir),
		Stdout: printed, Stderr: printed, Timeout: s.o.Timeout,
	})
	switch {
	case ctx.Err() != nil:
		return out, "", context.Cause(ctx)
	case errors.As(err, new(*proc.TimeoutError)):
		return out, timedOut, nil
	case errors.As(err, new(*proc.StartError)):
		return out, notStarted, nil
	case err != nil:
		return out, "", err
	case printed.over:
		return out, tooLong, nil
	}
	out = output{printed.buf.String(), exit.Code, Took{exit.Duration, exit.Processor}}
	if s.program != "" {
		return out, "", nil
	}
	calls, err := os.ReadFile(filepath.Join(dir, "calls"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return out, "", fmt.Errorf("reading what %s was asked: %w", words[0], err)
	}
	return out, wrongCalls(string(calls), words[0], words[1:]), nil
}

// environment returns the environment of a peer: on PATH only the shim and the programs that peers need, and an empty
// home.
func (s *stage) environment(dir string) []string {
	home := filepath.Join(dir, "home")
	return []string{
		"PATH=" + filepath.Join(dir, "bin") + string(os.PathListSeparator) + filepath.Join(s.dir, "needs"),
		"HOME=" + home, "TMPDIR=" + home, "LANG=C.UTF-8", "TERM=dumb", "NO_COLOR=1",
	}
}

// recorded returns a line of shell that is true for these arguments.
func recorded(args []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[ \"$#\" = %d ]", len(args))
	for i, arg := range args {
		fmt.Fprintf(&b, " && [ \"${%d}\" = '%s' ]", i+1, strings.ReplaceAll(arg, "'", `'\''`))
	}
	return b.String() + "\n"
}

// wrongCalls returns the fault of the recorded calls, or "". The shim has one answer, to one call. Calls that only look
// for the program are allowed.
func wrongCalls(calls, program string, args []string) (why string) {
	answered := false
	for calls != "" {
		var call []string
		if call, calls = firstCall(calls); call == nil {
			return otherCall
		}
		switch {
		case slices.Equal(call, args):
			answered = true
		case !isProbe(program, call):
			return otherCall
		}
	}
	if !answered {
		return notAsked
	}
	return ""
}

// firstCall removes the first recorded call: the number of its arguments, and these. call is nil if the record is
// broken.
func firstCall(calls string) (call []string, rest string) {
	number, rest, _ := strings.Cut(calls, "\x00")
	n, err := strconv.Atoi(number)
	if err != nil {
		return nil, ""
	}
	call = []string{}
	for range n {
		arg, behind, ok := strings.Cut(rest, "\x00")
		if !ok {
			return nil, ""
		}
		call, rest = append(call, arg), behind
	}
	return call, rest
}

// isProbe reports whether a call only looks for the program: its version, or the folder of git's repository.
func isProbe(program string, call []string) bool {
	if program == "git" && len(call) > 2 && call[0] == "-C" {
		call = call[2:]
	}
	line := strings.Join(call, " ")
	switch line {
	case "--version", "-version", "-V", "-v", "version":
		return true
	}
	return program == "git" && (line == "rev-parse --show-toplevel" || line == "worktree list --porcelain")
}

// maxOutput is the most bytes that are kept of a peer's output; tooLong names it.
const maxOutput = 32 << 20

// capped keeps output up to [maxOutput], and goes on reading.
type capped struct {
	drop bool // keep nothing
	buf  bytes.Buffer
	over bool
}

// Write implements [io.Writer]; it never fails.
func (c *capped) Write(b []byte) (int, error) {
	if c.drop {
		return len(b), nil
	}
	if c.buf.Len()+len(b) > maxOutput {
		c.over = true
		return len(b), nil
	}
	return c.buf.Write(b)
}
