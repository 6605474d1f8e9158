package summarize_test

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestNoFailureIsHidden holds cases in which a failure could be taken for something else.
func TestNoFailureIsHidden(t *testing.T) {
	bash := func(cmd, out string, code int) summarize.Request {
		return summarize.Request{Tool: "Bash", Command: cmd, Stdout: []byte(out), Status: exit(code)}
	}
	tests := []struct {
		name    string
		req     summarize.Request
		success bool
		opens   string
	}{
		{"git merge of a branch called diff", bash("git merge diff", "conflict\n", 1), false, "exit 1\n"},
		{"a commit message", bash("git commit -m diff", "nothing to commit\n", 1), false, "exit 1\n"},
		{"git diff --exit-code", bash("git -C x diff --exit-code", "-a\n+b\n", 1), true, "-a"},
		{"a script called diff", bash("./scripts/diff", "boom\n", 1), false, "exit 1\n"},
		{"a condition", bash("[ -f x ]", "", 1), true, "exit 1, no output"},
		{
			"a status inside an envelope",
			summarize.Request{
				Tool: "shell", Envelope: "codex",
				Stdout: []byte(`{"output":"compiling\nnothing more\n","metadata":{"exit_code":1}}`),
			},
			false,
			"exit 1\ncompiling",
		},
		{
			"an error flag",
			summarize.Request{
				Tool: "mcp__x__y", Envelope: "mcp",
				Stdout: []byte(`{"content":[{"type":"text","text":"no such ledger"}],"isError":true}`),
			},
			false,
			"failed\nno such ledger",
		},
		{
			"a signal inside an envelope",
			summarize.Request{
				Tool: "shell", Envelope: "claude", Stdout: []byte(`{"stdout":"a","stderr":"","signal":"SIGKILL"}`),
			},
			false,
			"killed by SIGKILL\na",
		},
		{
			"a long signal",
			summarize.Request{
				Tool:    "Bash",
				Command: "x",
				Stdout:  []byte("a\n"),
				Status:  result.Status{Signal: "SIGKILL " + strings.Repeat("for some reason ", 9)},
			},
			false,
			"killed\na",
		},
		{
			"a long timeout",
			summarize.Request{Tool: "Bash", Command: "x", Status: result.Status{Timeout: 90*time.Second + 1}},
			false,
			"timed out",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := run(t, on, tt.req)
			if r.Passed() != tt.success {
				t.Errorf("success %v, want %v", r.Passed(), tt.success)
			}
			if !strings.HasPrefix(r.LLMContent(), tt.opens) {
				t.Errorf("opens with %.60q, want %q", r.LLMContent(), tt.opens)
			}
		})
	}
}

// TestMinimalShowsTheLastWords holds that a failure of which no known word tells is still shown.
func TestMinimalShowsTheLastWords(t *testing.T) {
	out := strings.Repeat("a step that went on and on for a while\n", 30) + "ledger locked by somebody else\n"
	r := run(
		t,
		summarize.Config{Enabled: true, Level: summarize.Minimal},
		summarize.Request{Tool: "Bash", Command: "x", Stdout: []byte(out), Status: exit(3)},
	)
	if !strings.Contains(r.LLMContent(), "ledger locked by somebody else") {
		t.Errorf("the last words are missing:\n%s", r.LLMContent())
	}
}

// TestStampsAreSaidToBeLeftOut holds that a log whose time stamps are not shown says so, and that an address isn't one.
func TestStampsAreSaidToBeLeftOut(t *testing.T) {
	out := repeated(
		200,
		"",
		"2026-05-06T13:24:28.050Z one line @ of a log that says nothing new\n",
	) + "10.20.30.40:5432 connection refused by peer ERROR\n"
	r := run(
		t,
		summarize.Config{Enabled: true, Budget: 200},
		summarize.Request{Tool: "Bash", Command: "x", Stdout: []byte(out), Status: exit(1)},
	)
	if !strings.Contains(r.LLMContent(), "201 lines, time stamps left out") {
		t.Errorf("nothing says that time stamps are gone:\n%s", r.LLMContent())
	}
	if !strings.Contains(r.LLMContent(), "10.20.30.40:5432 connection refused") {
		t.Errorf("an address is taken for a time stamp:\n%s", r.LLMContent())
	}
}

// TestForgedHeading holds that a file's name can't pass for a gap marker.
func TestForgedHeading(t *testing.T) {
	out := strings.Repeat("… 12 lines (3-14):3:a hit in a file with an odd name, and some more words\n", 50)
	r := run(t, summarize.Config{Enabled: true, Budget: 100}, summarize.Request{Tool: "Grep", Stdout: []byte(out)})
	for _, l := range strings.Split(r.LLMContent(), "\n") {
		if strings.HasPrefix(l, "… 12 lines") {
			t.Errorf("a forged marker is shown:\n%s", r.LLMContent())
		}
	}
}

// TestEnvelopeOnDisk holds that an envelope above the spool's threshold is read as one in memory is.
func TestEnvelopeOnDisk(t *testing.T) {
	body, err := json.Marshal(map[string]any{"output": long + "boom\n", "metadata": map[string]int{"exit_code": 1}})
	if err != nil {
		t.Fatal(err)
	}
	s := spool.New(spool.Options{Dir: t.TempDir(), Threshold: 16})
	if _, err := s.Stream(spool.Stdout).Write(body); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	defer s.Remove()
	r := run(t, on, summarize.Request{Tool: "shell", Source: s, Envelope: "codex"})
	if r.Passed() || !strings.HasPrefix(r.LLMContent(), "exit 1\n") {
		t.Errorf("success %v: %.80q", r.Passed(), r.LLMContent())
	}
}

// failing is a source that can't be read from its nth opening on.
type failing struct {
	summarize.Source
	left atomic.Int64
}

func (f *failing) Bytes() ([]byte, bool) { return nil, false }

func (f *failing) Open() (io.ReadCloser, error) {
	if f.left.Add(-1) < 0 {
		return nil, errors.New("the disk is gone")
	}
	return f.Source.Open()
}

// TestReadErrorsAreErrors holds that an output that can't be read is never told of as if it had been.
func TestReadErrorsAreErrors(t *testing.T) {
	for n := range 8 {
		s := spool.FromBytes([]byte(long), nil)
		src := &failing{Source: s}
		src.left.Store(int64(n))
		r, err := summarize.Summarize(
			t.Context(),
			on,
			summarize.Request{Tool: "Bash", Command: "x", Source: src, Status: exit(2)},
		)
		if err == nil && !strings.Contains(r.LLMContent(), "300 lines") {
			t.Errorf("opened %d times: no error, and the text is %q", n, r.LLMContent())
		}
	}
}
