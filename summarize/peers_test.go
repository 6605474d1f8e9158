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
	return summarize.Request{
		Tool:    "Bash",
		Command: command,
		Stdout:  []byte(output),
		Status:  result.Status{Known: true, Code: code},
	}
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
		{
			"success is told, and the exit code says otherwise",
			"./deploy.sh",
			"copying\nSuccess: all done\n",
			1,
			[]string{"exit 1"},
		},
		{
			"a pass that the exit code denies",
			"npx vitest run",
			" ✓ src/melt.test.ts (3 tests) 12ms\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)\n",
			139,
			[]string{"exit 139, though success is reported"},
		},
		{
			"a parser that finds nothing",
			"cargo test",
			"thread 'main' has overflowed its stack\n",
			134,
			[]string{"exit 134", "overflowed its stack"},
		},
	}
	for _, tt := range tests {
		for _, l := range everyLevel {
			t.Run(tt.name+"/"+string(l), func(t *testing.T) {
				r := summary(t, l, ran(tt.command, tt.output, tt.code))
				if r.Passed() {
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

// Of 1164 tests that passed and one that failed, neither name nor message was left; of an unknown runner, the last
// lines.
func TestFailureIsTold(t *testing.T) {
	var pytest, unknown strings.Builder
	pytest.WriteString(
		"============================= test session starts ==============================\ncollected 1165 items\n\n",
	)
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
			unknown.WriteString(
				"probe seals-under-load: FAILED\n  at harness/seals.zz:77\n  expected pressure 4.1, measured 3.2\n",
			)
		}
		fmt.Fprintf(&unknown, "probe number-%d: fine\n", i)
	}
	unknown.WriteString("teardown of the rig\nrig is cold\nreport written\nbye\ngoodbye\n")
	tests := []struct {
		name string
		req  summarize.Request
		want []string
	}{
		{
			"pytest",
			ran("pytest", pytest.String(), 1),
			[]string{"test_pours_evenly", "tests/test_pour.py", "[5, 2] == [4, 3]"},
		},
		{
			"an unknown runner",
			ran("./rig --all", unknown.String(), 3),
			[]string{"seals-under-load", "harness/seals.zz:77", "expected pressure 4.1, measured 3.2"},
		},
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
	if got := summary(t, "", ran("./tin report", clean, 0)); !got.Passed() || got.Metadata().Data["errors"] != 0 {
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

// What stands outside of a known program's run isn't hidden by what it reports.
func TestOtherFailuresAreNotHidden(t *testing.T) {
	lines := func(n int, form string) string {
		var sb strings.Builder
		for i := range n {
			fmt.Fprintf(&sb, form+"\n", i)
		}
		return sb.String()
	}
	code := func(n int) result.Status { return result.Status{Known: true, Code: n} }
	pytest := `collected 2 items

tests/test_sky.py F.                                                     [100%]

=================================== FAILURES ===================================
___________________________________ test_one ___________________________________

    def test_one():
>       assert brightest() == "Sirius"
E       AssertionError: assert 'Sualocin' == 'Sirius'

tests/test_sky.py:15: AssertionError
=========================== short test summary info ============================
FAILED tests/test_sky.py::test_one - AssertionError: assert 'Sualocin' == 'Sirius'
========================= 1 failed, 1 passed in 0.03s ==========================
`
	tests := []struct {
		name, command, output string
		status                result.Status
		level                 summarize.Level
		want                  []string
	}{
		{
			"a target that reports no test",
			"cargo test",
			"running 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 " +
				"filtered out; finished in 0.00s\n\n" +
				"     Running tests/ui.rs (target/debug/deps/ui-99)\n" + lines(
				400,
				"ui case %d: match",
			) + "ui case 21: snapshot differs: want 3 rows, got 4\nerror: test failed, to rerun pass `--test ui`\n",
			code(101),
			summarize.Balanced,
			[]string{"cargo: failed, 1 passed", "snapshot differs: want 3 rows, got 4"},
		},
		{
			"a crash after a pass",
			"npx vitest run",
			lines(
				40,
				" ✓ src/m%d.test.ts (3 tests) 12ms",
			) + "\n Test Files  40 passed (40)\n      Tests  120 passed (120)\nSegmentation fault (core dumped)\n",
			result.Status{},
			summarize.Minimal,
			[]string{"Segmentation fault"},
		},
		{
			"a step after a failure",
			"./ci.sh",
			pytest + lines(10, "uploading chunk %d") + "acmectl: rollout aborted, 2 of 5 replicas not ready\n",
			code(1),
			summarize.Balanced,
			[]string{"assert 'Sualocin' == 'Sirius'", "rollout aborted"},
		},
		{
			"another program's panic between passes",
			"./ci.sh",
			"ok  \tex.com/a\t0.31s\npanic: runtime error: index out of range [5] with length 3\n\n" +
				"goroutine 1 [running]:\nmain.main()\n\t/app/cmd/helper/main.go:14 +0x1d\nexit status 2\n" + lines(
				20,
				"ok  \tex.com/p%d\t0.004s",
			),
			result.Status{},
			summarize.Balanced,
			[]string{"panic: runtime error: index out of range [5]"},
		},
		{
			"one of many packages",
			"npx concurrently a b",
			lines(
				100,
				"[web] ok  \tex.com/p%d\t0.004s",
			) + "[web] --- FAIL: TestDiscount (0.00s)\n[web]     money_test.go:43: Discount(1000, 15) = -5.00, " +
				"want 8.50\n[web] FAIL\n[web] FAIL\tex.com/money\t0.013s\n" + lines(
				100,
				"[web] ok  \tex.com/q%d\t0.004s",
			) + "[web] FAIL\n",
			code(1),
			summarize.Minimal,
			[]string{"go: 1 failed", "TestDiscount", "money_test.go:43", "want 8.50"},
		},
		{
			"a run that ends without a word",
			"rspec",
			".*...the swarm left\n\nPending: (Failures listed here are expected and do not affect your suite's " +
				"status)\n\n  1) Hive smokes the bees\n     # no smoker\n\nFinished in 0.0082 seconds\n" +
				"6 examples, 0 failures, 1 pending\n",
			code(1),
			summarize.Minimal,
			[]string{"the swarm left"},
		},
		{
			"a run that was killed",
			"pytest -x",
			lines(30, "tests/test_a%d.py ....") + "tests/test_z.py ..F..Killed\n",
			result.Status{},
			summarize.Minimal,
			[]string{"tests/test_z.py ..F..Killed"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := summary(
				t,
				tt.level,
				summarize.Request{Tool: "Bash", Command: tt.command, Stdout: []byte(tt.output), Status: tt.status},
			).LLMContent()
			for _, w := range tt.want {
				if !strings.Contains(text, w) {
					t.Errorf("%q is not in the text:\n%s", w, text)
				}
			}
		})
	}
}

// Of a hundred records with status 500 and a hundred with 200, the text doesn't say that there are 200 with 500.
func TestKindsAreNotCopies(t *testing.T) {
	var log strings.Builder
	for i := range 200 {
		fmt.Fprintf(
			&log,
			"2024-05-01 10:00:%02d,000 w-1 INFO job %d finished in %dms status %d\n",
			i%60,
			i,
			i*3,
			200+i%2*300,
		)
	}
	text := summary(t, "", ran("kubectl logs web", log.String(), 0)).LLMContent()
	if strings.Contains(text, "×") || !strings.Contains(text, "values of the first:\n200x ") {
		t.Errorf("what the number counts isn't told:\n%s", text)
	}
}
