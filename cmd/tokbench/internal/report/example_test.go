package report_test

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/cmd/tokbench/internal/report"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/result"
)

// A summariser that says "ok" of everything saves a lot and loses every fact; of a failed command, it lies.
func Example() {
	code := 2
	cases := []corpus.Case{{
		ID: "build/1", Family: "build", Tool: "exec", Command: "make", ExitCode: &code,
		Stdout: []byte("cc -c one.c\none.c:3: error: x is not declared\nmake: *** [one.o] Error 1\n"),
		Facts:  [][]string{{"one.c:3"}, {"not declared", "undeclared"}},
	}}
	b := &score.Bench{
		Summarise: func(context.Context, *corpus.Case, score.Setting) (score.Output, error) {
			return score.Output{Text: "ok", Outcome: "pass", Metadata: result.Metadata{
				LLMTokens: 1, UITokens: 29, SavingsTokens: 28, Budget: 32,
				Omissions: []result.Omission{{Kind: "line", Count: 3, Lines: [2]int{1, 3}}},
			}}, nil
		},
		Clean:    func(_ *corpus.Case, raw []byte) (string, error) { return string(raw), nil },
		Settings: []score.Setting{{Budget: 32}},
	}
	scores, err := b.Run(context.Background(), cases)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := report.New(b, scores)
	row := r.Families[0].Rows[0]
	fmt.Printf("saved %.2f, intact %.2f, net %.2f\n", row.Saved, *row.Intact, row.Net)
	for _, v := range r.Violations {
		fmt.Println(v.Kind, v.Case, v.Detail)
	}
	// Output:
	// saved 0.97, intact 0.00, net -4.17
	// green build/1 the text reports success, but the exit code is 2
}
