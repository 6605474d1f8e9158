package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/mcpproxy"
	"github.com/toktee/toktee/internal/integrations/mcpremote"
	"github.com/toktee/toktee/internal/integrations/mcpserver"
)

// proxy connects a client on standard input and output with a server at a URL, until the client leaves.
func proxy(ctx context.Context, o desk.RemoteServer, std streams) error {
	header := http.Header{}
	for name, variable := range o.HeaderEnv {
		value, ok := os.LookupEnv(variable)
		if !ok {
			return fmt.Errorf("the header %s: there is no variable %s", name, variable)
		}
		header.Set(name, value)
	}
	dir, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("the working folder: %w", err)
	}
	h, err := host.Open(mcpserver.HostOptions(host.Options{
		Dir: dir, Getenv: os.LookupEnv, Flags: o.Flags, Warn: warner(std.err), Log: std.err, Integration: "mcp-proxy",
		Session: host.CallersSession(os.LookupEnv),
	}))
	if err != nil {
		return err
	}
	s := h.Settings()
	words := []string{o.Server}
	if u, err := url.Parse(o.URL); err == nil {
		words = []string{u.Hostname()}
	}
	raw := o.Raw || s.Disabled() || mcpproxy.Never(o.Server, words, s.MCPNever) || mcpproxy.Off(s, o.Server)
	return mcpproxy.RunRemote(ctx, mcpproxy.Options{
		Raw: raw, Whole: o.Whole || mcpproxy.Never(o.Server, words, s.MCPWhole),
		Server: o.Server, Host: h, Stdin: std.in, Stdout: std.out,
	}, func(deliver func([]byte)) (io.WriteCloser, error) {
		return mcpremote.New(mcpremote.Options{URL: o.URL, Header: header, Deliver: deliver})
	})
}
