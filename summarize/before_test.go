package summarize_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// ended is a command with its output and its exit code.
func ended(command, output string, code int) summarize.Request {
	return summarize.Request{
		Command: command, Stdout: []byte(output), Status: result.Status{Known: true, Code: code},
	}
}

// summarised is the result of a request at a budget, 0 for the default level.
func summarised(t *testing.T, req summarize.Request, budget int) result.ToolResult {
	t.Helper()
	r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: budget}, req)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPromisesWithBefore holds the promises on every captured output of which every second line is known from a run
// that passed, and whose failures are those of the last run.
func TestPromisesWithBefore(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			req := c.small(t, 6)
			r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true}, req)
			if err != nil || !r.Failed() {
				return // of a pass nothing is said
			}
			var half []byte
			for i, l := range bytes.SplitAfter(req.Stdout, []byte("\n")) {
				if i%2 == 0 {
					half = append(half, l...)
				}
			}
			req.Before = summarize.PassedOutput(half)
			req.Before = summarize.Remember(t.Context(), summarize.Config{}, req, r)
			if err := promises(req); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestNewLines: the text counts the lines that the pass didn't have as a comparison of sets does, and what is new comes
// first.
func TestNewLines(t *testing.T) {
	var green, red strings.Builder
	for i := range 400 {
		fmt.Fprintf(&green, "2026-11-20T10:%02d:%02dZ step %d of the build\n", i/60, i%60, i)
		fmt.Fprintf(&red, "2026-11-21T11:%02d:%02dZ step %d of the build\n", i/60, i%60, i)
		if i%20 == 0 {
			green.WriteString("error: cache miss, ignored: " + word(i) + "\n")
			red.WriteString("error: cache miss, ignored: " + word(i) + "\n")
		}
		if i == 311 {
			red.WriteString("error: the sluice is shut\n")
		}
	}
	req := ended("./build", red.String(), 1)
	req.Before = summarize.PassedOutput([]byte(green.String()))
	for _, budget := range []int{60, 100, 250, 1000} {
		r := summarised(t, req, budget)
		if !strings.Contains(r.LLMContent(), "error: the sluice is shut") {
			t.Errorf("at %d tokens:\n%s", budget, r.LLMContent())
		}
	}
	text := summarised(t, req, 250).LLMContent()
	if !strings.Contains(text, "of 421 lines, 1 is new since the last pass") {
		t.Errorf("no count in\n%s", text)
	}
	without := req
	without.Before = nil
	if a, b := summarised(t, req, 0), summarised(t, without, 0); a.ID() == b.ID() {
		t.Errorf("what is known of earlier runs is no part of the id %s", a.ID())
	}
}

// word is a word for a number: numbers themselves are the same in all lines.
func word(n int) string {
	return strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(n))
}

