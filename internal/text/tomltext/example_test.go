package tomltext_test

import (
	"fmt"

	"github.com/toktee/toktee/internal/text/tomltext"
)

func ExampleScan() {
	const text = `
[servers.git]         # a table
command = "npx"
args = ["-y", 'git']  # a list
`
	for e := range tomltext.Scan(text) {
		fmt.Printf("line %d: %q %q", e.Line, e.Path, text[e.Value.From:e.Value.To])
		for _, s := range e.Texts {
			fmt.Print(" ", text[s.From:s.To])
		}
		fmt.Println()
	}
	// Output:
	// line 2: ["servers" "git"] ""
	// line 3: ["command"] "\"npx\""
	// line 4: ["args"] "[\"-y\", 'git']" "-y" 'git'
}
