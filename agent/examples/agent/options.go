package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"
)

// options are the flags.
type options struct {
	provider, model, task, prompt string
	dir, session                  string
	live, events                  bool
	timeout                       time.Duration
	gap                           time.Duration
}

// parse reads the flags. For -help it prints them and returns [flag.ErrHelp].
func parse(args []string, stdout io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("agent", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.provider, "provider", "anthropic", "anthropic, openaichat or openairesponses")
	f.BoolVar(&o.live, "live", false, "ask a real model")
	f.StringVar(&o.model, "model", "scripted", "the model")
	f.StringVar(&o.task, "task", "fix", "what the script plays: "+strings.Join(taskNames(), " or "))
	f.StringVar(&o.prompt, "prompt", "", "what to do; the task's own by default")
	f.StringVar(&o.dir, "dir", "", "folder to work in; a new one with the task's files by default")
	f.StringVar(&o.session, "session", "",
		"file of the session, which goes on if it exists; session.jsonl next to the folder by default")
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
