package host_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// ranBefore keeps the output of a program before a pipe, as a shim does.
func ranBefore(t *testing.T, h *host.Host, argv []string, session, agent string, status result.Status, out []byte) {
	t.Helper()
	ranIn(t, h, "", argv, session, agent, status, out)
}

// ranIn does so for a program of an agent's shell with a command line.
func ranIn(
	t *testing.T, h *host.Host, line string, argv []string, session, agent string, status result.Status, out []byte,
) {
	t.Helper()
	r, err := h.Deliver(t.Context(), h.Config(), summarize.Request{
		Tool: "exec", Command: shell.Quote(argv), Status: status, Stdout: out, // without a session, nothing is a repeat
	})
	if err != nil {
		t.Fatal(err)
	}
	h.NotePiped(r, store.Piped{Session: session, Agent: agent, Argv: argv, Line: line})
}

const failedRun = "--- FAIL: TestTotal (0.00s)\n    total_test.go:12: got 3, want 4\n" +
	"FAIL\nFAIL\texample.com/shop\t0.01s\n"

// TestPiped: which calls state a failure that a pipe hid, and only once.
func TestPiped(t *testing.T) {
	failed := result.Status{Known: true, Code: 1}
	argv := []string{"/usr/bin/go", "test", "./..."}
	const want = "exit 1 before | tail -1: 1 failed: TestTotal total_test.go:12 got 3, want 4; " +
		"whole output: toktee show "
	for _, tt := range []struct {
		name            string
		session, agent  string          // of the note
		later           []result.Status // of later runs, before the call
		command, caller string          // of the call
		text            string          // that came through the pipe
		line            string          // "" for none
	}{
		{name: "hidden", line: want},
		{name: "of a sub-agent", caller: "s/Explore", line: want},
		{name: "in another session", caller: "other"},
		{name: "below the same agent", session: "-", agent: proc.Self(), line: want},
		{name: "below another agent", session: "-", agent: "1-zzz"},
		{name: "by an unknown caller", session: "-"},
		{name: "with other arguments", command: "go test ./cart | tail -1"},
		{name: "of another program", command: "cargo test ./... | tail -1"},
		{name: "without a pipe", command: "go test ./..."},
		{name: "before another filter", command: "cd shop && go test ./... 2>&1 | grep -c RUN",
			line: strings.Replace(want, "tail -1", "grep -c", 1)},
		{name: "that passed later", later: []result.Status{{Known: true}}},
		{name: "that failed again", later: []result.Status{{Known: true}, failed}, line: want},
		{name: "by another path", command: "/opt/go/bin/go test ./... | tail -1"},
		{name: "that its reader ended later", later: []result.Status{{}}},
		{name: "shown as a part of another name", text: "=== RUN   TestTotals\n", line: want},
		{name: "shown", text: "--- FAIL: TestTotal (0.00s)\n"},
		{name: "shown by another line", text: "    total_test.go:12: got 3, want 4\n"},
		{name: "by a text that is red itself", text: "FAIL\texample.com/shop\t0.01s\nFAIL\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEnv(t)
			h, warnings := e.open(t, func(o *host.Options) { o.Repeats = host.RepeatsInStore })
			session := or(tt.session, "s")
			for _, status := range append([]result.Status{failed}, tt.later...) {
				ranBefore(t, h, argv, strings.Trim(session, "-"), tt.agent, status, []byte(failedRun))
			}
			req := summarize.Request{
				Tool: "Bash", Command: or(tt.command, "go test ./... | tail -1"), Session: or(tt.caller, "s"),
				Stdout: []byte(or(tt.text, "42\n")),
			}
			for n := range 2 {
				has := h.HasPiped(req.Command, nil, req.Session)
				r, err := h.Deliver(t.Context(), h.Config(), req)
				if err != nil {
					t.Fatal(err)
				}
				text := r.LLMContent()
				got := strings.Contains(text, "exit 1 before ")
				if tt.line == "" || n > 0 {
					if got {
						t.Errorf("call %d states: %s", n, text)
					}
					continue
				}
				if !strings.Contains(text, "\n"+tt.line) || !has || !host.ShowsPiped(r) {
					t.Errorf("the text is %q, want %q", text, tt.line)
				}
				if m := r.Metadata(); m.SavingsTokens >= 0 || m.LLMTokens > m.UITokens+60 {
					t.Errorf("%d tokens of %d, saved %d", m.LLMTokens, m.UITokens, m.SavingsTokens)
				}
			}
			if len(*warnings) > 0 {
				t.Errorf("warnings: %q", *warnings)
			}
		})
	}
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// lastLines and firstLines are what tail and head keep.
func lastLines(b []byte, n int) []byte {
	lines := bytes.SplitAfter(bytes.TrimSuffix(b, []byte("\n")), []byte("\n"))
	return bytes.Join(lines[max(0, len(lines)-n):], nil)
}

func firstLines(b []byte, n int) []byte {
	lines := bytes.SplitAfter(b, []byte("\n"))
	return bytes.Join(lines[:min(n, len(lines))], nil)
}

