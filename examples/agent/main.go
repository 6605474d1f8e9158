// Command agent is a small coding agent: a provider, the built-in tools, a session's log, and a loop between them.
//
//	go run ./examples/agent
//
// plays a whole task against a local server that speaks the wire format of a real provider from a script: a test fails,
// the agent finds out why, mends it, and runs the test again. With -live it asks a real model instead, at the address
// and with the key that the environment names (ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, OPENAI_API_KEY, OPENAI_BASE_URL).
//
// The first SIGINT or SIGTERM stops the run: what was done is in the session's file, and the next run of the same
// session tells the model. A second one exits at once. "toktee abort" stops it too.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/toktee/toktee/abort"
	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/session"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tool"
)

func main() {
	force, over := make(chan struct{}), make(chan struct{})
	ctx, stop := agent.Signals(context.Background(), func(code int) {
		close(force) // commands are killed now
		select {
		case <-over:
		case <-time.After(200 * time.Millisecond):
		}
		os.Exit(code)
	})
	err := run(ctx, force, os.Args[1:], os.Getenv, os.Stdout, os.Stderr)
	close(over)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "agent:", err)
	}
	os.Exit(agent.ExitCode(err))
}

// options are the flags.
type options struct {
	provider, model, task, prompt string
	dir, session                  string
	live, events                  bool
	timeout                       time.Duration
	gap                           time.Duration
}

func parse(args []string, stdout io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("agent", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.provider, "provider", "anthropic", "anthropic, openaichat or openairesponses")
	f.BoolVar(&o.live, "live", false, "ask a real model")
	f.StringVar(&o.model, "model", "scripted", "the model")
	f.StringVar(&o.task, "task", "mend", "what the script plays: "+strings.Join(taskNames(), " or "))
	f.StringVar(&o.prompt, "prompt", "", "what to do; the task's own by default")
	f.StringVar(&o.dir, "dir", "", "folder to work in; a new one with the task's files by default")
	f.StringVar(&o.session, "session", "", "file of the session, which goes on if it exists; session.jsonl beside the folder by default")
	f.BoolVar(&o.events, "events", false, "print all events as JSON lines")
	f.DurationVar(&o.timeout, "timeout", 0, "time limit; 0 is none")
	f.DurationVar(&o.gap, "gap", 0, "pause before each event of the script")
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		f.SetOutput(stdout)
		f.Usage()
		return o, err
	} else if err != nil {
		return o, fmt.Errorf("%w: see agent -help", err)
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("unknown argument %q: want flags only", f.Arg(0))
	}
	return o, nil
}

// run does what the flags say. When force is closed, commands that are being stopped get no more time.
func run(ctx context.Context, force <-chan struct{}, args []string, env func(string) string, stdout, stderr io.Writer) (err error) {
	o, err := parse(args, stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return nil
	case err != nil:
		return err
	}
	task, ok := tasks[o.task]
	if !ok {
		return fmt.Errorf("unknown task %q: want %s", o.task, strings.Join(taskNames(), " or "))
	}
	if o.prompt == "" {
		o.prompt = task.prompt
	}
	provider, stop, err := connect(o, task, env)
	if err != nil {
		return err
	}
	defer stop()
	if err := prepare(&o, task); err != nil {
		return err
	}

	log, err := session.Open(o.session, nil)
	if err != nil {
		return err
	}
	defer log.Close()
	asked := abort.Begin(abort.Options{Dir: o.dir, What: "examples/agent", Outer: env(abort.Variable), Warn: func(err error) { fmt.Fprintln(stderr, "agent:", err) }})
	defer asked.End()
	ctx, unwatch := asked.Watch(ctx)
	defer unwatch()
	tools, err := tool.New(tool.Options{
		Root: o.dir, Summarize: summarize.Config{Enabled: true}, Env: append(os.Environ(), abort.Variable+"="+asked.ID()), Force: force,
	})
	if err != nil {
		return err
	}
	defer tools.Close()
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.timeout, fmt.Errorf("the run took more than %v", o.timeout))
		defer cancel()
	}

	show := narrator{stdout, stderr}.show
	if o.events {
		show = printer{stdout}.show
	}
	a, err := agent.New(agent.Config{
		Provider: provider, Model: o.model, Tools: tools.Tools(), Log: log, On: show,
		System: "You are a careful engineer. Run the tests before and after a change.",
	})
	if err != nil {
		return err
	}
	_, err = a.Run(ctx, o.prompt)
	fmt.Fprintln(stderr, "session:", o.session)
	return err
}

// prepare makes the folder that the task works on, unless there is one.
func prepare(o *options, t task) error {
	if o.dir == "" {
		tmp, err := os.MkdirTemp("", "toktee-agent-")
		if err != nil {
			return err
		}
		o.dir = filepath.Join(tmp, "work")
	}
	if err := os.MkdirAll(o.dir, 0o700); err != nil {
		return err
	}
	if o.session == "" {
		o.session = filepath.Join(filepath.Dir(o.dir), "session.jsonl")
	}
	for name, text := range t.files {
		path := filepath.Join(o.dir, name)
		if _, err := os.Stat(path); err == nil {
			continue // what is there is the person's
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}
