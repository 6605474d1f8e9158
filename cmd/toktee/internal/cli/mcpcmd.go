package cli

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
)

// serveOptions are the flags of "toktee mcp".
type serveOptions struct {
	flags
	placeFlags
	tools     []string
	http      string
	tokenFile string
}

// newMCP is "toktee mcp".
func newMCP(a *app) *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "mcp [flags]",
		Short: "Serve the built-in tools to an agent over MCP",
		Long: `Serves the built-in tools, and the omitted lines of outputs, to a client of the Model Context Protocol on
standard input and output. The server ends when its client closes standard input. This command adds the server to
Claude Code:

  claude mcp add toktee -- toktee mcp

With --http, the server listens for clients on this machine until it is stopped. The server prints its address, and
the header with a token that clients must send. The token is new at each start, unless --token-file names a file with
a token. Only the owner may be able to read the token file.

Commands don't get environment variables that look like secrets. Paths of tools can't leave the root, by default the
working folder. The client decides whether a tool may be called; each tool declares whether it changes anything.

The server is in a second executable, toktee-desk, in the same folder as toktee.`,
		Example: `  toktee mcp
  toktee mcp --root ~/project --tools exec,read,grep --level minimal
  toktee mcp --http 127.0.0.1:0 --token-file ~/.toktee-token`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case !cmd.Flags().Changed("http") && o.tokenFile != "":
				return usage("--token-file %q: there is a token with --http alone", o.tokenFile)
			case cmd.Flags().Changed("http") && o.http == "":
				return usage(`--http "": want an address such as 127.0.0.1:0`)
			}
			return a.serve(cmd.Context(), &o)
		},
	}
	cmd.Flags().SortFlags = false
	o.addShape(cmd)
	o.placeFlags.add(cmd)
	cmd.Flags().StringSliceVar(&o.tools, "tools", nil, "offer only these tools: `NAMES` with commas")
	cmd.Flags().StringVar(&o.http, "http", "", "serve over HTTP at `ADDR` of this machine, such as 127.0.0.1:0")
	complete(cmd, "http")
	cmd.Flags().StringVar(&o.tokenFile, "token-file", "", "the `FILE` with the token for --http, made if there is none")
	o.addNoStore(cmd)
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	return cmd
}

// serve hands over to the second executable.
func (a *app) serve(ctx context.Context, o *serveOptions) error {
	for _, name := range o.tools {
		if !slices.Contains(strings.Split(toolNames(), ", "), name) {
			return usage("--tools %q: want some of %s", name, toolNames())
		}
	}
	raw := a.rawSwitch(&o.flags)
	return a.handOver(ctx, desk.Serve, desk.Server{
		Version: version(), Flags: o.settings(), Raw: raw || a.nested(), Root: o.root, Unconfined: o.unconfined,
		PassEnv: o.passEnv, Timeout: o.timeout.value, Tools: o.tools, HTTP: o.http, TokenFile: o.tokenFile,
	})
}

// handOver becomes a command of toktee-desk.
func (a *app) handOver(ctx context.Context, command string, options any) error {
	return a.start(ctx, desk.Argv, command, options)
}

// start starts a command of another executable, whose command line argv makes.
func (a *app) start(
	ctx context.Context, argv func(self, command string, options any) ([]string, error), command string, options any,
) error {
	self, err := os.Executable()
	if err != nil {
		return failed(err)
	}
	args, err := argv(self, command, options)
	if err != nil {
		return failed(err)
	}
	if args[1] == "run" {
		a.note("building the rest of toktee, which takes a minute or two the first time: %s",
			strings.Join(append([]string{"go"}, args[1:3]...), " "))
	}
	return a.runRaw(ctx, args, 0)
}
