package failure_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/desk/failure"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// causesOf returns the causes of a failed command.
func causesOf(t *testing.T, command, output string, code int) []failure.Cause {
	t.Helper()
	r, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true}, summarize.Request{
		Tool: "exec", Command: command, Stdout: []byte(output), Status: result.Status{Known: true, Code: code},
	})
	if err != nil {
		t.Fatal(err)
	}
	causes, err := failure.Find(context.Background(), r, command, []byte(output))
	if err != nil {
		t.Fatal(err)
	}
	return causes
}

// textOf is what a person reads of causes.
func textOf(causes []failure.Cause) string {
	var b strings.Builder
	for _, c := range causes {
		fmt.Fprintf(&b, "%s %s:%d:%d %s\n", c.Name, c.File, c.Line, c.Column, c.Message)
		for _, l := range c.Lines {
			b.WriteString(l.Text + "\n")
		}
	}
	return b.String()
}

// TestFirst: the first cause is what a person looks for, whatever comes before it in the output.
func TestFirst(t *testing.T) {
	warnings := strings.Repeat("src/a.c:3:7: warning: unused variable 'x' [-Wunused-variable]\n", 30)
	for _, tt := range []struct{ name, command, output, want string }{
		{"a failed test", "go test -v ./...", "=== RUN   TestFree\n--- PASS: TestFree (0.00s)\n" +
			"=== RUN   TestPrice\n" +
			"    price_test.go:16: Price(250, 10) = 2500, want 2250\n--- FAIL: TestPrice (0.00s)\nFAIL\n" +
			"FAIL\texample.com/shop\t0.2s\nFAIL\n", "Price(250, 10) = 2500, want 2250"},
		{"an error after warnings", "make", "cc -c a.c\n" + warnings + "src/a.c:9:5: error: no member named 'levle'\n" +
			"make: *** [Makefile:2: a.o] Error 1\n", "no member named 'levle'"},
		{"the end of a traceback", "python3 app.py", "Traceback (most recent call last):\n" +
			"  File \"app.py\", line 9, in <module>\n    main()\n  File \"app.py\", line 5, in main\n" +
			"    raise ValueError(\"the battery is dead\")\nValueError: the battery is dead\n", "the battery is dead"},
		{"a panic", "cargo run", "   Compiling mill v0.1.0\nthread 'main' panicked at src/main.rs:4:5:\n" +
			"the wheel is stuck\nnote: run with `RUST_BACKTRACE=1`\n", "the wheel is stuck"},
		{"an exception", "java T", "starting\nException in thread \"main\" java.lang.IllegalStateException: gauge 4\n" +
			"\tat T.read(T.java:8)\n\tat T.main(T.java:3)\n", "gauge 4"},
		{"an unknown program", "./deploy", "step 1 of 3\nstep 2 of 3\nERROR: no route to db-2\ncleaning up\n",
			"ERROR: no route to db-2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			causes := causesOf(t, tt.command, tt.output, 1)
			if len(causes) == 0 || !strings.Contains(textOf(causes[:1]), tt.want) {
				t.Errorf("the first of %d causes lacks %q:\n%s", len(causes), tt.want, textOf(causes))
			}
			if strings.Contains(textOf(causes[:1]), "unused variable") {
				t.Errorf("a warning is in the first cause:\n%s", textOf(causes[:1]))
			}
		})
	}
}

// TestCorpus: causes have what failed in the outputs of test runners, compilers, builds and linters. The labels come
// from the tools' own reports or from the construction. Causes keep all of the labels of nine outputs in ten.
func TestCorpus(t *testing.T) {
	cases, err := corpus.Load("../../../testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	families := "gotest pytest unittest jstest rusttest rubytest phptest perltest cc build lint otherlint othertest " +
		"warned"
	programs := map[string]bool{}
	red, first, all := 0, 0, 0
	for i := range cases {
		c := &cases[i]
		isRed := c.ExitCode != nil && *c.ExitCode != 0 && len(c.Facts) > 0
		if !isRed || len(c.Raw()) > 1<<20 || !strings.Contains(" "+families+" ", " "+c.Family+" ") {
			continue
		}
		red++
		for _, call := range shell.Parse(c.Command).Commands {
			programs[call.Name] = true
		}
		text := textOf(causesOf(t, c.Command, string(c.Raw()), *c.ExitCode))
		if corpus.Kept(c.Facts[0], text) {
			first++
		} else {
			t.Logf("%s lacks %q", c.ID, c.Facts[0])
		}
		if len(corpus.Lost(c.Facts, text)) == 0 {
			all++
		}
	}
	t.Logf("%d red outputs of %d programs: %d have the first fact, %d all facts", red, len(programs), first, all)
	if red < 60 || len(programs) < 30 || first*100 < 97*red || all*10 < 9*red {
		t.Errorf("%d red outputs of %d programs: %d have the first fact, %d all facts; want 97%% and 90%%",
			red, len(programs), first, all)
	}
}

// TestNotKept: without an output, the causes are those of the result, or of the model's text.
func TestNotKept(t *testing.T) {
	const output = "FAIL: the oven is cold\n"
	r, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true}, summarize.Request{
		Tool: "exec", Command: "./bake", Stdout: []byte(output), Status: result.Status{Known: true, Code: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	causes, err := failure.Find(context.Background(), r, "./bake", nil)
	if err != nil || len(causes) == 0 || !strings.Contains(textOf(causes), "the oven is cold") {
		t.Errorf("%+v, %v", causes, err)
	}
}
