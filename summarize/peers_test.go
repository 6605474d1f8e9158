package summarize_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// Failures of other reducers, each of which must not happen here, at any level.

var everyLevel = []summarize.Level{summarize.Minimal, summarize.Balanced, summarize.Conservative}

func summary(t testing.TB, l summarize.Level, req summarize.Request) result.ToolResult {
	t.Helper()
	r, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true, Level: l}, req)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func ran(command, output string, code int) summarize.Request {
	return summarize.Request{Tool: "Bash", Command: command, Stdout: []byte(output), Status: result.Status{Known: true, Code: code}}
}

// A build failure was told as "No tests found", a suite that doesn't load as "FAIL (0)".
func TestRedIsNotGreen(t *testing.T) {
	tests := []struct {
		name, command, output string
		code                  int
		want                  []string
	}{
		{"a package that doesn't compile", "go test ./...", `# example.com/tin/melt [example.com/tin/melt.test]
melt/melt_test.go:14:9: undefined: Pour
ok  	example.com/tin/mould	0.003s
FAIL	example.com/tin/melt [build failed]
FAIL
`, 1, []string{"melt/melt_test.go:14:9: undefined: Pour"}},
		{"a suite that doesn't load", "npx vitest run", `
 RUN  v3.2.4 /home/dev/tin

 ❯ src/melt.test.ts (0 test)

⎯⎯⎯⎯⎯⎯ Failed Suites 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/melt.test.ts [ src/melt.test.ts ]
Error: Failed to resolve import "./mould" from "src/melt.test.ts". Does the file exist?
 ❯ TransformPluginContext._formatLog node_modules/vite/dist/node/chunks/dep.js:31:43

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯

 Test Files  1 failed (1)
      Tests  no tests
   Start at  10:11:12
   Duration  311ms
`, 1, []string{"src/melt.test.ts", `Failed to resolve import "./mould"`}},
		{"success is told, and the exit code says otherwise", "./deploy.sh", "copying\nSuccess: all done\n", 1, []string{"exit 1"}},
		{"a parser that finds nothing", "cargo test", "thread 'main' has overflowed its stack\n", 134, []string{"exit 134", "overflowed its stack"}},
	}
	for _, tt := range tests {
		for _, l := range everyLevel {
			t.Run(tt.name+"/"+string(l), func(t *testing.T) {
				r := summary(t, l, ran(tt.command, tt.output, tt.code))
				if r.Success() {
					t.Error("the result is a success")
				}
				for _, w := range tt.want {
					if !strings.Contains(r.LLMContent(), w) {
						t.Errorf("%q is not in the text:\n%s", w, r.LLMContent())
					}
				}
			})
		}
	}
}

// Of 1164 tests that passed and one that failed, neither name nor message was left; of an unknown runner, the last lines.
func TestFailureIsTold(t *testing.T) {
	var pytest, unknown strings.Builder
	pytest.WriteString("============================= test session starts ==============================\ncollected 1165 items\n\n")
	for i := range 1165 {
		if i%70 == 0 && i > 0 {
			fmt.Fprintf(&pytest, " [%3d%%]\n", 100*i/1165)
		}
		if i == 700 {
			pytest.WriteByte('F')
		} else {
			pytest.WriteByte('.')
		}
	}
	pytest.WriteString(` [100%]

=================================== FAILURES ===================================
_______________________________ test_pours_evenly ______________________________

    def test_pours_evenly():
>       assert pour(7) == [4, 3]
E       assert [5, 2] == [4, 3]

tests/test_pour.py:12: AssertionError
=========================== short test summary info ============================
FAILED tests/test_pour.py::test_pours_evenly - assert [5, 2] == [4, 3]
======================= 1 failed, 1164 passed in 9.21s =======================
`)
	for i := range 400 {
		if i == 90 {
			unknown.WriteString("probe seals-under-load: FAILED\n  at harness/seals.zz:77\n  expected pressure 4.1, measured 3.2\n")
		}
		fmt.Fprintf(&unknown, "probe number-%d: fine\n", i)
	}
	unknown.WriteString("teardown of the rig\nrig is cold\nreport written\nbye\ngoodbye\n")
	tests := []struct {
		name string
		req  summarize.Request
		want []string
	}{
		{"pytest", ran("pytest", pytest.String(), 1), []string{"test_pours_evenly", "tests/test_pour.py", "[5, 2] == [4, 3]"}},
		{"an unknown runner", ran("./rig --all", unknown.String(), 3), []string{"seals-under-load", "harness/seals.zz:77", "expected pressure 4.1, measured 3.2"}},
	}
	for _, tt := range tests {
		for _, l := range everyLevel {
			t.Run(tt.name+"/"+string(l), func(t *testing.T) {
				text := summary(t, l, tt.req).LLMContent()
				for _, w := range tt.want {
					if !strings.Contains(text, w) {
						t.Errorf("%q is not in the text:\n%s", w, text)
					}
				}
			})
		}
	}
}

