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
		fmt.Println(err)
		return
	}
	fmt.Println(c.CountString("ok  \tgithub.com/toktee/toktee/tokens\t0.412s\n"))
	// Output: 19
}

// Goroutines take counters from the pool of the package and give them back.
func ExampleGet() {
	c, err := tokens.Get(tokens.Default)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer tokens.Put(c)
	fmt.Println(c.Count([]byte("FAIL\n")))
	// Output: 2
}

// Whether a text is within a limit, without counting all of it.
func ExampleCounter_CountUpTo() {
	c, err := tokens.New(tokens.O200kBase)
	if err != nil {
		fmt.Println(err)
		return
	}
	log := []byte(strings.Repeat("a line of a log\n", 100000))
	_, ok := c.CountUpTo(log, 2000)
	fmt.Println(ok)
	// Output: false
}

// The start of a text that fits a budget.
func ExampleCounter_Truncate() {
	c, err := tokens.New(tokens.O200kBase)
	if err != nil {
		fmt.Println(err)
		return
	}
	text := []byte("--- FAIL: TestSum (0.00s)\n    sum_test.go:9: got 5, want 4\n")
	end, count := c.Truncate(text, 11)
	fmt.Printf("%q %d\n", text[:end], count)
	// Output: "--- FAIL: TestSum (0.00s)\n" 11
}

func ExampleWriter() {
	w, err := tokens.NewWriter(tokens.Cl100kBase)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := io.Copy(w, strings.NewReader(strings.Repeat("a line of a log\n", 100000))); err != nil {
		fmt.Println(err)
	}
	w.Close()
	fmt.Println(w.Count())
	// Output: 600000
}
