package host_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// recording opens a host that records, at a time that each call advances by a minute.
func (e *env) recording(t *testing.T, change func(*host.Options)) *host.Host {
	t.Helper()
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.Local)
	h, warnings := e.open(t, func(o *host.Options) {
		o.Record, o.Now = true, func() time.Time { now = now.Add(time.Minute); return now }
		if change != nil {
			change(o)
		}
	})
	t.Cleanup(func() {
		if len(*warnings) > 0 {
			t.Error(*warnings)
		}
	})
	return h
}

// recorded returns the entries of the log of a folder without a repository.
func recorded(t *testing.T, h *host.Host, dir string) []checks.Entry {
	t.Helper()
	entries, err := checks.Open(h.Store().ChecksDir(), dir).Read()
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

// TestChecksRecorded: what is recorded of commands and edits.
func TestChecksRecorded(t *testing.T) {
	passed, failed := result.Status{Known: true}, result.Status{Known: true, Code: 1}
	for _, tt := range []struct {
		name, command, out string
		status             result.Status
		want               string // program, kind, outcome, "whole"
	}{
		{"a build that prints nothing", "go build ./...", "", passed, "go build pass whole"},
		{"a build that failed", "go build ./...", "./a.go:3:2: undefined: x\n", failed, "go build fail"},
		{"tests", "go test ./...", "ok  \tx\t0.01s\n", passed, "go tests pass whole"},
		{"failed tests", "go test ./...", failedRun, failed, "go tests fail whole"},
		{"failed tests that stop at the first", "go test -failfast ./...", failedRun, failed, "go tests fail"},
		{"tests through a filter", "go test ./... | tail -3", failedRun, passed, "go tests fail"},
		{"a package without tests", "go test ./...", "?   \tx\t[no test files]\n", passed, "go tests unknown whole"},
		{"lint and tests", "go vet ./... && go test ./...", "ok  \tx\t0.01s\n", passed,
			"go tests pass whole, go lint pass whole"},
		{"a package of maven", "mvn -q package", "", passed, "mvn build pass whole, mvn tests pass whole"},
		{"tests that are hidden in a file", "go test ./... > log; tail log", "ok\n", passed, "go tests unknown"},
		{"a list", "ls", "a\n", passed, ""},
		{"help", "go test --help", "usage: go test\n", passed, ""},
		{"a folder that only the shell knows", "cd $D && go test ./...", "ok  \tx\t0.01s\n", passed, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, isShort := range []bool{false, true} {
				e := newEnv(t)
				h := e.recording(t, nil)
				req := summarize.Request{Tool: "Bash", Command: tt.command, Status: tt.status, Stdout: []byte(tt.out)}
				if isShort {
					h.RecordUnread(t.Context(), req)
				} else {
					deliver(t, h, req)
				}
				var got []string
				for _, entry := range recorded(t, h, e.home) {
					if (entry.ID == "") != isShort {
						t.Errorf("id %q", entry.ID)
					}
					for _, c := range entry.Checks {
						words := []string{c.Program, string(c.Kind), c.Outcome}
						if c.Whole {
							words = append(words, "whole")
						}
						got = append(got, strings.Join(words, " "))
					}
				}
				if diff := cmp.Diff(tt.want, strings.Join(got, ", ")); diff != "" {
					t.Errorf("short %v: %s", isShort, diff)
				}
			}
		})
	}
}

