package tool

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/proc"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/result"
)

const codeDescription = "Runs a program in Python, JavaScript (node) or Go and returns what it prints. Its working folder is the root."

var codeHints = hints{
	"language":   {Enum: []any{"python", "javascript", "go"}},
	"code":       {Description: "the whole program; Go's begins with package main"},
	"args":       {Description: "its arguments"},
	"stdin":      {Description: "what it reads; nothing by default"},
	"timeout":    timeoutHint,
	"timeout_ms": {Description: "time limit in milliseconds", Minimum: atLeast(0)},
}

type codeArgs struct {
	Language  string    `json:"language"`
	Code      string    `json:"code"`
	Args      []string  `json:"args,omitzero"`
	Stdin     string    `json:"stdin,omitzero"`
	Timeout   *duration `json:"timeout,omitzero"`
	TimeoutMS int       `json:"timeout_ms,omitzero"`
}

// language is a language that programs are run in.
type language struct {
	names    []string
	file     string
	programs []string // of which the first that is installed is taken
	options  []string
	env      string // one more variable
}

// Python keeps what it prints into a pipe until it has 8 KiB: a program that is stopped would have printed nothing.
var languages = []language{
	{[]string{"python", "python3", "py"}, "main.py", []string{"python3", "python"}, nil, "PYTHONUNBUFFERED=1"},
	{[]string{"javascript", "js", "node", "nodejs"}, "main.js", []string{"node", "nodejs"}, nil, ""},
	{[]string{"go", "golang"}, "main.go", []string{"go"}, []string{"run"}, ""},
}

// installed finds a program that a tool runs by itself. One that a search path finds relative to the working folder isn't:
// what is there may be anybody's, and reading in it must not run it.
func installed(name string) (path string, ok bool) {
	path, err := proc.Lookup(name)
	return path, err == nil && filepath.IsAbs(path)
}

func (s *Set) executeCode(ctx context.Context, c call, a codeArgs) (result.ToolResult, error) {
	i := slices.IndexFunc(languages, func(l language) bool { return slices.Contains(l.names, strings.ToLower(a.Language)) })
	if i < 0 {
		return result.ToolResult{}, badInput("unknown language %q: want python, javascript or go", a.Language)
	}
	l := languages[i]
	if strings.TrimSpace(a.Code) == "" {
		return result.ToolResult{}, badInput("no code: want a whole program")
	}
	limit, err := s.limit(a.Timeout, a.TimeoutMS)
	if err != nil {
		return result.ToolResult{}, err
	}
	var program, path string
	for _, name := range l.programs {
		if p, ok := installed(name); ok {
			program, path = name, p
			break
		}
	}
	if program == "" {
		return s.failure(c.tool, result.KindSpawn, strings.Join(l.programs, ", ")+": not installed here"), nil
	}
	dir, err := os.MkdirTemp("", "toktee-code-")
	if err != nil {
		return s.failure(c.tool, result.KindSpawn, "making a folder for the program: "+err.Error()), nil
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, l.file)
	if err := os.WriteFile(file, []byte(a.Code), 0o600); err != nil {
		return s.failure(c.tool, result.KindSpawn, err.Error()), nil
	}
	env := s.o.Env
	if l.env != "" {
		env = append(slices.Clip(env), l.env)
	}
	line := slices.Concat([]string{program}, l.options, []string{l.file}, a.Args)
	argv := slices.Concat([]string{path}, l.options, []string{file}, a.Args)
	return s.command(ctx, Command{
		Tool: c.tool, Args: c.args, Argv: argv, Line: shell.Quote(line), Env: env, Stdin: text(a.Stdin), Timeout: limit,
	})
}
