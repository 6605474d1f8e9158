// Command toktee shows a language model the short text of a tool's output and keeps the full output for the person.
//
// See "toktee --help", or docs/cli.md.
package main

import (
	"os"

	"github.com/toktee/toktee/cmd/toktee/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args)) }
