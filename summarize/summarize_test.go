package summarize_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/summarize"
)

var on = summarize.Config{Enabled: true}

func run(t *testing.T, cfg summarize.Config, req summarize.Request) result.ToolResult {
	t.Helper()
	r, err := summarize.Summarize(context.Background(), cfg, req)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func exit(code int) result.Status { return result.Status{Known: true, Code: code} }

func TestStatusLine(t *testing.T) {
	tests := []struct {
		name    string
		req     summarize.Request
		want    string
		success bool
		isError bool
	}{
		{
			"success says nothing",
			summarize.Request{Tool: "Bash", Command: "echo hi", Stdout: []byte("hi\n"), Status: exit(0)},
			"hi\n",
			true,
			false,
		},
		{
			"a bad exit",
			summarize.Request{Tool: "Bash", Command: "false", Status: exit(1)},
			"exit 1, no output",
			false,
			true,
		},
		{
			"an error behind blanks",
			summarize.Request{Tool: "Bash", Command: "x", Stdout: []byte(strings.Repeat(" ", 70000) +
				"error: disk full\n"),
				Status: exit(1)},
			"exit 1\n… 1 line",
			false,
			true,
		},
		{
			"an error below empty lines",
			summarize.Request{Tool: "Bash", Command: "x", Stdout: []byte(strings.Repeat("\n", 70000) +
				"error: disk full\n"),
				Status: exit(1)},
			"exit 1\n… 70000 lines (1-70000)\nerror: disk full",
			false,
			true,
		},
		{
			"bytes that show nothing",
			summarize.Request{Tool: "Bash", Command: "x", Stdout: make([]byte, 100), Status: exit(1)},
			"exit 1, no text in 100 bytes",
			false,
			true,
		},
		{"no output", summarize.Request{Tool: "Bash", Command: "true", Status: exit(0)}, "no output", true, false},
		{
			"an answer is no error",
			summarize.Request{Tool: "Bash", Command: "diff a b", Stdout: []byte("1c1\n< a\n> b\n"), Status: exit(1)},
			"1c1\n< a\n> b\n",
			true,
			false,
		},
		{
			"grep found nothing",
			summarize.Request{Tool: "Bash", Command: "grep x f", Status: exit(1)},
			"exit 1, no matches",
			true,
			false,
		},
		{
			"grep failed",
			summarize.Request{
				Tool:    "Bash",
				Command: "grep x f",
				Stderr:  []byte("grep: f: No such file or directory\n"),
				Status:  exit(2),
			},
			"exit 2\ngrep: f: No such file or directory\n",
			false,
			true,
		},
		{
			"a signal",
			summarize.Request{
				Tool:    "Bash",
				Command: "x",
				Stdout:  []byte("a\n"),
				Status:  result.Status{Known: true, Code: 137, Signal: "SIGKILL"},
			},
			"killed by SIGKILL\na\n",
			false,
			true,
		},
		{
			"a timeout",
			summarize.Request{
				Tool:    "Bash",
				Command: "x",
				Stdout:  []byte("a\n"),
				Status:  result.Status{Timeout: 5 * time.Second},
			},
			"timed out after 5s\na\n",
			false,
			true,
		},
		{"unknown status", summarize.Request{Tool: "Bash", Command: "x", Stdout: []byte("a\n")}, "a\n", false, false},
		{
			"codex says it itself",
			summarize.Request{
				Tool:     "exec_command",
				Command:  "x",
				Envelope: "codex",
				Stdout: []byte(
					"Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 3\nOriginal token count: 1\n" +
						"Output:\nboom\n",
				),
			},
			"Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 3\nOriginal token count: 1\nOutput:\n" +
				"boom\n",
			false,
			true,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := run(t, on, tt.req)
			if diff := cmp.Diff(tt.want, r.LLMContent()); diff != "" {
				t.Errorf("text mismatch (-want +got):\n%s", diff)
			}
			if r.Passed() != tt.success || r.Failed() != tt.isError {
				t.Errorf("success %v, is_error %v, want %v, %v", r.Passed(), r.Failed(), tt.success, tt.isError)
			}
		})
	}
}

// claims is a strategy that takes everything and does as it is told.
type claims struct {
	digest func(lines strategies.Lines, c *strategies.Collector) error
}

func (claims) Name() string                                  { return "claims" }
func (claims) Match(*strategies.Input) strategies.Confidence { return strategies.Sure }
func (s claims) Digest(_ context.Context, _ *strategies.Input, l strategies.Lines, c *strategies.Collector) error {
	return s.digest(l, c)
}

var long = repeated(300, "", "some line of an output that is rather long, of part @\n")

