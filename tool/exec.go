package tool

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/proc"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/result"
)

const execDescription = "Runs a command line in a shell and returns what it prints. Processes that it leaves running in the background live on."

const execSchema = `{"type":"object","additionalProperties":false,"required":["command"],"properties":{
"command":{"description":"the command line; or a list of a program and its arguments, which no shell sees","anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"},"minItems":1}]},
"dir":{"type":"string","description":"working folder, relative to the root"},
"timeout":{"description":"time limit: seconds, or a time such as \"90s\"; 0 is none","anyOf":[{"type":"number","minimum":0},{"type":"string"}]},
"timeout_ms":{"type":"integer","minimum":0,"description":"time limit in milliseconds"},
"env":{"type":"object","additionalProperties":{"type":"string"},"description":"further environment variables"},
"stdin":{"type":"string","description":"what the command reads; nothing by default"},
"tty":{"type":"boolean","description":"let it print to a terminal, for programs that don't print otherwise"}}}`

type execArgs struct {
	Command   words             `json:"command"`
	Dir       string            `json:"dir"`
	Timeout   *duration         `json:"timeout"`
	TimeoutMS int               `json:"timeout_ms"`
	Env       map[string]string `json:"env"`
	Stdin     string            `json:"stdin"`
	TTY       bool              `json:"tty"`
}

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
	cmd.Stdin = text(a.Stdin)
	return s.command(ctx, cmd)
}

// command runs a command for a model, for whom a command that doesn't start is a result.
func (s *Runner) command(ctx context.Context, c Command) (result.ToolResult, error) {
	r, err := s.Run(ctx, c)
	var start *proc.StartError
	if errors.As(err, &start) {
		s.warn(err)
		err = nil
	}
	return r, err
}

func text(s string) io.Reader {
	if s == "" {
		return nil
	}
	return strings.NewReader(s)
}

// limit is the time limit of a call.
func (s *Runner) limit(d *duration, ms int) (time.Duration, error) {
	switch {
	case ms < 0:
		return 0, badInput("timeout_ms %d: want a number from 0", ms)
	case d != nil && ms != 0:
		return 0, badInput("timeout and timeout_ms: want one of them")
	case d != nil:
		return time.Duration(*d), nil
	case ms != 0:
		return time.Duration(ms) * time.Millisecond, nil
	}
	return s.o.Timeout, nil
}

// withEnv is the environment with further variables.
func (s *Runner) withEnv(vars map[string]string) ([]string, error) {
	if len(vars) == 0 {
		return nil, nil
	}
	env := append([]string(nil), s.o.Env...)
	for _, name := range sortedKeys(vars) {
		if name == "" || strings.ContainsAny(name, "=\x00") || strings.ContainsRune(vars[name], 0) {
			return nil, badInput("env: %q can't be a variable", name)
		}
		env = append(env, name+"="+vars[name])
	}
	return env, nil
}
