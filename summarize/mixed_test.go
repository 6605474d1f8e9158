package summarize_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/toktee/toktee/internal/host/rules"
	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// greens are the recorded runs that the red fragments are put beside: each runner passes and says so.
var greens = []string{
	"build/cmake-configure", "build/ctest-green", "build/gradle-test-green", "build/mvn-test-green",
	"build/npm-install-green-empty",
	"build/pip-install-local", "cc/cargo-build-green", "lint/clippy-green", "gotest/green-plain",
	"gotest/green-verbose",
	"gotest/green-json", "gotest/gotestsum-green", "jstest/jest-green", "jstest/mocha-green", "jstest/node-green",
	"jstest/playwright-green", "jstest/vitest-green", "lint/golangci-green", "lint/mypy-green", "lint/prettier-green",
	"lint/rubocop-green", "perltest/prove-green", "phptest/phpunit-green", "pytest/green", "pytest/green-verbose",
	"pytest/green-parallel-verbose", "rubytest/minitest-green", "rubytest/rspec-green", "rusttest/green",
	"rusttest/green-quiet",
	"unittest/green", "git/push", "jstest/mocha-green-skips-verbose",
}

// A circumstance is what is known of a call that printed a mixed output.
type circumstance struct {
	name    string
	command func(string) string
	status  result.Status
}

func own(command string) string   { return command }
func none(string) string          { return "" }
func piped(command string) string { return command + " 2>&1 | tail -n 5000" }

var circumstances = []circumstance{
	{"nothing known", none, result.Status{}},
	{"command known", own, result.Status{}},
	{"exit 0 of a pipe", piped, result.Status{Known: true}},
	{"exit 0 of its own", own, result.Status{Known: true}},
}

// orders are how a fragment and a green run stand beside each other.
var orders = []struct {
	name string
	join func(green, red string) string
}{
	{"red first", func(green, red string) string { return red + green }},
	{"green first", func(green, red string) string { return green + red }},
	{"between", func(green, red string) string { return green + red + green }},
}

// pages are the settings at which a fragment must be seen.
var pages = []summarize.Config{
	{Level: summarize.Minimal}, {Level: summarize.Balanced}, {Level: summarize.Conservative},
	{Budget: 32}, {Budget: 60}, {Budget: 120}, {Budget: 400},
}

