package cli

import (
	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host/config"
)

// gatewayOptions are the flags of "toktee gateway".
type gatewayOptions struct {
	flags
	listen                    string
	anthropic, openai, gemini given[string]
}

// newGateway is "toktee gateway".
func newGateway(a *app) *cobra.Command {
	var o gatewayOptions
	cmd := &cobra.Command{
		Use:   "gateway [flags]",
		Short: "Shorten the results of tools in an agent's requests to its model",
		Long: `Runs a proxy between agents and the APIs of their models. Only programs on this machine can use the
proxy. In agents' requests, the proxy shortens the results of tools, and toktee keeps the full results. Everything else
passes through unchanged. The command prints a URL, and runs until it is stopped. Agents must use this URL instead of
their provider's URL. The next start prints the same URL with another port, unless --listen sets the port. toktee agent
starts an agent with a gateway of its own.

The URL contains a token, so that other users of this machine can't use the proxy. The proxy doesn't store API keys. It
sends requests only to the addresses of the providers, or to the addresses in the flags and the settings.

The command needs a second executable, toktee-desk, in the same folder as toktee or in PATH.`,
		Example: `  toktee gateway
  toktee gateway --listen 127.0.0.1:8484
  toktee gateway --anthropic-upstream https://llm.example/anthropic`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.listen == "" {
				return usage(`--listen "": want an address such as 127.0.0.1:0`)
			}
			settings := o.settings()
			settings.AnthropicUpstream = o.anthropic.pointer()
			settings.OpenAIUpstream, settings.GeminiUpstream = o.openai.pointer(), o.gemini.pointer()
			return a.handOver(cmd.Context(), desk.Gateway, desk.Gate{Flags: settings, Addr: o.listen})
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&o.listen, "listen", "127.0.0.1:0",
		"listen on `ADDR`, an address of this machine; with port 0, any free port")
	complete(cmd, "listen")
	for _, f := range []struct {
		of         *given[string]
		name, what string
	}{
		{&o.anthropic, "anthropic-upstream", "Anthropic's API"}, {&o.openai, "openai-upstream", "OpenAI's API"},
		{&o.gemini, "gemini-upstream", "Gemini's API"},
	} {
		f.of.add(cmd, f.name, "URL", parseUpstream, "send requests for "+f.what+" to this URL")
	}
	o.addShape(cmd)
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	return cmd
}

func parseUpstream(text string) (string, error) {
	_, err := config.ParseUpstream(text)
	return text, err
}
