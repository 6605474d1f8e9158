package tool

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
)

const codeDescription = "Runs a program in Python, JavaScript (node) or Go and returns what it prints. Its " +
	"working folder is the root."

func codeHints() hints {
	return hints{
		"language":   {Enum: []string{"python", "javascript", "go"}},
		"code":       {Description: "the whole program; Go's begins with package main"},
		"args":       {Description: "its arguments"},
		"stdin":      {Description: "what it reads; nothing by default"},
		"timeout":    timeoutHint(),
		"timeout_ms": {Description: "time limit in milliseconds", Minimum: atLeast(0)},
	}
}

// codeArgs are the arguments of execute_code.
type codeArgs struct {
	Language  string    `json:"language"`
	Code      string    `json:"code"`
	Args      []string  `json:"args,omitzero"`
	Stdin     string    `json:"stdin,omitzero"`
	Timeout   *duration `json:"timeout,omitzero"`
	TimeoutMS int       `json:"timeout_ms,omitzero"`
}

// A language is one in which programs can be run.
type language struct {
	names    []string // under which models know it
	file     string   // the name of the program's file
	programs []string // of which the first that is installed is taken
	options  []string // of the program, before the file
	env      string   // one more variable
}

var languages = []language{
	{
		names: []string{"python", "python3", "py"}, file: "main.py", programs: []string{"python3", "python"},
		// Python buffers output to a pipe until it has 8 KiB: a program that is stopped would have printed nothing.
		env: "PYTHONUNBUFFERED=1",
	},
	{names: []string{"javascript", "js", "node", "nodejs"}, file: "main.js", programs: []string{"node", "nodejs"}},
	{names: []string{"go", "golang"}, file: "main.go", programs: []string{"go"}, options: []string{"run"}},
}

// find returns the first of the language's programs that is installed, and its path; "" if none is.
func (l *language) find() (program, path string) {
	for _, name := range l.programs {
		if path, ok := installed(name); ok {
			return name, path
		}
	}
	return "", ""
}

// installed returns the path of a program that a tool runs by itself. One that a search path finds relative to the
// working folder doesn't count: its files may come from anywhere, and reading in it must not run them.
func installed(name string) (path string, ok bool) {
	path, err := proc.Lookup(name)
	return path, err == nil && filepath.IsAbs(path)
}

// executeCode runs a program, which is in a temporary folder until it has ended; its working folder is the
// root. The command line of the result names the program's file without that folder, so that the same program gives the
// same text each time.
func (s *Set) executeCode(ctx context.Context, c call, a codeArgs) (result.ToolResult, error) {
	isAsked := func(l language) bool { return slices.Contains(l.names, strings.ToLower(a.Language)) }
	i := slices.IndexFunc(languages, isAsked)
	if i < 0 {
		return result.ToolResult{}, badInput("unknown language %q: want python, javascript or go", a.Language)
	}
	l := &languages[i]
	if strings.TrimSpace(a.Code) == "" {
		return result.ToolResult{}, badInput("no code: want a whole program")
	}
	limit, err := s.limit(a.Timeout, a.TimeoutMS)
	if err != nil {
		return result.ToolResult{}, err
	}
	if err := s.refused(Access{Line: a.Code, Dir: s.files.dir, Program: true}); err != nil {
		return result.ToolResult{}, err
	}
	program, path := l.find()
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
	env := s.env()
	if l.env != "" {
		env = append(slices.Clip(env), l.env)
	}
	return s.command(ctx, Command{
		Tool: c.tool, Args: c.args, Env: env, Stdin: input(a.Stdin), Timeout: limit,
		Argv: slices.Concat([]string{path}, l.options, []string{file}, a.Args),
		Line: shell.Quote(slices.Concat([]string{program}, l.options, []string{l.file}, a.Args)),
	})
}
