// Command agent is a small coding agent: a provider, the built-in tools, a session's log, and a loop between them.
//
//	go run ./agent/examples/agent
//
// plays a whole task without a network: a test fails, the agent finds out why, fixes it, and runs the test again. The
// answers come from a local server that plays a script in the wire format of a real provider. With -live the program
// asks a real model instead, at the address and with the key that the environment names (ANTHROPIC_API_KEY,
// ANTHROPIC_BASE_URL, OPENAI_API_KEY, OPENAI_BASE_URL).
//
// The first SIGINT or SIGTERM stops the run: its work so far is in the session's file, and the next run of the same
// session reports it to the model. A second one kills what runs and exits at once. "toktee abort" stops the run too.
//
// To start a program of your own from this one, copy it without provider_script.go and task.go, which need the server
// for tests.
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

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/summarize"
)

func main() {
	ctx, stop := agent.Signals(context.Background(), os.Exit)
	p := program{env: os.Getenv, stdout: os.Stdout, stderr: os.Stderr}
	err := p.run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "agent:", err)
	}
	os.Exit(agent.ExitCode(err))
}

// A program has the parts of its process that a run uses.
type program struct {
	env            func(string) string
	stdout, stderr io.Writer
}

func (p program) run(ctx context.Context, args []string) error {
	o, err := parse(args, p.stdout)
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
	provider, disconnect, err := connect(o, task, p.env)
	if err != nil {
		return err
	}
	defer disconnect()
	if err := prepare(&o, task); err != nil {
		return err
	}
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.timeout, fmt.Errorf("the run took more than %v", o.timeout))
		defer cancel()
	}
	return p.work(ctx, o, provider)
}

// work runs the agent once, in the folder and with the session that the options name.
func (p program) work(ctx context.Context, o options, provider agent.Provider) error {
	log, err := session.Open(o.session, nil)
	if err != nil {
		return err
	}
	defer log.Close()

	stoppable := abort.Begin(abort.Options{
		Dir: o.dir, What: "examples/agent", Outer: p.env(abort.Variable),
		Warn: func(err error) { fmt.Fprintln(p.stderr, "agent:", err) },
	})
	defer stoppable.End()
	ctx, unwatch := stoppable.Watch(ctx)
	defer unwatch()

	// Commands don't get the provider's key, nor anything else that looks like a secret: see PassEnv.
	tools, err := tool.New(tool.Options{
		Root: o.dir, Summarize: summarize.Config{Enabled: true},
		Env: append(os.Environ(), abort.Variable+"="+stoppable.ID()),
	})
	if err != nil {
		return err
	}
	defer tools.Close()

	show := narrator{p.stdout, p.stderr}.show
	if o.events {
		show = printer{p.stdout}.show
	}
	a, err := agent.New(agent.Config{
		Provider: provider, Model: o.model, Tools: tools.Tools(), Log: log, On: show,
		System: "You are a careful engineer. Run the tests before and after a change.",
	})
	if err != nil {
		return err
	}
	_, err = a.Run(ctx, o.prompt)
	fmt.Fprintln(p.stderr, "session:", o.session)
	return err
}

// prepare makes the folder to work in and the task's files, as far as they don't exist.
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
			continue // a file that exists is the person's
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}