// TestSinceTheLastRun: which failures are gone, new and the same, as sets of the names say; nothing where the tests may
// not have run.
func TestSinceTheLastRun(t *testing.T) {
	pytest := func(failed string, passed int) string {
		var b strings.Builder
		for _, name := range strings.Fields(failed) {
			fmt.Fprintf(&b, "FAILED test_a.py::test_%s - assert 1 == 2\n", name)
		}
		fmt.Fprintf(&b, "=========== %d failed, %d passed in 0.02s ===========\n", len(strings.Fields(failed)), passed)
		return b.String()
	}
	ruff := func(names ...string) string {
		var b strings.Builder
		for i, name := range names {
			fmt.Fprintf(&b, "%s.py:%d:8: F401 [*] `%s` imported but unused\n", name, i+len(names), name)
		}
		return b.String() + fmt.Sprintf("Found %d errors.\n", len(names))
	}
	goTest := func(pkg, file string) string {
		return "--- FAIL: TestNew (0.00s)\n    " + file + ":3: no\nFAIL\nFAIL\texample.com/" + pkg + "\t0.003s\nFAIL\n"
	}
	goExit := "2026/11/20 10:00:00 no berth\nFAIL\texample.com/a\t0.003s\nFAIL\n"
	mocha := func(file string) string {
		return "  1 passing (4ms)\n  1 failing\n\n  1) Fares\n       are free:\n     Error: no\n" +
			"      at Context.<anonymous> (" + file + ":3:9)\n\n"
	}
	nextest := func(failed string, passed int) string {
		var b strings.Builder
		b.WriteString("    Starting 3 tests across 1 binary (run ID: 1, nextest profile: default)\n")
		for _, name := range strings.Fields(failed) {
			fmt.Fprintf(&b, "        FAIL [   0.004s] shop %s\n", name)
		}
		b.WriteString("     TIMEOUT [  60.004s] shop waits\n────────────\n")
		fmt.Fprintf(&b, "     Summary [  60.010s] 3 tests run: %d passed, %d failed, 1 timed out, 0 skipped\n",
			passed, len(strings.Fields(failed)))
		return b.String() + "error: test run failed\n"
	}
	unittest := func(failed string) string {
		rule, dash := strings.Repeat("=", 70), strings.Repeat("-", 70)
		var b strings.Builder
		for i, name := range strings.Fields(failed) {
			what := fmt.Sprintf("test_%s (test_a.A.test_%[1]s)", name)
			if name == "setUpClass" {
				what = "setUpClass (test_a.A)"
			}
			fmt.Fprintf(&b, "%s\nFAIL: %s\n%s\nTraceback (most recent call last):\n"+
				"  File \"/home/dev/a%d.py\", line 9, in f\n    assert x\nAssertionError\n\n", rule, what, dash, i)
		}
		fmt.Fprintf(&b, "%s\nRan 9 tests in 0.001s\n\nFAILED (failures=%d)\n", dash, len(strings.Fields(failed)))
		return b.String()
	}
	for _, tt := range []struct{ then, now, command, want string }{
		{goTest("a", "x_test.go"), goTest("a", "y_test.go"), "go test ./...", "since the last run: 1 failure the same"},
		{goTest("a", "x_test.go"), goTest("b", "x_test.go"), "go test ./...",
			"since the last run: 1 failure gone, 1 new"},
		{goTest("a", "x_test.go"), goExit, "go test ./...", ""}, // its tests didn't run
		{goExit, goTest("a", "x_test.go"), "go test ./...", ""},
		{mocha("fares.js"), mocha("fares.js"), "mocha", "since the last run: 1 failure the same"},
		{mocha("fares.js"), mocha("help.js"), "mocha", ""}, // failed in a helper, or a namesake
		{nextest("a", 1), nextest("", 2), "cargo nextest run", "since the last run: 1 failure gone, 1 the same"},
		// Where a test fails may be another place than the last time.
		{unittest("a b"), unittest("b"), "python3 -m unittest", "since the last run: 1 failure gone, 1 the same"},
		{unittest("b"), unittest("a b"), "python3 -m unittest", "since the last run: 1 failure new, 1 the same"},
		{unittest("a b"), unittest("b"), "python3 -m unittest -f", ""},
		{unittest("a b"), unittest("setUpClass"), "python3 -m unittest", ""},
		{unittest("setUpClass"), unittest("a b"), "python3 -m unittest", ""},
		{pytest("a b c", 7), pytest("c d", 8), "pytest", "since the last run: 2 failures gone, 1 new, 1 the same"},
		{pytest("a", 7), pytest("a", 7), "pytest", "since the last run: 1 failure the same"},
		{pytest("a", 7), pytest("a b", 6), "pytest", "since the last run: 1 failure new, 1 the same"},
		{pytest("a b", 7), pytest("b", 2), "pytest", ""}, // fewer tests ran
		{pytest("a b", 7), pytest("b", 8), "pytest -x", ""},
		{pytest("a b", 7), "ERROR: not found: test_a.py\n", "pytest", ""},
		{ruff("a", "b"), ruff("a"), "ruff check", "since the last run: 1 failure gone, 1 the same"},
		{"a.go:1:2: undefined: x\na.go:7:2: undefined: y\n", "a.go:3:2: undefined: x\n", "go build ./...", ""},
	} {
		then := ended(tt.command, tt.then, 1)
		now := ended(tt.command, tt.now, 1)
		now.Before = summarize.Remember(t.Context(), summarize.Config{}, then, summarised(t, then, 0))
		got := ""
		for l := range strings.Lines(summarised(t, now, 0).LLMContent()) {
			if strings.HasPrefix(l, "since ") {
				got = strings.TrimSpace(l)
			}
		}
		if got != tt.want {
			t.Errorf("%s\n%s%sgot  %q\nwant %q", tt.command, tt.then, tt.now, got, tt.want)
		}
	}
}

