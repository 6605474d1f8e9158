package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/journal"
)

// claudeStatus is what Claude Code says on standard input of a status line's command, from its documentation.
const claudeStatus = `{"hook_event_name":"Status","session_id":%q,"transcript_path":"/t.jsonl","cwd":"/src",` +
	`"model":{"id":"claude-opus-4-1","display_name":"Opus"},"workspace":{"current_dir":"/src","project_dir":"/src"},` +
	`"version":"2.1.330","output_style":{"name":"default"},"cost":{"total_cost_usd":0.01234},` +
	`"exceeds_200k_tokens":false}`

// TestStatusline: the line has the figures that stats has of the session that its agent speaks of.
func TestStatusline(t *testing.T) {
	p := newStatsPlace(t)
	const session = "0b5f7c1e-1111-4222-8333-abcdefabcdef"
	output, err := json.Marshal(strings.Repeat("a line of the build, without any news\n", 400))
	if err != nil {
		t.Fatal(err)
	}
	event := fmt.Sprintf(`{"hook_event_name":"PostToolUse","session_id":%q,"cwd":%q,"tool_name":"Bash",`+
		`"tool_input":{"command":"make all"},"tool_use_id":"toolu_1",`+
		`"tool_response":{"stdout":%s,"stderr":"","interrupted":false,"isImage":false}}`, session, p.dir, output)
	if out, stderr, code := p.run(event, "hook", "claude"); code != 0 || out == "" {
		t.Fatalf("the hook: exit %d, %q, %s", code, out, stderr)
	}
	p.run("", "run", "--", "seq", "1000") // of no session
	of, today := p.stats("--session", session).Total, p.stats().Groups[0]
	if of.Calls != 1 || today.Calls != 2 || today.Value != "today" {
		t.Fatalf("the session has %+v, today %+v", of, today)
	}
	line := regexp.MustCompile(`^toktee >?\d+% saved · session ([\d,]+) · today ([\d,]+) tokens \(\$\d+\.\d\d\)\n$`)
	out, stderr, code := p.run(fmt.Sprintf(claudeStatus, session), "stats", "--statusline")
	m := line.FindStringSubmatch(out)
	if code != 0 || stderr != "" || m == nil {
		t.Fatalf("exit %d, %q, %q", code, stderr, out)
	}
	if got := strings.ReplaceAll(m[1]+" "+m[2], ",", ""); got != fmt.Sprint(of.Saved, " ", today.Saved) {
		t.Errorf("the line says %s, stats says %d and %d", got, of.Saved, today.Saved)
	}
	p.env = append(p.env, "CLAUDE_CODE_SESSION_ID="+session)
	if again, _, _ := p.run("", "stats", "--statusline"); again != out {
		t.Errorf("with the session in the environment it is %q, want %q", again, out)
	}
}

// TestStatuslineGoesOn: whatever is wrong, there is one line and success, in bounded time.
func TestStatuslineGoesOn(t *testing.T) {
	for _, c := range []struct {
		name, stdin string
		spoil       func(t *testing.T, p *statsPlace)
		stderr      string // a part, "" for nothing
		line        string
	}{
		{name: "nothing noted", line: "toktee nothing yet today\n"},
		{name: "no JSON", stdin: "hello\n", line: "toktee nothing yet today\n"},
		{name: "odd JSON", stdin: `{"session_id": 7}`, line: "toktee nothing yet today\n"},
		{name: "a list", stdin: `["session_id"]`, line: "toktee nothing yet today\n"},
		{name: "a long text", stdin: `{"x":"` + strings.Repeat("x", 3<<20), line: "toktee nothing yet today\n"},
		{name: "bad settings", line: "toktee nothing yet today\n", stderr: "unknown key",
			spoil: func(t *testing.T, p *statsPlace) {
				write(t, filepath.Join(p.dir, "config", "toktee", "config.toml"), "[nonsense]\n")
			}},
		{name: "bad project", line: "toktee nothing yet today\n", spoil: func(t *testing.T, p *statsPlace) {
			write(t, filepath.Join(p.dir, "work", ".toktee", "config.toml"), "[nonsense]\n")
		}},
		{name: "no store", line: "\n", stderr: "ledger", spoil: func(t *testing.T, p *statsPlace) {
			write(t, filepath.Join(p.dir, "store"), "a file\n")
		}},
		{name: "no desk", line: "\n", stderr: "toktee-desk is neither in", spoil: func(t *testing.T, p *statsPlace) {
			alone := filepath.Join(p.dir, "alone")
			b, err := os.ReadFile(filepath.Join(programs, "toktee"))
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(alone, "toktee"), string(b))
			p.program = filepath.Join(alone, "toktee")
			p.env = append(p.env, "PATH=")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newStatsPlace(t)
			if c.spoil != nil {
				c.spoil(t, p)
			}
			out, stderr, code := p.run(c.stdin, "stats", "--statusline")
			quiet := c.stderr == ""
			if code != 0 || out != c.line || !strings.Contains(stderr, c.stderr) || quiet != (stderr == "") ||
				strings.Count(stderr, "\n") > 1 {
				t.Errorf("exit %d, %q, %q", code, out, stderr)
			}
		})
	}
}

