package summarize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/summarize"
)

// filler are lines of a job that say nothing of a failure.
func filler(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "copying part %d of the package to the build folder\n", i)
	}
	return b.String()
}

// probes are the diagnostics of programs that ask a compiler whether it knows some functions.
func probes(names ...string) string {
	var b strings.Builder
	for i, name := range names {
		fmt.Fprintf(&b, "/tmp/check%d/testfile.c:9:%d: error: '%s' undeclared (first use in this function)\n",
			i, i+20, name)
	}
	return b.String()
}

// A program that the command line names isn't all that printed: where it says nothing of how the run ended, its
// findings don't explain the failure.
func TestNamedProgramsDoNotOwnTheOutput(t *testing.T) {
	for _, test := range []struct{ name, command, output, want, lacks string }{
		{
			"compilers that were asked whether they can, long before a crash", "make test",
			probes("isfinite", "isinf", "isnan", "signbit", "strtold", "fmaxl", "cabsl", "clogl", "csinl") +
				filler(400) +
				"tests/test_sort.py ......Fatal Python error: Segmentation fault\n\n" + filler(3),
			"… 411 lines", "9 errors",
		},
		{
			"an image's build in the words of another compiler", "cargo build",
			filler(200) +
				"#6 ERROR: failed to copy: could not fetch content descriptor sha256:df9b9388f04a: not found\n" +
				filler(20) + "error: failed to solve: failed to compute cache key: failed to copy\n" + filler(20),
			"could not fetch content descriptor", "",
		},
		{
			"a linter that make runs", "make lint",
			"eslint src\n\n/src/shop/cart.js\n" +
				"   3:7   error  'total' is assigned a value but never used  no-unused-vars\n" +
				"  12:1   error  Unexpected console statement                    no-console\n\n" +
				"✖ 2 problems (2 errors, 0 warnings)\n\n" + filler(30) + "make: *** [Makefile:8: lint] Error 1\n",
			"2 errors\neslint src", "39 lines",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: 90}, summarize.Request{
				Tool: "Bash", Command: test.command, Stdout: []byte(test.output), Status: exit(2),
			})
			if err != nil {
				t.Fatal(err)
			}
			text := r.LLMContent()
			if !strings.Contains(text, test.want) || test.lacks != "" && strings.Contains(text, test.lacks) {
				t.Errorf("want a text with %q, without %q:\n%s", test.want, test.lacks, text)
			}
		})
	}
}
