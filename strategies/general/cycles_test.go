package general

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// Lines that repeat are written once, with the number of their repetitions.
func TestCycles(t *testing.T) {
	numbered := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format+"\n", i)
		}
		return b.String()
	}
	for _, tt := range []struct{ name, text, want string }{
		{
			"one line",
			"start\n" + strings.Repeat("retrying db:5432 (Connection refused)\n", 3000) + "gave up\n",
			"2-3001 3000x retrying db:5432 (Connection refused)",
		},
		{
			"a recursion",
			"java.lang.StackOverflowError\n\tat R.odd(R.java:1)\n" +
				strings.Repeat("\tat R.even(R.java:2)\n\tat R.odd(R.java:1)\n", 500) + "\tat R.main(R.java:9)\n",
			"4-999 … the same 2 lines 498 more times",
		},
		{
			"the first of equal rounds has another number",
			"RangeError\n    at a (a.js:1:15)\n    at b (a.js:2:22)\n" +
				strings.Repeat("    at a (a.js:1:22)\n    at b (a.js:2:22)\n", 20),
			"5-40 … the same 2 lines 18 more times",
		},
		{
			"three lines of which two are alike",
			"x\n" + strings.Repeat("waiting for db\nwaiting for db\nnot yet there\n", 9),
			"7-21 … the same 3 lines 5 more times",
		},
		{
			"an attempt's number",
			numbered(50, "waiting for the database, attempt %d of 50") + "done\n",
			"2-44 … the same line 43 more times, with other numbers",
		},
		{"a few measurements", numbered(10, "BenchmarkServerParallel-8 %d ns/op") + "PASS\n", ""},
		{"the results of Go's benchmarks", numbered(60, "BenchmarkCase%d-2   \t 1000\t    7.5 ns/op") + "PASS\n", ""},
		{"the results of Google Benchmark", numbered(60, "BM_SortVectorInPlace/%d   1234 ns   1230 ns   567890"), ""},
		{
			"the results of other benchmarks",
			numbered(60, "RegExp#test%d x 4,161,532 ops/sec ±0.99%% (59 runs)"), "",
		},
		{
			"the results of JMH",
			numbered(60, "Lists.sort   %d  avgt    5   12.345 ± 0.678  ns/op"), "",
		},
		{
			"prose with a rate",
			numbered(60, "took %d ms and 33 ops/s"),
			"2-53 … the same line 52 more times, with other numbers",
		},
		{
			"prose with times",
			numbered(60, "waited %d s 30 ms 5 times in [this total time: 5 s]"),
			"2-53 … the same line 52 more times, with other numbers",
		},
		{"rows of numbers", numbered(90, "%d | 17") + "done\n", ""},
		{"lines that are told apart by words", strings.Repeat("a\nb\nc\n", 2) + "d\ne\nf\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := &strategies.Input{Tool: "exec", Family: strategies.FamilyExec}
			in.Status = result.Status{Known: true, Code: 1}
			c := strategies.NewCollector(false)
			if err := New().Digest(context.Background(), in, strategies.NewText(tt.text), c); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range c.Digest().Facts {
				if f.Span.Len() > 1 {
					got = append(got, fmt.Sprintf("%d-%d %s", f.Span.First, f.Span.Last, f.Text))
				}
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("folds mismatch (-want +got)\n%s", diff)
			}
		})
	}
}
