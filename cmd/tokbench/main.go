// Command tokbench measures the savings of toktee and the facts that they cost, on recorded outputs with labels.
//
// See "tokbench --help", or docs/tokbench.md.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/toktee/toktee/cmd/tokbench/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Main(ctx, cli.Summarise, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
