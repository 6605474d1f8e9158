package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/mcpoutput"
	"github.com/toktee/toktee/internal/mcpproxy"
)

// mcpProxyOptions are the flags of "toktee mcp-proxy".
type mcpProxyOptions struct {
	flags
	server string
}

// newMCPProxy is "toktee mcp-proxy".
func newMCPProxy(a *app) *cobra.Command {
	var o mcpProxyOptions
	cmd := &cobra.Command{
		Use:   "mcp-proxy [flags] -- SERVER [ARG]...",
		Short: "Run a server of MCP, with the results of its tools shortened",
		Long: `Runs a server of the Model Context Protocol over standard input and output, and stands between it and its
client. Texts of tools' results are shortened, and kept as a whole; everything else goes through byte for
byte. The list of tools gets one more, toktee_output, which prints what a short text leaves out.

It exits as the server did. Where the client closes its end or sends a signal, the server's input ends, and
then it is stopped with all that it has started.

With TOKTEE_RAW=1 in the environment, inside another toktee, and for a server whose results are never
touched (mcp.never in the settings: memories), the server runs as if toktee weren't there.`,
		Example: `  toktee mcp-proxy -- npx -y @modelcontextprotocol/server-filesystem .
  toktee mcp-proxy --server github --level minimal -- github-mcp-server stdio`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("no server: want toktee mcp-proxy [flags] -- SERVER [ARG]...")
			}
			return a.mcpProxy(cmd.Context(), &o, args)
		},
	}
	cmd.Flags().SetInterspersed(false)
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&o.server, "server", "", "`NAME` of the server in the settings, as the agent calls it")
	complete(cmd, "server")
	o.addShape(cmd)
	o.addNoStore(cmd)
	return cmd
}

// mcpProxy runs the server behind the proxy, unless something says that it runs alone.
func (a *app) mcpProxy(ctx context.Context, o *mcpProxyOptions, argv []string) error {
	raw, err := a.rawSwitch(&o.flags)
	if err != nil {
		return err
	}
	if raw || a.nested() {
		return a.runRaw(ctx, argv, 0)
	}
	h, err := a.openWith(host.Options{
		Flags: o.settings(), Fetch: mcpoutput.Fetch, FetchLines: mcpoutput.FetchLines,
	})
	if err != nil {
		return err
	}
	s := h.Settings()
	if s.Raw || !s.Split || mcpproxy.Never(o.server, argv, s.MCPNever) || mcpproxy.Off(s, o.server) {
		return a.runRaw(ctx, argv, 0)
	}
	ctx, sig := a.catchSignals(ctx)
	exit, err := mcpproxy.Run(ctx, mcpproxy.Options{
		Argv: argv, Server: o.server, Host: h, Stdin: a.stdin, Stdout: a.stdout, Stderr: a.stderr,
		Force: later(sig.force, secondSignal), Ahead: h.Ahead,
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