// TestHistoryInTexts: the text of a failed run states since when its failures are known, and after which edits.
func TestHistoryInTexts(t *testing.T) {
	e := newEnv(t)
	h := e.recording(t, nil)
	run := func(command, out string, code int) string {
		return deliver(t, h, summarize.Request{
			Tool: "Bash", Command: command, Session: "s", Stdout: []byte(out),
			Status: result.Status{Known: true, Code: code},
		}).LLMContent()
	}
	run("go test ./...", "ok  \tx\t0.01s\n", 0)
	for _, args := range []string{
		`{"file_path":"` + filepath.Join(e.home, "mux", "mux.go") + `","old_string":"a","new_string":"b"}`,
		`{"file_path":"chain.go"}`,
	} {
		req := host.RequestOf("Edit", json.RawMessage(args))
		h.RecordUnread(t.Context(), req)
	}
	failed := result.Status{Reported: result.Fail}
	h.RecordUnread(t.Context(), summarize.Request{Tool: "Edit", Path: "no.go", Status: failed})
	if text := run("go test ./...", failedRun, 1); strings.Contains(text, checks.Opening) {
		t.Errorf("a first failure has a history:\n%s", text)
	}
	first := recorded(t, h, e.home)[3].Time.Local().Format("15:04")
	want := "\nhistory: red since " + first + ", after edits of mux.go and chain.go\n"
	if text := run("go test -run Total .", failedRun, 1); !strings.Contains(text, want) {
		t.Errorf("a second failure lacks %q:\n%s", want, text)
	}
	run("go test ./...", "ok  \tx\t0.01s\n", 0)
	if text := run("go test ./...", failedRun, 1); strings.Contains(text, checks.Opening) {
		t.Errorf("a failure after a pass has a history:\n%s", text)
	}
	if got := recorded(t, h, e.home); len(got) != 7 || got[1].File != "mux/mux.go" || got[2].File != "chain.go" {
		t.Errorf("%+v", got)
	}
}

// TestChecksHideSecrets: neither a command's nor a message's secrets are recorded.
func TestChecksHideSecrets(t *testing.T) {
	const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB"
	e := newEnv(t)
	h := e.recording(t, nil)
	deliver(t, h, summarize.Request{
		Tool: "Bash", Command: "GITHUB_TOKEN=" + secret + " go test ./...", Status: result.Status{Known: true, Code: 1},
		Stdout: []byte(strings.Replace(failedRun, "got 3", "got "+secret, 1)),
	})
	files, err := filepath.Glob(filepath.Join(h.Store().ChecksDir(), "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if b, err := os.ReadFile(files[0]); err != nil || strings.Contains(string(b), secret) {
		t.Errorf("%v: %s", err, b)
	}
}

// TestChecksForgotten: forgetting a result or a session removes its entries, and so does forgetting all.
func TestChecksForgotten(t *testing.T) {
	e := newEnv(t)
	h := e.recording(t, nil)
	var ids []string
	for i, session := range []string{"a", "a/sub", "b", "b"} {
		r := deliver(t, h, summarize.Request{
			Tool: "Bash", Command: fmt.Sprintf("go test -run %d", i), Session: session,
			Stdout: []byte("ok  \tx\t0.01s\n"), Status: result.Status{Known: true},
		})
		ids = append(ids, r.ID())
	}
	left := func(which store.Which, want int) {
		t.Helper()
		if _, err := h.Store().Forget(t.Context(), which); err != nil {
			t.Fatal(err)
		}
		if got := recorded(t, h, e.home); len(got) != want {
			t.Errorf("%+v leaves %d entries, want %d", which, len(got), want)
		}
	}
	left(store.Which{Session: "a"}, 2)
	left(store.Which{ID: ids[3]}, 1)
	left(store.Which{All: true}, 0)
}

// TestHistoryDisabled: nothing is recorded if the settings disable that.
func TestHistoryDisabled(t *testing.T) {
	e := newEnv(t)
	dir := filepath.Join(e.home, ".config", "toktee")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	text := []byte("[history]\nenabled = false\n")
	if err := os.WriteFile(filepath.Join(dir, "config.toml"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	h := e.recording(t, nil)
	deliver(t, h, summarize.Request{Tool: "Bash", Command: "go test ./...", Status: result.Status{Known: true}})
	if got := recorded(t, h, e.home); len(got) > 0 {
		t.Errorf("%+v", got)
	}
}
