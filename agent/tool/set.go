package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// Options are the settings of the built-in tools.
type Options struct {
	// Root is the folder that paths are relative to, and that they can't leave; "" is the working folder.
	Root string
	// Unconfined lets paths leave the root. Commands aren't confined in either case.
	Unconfined bool
	// Summarize decides how outputs are summarised. The zero Config hands them over as they are.
	Summarize summarize.Config
	// Env is the environment of commands; nil is our own. Commands get only the variables in it that builds, tests and
	// version control need, unless a value holds a recognisable secret.
	Env []string
	// PassEnv names more variables that commands get, such as GITHUB_TOKEN, or the start of their names, such as APP_*.
	PassEnv []string
	// Shell are the shell and its options, before the command line; nil is bash if it is installed, else sh, and
	// powershell if neither is.
	Shell []string
	// SpoolMax is how many bytes of disk the recording of an output may take, as zstd; 0 is 256 MiB. The middle of a
	// longer output is dropped.
	SpoolMax int64
	// Timeout is the time limit of commands that name none; 0 is none.
	Timeout time.Duration
	// Live also gets the output of commands at once; its errors don't matter. Nil: there is no viewer.
	Live io.Writer
	// Watch is called for each command that runs: tap hands a writer all output of the command so far, and from then
	// on new output, until the writer fails. stop is called when the command has ended. Nil: there is no viewer.
	Watch func(tap func(io.Writer) error) (stop func())
	// Refuse is asked before a command runs, and before a file or a folder is read or changed. Its error is the reason
	// why the call isn't made; a search leaves out what is refused. Nil refuses nothing.
	Refuse func(Access) error
	// Pty opens a terminal for commands that ask for one; nil refuses that.
	Pty func() (master, slave *os.File, err error)
	// Deliver makes the result of a call's output, and keeps the output if the program wants that. The request's
	// Source is the recording, which is removed when the call has ended; cfg is Summarize with the level that suits
	// the tool; warnings belong into the result. Several goroutines may call it at a time. Nil is
	// [summarize.Summarize], which keeps nothing; if that fails, the result is the output as it is.
	Deliver func(
		ctx context.Context, cfg summarize.Config, req summarize.Request, warnings ...string,
	) (result.ToolResult, error)
	// SpoolDir is the folder for outputs above 1 MiB; "" is one of the system's temporary ones.
	SpoolDir string
	// Alone means that this process runs one command at a time and has no other children: see Adopt of a command. A
	// program that is more than one call must leave it off.
	Alone bool
	// Force is closed when a command that is being stopped has no more time; may be nil. A program whose context comes
	// from agent.Signals needs none.
	Force <-chan struct{}
	// Warn gets further errors, which a result reports too; nil drops them.
	Warn func(error)
	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// A Set is the built-in tools. Its methods are safe for concurrent use.
type Set struct {
	*Runner
	files *files
	tools []Tool

	changing sync.Mutex // held while files are changed: a change must not be computed from a state that is gone
}

// New makes the built-in tools. The caller closes the Set in the end.
func New(o Options) (*Set, error) {
	if o.Shell == nil {
		o.Shell = usualShell()
	}
	if o.Root == "" {
		o.Root = "."
	}
	if err := checkNames(o.PassEnv); err != nil {
		return nil, err
	}
	root, err := filepath.Abs(o.Root)
	if err != nil {
		return nil, fmt.Errorf("root %s: %w", o.Root, err)
	}
	f, err := openFiles(root, o.Unconfined)
	if err != nil {
		return nil, fmt.Errorf("root %s: %w", root, err)
	}
	if o.Refuse != nil {
		f.refuse, f.at = o.Refuse, guarded{f.at, f}
	}
	o.Root = root
	s := &Set{Runner: NewRunner(o), files: f}
	s.tools = []Tool{
		builtin(s, "exec", execDescription, execHints(), s.exec),
		builtin(s, "execute_code", codeDescription, codeHints(), s.executeCode),
		builtin(s, "grep", grepDescription, grepHints(), s.grep),
		builtin(s, "list", listDescription, listHints(), s.list),
		builtin(s, "read", readDescription, readHints(), s.read),
		builtin(s, "edit", editDescription, editHints(), s.edit),
		builtin(s, "patch", patchDescription, patchHints(), s.patch),
		builtin(s, "write", writeDescription, writeHints(), s.write),
		builtin(s, "abort", abortDescription, abortHints(), s.abort),
	}
	return s, nil
}

// usualShell returns the shell of options that name none. A program in the working folder is never taken for it.
func usualShell() []string {
	for _, name := range []string{"bash", "sh"} {
		if path, ok := installed(name); ok {
			return []string{path, "-c"}
		}
	}
	if path, ok := installed("powershell"); ok {
		return []string{path, "-NoProfile", "-NonInteractive", "-Command"}
	}
	return []string{"/bin/sh", "-c"} // every system but Windows has one there
}

// Close releases the root.
func (s *Set) Close() error { return s.files.close() }

// Tools returns the tools, in a fixed order.
func (s *Set) Tools() []Tool { return append([]Tool(nil), s.tools...) }

// Tool returns the tool of a name.
func (s *Set) Tool(name string) (Tool, bool) {
	for _, t := range s.tools {
		if t.Name == name {
			return t, true
		}
	}
	return Tool{}, false
}

// A call is a call of a tool that is under way.
type call struct {
	tool  string          // the tool's name
	args  json.RawMessage // as the model wrote them
	begin time.Time
}

// builtin makes a tool of a function that takes its arguments as an A. A panic and a bad call are results.
func builtin[A any](
	s *Set, name, description string, h hints, run func(context.Context, call, A) (result.ToolResult, error),
) Tool {
	schema := schemaOf[A](h)
	return Tool{
		Name: name, Description: description, Schema: schema.text(), Cancellable: true,
		Run: func(ctx context.Context, args json.RawMessage) (r result.ToolResult, err error) {
			defer func() {
				if p := recover(); p != nil {
					r, err = s.failure(name, result.KindExit, fmt.Sprintf("panic: %v", p)), nil
				}
			}()
			c := call{name, args, s.o.Now()}
			if ctx.Err() != nil {
				return s.stopped(ctx, c, summarize.Request{}, nil)
			}
			a, err := parseArgs[A](schema, args)
			if err != nil {
				return s.failure(name, result.KindInput, err.Error()), nil
			}
			r, err = run(ctx, c, a)
			var bad *inputError
			if errors.As(err, &bad) {
				return s.failure(name, result.KindInput, bad.Error()), nil
			}
			return r, err
		},
	}
}

// An inputError is a problem with a call, for the model.
type inputError struct{ err error }

func (e *inputError) Error() string { return e.err.Error() }
func (e *inputError) Unwrap() error { return e.err }

func badInput(format string, args ...any) error { return &inputError{fmt.Errorf(format, args...)} }
