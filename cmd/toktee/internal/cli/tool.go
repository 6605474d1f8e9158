package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/integrations/permit"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/proc/pty"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
)

// toolCallOptions are the flags of "toktee tool".
type toolCallOptions struct {
	flags
	sessionFlags
	placeFlags
	list bool
	json bool
}

// newTool is "toktee tool".
func newTool(a *app) *cobra.Command {
	var o toolCallOptions
	cmd := &cobra.Command{
		Use:   "tool [flags] NAME [ARGS]",
		Short: "Call a built-in tool as an agent would: exec, grep, read, edit, ...",
		Long: `Calls a built-in tool with arguments as JSON. If the arguments are -, the command reads them from
standard input. The command prints the short text of the output, and keeps the full output for "toktee show". --list
prints the tools and their arguments.

The tools exec, execute_code and grep exit with the command's exit code, or with 2 if they were stopped on request.
All other tools exit with 0, or with 1 after a failure. A call with wrong arguments exits with 2 and prints the allowed
arguments.

Paths of tools can't leave the folder of --root, by default the working folder. Commands can use any path.

Inside Claude Code, Codex, Gemini CLI and opencode, toktee checks the agent's rules. If a rule to deny or to ask may
apply to the call, toktee doesn't run the tool and exits with 126.

Commands get only environment variables that builds, tests and version control need. --pass-env NAME, or pass_env in the
user's settings, passes more variables on.`,
		Example: `  toktee tool --list
  toktee tool exec '{"command": "go test ./...", "timeout": "5m"}'
  toktee tool read '{"path": "main.go", "offset": 10, "limit": 20}'
  toktee tool patch - <change.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case o.list && len(args) > 0:
				return usage("unexpected argument %q: --list takes none", args[0])
			case o.list:
				return a.listTools(&o)
			case len(args) == 0:
				return usage("no tool: want toktee tool NAME [ARGS], NAME one of %s", strings.Join(toolNames(), ", "))
			case len(args) > 2:
				return usage("unexpected argument %q: want the arguments of %s as one JSON object", args[2], args[0])
			}
			return a.callTool(cmd.Context(), &o, args[0], args[1:])
		},
	}
	cmd.Flags().SortFlags = false
	o.addShape(cmd)
	o.placeFlags.add(cmd)
	cmd.Flags().BoolVar(&o.list, "list", false, "list the tools and their arguments")
	cmd.Flags().BoolVar(&o.json, "json", false, "print the whole result as JSON; with --list, print the list as JSON")
	o.addNoStore(cmd)
	o.sessionFlags.add(cmd)
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return toolNames(), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

// withTools calls f with the built-in tools. Options that are wrong are bad usage.
func withTools(o tool.Options, f func(*tool.Set) error) error {
	set, err := tool.New(o)
	if err != nil {
		return usage("%w", err)
	}
	defer set.Close()
	return f(set)
}

// toolNames are the names of the built-in tools.
func toolNames() (names []string) {
	withTools(tool.Options{Root: "/"}, func(set *tool.Set) error {
		for _, t := range set.Tools() {
			names = append(names, t.Name)
		}
		return nil
	})
	return names
}

// listedTool is a tool as it is listed.
type listedTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Cancellable bool            `json:"cancellable"`
	Schema      json.RawMessage `json:"input_schema"`
}

// listTools prints the built-in tools with the schemas of their arguments.
func (a *app) listTools(o *toolCallOptions) error {
	return withTools(tool.Options{Root: o.root}, func(set *tool.Set) error {
		var list []listedTool
		for _, t := range set.Tools() {
			list = append(list, listedTool{t.Name, t.Description, t.Cancellable, t.Schema})
		}
		if o.json {
			b, err := json.Marshal(list)
			if err != nil {
				return failed(err)
			}
			_, err = fmt.Fprintf(a.stdout, "%s\n", b)
			return failed(err)
		}
		for i, t := range list {
			gap := ""
			if i > 0 {
				gap = "\n"
			}
			schema := strings.ReplaceAll(string(t.Schema), "\n", "\n  ")
			if _, err := fmt.Fprintf(a.stdout, "%s%s: %s\n%s\n", gap, t.Name, t.Description, schema); err != nil {
				return failed(err)
			}
		}
		return nil
	})
}

// callTool calls a tool and prints its result.
func (a *app) callTool(ctx context.Context, o *toolCallOptions, name string, args []string) error {
	if !slices.Contains(toolNames(), name) {
		return usage("unknown tool %q: %s", name, words.Wanted(name, toolNames()))
	}
	a.oneOutput()
	raw := a.rawSwitch(&o.flags)
	input, err := a.toolInput(args)
	if err != nil {
		return err
	}
	h, err := a.openCall("tool", &o.flags, &o.sessionFlags, false, true)
	if err != nil {
		return err
	}
	cfg := configFor(h, raw || !o.json && a.nested())
	run := &running{}
	if name != "abort" { // which asks runs, perhaps all of them, and is none itself
		ctx, run = a.begin(ctx, strings.TrimSpace("tool "+name+" "+string(input)), h.SpoolDir())
	}
	ctx, sig := a.catchSignals(ctx)
	defer sig.stop()
	defer run.end()
	opts := a.toolOptions(h, cfg, &o.sessionFlags)
	opts.Root, opts.Unconfined, opts.Timeout = o.root, o.unconfined, o.timeout.value
	opts.PassEnv, opts.Watch = append(h.Settings().PassEnv, o.passEnv...), run.watch()
	opts.Env, opts.Force, opts.Pty = run.env(), sig.force, pty.Open(desk.PtyRows, desk.PtyColumns)
	rules, err := a.agentRules(permit.CallersOf(a.getenv))
	if err != nil {
		return err
	}
	var refused error
	if len(rules) > 0 {
		opts.Refuse = func(access tool.Access) error {
			err := permit.CheckAll(rules, permit.Call(access))
			refused = cmp.Or(refused, err)
			return err
		}
	}
	var spawn *exitError // of a command that didn't start
	opts.Warn = func(err error) {
		a.warn(err)
		if start := new(proc.StartError); errors.As(err, &start) {
			spawn = startFailure(err)
		}
	}
	return withTools(opts, func(set *tool.Set) error {
		r, code, err := a.runTool(ctx, set, name, input)
		if err != nil {
			return failed(err)
		}
		if spawn != nil {
			code = spawn.code
		}
		if e := r.Error(); refused != nil && e != nil {
			code = exitNotExecutable
		}
		return a.finishRun(code, a.print(r, o.json))
	})
}

// runTool runs a tool of the set, and returns its result and the exit code for it.
func (a *app) runTool(
	ctx context.Context, set *tool.Set, name string, input json.RawMessage,
) (result.ToolResult, int, error) {
	t, _ := set.Tool(name) // callTool has checked the name
	if !t.Cancellable {
		a.note("%s can't be stopped before its end", name)
	}
	r, err := t.Run(ctx, input)
	code, err := a.toolEnding(r, err)
	return r, code, err
}

// toolInput are the arguments of a call: none, those on the command line, or those on standard input for "-".
func (a *app) toolInput(args []string) (json.RawMessage, error) {
	switch {
	case len(args) == 0:
		return json.RawMessage("{}"), nil
	case args[0] != "-":
		return json.RawMessage(args[0]), nil
	}
	b, err := io.ReadAll(a.stdin)
	if err != nil {
		return nil, failed(fmt.Errorf("reading the arguments: %w", err))
	}
	return b, nil
}

// toolEnding is the exit code for a result. The error is the reason why the call was stopped or didn't start.
func (a *app) toolEnding(r result.ToolResult, err error) (int, error) {
	if _, known := r.ExitCode(); known {
		return a.ending(r, err)
	}
	e := r.Error()
	switch {
	case err != nil:
		return 0, err
	case e == nil:
		return 0, nil
	case e.Kind == result.KindInput:
		return exitUsage, nil
	}
	return exitFailure, nil
}
