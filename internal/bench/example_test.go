package bench_test

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/internal/bench"
)

// A summariser that says "ok" of everything saves a lot and loses every fact; of a failed command, it lies.
func Example() {
	code := 2
	cases := []bench.Case{{
		ID: "build/1", Family: "build", Tool: "exec", Command: "make", ExitCode: &code,
		Stdout: []byte("cc -c one.c\none.c:3: error: x is not declared\nmake: *** [one.o] Error 1\n"),
		Facts:  [][]string{{"one.c:3"}, {"not declared", "undeclared"}},
	}}
	b := &bench.Bench{
		Summarise: func(context.Context, *bench.Case, bench.Setting) (bench.Output, error) {
			return bench.Output{
				Text: "ok", LLMTokens: 1, UITokens: 29, Savings: 28, Budget: 32, Success: true,
				Omissions: []bench.Omission{{Kind: "line", Count: 3, Lines: bench.Range{First: 1, Last: 3}}},
			}, nil
		},
		Clean:    func(_ *bench.Case, raw []byte) (string, error) { return string(raw), nil },
		Settings: []bench.Setting{{Budget: 32}},
	}
	scores, err := b.Run(context.Background(), cases)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := bench.NewReport(b, scores, false)
	row := r.Families[0].Rows[0]
	fmt.Printf("saved %.2f, intact %.2f, net %.2f\n", row.Saved, row.Intact, row.Net)
	for _, v := range r.Violations {
		fmt.Println(v.Kind, v.Case, v.Detail)
	}
	// Output:
	// saved 0.97, intact 0.00, net -4.17
	// green build/1 success, though the exit code is 2
}
