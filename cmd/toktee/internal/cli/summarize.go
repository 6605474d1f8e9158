package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/integrations/permit"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// summarizeOptions are the flags of "toktee summarize".
type summarizeOptions struct {
	flags
	sessionFlags
	tool, command, path, pattern, intent string
	envelope                             given[summarize.Envelope]
	before                               string // a file
	exitCode, offset, limit              given[int]
	json, jsonl, store, repeats          bool
}

// newSummarize is "toktee summarize".
func newSummarize(a *app) *cobra.Command {
	var o summarizeOptions
	cmd := &cobra.Command{
		Use:   "summarize [FILE]",
		Short: "Print the short text of an output from a file or standard input",
		Long: `Reads a tool's output from a file or from standard input, prints its short text, and keeps the full
output for "toktee show". If you know the command and its exit code, pass --command and
--exit-code: the short text is better with them.

With --jsonl, each line of the input is a JSON object that describes a call and its output. Its keys are call_id,
tool, command, path, pattern, args, offset, limit, intent, session, agent, epoch, exit_code (null when unknown),
stdout, stderr, and before ({"pass": output of the last passing run}). Other keys, and empty lines, are ignored. For
each input line, toktee prints one result as JSON, in order and with the same call_id. If an input line isn't a valid
object of this kind, its result is an error. Outputs are kept only with --store.

With --repeats, a call that the session has already made gets a short answer: one line, or the changes in its output.
If the input line also has agent and epoch, toktee omits lines that the agent has already seen in this epoch.`,
		Example: `  go test ./... 2>&1 | toktee summarize --command 'go test ./...' --exit-code 1
  toktee summarize build.log --level minimal
  toktee summarize --tool Read --path main.go --offset 100 --limit 50 <part.txt
  toktee summarize --jsonl <calls.jsonl >results.jsonl`,
		Args: atMostOne("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := cmp.Or(args...)
			if o.jsonl {
				if err := o.onlyStream(cmd); err != nil {
					return err
				}
				return a.summarizeStream(&o, name)
			}
			if o.repeats {
				return usage("--repeats needs --jsonl: for a single call, use --session")
			}
			if o.store {
				return usage("--store needs --jsonl: a single output is kept without --store")
			}
			return a.summarizeOne(&o, name)
		},
	}
	o.addFlags(cmd)
	return cmd
}

func (o *summarizeOptions) addFlags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.StringVar(&o.tool, "tool", "",
		"the tool's `NAME`, as the agent calls it, such as Bash, rg or read_file; with --command, the default is exec")
	fl.StringVar(&o.command, "command", "", "the shell `COMMAND` that the tool ran")
	fl.StringVar(&o.path, "path", "", "the `PATH` of the file or folder that the call reads")
	fl.StringVar(&o.pattern, "pattern", "", "the `PATTERN` that the call searches for")
	o.exitCode.add(cmd, "exit-code", "N", integer, "the command's exit code, if known")
	o.envelope.add(cmd, "envelope", "AGENT", summarize.ParseEnvelope,
		"the AGENT that added lines of its own to the output; an exit code in these lines counts only with this flag")
	fl.StringVar(&o.intent, "intent", "", "the goal of the call: a `TEXT` in the caller's words")
	o.offset.add(cmd, "offset", "N", natural, "the first line that the call read, counted from 1")
	o.limit.add(cmd, "limit", "N", natural, "the number of lines that the call read")
	fl.StringVar(&o.before, "before", "", "`FILE` with the output of the last passing run of the command")
	o.addShape(cmd)
	fl.BoolVar(&o.json, "json", false, "print the whole result as JSON")
	o.addNoStore(cmd)
	o.sessionFlags.add(cmd)
	fl.BoolVar(&o.jsonl, "jsonl", false, "read calls as JSON lines, print results as JSON lines")
	fl.BoolVar(&o.store, "store", false, "with --jsonl, keep the outputs")
	fl.BoolVar(&o.repeats, "repeats", false,
		"with --jsonl, answer repeated calls of a session with one line, or with the changes")
	for _, name := range []string{"tool", "command", "pattern", "intent"} {
		complete(cmd, name)
	}
}

// onlyStream refuses the flags for which a stream's lines have keys.
func (o *summarizeOptions) onlyStream(cmd *cobra.Command) error {
	for _, name := range otherFlags(cmd, "jsonl") {
		switch name {
		case "tool", "command", "path", "pattern", "exit-code", "envelope", "intent", "offset", "limit", "session",
			"epoch", "before":
			return usage("--%s can't be used with --jsonl: each input line has its own", name)
		}
	}
	return nil
}

// request is the call as the flags describe it, without its output.
func (o *summarizeOptions) request() summarize.Request {
	req := summarize.Request{
		Tool: o.tool, Command: o.command, Path: o.path, Pattern: o.pattern, Intent: o.intent,
		Offset: o.offset.value, Limit: o.limit.value, Session: o.session, Epoch: o.epoch.value,
		Envelope: o.envelope.value,
	}
	if req.Tool == "" && req.Command != "" {
		req.Tool = toolExec
	}
	if o.exitCode.set {
		req.Status = result.Status{Known: true, Code: o.exitCode.value}
	}
	return req
}

// summarizeOne summarises one output, that of a file or of standard input.
func (a *app) summarizeOne(o *summarizeOptions, name string) error {
	a.oneOutput()
	raw := a.rawSwitch(&o.flags)
	in, err := a.input(name)
	if err != nil {
		return err
	}
	defer in.Close()
	if !o.json && (raw || a.nested()) {
		_, err := io.Copy(a.stdout, in)
		return failed(err)
	}
	h, err := a.openCall("summarize", &o.flags, &o.sessionFlags, false, false)
	if err != nil {
		return err
	}

	sp := spool.New(spool.Options{Dir: h.SpoolDir(), MaxFile: h.SpoolMax()})
	defer sp.Remove()
	if _, err := io.Copy(sp.Stream(spool.Stdout), in); err != nil {
		return failed(fmt.Errorf("reading the output: %w", err))
	}
	req := o.request()
	req.Source = sp
	if o.before != "" {
		passed, err := os.ReadFile(o.before)
		if err != nil {
			return &exitError{exitUsage, err}
		}
		req.Before = summarize.PassedOutput(passed)
	}
	r, err := h.Deliver(context.Background(), configFor(h, raw), req)
	if err != nil {
		return failed(err)
	}
	return failed(a.print(r, o.json))
}

// input opens a file, or standard input for no name and for "-".
func (a *app) input(name string) (*os.File, error) {
	if name == "" || name == "-" {
		if proc.IsTerminal(a.stdin) {
			return nil, usage("no input: want a FILE, or an output piped to standard input")
		}
		return a.stdin, nil
	}
	path, err := filepath.Abs(name)
	if err == nil {
		err = a.mayCall(permit.CallersOf(a.getenv), permit.Call{Path: path})
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err == nil {
		var st os.FileInfo
		if st, err = f.Stat(); err == nil && st.IsDir() {
			err = fmt.Errorf("%s is a folder: want a file", name)
		}
		if err != nil {
			f.Close()
		}
	}
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	return f, nil
}