// TestPipedOutputs: of all captured runs, the line names each failure that a filter hides, in at most 60 tokens, and
// none of a pass.
func TestPipedOutputs(t *testing.T) {
	cases, err := corpus.Load("../../testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	counter, err := tokens.New("")
	if err != nil {
		t.Fatal(err)
	}
	hidden, shown, passed := 0, 0, 0
	e := newEnv(t)
	h, warnings := e.open(t, func(o *host.Options) { o.Repeats = host.RepeatsInStore })
	every := 16
	if os.Getenv("TOKTEE_TEST_ALL") != "" {
		every = 1
	}
	for i, c := range cases {
		argv, ok := shell.Simple(c.Command)
		if i%every > 0 || !ok || c.ExitCode == nil || len(c.Raw()) > 64<<10 {
			continue
		}
		session := fmt.Sprint("s", i)
		for filter, cut := range map[string]func([]byte, int) []byte{"tail": lastLines, "head": firstLines} {
			ranBefore(t, h, argv, session, "", result.Status{Known: true, Code: *c.ExitCode}, c.Raw())
			r, err := h.Deliver(t.Context(), h.Config(), summarize.Request{
				Tool: "Bash", Command: fmt.Sprintf("%s 2>&1 | %s -2", c.Command, filter), Session: session,
				Stdout: cut(c.Raw(), 2),
			})
			if err != nil {
				t.Fatal(err)
			}
			begin := fmt.Sprintf("exit %d before | %s -2: ", *c.ExitCode, filter)
			_, line, found := strings.Cut("\n"+r.LLMContent(), "\n"+begin)
			switch {
			case *c.ExitCode == 0:
				passed++
				if found || strings.Contains(r.LLMContent(), "before |") {
					t.Errorf("%s, %s: a pass is stated as %q", c.ID, filter, r.LLMContent())
				}
			case found:
				hidden++
				if n := counter.CountString(begin + line); n > result.HiddenTokens || strings.Contains(line, "\n") {
					t.Errorf("%s, %s: %d tokens: %q", c.ID, filter, n, begin+line)
				}
			default:
				shown++ // TestPiped has what that means
			}
		}
	}
	if hidden < 30 || passed < 10 || len(*warnings) > 0 {
		t.Errorf("%d hidden failures, %d passes, warnings %q", hidden, passed, *warnings)
	}
	t.Logf("%d failures are stated, %d are in the text already, %d passes", hidden, shown, passed)
}

// TestPipedLine: whatever the filter is, the line is one line of printable text.
func TestPipedLine(t *testing.T) {
	for _, tt := range []struct{ filter, before string }{
		{"awk '\n{print}\n'", "| awk"},
		{`sed $'p\nq'`, "| sed"},
		{"sed '\x1b[31m'", "| sed"},
		{"sed '\u202ep'", "| sed"},
		{"sed 's/a /b/'", "| sed s/a /b/"},
	} {
		h, _ := newEnv(t).open(t, nil)
		failed := result.Status{Known: true, Code: 1}
		ranBefore(t, h, []string{"/usr/bin/go", "test"}, "s", "", failed, []byte(failedRun))
		r, err := h.Deliver(t.Context(), h.Config(), summarize.Request{
			Tool: "Bash", Command: "go test | " + tt.filter, Session: "s", Stdout: []byte("42\n"),
		})
		if err != nil {
			t.Fatal(err)
		}
		want := "42\nexit 1 before " + tt.before + ": 1 failed: "
		if text := r.LLMContent(); !strings.HasPrefix(text, want) || strings.Count(text, "\n") > 1 {
			t.Errorf("%q: the text is %q, want %q", tt.filter, text, want)
		}
	}
}

// TestPipedBudget: a small budget still holds for the rest of the text.
func TestPipedBudget(t *testing.T) {
	c, err := tokens.New("")
	if err != nil {
		t.Fatal(err)
	}
	for _, budget := range []int{summarize.MinBudget, 64, 100, 200} {
		h, _ := newEnv(t).open(t, nil)
		failed := result.Status{Known: true, Code: 1}
		ranBefore(t, h, []string{"/usr/bin/go", "test"}, "s", "", failed, []byte(failedRun))
		cfg := h.Config()
		cfg.Budget = budget
		r, err := h.Deliver(t.Context(), cfg, summarize.Request{
			Tool: "Bash", Command: "go test | grep RUN", Session: "s",
			Stdout: []byte(strings.Repeat("=== RUN TestSomething of many\n", 200)),
		})
		if err != nil {
			t.Fatal(err)
		}
		limit := max(budget, summarize.MinBudget+result.HiddenTokens)
		if n := c.CountString(r.LLMContent()); n > limit || !host.ShowsPiped(r) {
			t.Errorf("budget %d: %d tokens, want at most %d", budget, n, limit)
		}
	}
}

// TestPipedOfAnotherCall: a failure is stated by the call that ran the program, and by no other one of the session,
// whose words may be the same.
func TestPipedOfAnotherCall(t *testing.T) {
	failed, passed := result.Status{Known: true, Code: 1}, result.Status{Known: true}
	type run struct {
		command string
		argv    []string
		status  result.Status
		agent   string
	}
	inA, inB := "cd a && go test ./... | tail -1", "cd b && go test ./... 2>&1 | grep -v 'it'\\''s'"
	all := []string{"/usr/bin/go", "test", "./..."}
	for _, tt := range []struct {
		name   string
		runs   []run // Claude Code calls no hook for those that fail as a whole
		call   string
		states bool
	}{
		{"a call that failed before", []run{
			{"set -o pipefail; make | tail -1", []string{"/usr/bin/make"}, failed, ""},
			{"make test | tail -1", []string{"/usr/bin/make", "test"}, passed, ""},
		}, "make test | tail -1", false},
		{"another folder", []run{{inB, all, failed, ""}, {inA, all, passed, ""}}, inA, false},
		{"its own folder", []run{{inB, all, failed, ""}, {inA, all, passed, ""}}, inB, true},
		{"again, by an agent that goes on with the session", []run{
			{inB, all, failed, "1-a"}, {inB, all, passed, "2-b"},
		}, inB, false},
		{"again in its own folder", []run{{inB, all, failed, ""}, {inB, all, passed, ""}}, inB, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, _ := newEnv(t).open(t, nil)
			for _, r := range tt.runs {
				line := "source snapshot.sh && eval " + shell.Quote([]string{r.command}) +
					` \< /dev/null && pwd -P >| cwd`
				ranIn(t, h, line, r.argv, "s", r.agent, r.status, []byte(failedRun))
			}
			r, err := h.Deliver(t.Context(), h.Config(), summarize.Request{
				Tool: "Bash", Command: tt.call, Session: "s", Stdout: []byte("42\n"),
			})
			if err != nil {
				t.Fatal(err)
			}
			if host.ShowsPiped(r) != tt.states {
				t.Errorf("the text is %q", r.LLMContent())
			}
		})
	}
}

