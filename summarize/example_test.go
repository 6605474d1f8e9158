package summarize_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/summarize"
)

func ExampleSummarize() {
	r, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true}, summarize.Request{
		Tool: "Bash", Command: "make", Status: result.Status{Known: true, Code: 2},
		Stdout: []byte("cc -c a.c\n\x1b[31ma.c:3:1: error: expected ';'\x1b[0m\nmake: *** [Makefile:2: a.o] Error 1\n"),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.LLMContent())
	// Output:
	// exit 2
	// cc -c a.c
	// a.c:3:1: error: expected ';'
	// make: *** [Makefile:2: a.o] Error 1
}

// ledger is a strategy for what a tool of one's own prints: an account for each line, and the few that don't balance.
type ledger struct{}

func (ledger) Name() string { return "ledger" }

// Match claims the outputs of the tool by its name.
func (ledger) Match(in *strategies.Input) strategies.Confidence {
	if in.Tool == "check_ledger" {
		return strategies.Tool
	}
	return strategies.No
}

// Digest ranks accounts that don't balance as critical, and all others as detail.
func (ledger) Digest(
	_ context.Context, _ *strategies.Input, lines strategies.Lines, c *strategies.Collector,
) error {
	for l := range lines.All() {
		rank := strategies.Detail
		if strings.HasSuffix(l.Text, "UNBALANCED") {
			rank = strategies.Critical
		}
		c.Line(rank, strategies.KindLine, "", l)
	}
	return nil
}

// A strategy of one's own in Config.Strategies is asked before the built-in ones.
func ExampleConfig_strategies() {
	var output strings.Builder
	for i := range 200 {
		state := "balanced to the cent"
		if i == 120 {
			state = "UNBALANCED"
		}
		fmt.Fprintf(&output, "account %03d %s\n", i, state)
	}
	cfg := summarize.Config{Enabled: true, Level: summarize.Minimal, Strategies: strategies.Registry{ledger{}}}
	r, err := summarize.Summarize(context.Background(), cfg, summarize.Request{
		Tool: "check_ledger", Stdout: []byte(output.String()),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.LLMContent())
	// Output:
	// … 120 lines (1-120)
	// account 120 UNBALANCED
	// … 79 lines (122-200)
}

// Rules of one's own need no files.
func ExampleParseRules() {
	rules, err := summarize.ParseRules("my rules", []byte(`
[[rule]]
name = "uploads"
program = "deploy"

[[rule.line]]
match = '^uploading '
do = "drop"
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := summarize.Summarize(
		context.Background(),
		summarize.Config{Enabled: true, Rules: rules},
		summarize.Request{
			Tool: "Bash", Command: "deploy web", Status: result.Status{Known: true},
			Stdout: []byte(strings.Repeat("uploading one of the many parts\n", 20) + "started web\n"),
		},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.LLMContent())
	// Output:
	// … 20 lines (1-20)
	// started web
}
