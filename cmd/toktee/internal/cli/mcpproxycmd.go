package cli

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/mcpoutput"
	"github.com/toktee/toktee/internal/integrations/mcpproxy"
	"github.com/toktee/toktee/internal/integrations/permit"
)

// mcpProxyOptions are the flags of "toktee mcp-proxy".
type mcpProxyOptions struct {
	flags
	server    string
	url       string
	headerEnv []string
}

// newMCPProxy is "toktee mcp-proxy".
func newMCPProxy(a *app) *cobra.Command {
	var o mcpProxyOptions
	cmd := &cobra.Command{
		Use:   "mcp-proxy [flags] (-- SERVER [ARG]... | --url URL)",
		Short: "Run an MCP server, and shorten the results of its tools",
		Long: `Starts a server of the Model Context Protocol (MCP). The client uses toktee's standard input and output.
toktee passes messages between the client and the server. It shortens the texts of tool results and keeps the full
texts. Everything else passes through unchanged. toktee adds one tool, toktee_output, which prints the omitted lines.

toktee exits with the server's exit code. If the client closes the connection or sends a signal, toktee closes the
server's input. Then toktee stops the server and all processes that the server started.

With --url, toktee connects to a server over streamable HTTP. --header-env sends HTTP headers, whose values come from
environment variables. --url needs a second executable, toktee-desk, in the same folder as toktee or in PATH.

If TOKTEE_RAW=1 is in the environment, or inside another toktee, all results pass through unchanged. The setting
mcp.never names servers whose results always pass through unchanged. By default, these are servers whose name contains
"memory".`,
		Example: `  toktee mcp-proxy -- npx -y @modelcontextprotocol/server-filesystem .
  toktee mcp-proxy --server github --level minimal -- github-mcp-server stdio
  toktee mcp-proxy --url https://mcp.example.com/mcp --header-env Authorization=EXAMPLE_AUTHORIZATION`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case o.url != "" && len(args) > 0:
				return usage("--url and a command can't be used together: %q", args[0])
			case o.url != "":
				return a.mcpProxyTo(cmd.Context(), &o)
			case len(o.headerEnv) > 0:
				return usage("--header-env needs --url")
			case len(args) == 0:
				return usage("no server: want toktee mcp-proxy [flags] -- SERVER [ARG]..., or --url URL")
			}
			if err := a.mayRunAs(permit.ShellsOf(a.getenv), args); err != nil {
				return err
			}
			return a.mcpProxy(cmd.Context(), &o, args)
		},
	}
	cmd.Flags().SetInterspersed(false)
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&o.server, "server", "", "the server's `NAME` in the agent and in toktee's settings")
	complete(cmd, "server")
	cmd.Flags().StringVar(&o.url, "url", "", "the `URL` of a server to connect to, instead of a command to start")
	complete(cmd, "url")
	cmd.Flags().StringArrayVar(&o.headerEnv, "header-env", nil,
		"`NAME=VARIABLE`: send a header of this name, whose value is that of the variable; may be repeated")
	complete(cmd, "header-env")
	o.addShape(cmd)
	o.addNoStore(cmd)
	return cmd
}

// mcpProxy runs the server through the proxy, unless settings let it run alone.
func (a *app) mcpProxy(ctx context.Context, o *mcpProxyOptions, argv []string) error {
	raw := a.rawSwitch(&o.flags)
	if raw || a.nested() {
		return a.runRaw(ctx, argv, 0)
	}
	h, err := a.openWith(host.Options{
		Flags: o.settings(), Fetch: mcpoutput.Fetch, FetchLines: mcpoutput.FetchLines, Integration: "mcp-proxy",
	})
	if err != nil {
		return err
	}
	s := h.Settings()
	if s.Disabled() || mcpproxy.Never(o.server, argv, s.MCPNever) || mcpproxy.Off(s, o.server) {
		return a.runRaw(ctx, argv, 0)
	}
	ctx, sig := a.catchSignals(ctx)
	exit, err := mcpproxy.Run(ctx, mcpproxy.Options{
		Argv: argv, Server: o.server, Host: h, Stdin: a.stdin, Stdout: a.stdout, Stderr: a.stderr,
		Whole: mcpproxy.Never(o.server, argv, s.MCPWhole) || a.isToolRefused(o.server),
		Force: later(sig.force, secondSignal), Ahead: h.Warm,
	})
	sig.stop()
	if err != nil {
		return rawEnding(exit, err)
	}
	return &exitError{exit.Code, nil}
}

// secondSignal is how long a server has after the second signal. Claude Code sends it 0.1 s after the first, and kills
// us 0.4 s later; by then nothing of the server may be left.
const secondSignal = 250 * time.Millisecond

// later is closed some time after a channel is.
func later(c <-chan struct{}, wait time.Duration) <-chan struct{} {
	late := make(chan struct{})
	go func() {
		<-c
		time.Sleep(wait)
		close(late)
	}()
	return late
}

// mcpProxyTo hands over to the second executable, which speaks HTTP.
func (a *app) mcpProxyTo(ctx context.Context, o *mcpProxyOptions) error {
	raw := a.rawSwitch(&o.flags)
	headers := map[string]string{}
	for _, h := range o.headerEnv {
		name, variable, ok := strings.Cut(h, "=")
		if !ok || name == "" || variable == "" {
			return usage("--header-env %q: want NAME=VARIABLE, such as Authorization=MY_TOKEN", h)
		}
		headers[name] = variable
	}
	return a.handOver(ctx, desk.Proxy, desk.RemoteServer{
		Flags: o.settings(), Raw: raw || a.nested(), Server: o.server, URL: o.url, HeaderEnv: headers,
		Whole: a.isToolRefused(o.server),
	})
}