// TestPipedFailures: of several failures, the first is stated, and the others are counted. A program of Codex' code
// mode has the lines of the shells that it started.
func TestPipedFailures(t *testing.T) {
	h, _ := newEnv(t).open(t, nil)
	failed := result.Status{Known: true, Code: 1}
	var line strings.Builder
	for i := range 12 {
		pkg := fmt.Sprintf("./p%d", i)
		fmt.Fprintf(&line, "go test %s 2>&1 | tail -1; ", pkg)
		ranBefore(t, h, []string{"go", "test", pkg}, "s", "", failed, []byte(failedRun))
	}
	r, err := h.Deliver(t.Context(), h.Config(), summarize.Request{
		Tool: "Bash", Command: line.String(), Session: "s", Stdout: []byte("42\n"),
	})
	if err != nil {
		t.Fatal(err)
	}
	text := r.LLMContent()
	if m := r.Metadata(); strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "; 11 more failed") ||
		m.LLMTokens > m.UITokens+result.HiddenTokens {
		t.Errorf("%d tokens: %q", m.LLMTokens, text)
	}

	const started = ". snapshot.sh; exec bash -c 'go test ./p1 2>&1 | wc -l'"
	ranIn(t, h, started, []string{"go", "test", "./p1"}, "s", "", failed, []byte(failedRun))
	req := host.RequestOf("exec", []byte(`const r = await tools.exec_command({"cmd":"go test ./p1 2>&1 | wc -l"})`))
	req.Session, req.Stdout = "s", []byte("42\n")
	other := req
	other.Args = json.RawMessage(`"tools.exec_command({\"cmd\":\"cd a; go test ./p1 2\u003e\u00261 | wc -l\"})"`)
	if r, err = h.Deliver(t.Context(), h.Config(), other); err != nil || host.ShowsPiped(r) {
		t.Errorf("%v: another program's text is %q", err, r.LLMContent())
	}
	if r, err = h.Deliver(t.Context(), h.Config(), req); err != nil || !host.ShowsPiped(r) {
		t.Errorf("%v: a program's text is %q", err, r.LLMContent())
	}
}

// TestPipedInFolders: a pass in one folder leaves the failure of the same command in another folder.
func TestPipedInFolders(t *testing.T) {
	e := newEnv(t)
	const command = "for d in a b; do (cd $d && go test ./... | tail -1); done"
	argv := []string{"/usr/bin/go", "test", "./..."}
	var h *host.Host
	for code, dir := range []string{"b", "a", "b"} {
		h, _ = e.open(t, func(o *host.Options) { o.Dir = filepath.Join(e.home, dir) })
		status := result.Status{Known: true, Code: code % 2} // only the one in a fails
		ranIn(t, h, command, argv, "s", "", status, []byte(failedRun))
	}
	if !h.HasPiped(command, nil, "s") {
		t.Error("the failure in a is gone")
	}
}