// TestRedBesideGreen puts every fragment of testdata/mixed/red.txtar before, behind and between runs that passed. No
// result may pass, and each text shows a line of the fragment, or its first 60 characters.
func TestRedBesideGreen(t *testing.T) {
	sweep.OneGoroutine(t)
	reds, err := txtar.ParseFile("testdata/mixed/red.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var all mixes
	for g, green := range greenCases(t) {
		for i, red := range reds.Files {
			if testing.Short() && i%sweep.Every(30) != len(green.ID)%30 ||
				!testing.Short() && (i+g)%sweep.Every(24) != 0 {
				continue
			}
			all = append(all, mix{green, red.Name, string(red.Data)})
		}
	}
	all.run(t, func(m mix) (broken []string) {
		for _, o := range orders {
			for _, c := range circumstances {
				if wrong := m.check(o.join(m.run.Output, m.red), c); len(wrong) > 0 {
					broken = append(broken, fmt.Sprintf("%s, %s: %s", o.name, c.name, strings.Join(wrong, "; ")))
				}
			}
		}
		return broken
	})
}

// greenCases are the cases of greens.
func greenCases(t *testing.T) []greenRun {
	t.Helper()
	byID := map[string]captured{}
	for _, c := range cases(t) {
		byID[c.ID] = c
	}
	var out []greenRun
	for _, id := range greens {
		c, ok := byID[id]
		if !ok {
			t.Fatalf("there is no case %s", id)
		}
		out = append(out, greenRun{id, c.Command, strings.TrimSuffix(string(c.request(t).Stdout), "\n") + "\n"})
	}
	return out
}

// A greenRun is a recorded call with what it printed.
type greenRun struct{ ID, Command, Output string }

// A mix is a green run with a red fragment.
type mix struct {
	run  greenRun
	name string
	red  string
}

// check says what is wrong with the results of an output.
func (m mix) check(output string, c circumstance) (wrong []string) {
	for _, cfg := range pages {
		cfg.Enabled, cfg.Rules = true, rules.New()
		r, err := summarize.Summarize(context.Background(), cfg, summarize.Request{
			Tool: "Bash", Command: c.command(m.run.Command), Status: c.status, Stdout: []byte(output),
		})
		if err != nil {
			return []string{err.Error()}
		}
		if r.Passed() {
			wrong = append(wrong, fmt.Sprintf("%s %d passes", cfg.Level, cfg.Budget))
		}
		said := cfg.Budget == 32 && saysRed.MatchString(r.LLMContent())
		if !said && !showsOf(r.LLMContent(), m.red, charsAt(cfg)) {
			wrong = append(wrong, fmt.Sprintf("%s %d shows nothing of it: %.160q", cfg.Level, cfg.Budget,
				r.LLMContent()))
		}
	}
	return wrong
}

// saysRed are a status line and a verdict that say that something failed.
var saysRed = regexp.MustCompile(`failure is reported|\b[1-9]\d* (failed|errors?|conflicts?|package failed)\b`)

// charsAt is how many characters of a line must be seen: 60, but where the budget is the smallest, gap markers before
// and behind the line leave some 20 tokens for it.
func charsAt(cfg summarize.Config) int {
	if cfg.Budget == 32 {
		return 14
	}
	return 60
}

// showsOf reports whether a text has a line of a fragment, or the first chars characters of one.
func showsOf(text, fragment string, chars int) bool {
	for line := range strings.Lines(fragment) {
		start := []rune(strings.TrimLeft(strings.TrimSpace(line), "{"))
		if len(start) == 0 {
			continue
		}
		if member, _, ok := strings.Cut(string(start), ","); ok && strings.HasPrefix(member, `"`) {
			start = []rune(member) // of an object, whose members are shown one by one
		}
		if strings.Contains(text, string(start[:min(len(start), chars)])) {
			return true
		}
	}
	return false
}

// mixes are run by as many goroutines as there are processors.
type mixes []mix

func (all mixes) run(t *testing.T, check func(mix) []string) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	next, broken, shown := 0, 0, 0
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				mu.Lock()
				if next == len(all) {
					mu.Unlock()
					return
				}
				m := all[next]
				next++
				mu.Unlock()
				wrong := check(m)
				mu.Lock()
				broken += len(wrong)
				for _, w := range wrong {
					if shown++; shown <= 40 || os.Getenv("ALL") != "" {
						t.Errorf("%s beside %s: %s", m.name, m.run.ID, w)
					}
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if broken > 0 {
		t.Errorf("%d of %d mixes are broken", broken, len(all)*len(orders)*len(circumstances))
	}
}

// TestHarmlessWords puts every text of testdata/mixed/harmless.txtar alone, before and behind runs that passed.
// Whatever is known of the call, no result may be a failure.
func TestHarmlessWords(t *testing.T) {
	sweep.OneGoroutine(t)
	harmless, err := txtar.ParseFile("testdata/mixed/harmless.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(harmless.Files); n < 100 {
		t.Fatalf("%d texts, want at least 100", n)
	}
	unproved := map[string]bool{} // texts beside which nothing passes, though the exit status is 0
	for i, text := range harmless.Files {
		green := greenCases(t)[i%len(greens)]
		outputs := []string{string(text.Data)}
		for _, o := range orders {
			outputs = append(outputs, o.join(green.Output, string(text.Data)))
		}
		for _, output := range outputs {
			for _, c := range circumstances {
				r, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true}, summarize.Request{
					Tool: "Bash", Command: c.command(green.Command), Status: c.status, Stdout: []byte(output),
				})
				if err != nil {
					t.Fatal(err)
				}
				if r.Failed() {
					t.Errorf("%s, %s, beside %s: fails: %.100q", text.Name, c.name, green.ID, r.LLMContent())
				}
				if c.name == "exit 0 of its own" && !r.Passed() {
					unproved[text.Name] = true
				}
			}
		}
	}
	if n := len(unproved); n*100 > len(harmless.Files)*maxUnproved {
		t.Errorf("beside %d of %d texts nothing passes: %v", n, len(harmless.Files), unproved)
	}
}

// maxUnproved is beside how many harmless texts, in percent, a pass may be unknown: "attempt 1 of 3: connection
// refused" can't be told from a failure.
const maxUnproved = 25

