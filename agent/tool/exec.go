package tool

import (
	"context"
	"errors"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
)

const execDescription = "Runs a command line in a shell and returns what it prints. Processes that it leaves " +
	"running in the background live on."

func execHints() hints {
	return hints{
		"command":    {Description: "the command line; or a list of a program and its arguments, which no shell sees"},
		"dir":        {Description: "working folder, relative to the root"},
		"timeout":    timeoutHint(),
		"timeout_ms": {Description: "time limit in milliseconds", Minimum: atLeast(0)},
		"env":        {Description: "further environment variables"},
		"stdin":      {Description: "what the command reads; nothing by default"},
		"tty":        {Description: "let it print to a terminal, for programs that don't print otherwise"},
	}
}

// timeoutHint returns the hint for the time limit of a [duration].
func timeoutHint() property {
	return property{Description: `time limit: seconds, or a time such as "90s"; 0 is none`}
}

// execArgs are the arguments of exec. Stdin is text; without it, the command reads an end of file.
type execArgs struct {
	Command   commandWords      `json:"command"`
	Dir       string            `json:"dir,omitzero"`
	Timeout   *duration         `json:"timeout,omitzero"`
	TimeoutMS int               `json:"timeout_ms,omitzero"`
	Env       map[string]string `json:"env,omitzero"`
	Stdin     string            `json:"stdin,omitzero"`
	TTY       bool              `json:"tty,omitzero"`
}

// exec runs a command line in a shell, or a program with its arguments as they are. Everything is checked before
// anything runs. The command's environment is that of the options, with the variables of the call.
func (s *Set) exec(ctx context.Context, c call, a execArgs) (result.ToolResult, error) {
	cmd := Command{Tool: c.tool, Args: c.args, Line: a.Command.line, Argv: a.Command.argv, Pty: a.TTY}
	switch {
	case cmd.Argv != nil:
		cmd.Line = shell.Quote(cmd.Argv)
	case strings.TrimSpace(cmd.Line) == "":
		return result.ToolResult{}, badInput("no command: want a command line")
	case strings.ContainsRune(cmd.Line, 0):
		return result.ToolResult{}, badInput("the command has a zero byte")
	default:
		cmd.Argv = s.inShell(cmd.Line)
	}
	if a.TTY && s.o.Pty == nil {
		return result.ToolResult{}, badInput("tty: there are no terminals here")
	}
	var err error
	if cmd.Dir, err = s.folder(a.Dir); err != nil {
		return result.ToolResult{}, err
	}
	if cmd.Timeout, err = s.limit(a.Timeout, a.TimeoutMS); err != nil {
		return result.ToolResult{}, err
	}
	if cmd.Env, err = s.withEnv(a.Env); err != nil {
		return result.ToolResult{}, err
	}
	cmd.Stdin = input(a.Stdin)
	if err := s.refused(Access{Line: assigned(a.Env) + cmd.Line, Dir: cmd.Dir, Input: a.Stdin}); err != nil {
		return result.ToolResult{}, err
	}
	return s.command(ctx, cmd)
}

// command runs a command for a model. A command that doesn't start, for which [Runner.Run] returns an error, is only a
// result for it: the model may try another one.
func (s *Runner) command(ctx context.Context, c Command) (result.ToolResult, error) {
	r, err := s.Run(ctx, c)
	var start *proc.StartError
	if errors.As(err, &start) {
		s.warn(err)
		err = nil
	}
	return r, err
}

// input returns a command's standard input; nil for none.
func input(s string) io.Reader {
	if s == "" {
		return nil
	}
	return strings.NewReader(s)
}

// limit returns the time limit of a call that may name one in either of two ways; 0 is none.
func (s *Runner) limit(d *duration, ms int) (time.Duration, error) {
	switch {
	case ms < 0:
		return 0, badInput("timeout_ms %d: want a number from 0", ms)
	case int64(ms) > math.MaxInt64/int64(time.Millisecond):
		return 0, badInput("timeout_ms %d: want a number up to %d", ms, math.MaxInt64/int64(time.Millisecond))
	case d != nil && ms != 0:
		return 0, badInput("timeout and timeout_ms: want one of them")
	case d != nil:
		return time.Duration(*d), nil
	case ms != 0:
		return time.Duration(ms) * time.Millisecond, nil
	}
	return s.o.Timeout, nil
}

// assigned returns variables as a command line begins with them.
func assigned(vars map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		b.WriteString(name + "=" + shell.Quote([]string{vars[name]}) + " ")
	}
	return b.String()
}

// withEnv returns the environment with further variables; nil if there are none.
func (s *Runner) withEnv(vars map[string]string) ([]string, error) {
	if len(vars) == 0 {
		return nil, nil
	}
	env := slices.Clone(s.env())
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		if name == "" || strings.ContainsAny(name, "=\x00") || strings.ContainsRune(vars[name], 0) {
			return nil, badInput("env: %q can't be a variable", name)
		}
		env = append(env, name+"="+vars[name])
	}
	return env, nil
}
