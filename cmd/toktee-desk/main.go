// Command toktee-desk is the part of toktee that is too large for a program that is started in front of every command:
// the server for clients of the Model Context Protocol, and the way to servers over HTTP. toktee starts it; see "toktee
// mcp --help" and "toktee mcp-proxy --help".
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/mcpserver"
	"github.com/toktee/toktee/internal/proc/pty"
	"github.com/toktee/toktee/tool"
)

// The size of the terminal of a command that asks for one.
const (
	ptyRows    = 40
	ptyColumns = 120
)

const usage = desk.Name + " is a part of toktee, which starts it: see toktee mcp --help"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run runs a command, and returns the exit code: 1 for a failure, 2 for bad usage.
func run(ctx context.Context, args []string, stdin io.ReadCloser, stdout io.WriteCloser, stderr io.Writer) int {
	if len(args) != 2 || args[0] != desk.Serve && args[0] != desk.Proxy {
		fmt.Fprintln(stderr, usage)
		return 2
	}
	var err error
	switch args[0] {
	case desk.Serve:
		var o desk.Server
		if err = desk.Decode(args[1], &o); err == nil {
			err = serve(ctx, o, stdin, stdout, stderr)
		}
	case desk.Proxy:
		var o desk.RemoteServer
		if err = desk.Decode(args[1], &o); err == nil {
			err = proxy(ctx, o, stdin, stdout, stderr)
		}
	}
	if err != nil && ctx.Err() == nil {
		fmt.Fprintf(stderr, "toktee: %s\n", strings.ReplaceAll(err.Error(), "\n", " "))
		if errors.Is(err, mcpserver.ErrAddr) {
			return 2
		}
		return 1
	}
	return 0
}

// warner prints errors that don't end a command.
func warner(stderr io.Writer) func(error) {
	return func(err error) { fmt.Fprintf(stderr, "toktee: %s\n", strings.ReplaceAll(err.Error(), "\n", " ")) }
}

// serve serves the tools until the client leaves or the context ends.
func serve(ctx context.Context, o desk.Server, in io.ReadCloser, out io.WriteCloser, stderr io.Writer) error {
	warn := warner(stderr)
	root := o.Root
	if root == "" {
		dir, err := os.Getwd()
		if err != nil {
			return fmt.Errorf("the working folder: %w", err)
		}
		root = dir
	}
	h, err := host.Open(mcpserver.Door(host.Options{
		Dir: root, Getenv: os.LookupEnv, Flags: o.Flags, Warn: warn, Log: stderr,
	}))
	if err != nil {
		return err
	}
	s, err := mcpserver.New(mcpserver.Options{
		Host: h, Raw: o.Raw, Offer: o.Tools, Version: o.Version, Warn: warn,
		Tools: tool.Options{
			Root: root, Unconfined: o.Unconfined, PassEnv: o.PassEnv, Timeout: o.Timeout, Env: os.Environ(),
			Pty: pty.Open(ptyRows, ptyColumns), Warn: warn,
		},
	})
	if err != nil {
		return err
	}
	if o.HTTP != "" {
		return serveHTTP(ctx, s, o, out)
	}
	return s.Run(ctx, mcpserver.Stdio(in, out))
}