// TestGreenStaysGreen holds that unknown isn't said where a pass is proved: recorded runs with their own exit status 0
// pass, and of those whose program reports a pass, nearly all do without the status too. Runs without tests don't.
func TestGreenStaysGreen(t *testing.T) {
	sweep.OneGoroutine(t)
	own, ownPass, bare, barePass := 0, 0, 0, 0
	for _, c := range cases(t) {
		req := c.request(t)
		if !isGreen(&c) {
			continue
		}
		outcome := func(st result.Status) result.Outcome {
			req.Status = st
			r, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true}, req)
			if err != nil {
				t.Fatal(err)
			}
			return r.Outcome()
		}
		if passed, ok := c.Oracle["passed"]; ok && passed == 0 {
			if got := outcome(result.Status{Known: true}); got != result.Unknown {
				t.Errorf("%s: %v, but no test ran", c.ID, got)
			}
			continue
		}
		own++
		switch outcome(result.Status{Known: true}) {
		case result.Pass:
			ownPass++
		case result.Fail:
			t.Errorf("%s fails with exit status 0", c.ID)
		default:
			t.Logf("%s: unknown with exit status 0", c.ID)
		}
		if c.Oracle["passed"] == 0 {
			continue
		}
		bare++
		switch outcome(result.Status{}) {
		case result.Pass:
			barePass++
		case result.Fail:
			t.Errorf("%s fails without a status", c.ID)
		default:
			t.Logf("%s: unknown without a status", c.ID)
		}
	}
	if own < 300 || bare < 40 {
		t.Fatalf("%d runs with a status and %d without, want more", own, bare)
	}
	if ownPass*100 < own*99 {
		t.Errorf("%d of %d pass with their own exit status 0, want 99%%", ownPass, own)
	}
	if barePass*100 < bare*95 {
		t.Errorf("%d of %d reports pass without a status, want 95%%", barePass, bare)
	}
	t.Logf("%d of %d pass with exit status 0, %d of %d reports without one", ownPass, own, barePass, bare)
}

// isGreen reports whether a case is a run with its own exit status 0 whose tool counts no failure.
func isGreen(c *captured) bool {
	line := shell.Parse(c.Command)
	own := c.Command == "" || line.OK && (line.AllExit || len(line.Commands) == 0)
	return c.ExitCode != nil && *c.ExitCode == 0 && own && c.Oracle["failed"] == 0 && c.Oracle["errors"] == 0
}

// TestCountedFailuresFail holds that a run whose tool counts or names failures is one, whatever is known of its status.
func TestCountedFailuresFail(t *testing.T) {
	sweep.OneGoroutine(t)
	runs, failed := map[string]int{}, map[string]int{}
	for _, c := range cases(t) {
		if c.Oracle["failed"] == 0 || c.ExitCode == nil || *c.ExitCode == 0 {
			continue
		}
		req := c.request(t)
		for name, st := range map[string]result.Status{"none": {}, "0": {Known: true}, "1": {Known: true, Code: 1}} {
			req.Status = st
			r, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true}, req)
			if err != nil {
				t.Fatal(err)
			}
			if r.Metadata().Data["failed"]+r.Metadata().Data["errors"]+r.Metadata().Data["packages_failed"] == 0 &&
				name != "1" {
				continue // the report counts none
			}
			if runs[name]++; r.Failed() {
				failed[name]++
			} else {
				t.Logf("%s, status %s: %v", c.ID, name, r.Outcome())
			}
		}
	}
	for _, name := range []string{"none", "0", "1"} {
		if runs[name] < 150 {
			t.Errorf("status %s: %d runs, want more", name, runs[name])
		}
		t.Logf("status %s: %d of %d fail", name, failed[name], runs[name])
		if failed[name]*100 < runs[name]*99 {
			t.Errorf("status %s: %d of %d fail, want 99%%", name, failed[name], runs[name])
		}
	}
}

// What repeats harmless lines, or lines of a report, is red all the same.
func TestRedRepeats(t *testing.T) {
	refused := func(n int) string { return fmt.Sprintf("Error: dial tcp 10.0.0.%d:5432: connection refused\n", n) }
	verbose := "=== RUN   TestDial\n"
	for n := range 5 {
		verbose += "    dial_test.go:9: " + refused(n)
	}
	verbose += "--- PASS: TestDial (0.00s)\nPASS\nok  \texample.com/dial\t0.002s\n"
	many := ""
	for n := range 300 {
		if n == 270 {
			many += "Error: cannot open the door\n"
		}
		many += "running 1 test\ntest a ... ok\n\n" +
			"test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n\n"
	}
	tap := "TAP version 13\nok 1 - a\nok 2 - b\n1..2\n"
	tests := []struct{ name, output, red string }{
		{"counts of zero",
			"worker 0: 0 errors\nworker 1: 0 errors\nworker 2: 0 errors\nworker 3: 0 errors\nworker 9: 3 errors\n",
			"worker 9: 3 errors"},
		{"exit codes", strings.Repeat("step done, exit code 0\n", 5) + "step done, exit code 1\n", "exit code 1"},
		{"what a passing test logged", verbose + refused(77), "10.0.0.77"},
		{"between many runs", many, "Error: cannot open the door"},
		{"between two streams of TAP", tap + "Error: cannot open the door\n" + tap, "Error: cannot open the door"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, st := range []result.Status{{}, {Known: true}} {
				r := run(t, summarize.Config{Enabled: true}, summarize.Request{Tool: "Bash",
					Stdout: []byte(tt.output), Status: st})
				if r.Passed() || !strings.Contains(r.LLMContent(), tt.red) {
					t.Errorf("status %+v: %v, %q", st, r.Outcome(), r.LLMContent())
				}
			}
		})
	}
}

