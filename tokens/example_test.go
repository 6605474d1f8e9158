package tokens_test

import (
	"fmt"
	"io"
	"strings"

	"github.com/toktee/toktee/tokens"
)

func ExampleCounter() {
	c, err := tokens.New(tokens.O200kBase)
	if err != nil {
		panic(err)
	}
	fmt.Println(c.CountString("ok  \tgithub.com/toktee/toktee/tokens\t0.412s\n"))

	text := []byte("--- FAIL: TestSum (0.00s)\n    sum_test.go:9: got 5, want 4\n")
	end, count := c.Truncate(text, 11)
	fmt.Printf("%q %d\n", text[:end], count)
	// Output:
	// 19
	// "--- FAIL: TestSum (0.00s)\n" 11
}

func ExampleWriter() {
	w, err := tokens.NewWriter(tokens.Cl100kBase)
	if err != nil {
		panic(err)
	}
	io.Copy(w, strings.NewReader(strings.Repeat("a line of a log\n", 100000)))
	w.Close()
	fmt.Println(w.Count())
	// Output: 600000
}

func ExampleForModel() {
	for _, model := range []string{"openai/gpt-4o-2024-08-06", "claude-sonnet-4-5", "llama-3"} {
		enc, approximate, err := tokens.ForModel(model)
		fmt.Println(enc, approximate, err != nil)
	}
	// Output:
	// o200k_base false false
	// o200k_base true false
	//  false true
}