// TestStatuslineAfter: the status line of another program comes first. Both get the agent's JSON, and neither
// hides the other.
func TestStatuslineAfter(t *testing.T) {
	p := newStatsPlace(t)
	const ours = "toktee nothing yet today\n"
	said := fmt.Sprintf(claudeStatus, "s")
	for _, c := range []struct{ name, command, stdin, want string }{
		{"reads", "cat; echo", said, said + "\n" + ours},
		{"reads much", "wc -c", said + strings.Repeat(" ", 300_000), fmt.Sprint(len(said)+300_000, "\n") + ours},
		{"two lines", "printf 'a\\nb\\n\\n'", said, "a\nb\n" + ours},
		{"nothing", "true", said, ours},
		{"fails", "echo half; exit 3", said, "half\n" + ours},
		{"isn't there", "no-such-program 2>/dev/null", said, ours},
		{"is slow", "echo early; exec sleep 60", said, "early\n" + ours},
		{"has a background process", "echo now; sleep 60 2>/dev/null &", said, "now\n" + ours},
		{"prints without end", "yes | tr -d '\\n'", said, strings.Repeat("y", maxStatus) + "\n" + ours},
	} {
		began := time.Now()
		out, stderr, code := p.run(c.stdin, "stats", "--statusline", "--after", c.command)
		if code != 0 || stderr != "" || out != c.want {
			t.Errorf("%s: exit %d, %.300q, %q, want %.300q", c.name, code, out, stderr, c.want)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%s: it took %v", c.name, took)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// TestStatuslineWaits: an agent that never ends what it says isn't waited for, and one that says it and waits gets an
// answer.
func TestStatuslineWaits(t *testing.T) {
	for _, said := range []string{"", `{"session_id":`, `{"session_id":"s"}`} {
		p := newStatsPlace(t)
		cmd := exec.CommandContext(t.Context(), filepath.Join(programs, "toktee"), "stats", "--statusline")
		cmd.Env = p.env
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		io.WriteString(in, said)
		text := make(chan string, 1)
		go func() { b, _ := io.ReadAll(out); text <- string(b) }()
		select {
		case got := <-text:
			if err := cmd.Wait(); err != nil || got != "toktee nothing yet today\n" {
				t.Errorf("after %q: %v, %q", said, err, got)
			}
		case <-time.After(time.Minute):
			cmd.Process.Kill()
			t.Fatalf("after %q there is no line", said)
		}
	}
}

// TestStatuslineLocked: while another process holds the ledger, the line says what was known before. On a machine that
// is busy it may be empty, and is asked for again then.
func TestStatuslineLocked(t *testing.T) {
	p := newStatsPlace(t)
	p.run("", "run", "--", "seq", "1000")
	before, _, _ := p.run("", "stats", "--statusline")
	db, err := sql.Open("sqlite", filepath.Join(p.dir, "store", "ledger.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	holder, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	if _, err := holder.ExecContext(t.Context(), "BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	p.run("", "run", "--", "seq", "2000")
	for range 10 {
		out, stderr, code := p.run("", "stats", "--statusline")
		if code != 0 || out != before && out != "\n" {
			t.Fatalf("exit %d, %q, %q, want %q", code, out, stderr, before)
		}
		if out == before {
			break
		}
	}
	if _, err := holder.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if after := p.stats().Total.Calls; after != 2 {
		t.Errorf("stats has %d calls, want 2", after)
	}
}

// TestLastClaim: the line has the contradicted claim of the session's last turn.
func TestLastClaim(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	note := func(after time.Duration, session, line string) {
		t.Helper()
		at = at.Add(after)
		e := journal.Event{Kind: journal.Claimed, Time: at, Session: session, Claim: "tests pass", Line: line}
		if err := journal.Append(dir, e); err != nil {
			t.Fatal(err)
		}
	}
	want := func(want string) {
		t.Helper()
		if got, err := lastClaim(t.Context(), dir, "s"); got != want || err != nil {
			t.Errorf("lastClaim() = %q, %v, want %q", got, err, want)
		}
	}
	want("")
	note(0, "s", "claimed: tests pass; ran only: go test ./mux")
	note(time.Millisecond, "s", "") // another claim of the turn
	note(time.Millisecond, "other", "claimed: tests pass; no tests ran in this session")
	want("claimed: tests pass; ran only: go test ./mux")
	note(time.Minute, "s", "")
	want("")
}