// 501 lines were counted in 500, "0 errors" in a log with 537, and an "errors":0 was taken for one.
func TestCountsAreTrue(t *testing.T) {
	var seq, log strings.Builder
	for i := range 500 {
		fmt.Fprintln(&seq, i+1)
	}
	if got := summary(t, "", ran("seq 1 500", seq.String(), 0)).Metadata().Data["lines"]; got != 500 {
		t.Errorf("seq 1 500 has %d lines, want 500", got)
	}
	for i := range 2000 {
		level, msg := "INFO", "poured"
		if i%4 == 0 && i < 537*3+4 {
			level, msg = "ERROR", "mould "+strconv.Itoa(i)+" broke"
		}
		fmt.Fprintf(&log, "2026-03-01 10:%02d:%02d %s %s\n", i/60%60, i%60, level, msg)
	}
	want := int64(strings.Count(log.String(), " ERROR "))
	r := summary(t, "", ran("cat tin.log", log.String(), 0))
	if got := r.Metadata().Data["errors"]; got != want {
		t.Errorf("%d errors are counted, want %d", got, want)
	}
	if !strings.Contains(r.LLMContent(), strconv.FormatInt(want, 10)+" errors") {
		t.Errorf("the text doesn't tell of %d errors:\n%s", want, r.LLMContent())
	}
	clean := strings.Repeat("{\"poured\":3,\"errors\":0,\"failures\":0}\n", 300)
	if got := summary(t, "", ran("./tin report", clean, 0)); !got.Success() || got.Metadata().Data["errors"] != 0 {
		t.Errorf("a zero is taken for an error: %v", got.Metadata().Data)
	}
}

// A line of 188 KB was handed over whole, and files and commits went without a word.
func TestLossIsTold(t *testing.T) {
	long := "start of it " + strings.Repeat("0123456789abcdef", 12<<10) + " end of it\n"
	var commits strings.Builder
	for i := range 764 {
		fmt.Fprintf(&commits, "%07x pour number %d\n", 0xabc0000+i, i)
	}
	for _, req := range []summarize.Request{ran("./tin dump", long, 0), ran("git log --oneline", commits.String(), 0)} {
		for _, l := range everyLevel {
			r := summary(t, l, req)
			m := r.Metadata()
			if m.LLMTokens > m.Budget {
				t.Errorf("%s at %s: %d tokens, budget %d", req.Command, l, m.LLMTokens, m.Budget)
			}
			left := 0
			for _, o := range m.Omissions {
				left += o.Count
			}
			total := strings.Count(string(req.Stdout), "\n")
			shown := 0
			for _, s := range m.Shown {
				shown += s[1] - s[0] + 1
			}
			if left == 0 || shown+left != total {
				t.Errorf("%s at %s: %d lines shown and %d left out, of %d", req.Command, l, shown, left, total)
			}
			if !strings.Contains(r.LLMContent(), "…") {
				t.Errorf("%s at %s: nothing tells of what is left out:\n%s", req.Command, l, r.LLMContent())
			}
		}
	}
}