func TestFailsOpen(t *testing.T) {
	tests := []struct {
		name     string
		digest   func(strategies.Lines, *strategies.Collector) error
		strategy string
		warning  string
	}{
		{
			"panic",
			func(strategies.Lines, *strategies.Collector) error { panic("boom") },
			"general",
			"claims: panic: boom",
		},
		{
			"error",
			func(strategies.Lines, *strategies.Collector) error { return errors.New("not mine") },
			"general",
			"claims: not mine",
		},
		{"facts out of order", func(_ strategies.Lines, c *strategies.Collector) error {
			c.Line(strategies.Critical, "line", "", strategies.Line{N: 5, Text: "b"})
			c.Line(strategies.Critical, "line", "", strategies.Line{N: 4, Text: "a"})
			return nil
		}, "claims", "claims: facts out of order, not shown: 1"},
		{"no facts", func(strategies.Lines, *strategies.Collector) error { return nil }, "claims", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cfg := on
			cfg.Budget = 100
			cfg.Strategies = strategies.Registry{claims{tt.digest}}
			r := run(t, cfg, summarize.Request{Tool: "x", Stdout: []byte(long)})
			m := r.Metadata()
			if m.Strategy != tt.strategy {
				t.Errorf("strategy %q, want %q", m.Strategy, tt.strategy)
			}
			if got := strings.Join(m.Warnings, "; "); got != tt.warning {
				t.Errorf("warnings %q, want %q", got, tt.warning)
			}
			if m.LLMTokens > 100 || r.LLMContent() == "" {
				t.Errorf("%d tokens: %q", m.LLMTokens, r.LLMContent())
			}
			if ui, ok := r.UIContent(); !ok || ui != long {
				t.Error("the payload is lost")
			}
		})
	}
}

// TestRedStaysRed holds that no exit code but 0 is ever called a success, whatever a parser says, and that a
// contradiction is said.
func TestRedStaysRed(t *testing.T) {
	for _, o := range []strategies.Outcome{strategies.Unknown, strategies.Pass, strategies.Fail} {
		for _, code := range []int{0, 1, 2, 101} {
			cfg := on
			cfg.Strategies = strategies.Registry{claims{func(_ strategies.Lines, c *strategies.Collector) error {
				c.Outcome(o)
				c.Verdict("all good", "", "")
				return nil
			}}}
			r := run(
				t,
				cfg,
				summarize.Request{Tool: "Bash", Command: "make check", Stdout: []byte(long), Status: exit(code)},
			)
			if green := code == 0 && o != strategies.Fail; r.Passed() != green {
				t.Errorf("exit %d, outcome %d: success %v", code, o, r.Passed())
			}
			first, _, _ := strings.Cut(r.LLMContent(), "\n")
			switch {
			case code != 0 && !strings.HasPrefix(first, fmt.Sprintf("exit %d", code)):
				t.Errorf("exit %d, outcome %d: opens with %q", code, o, first)
			case code != 0 && o == strategies.Pass && !strings.Contains(first, "though success is reported"):
				t.Errorf("exit %d, outcome pass: opens with %q", code, first)
			case code == 0 && o == strategies.Fail && !strings.Contains(first, "failure is reported"):
				t.Errorf("exit 0, outcome fail: opens with %q", first)
			}
		}
	}
}

func TestDisabledPassesThrough(t *testing.T) {
	raw := "a\x1b[31mb\x1b[0m\r\nc"
	for name, cfg := range map[string]summarize.Config{
		"zero config": {},
		"tool off":    {Enabled: true, Tools: map[string]summarize.ToolConfig{"x": {Disabled: true}}},
	} {
		r := run(t, cfg, summarize.Request{Tool: "x", Stdout: []byte(raw)})
		if r.LLMContent() != raw {
			t.Errorf("%s: %q, want %q", name, r.LLMContent(), raw)
		}
		if m := r.Metadata(); m.SavingsTokens != 0 || m.LLMTokens == 0 {
			t.Errorf("%s: %d tokens, %d saved", name, m.LLMTokens, m.SavingsTokens)
		}
	}
}

func TestToolConfig(t *testing.T) {
	cfg := on
	cfg.Tools = map[string]summarize.ToolConfig{"x": {Budget: 40}, "y": {Level: summarize.Conservative}}
	if m := run(t, cfg, summarize.Request{Tool: "x", Stdout: []byte(long)}).Metadata(); m.Budget != 40 ||
		m.LLMTokens > 40 {
		t.Errorf("budget %d, %d tokens", m.Budget, m.LLMTokens)
	}
	if m := run(t, cfg, summarize.Request{Tool: "y", Stdout: []byte(long)}).Metadata(); m.Level != "conservative" {
		t.Errorf("level %q", m.Level)
	}
}