// An exit status says nothing of a list's other commands, and an output that isn't summarised is looked at too.
func TestWhatProvesNothing(t *testing.T) {
	on, off := summarize.Config{Enabled: true}, summarize.Config{}
	one := result.Status{Known: true, Code: 1}
	tests := []struct {
		name string
		cfg  summarize.Config
		req  summarize.Request
		want result.Outcome
	}{
		{"grep finds nothing", on, summarize.Request{Command: "grep foo y", Status: one}, result.Pass},
		{"or wasn't reached", on, summarize.Request{Command: "npm test && grep foo y", Status: one}, result.Unknown},
		{"make before grep", on, summarize.Request{Command: "make; grep foo y", Status: one}, result.Unknown},
		{"a filter's answer", on, summarize.Request{Command: "make | grep warning", Status: one}, result.Unknown},
		{"a merge that failed", on, summarize.Request{Command: "gh pr merge 3", Status: result.Status{Known: true},
			Stdout: []byte("error: pull request is not mergeable\n")}, result.Unknown},
		{"a view of one", on, summarize.Request{Command: "gh pr view 3", Status: result.Status{Known: true},
			Stdout: []byte("error: the button does nothing\n")}, result.Pass},
		{"passed through", off, summarize.Request{Command: "make", Status: result.Status{Known: true},
			Stdout: []byte("make: *** [all] Error 2\n")}, result.Unknown},
		{"passed through, green", off, summarize.Request{Command: "make", Status: result.Status{Known: true},
			Stdout: []byte("done\n")}, result.Pass},
		{"a function that states an exit code", on, summarize.Request{Tool: "bash",
			Status: result.Status{Reported: result.Pass}, Envelope: "function",
			Stdout: []byte(`{"stdout":"building","stderr":"","exit_code":2}`)}, result.Fail},
		{"a function that states an error", on, summarize.Request{Tool: "q",
			Status: result.Status{Reported: result.Pass}, Envelope: "function",
			Stdout: []byte(`{"content":[{"type":"text","text":"no such table"}],"isError":true}`)}, result.Fail},
		{"tests that were only built", on, summarize.Request{Command: "cargo test",
			Stdout: []byte("   Compiling shop v0.1.0 (/src/shop)\n    Finished `test` profile in 1.2s\n")},
			result.Unknown},
		{"a build", on, summarize.Request{Command: "cargo build",
			Stdout: []byte("   Compiling shop v0.1.0 (/src/shop)\n    Finished `dev` profile [unoptimized] in 1.2s\n")},
			result.Pass},
		{"a second run of a linter", on, summarize.Request{Command: "rubocop a; rubocop b",
			Stdout: []byte("48 files inspected, no offenses detected\nInspecting 2 files\n.C\n\nOffenses:\n\n" +
				"a.rb:1:1: C: Style/X: y.\n\n2 files inspected, 1 offense detected\n")}, result.Fail},
		{"a word in small letters", on, summarize.Request{Command: "./x", Status: result.Status{Known: true},
			Stdout: []byte("failed\n")}, result.Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if r := run(t, tt.cfg, tt.req); r.Outcome() != tt.want {
				t.Errorf("outcome %v, want %v: %q", r.Outcome(), tt.want, r.LLMContent())
			}
		})
	}
}

// TestWarningsOfOthers: a warning in the form of an installer's own may be another program's failure.
func TestWarningsOfOthers(t *testing.T) {
	ends := map[string]string{
		"pip install .": "Successfully installed a-1.0\n", "uv sync": "Installed 1 package in 4ms\n",
	}
	for _, tt := range []struct {
		command, line string
		passes        bool
	}{
		{"pip install .", "WARNING: DATA RACE", false},
		{"pip install .", "│ Error: Invalid reference", false},
		{"pip install .", "WARNING: The script a is installed in '/opt/bin' which is not on PATH.", true},
		{"uv sync", "warning: 2 tests failed", false},
		{"uv sync", "warning: Failed to hardlink files; falling back to full copy.", true},
	} {
		r, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true, Rules: rules.New()},
			summarize.Request{
				Tool: "Bash", Command: tt.command, Status: result.Status{Known: true},
				Stdout: []byte(tt.line + "\n" + ends[tt.command]),
			})
		if err != nil {
			t.Fatal(err)
		}
		if r.Passed() != tt.passes {
			t.Errorf("%s: %q: passed is %v, want %v", tt.command, tt.line, r.Passed(), tt.passes)
		}
	}
}
