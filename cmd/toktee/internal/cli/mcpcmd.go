package cli

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/text/words"
)

// serveOptions are the flags of "toktee mcp".
type serveOptions struct {
	flags
	placeFlags
	tools     []string
	anyClient bool
	http      string
	tokenFile string
}

// newMCP is "toktee mcp".
func newMCP(a *app) *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "mcp [flags]",
		Short: "Serve omitted lines, and on request the built-in tools, to an agent over MCP",
		Long: `Runs a server of the Model Context Protocol (MCP) on standard input and output. Clients get two tools:
toktee_output prints omitted lines of outputs, and abort stops the agent's run. The server ends when the client closes
standard input. The following command adds the server to Claude Code:

  claude mcp add toktee -- toktee mcp

--tools also offers tools that run commands, and tools that read and change files. An agent doesn't apply its rules for
commands and files, its sandbox and its hooks to tools of a server. So toktee compares each call with the agent's rules,
if the agent is Claude Code, Codex, Gemini CLI or opencode. toktee refuses a call if a rule to deny or to ask may apply
to the call. If a rule to ask applies and the client can ask the person, toktee asks through the client instead. toktee
refuses all calls of other clients, and all calls if it can't read one of the rules. With --any-client, toktee checks
only the rules that it can read. It then also runs calls of other clients.

With --http, the server listens for clients on this machine until it is stopped. The server prints its address, and a
header with a token. Clients must send this header. The token is new at each start, unless --token-file names a file
with a token. The server doesn't start if other users may read this file.

Commands get only environment variables that builds, tests and version control need. --pass-env NAME, or pass_env in the
user's settings, passes more variables on. Paths of tools can't leave the folder of --root, by default the working
folder. For each tool, the server declares to the client whether the tool changes anything.

The command needs a second executable, toktee-desk, in the same folder as toktee or in PATH.`,
		Example: `  toktee mcp
  toktee mcp --tools
  toktee mcp --root ~/project --tools=exec,read,grep --level minimal
  toktee mcp --http 127.0.0.1:0 --token-file ~/.toktee-token`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && slices.Equal(o.tools, []string{allTools}) {
				o.tools, args = strings.Split(args[0], ","), args[1:] // --tools exec,read
			}
			switch {
			case len(args) > 0:
				return noArgs(cmd, args)
			case !cmd.Flags().Changed("http") && o.tokenFile != "":
				return usage("--token-file needs --http")
			case cmd.Flags().Changed("http") && o.http == "":
				return usage(`--http "": want an address such as 127.0.0.1:0`)
			}
			return a.serve(cmd.Context(), &o)
		},
	}
	cmd.Flags().SortFlags = false
	o.addShape(cmd)
	o.placeFlags.add(cmd)
	cmd.Flags().StringSliceVar(&o.tools, "tools", nil,
		"also offer tools that run commands, and read and change files: all, or `NAMES` with commas")
	cmd.Flags().Lookup("tools").NoOptDefVal = allTools
	cmd.Flags().BoolVar(&o.anyClient, "any-client", false,
		"with --tools, also run calls for clients whose rules can't be read")
	cmd.Flags().StringVar(&o.http, "http", "",
		"serve over HTTP on `ADDR`, an address of this machine such as 127.0.0.1:0")
	complete(cmd, "http")
	cmd.Flags().StringVar(&o.tokenFile, "token-file", "",
		"the `FILE` with the token for --http; if it is missing, toktee makes it")
	o.addNoStore(cmd)
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	return cmd
}

// allTools is the value of --tools for all of them.
const allTools = "all"

// serve hands over to the second executable.
func (a *app) serve(ctx context.Context, o *serveOptions) error {
	if slices.Equal(o.tools, []string{allTools}) {
		o.tools = toolNames()
	}
	for _, name := range o.tools {
		if !slices.Contains(toolNames(), name) {
			return usage("--tools %q: %s", name, words.Wanted(name, append([]string{allTools}, toolNames()...)))
		}
	}
	raw := a.rawSwitch(&o.flags)
	return a.handOver(ctx, desk.Serve, desk.Server{
		Version: version(), Flags: o.settings(), Raw: raw || a.nested(), Root: o.root, Unconfined: o.unconfined,
		PassEnv: o.passEnv, Timeout: o.timeout.value, Tools: o.tools, AnyClient: o.anyClient,
		HTTP: o.http, TokenFile: o.tokenFile,
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