func TestBadConfig(t *testing.T) {
	for want, cfg := range map[string]summarize.Config{
		`unknown level "maximal": want minimal, balanced, conservative or lossless`: {Enabled: true, Level: "maximal"},
		`budget 31 is too small: want 0 for the level's own, or at least 32 tokens`: {Enabled: true, Budget: 31},
		`budget -1 is too small: want 0 for the level's own, or at least 32 tokens`: {Enabled: true, Budget: -1},
		`unknown encoding "utf8": want o200k_base or cl100k_base`:                   {Enabled: true, Encoding: "utf8"},
		`budget 5 is too small: want 0 for the level's own, or at least 32 tokens`: {
			Tools: map[string]summarize.ToolConfig{"x": {Budget: 5}},
		},
	} {
		if _, err := summarize.Summarize(context.Background(), cfg, summarize.Request{Tool: "x"}); err == nil ||
			err.Error() != want {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestCancelled(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(why)
	if _, err := summarize.Summarize(ctx, on, summarize.Request{Tool: "x", Stdout: []byte(long)}); !errors.Is(
		err,
		why,
	) {
		t.Errorf("error %v, want %v", err, why)
	}
}

// TestStreamedEqualsHeld holds that an output above the spool's threshold gives the text that it gives from memory.
func TestStreamedEqualsHeld(t *testing.T) {
	for _, out := range []string{long, long + "\x1b[31mFAILED a_test.go::TestA\x1b[0m\n" +
		"last", "", "\n", "one", strings.Repeat("x", 200<<10) + "\nend\n", "\r10%\r20%\n" + long} {
		s := spool.New(spool.Options{Dir: t.TempDir(), Threshold: 16})
		io.WriteString(s.Stream(spool.Stdout), out)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		for _, budget := range []int{0, 60, 700} {
			cfg := on
			cfg.Budget = budget
			a := run(t, cfg, summarize.Request{Tool: "Bash", Command: "x", Stdout: []byte(out), Status: exit(1)})
			b := run(t, cfg, summarize.Request{Tool: "Bash", Command: "x", Source: s, Status: exit(1)})
			if diff := cmp.Diff(a.LLMContent(), b.LLMContent()); diff != "" {
				t.Errorf("%.20q at %d (-held +streamed):\n%s", out, budget, diff)
			}
			if diff := cmp.Diff(a.Metadata(), b.Metadata()); diff != "" {
				t.Errorf("%.20q at %d: metadata (-held +streamed):\n%s", out, budget, diff)
			}
		}
		if err := s.Remove(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestIDsNameTheCall(t *testing.T) {
	base := summarize.Request{Tool: "x", Command: "c", Stdout: []byte("a")}
	ids := map[string]string{run(t, on, base).ID(): "base"}
	if id := run(t, on, base).ID(); ids[id] != "base" || len(id) != 12 {
		t.Errorf("id %q is not the first one's", id)
	}
	for name, change := range map[string]func(*summarize.Request){
		"tool":    func(r *summarize.Request) { r.Tool = "y" },
		"command": func(r *summarize.Request) { r.Command = "d" },
		"status":  func(r *summarize.Request) { r.Status = exit(0) },
		"payload": func(r *summarize.Request) { r.Stdout = []byte("b") },
	} {
		req := base
		change(&req)
		id := run(t, on, req).ID()
		if other, ok := ids[id]; ok {
			t.Errorf("another %s has the id of %s", name, other)
		}
		ids[id] = name
	}
}

func TestDebugLog(t *testing.T) {
	var sb strings.Builder
	cfg := on
	cfg.Log = slog.New(slog.NewTextHandler(&sb, &slog.HandlerOptions{Level: slog.LevelDebug}))
	run(t, cfg, summarize.Request{Tool: "x", Stdout: []byte(long)})
	for _, want := range []string{"raw_tokens=", "llm_tokens=", "strategy=general"} {
		if !strings.Contains(sb.String(), want) {
			t.Errorf("the log lacks %q: %s", want, sb.String())
		}
	}
}

// TestEnvelopeAndTrailerAreAccounted holds that what an agent wrote around an output is noise that is counted, and that
// no fact is lost over it.
func TestEnvelopeAndTrailerAreAccounted(t *testing.T) {
	body := long + "ledger.go:3: FAILED to open\n"
	for agent, out := range map[summarize.Envelope]string{
		"codex": "Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 1\nOriginal token count: 9000\n" +
			"Output:\n" + body,
		"claude": "Exit code 1\n" + body + "\n<system-reminder>\nMind the gap.\n</system-reminder>\n",
	} {
		cfg := on
		cfg.Budget = 100
		r := run(t, cfg, summarize.Request{Tool: "Bash", Command: "make", Stdout: []byte(out), Envelope: agent})
		m := r.Metadata()
		if len(m.Warnings) > 0 {
			t.Errorf("warnings %q", m.Warnings)
		}
		if strings.Contains(r.LLMContent(), "Mind the gap") || strings.Contains(r.LLMContent(), "Chunk ID") {
			t.Errorf("the envelope is shown:\n%s", r.LLMContent())
		}
		if !strings.Contains(r.LLMContent(), "FAILED to open") || !strings.HasPrefix(r.LLMContent(), "exit 1\n") {
			t.Errorf("the failure is not shown:\n%s", r.LLMContent())
		}
		lines := 0
		for _, s := range m.Shown {
			lines += s[1] - s[0] + 1
		}
		for _, o := range m.Omissions {
			if o.Lines[0] > 0 {
				lines += o.Lines[1] - o.Lines[0] + 1
			}
		}
		if want := strings.Count(out, "\n"); lines != want {
			t.Errorf("%d lines are accounted for, of %d", lines, want)
		}
	}
}