// TestBeforeForms: what is known comes back from each of its forms, and what isn't one is refused.
func TestBeforeForms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b b", "c 1", "", "ok"}), 0, 9).Draw(t, "lines")
		b := summarize.PassedOutput([]byte(strings.Join(lines, "\n")))
		raw, err := b.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var again summarize.Before
		if err := again.UnmarshalText(raw); err != nil {
			t.Fatal(err)
		}
		second, _ := again.MarshalText()
		if !bytes.Equal(raw, second) || again.IsZero() != (len(strings.Join(lines, "")) == 0) {
			t.Fatalf("%q became %q", raw, second)
		}
	})
	for _, bad := range []string{"x", "AAAA", "/////w==", "AQAAAAAAAA=="} {
		if err := new(summarize.Before).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// TestCountOfNewLines: however many lines two runs share, in whatever order and however often, what is said to be new
// is what a difference of two sets of names says.
func TestCountOfNewLines(t *testing.T) {
	const names = 60
	name := func(n int) string { return "unit " + strings.Repeat("x", n/8) + string(rune('a'+n%8)) }
	line := rapid.Custom(func(t *rapid.T) int { return rapid.IntRange(0, names-1).Draw(t, "name") })
	rapid.Check(t, func(t *rapid.T) {
		printed := func(label string, least int) (string, []int) {
			var b strings.Builder
			of := rapid.SliceOfN(line, least, 2*names).Draw(t, label)
			for _, n := range of {
				fmt.Fprintf(&b, "%s took %d ms\n", name(n), rapid.IntRange(0, 99999).Draw(t, "ms"))
			}
			return b.String(), of
		}
		green, had := printed("green", 1)
		red, has := printed("red", 1)
		in := map[int]bool{}
		for _, n := range had {
			in[n] = true
		}
		want := 0
		for _, n := range has {
			if !in[n] {
				want++
			}
		}
		req := ended("./build", red, 1)
		req.Before = summarize.PassedOutput([]byte(green))
		budget := rapid.SampledFrom([]int{40, 100, 250}).Draw(t, "budget")
		r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: budget}, req)
		if err != nil {
			t.Fatal(err)
		}
		data := r.Metadata().Data
		if data["lines_new"] != int64(want) || data["lines_compared"] != int64(len(has)) {
			t.Fatalf("%d of %d lines are new, said to be %d of %d", want, len(has), data["lines_new"],
				data["lines_compared"])
		}
		count := fmt.Sprintf(" %d are new ", want)
		if want == 1 {
			count = " 1 is new "
		}
		if said := r.LLMContent(); strings.Contains(said, " new since ") && !strings.Contains(said, count) {
			t.Fatalf("%d are new:\n%s", want, said)
		}
	})
}

// TestFewNewLines: the only new line is evidence, although it mentions no error.
func TestFewNewLines(t *testing.T) {
	var pass strings.Builder
	for i := range 60 {
		fmt.Fprintf(&pass, "page %c%c is drawn in %d ms\n", 'a'+i/10, 'a'+i%10, i)
		fmt.Fprintf(&pass, "error-prone: spare %c%c is never used, it stays\n", 'a'+i/10, 'a'+i%10)
	}
	lines := strings.SplitAfter(pass.String(), "\n")
	const cause = "garnet takes the view from harbor, which offers the panel alone\n"
	req := ended("node bundle.mjs", strings.Join(lines[:50], "")+cause+strings.Join(lines[50:], ""), 1)
	if got := summarised(t, req, 250).LLMContent(); strings.Contains(got, cause) {
		t.Fatalf("without the pass, the text has the cause: the test shows nothing\n%s", got)
	}
	req.Before = summarize.PassedOutput([]byte(pass.String()))
	if got := summarised(t, req, 250).LLMContent(); !strings.Contains(got, cause) {
		t.Errorf("the text lacks the only new line:\n%s", got)
	}
}

// TestRememberEnvelope: a run whose output an agent wraps in JSON is compared by the lines inside, also if only the
// tool's configuration names the agent.
func TestRememberEnvelope(t *testing.T) {
	wrapped := func(out string, code int) summarize.Request {
		b, err := json.Marshal(map[string]any{"stdout": out, "stderr": "", "exit_code": code})
		if err != nil {
			t.Fatal(err)
		}
		return summarize.Request{Tool: "Bash", Command: "./deploy", Stdout: b}
	}
	cfg := summarize.Config{
		Enabled: true, Tools: map[string]summarize.ToolConfig{"Bash": {Envelope: envelope.Function}},
	}
	pass, fail := wrapped("copying\nstarting\n", 0), wrapped("copying\nerror: no route to host\n", 1)
	r, err := summarize.Summarize(t.Context(), cfg, pass)
	if err != nil || !r.Passed() {
		t.Fatal(r.Outcome(), err)
	}
	fail.Before = summarize.Remember(t.Context(), cfg, pass, r)
	if r, err = summarize.Summarize(t.Context(), cfg, fail); err != nil {
		t.Fatal(err)
	}
	if n := r.Metadata().Data["lines_new"]; n != 1 {
		t.Errorf("%d new lines, want 1:\n%s", n, r.LLMContent())
	}
}
