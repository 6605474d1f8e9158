package transcript

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// all reads the one source at a path.
func all(t *testing.T, path string) ([]Item, Stats) {
	t.Helper()
	sources, err := Find(t.Context(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	var items []Item
	var stats Stats
	for _, s := range sources {
		st, err := s.Read(t.Context(), nil, func(it *Item) error {
			items = append(items, *it)
			return nil
		})
		if err == ErrNotTranscript && len(sources) > 1 {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		stats = st
	}
	return items, stats
}

// story is what every fixture tells: what the model said, and what came back.
var story = []struct{ said, call, result string }{
	{"I look for the conversion.", "func convert", "src/kiln_panel.go:40:\tt := convertReading(raw)"},
	{"Now the file.", "src/convert_reading.go",
		"// convertReading turns a raw reading of the thermocouple into degrees.\nfunc convertReading(raw int) " +
			"float64 {"},
	{"The offset has the wrong sign.", "return float64(raw)*0.25 - offset", "src/convert_reading.go has been updated"},
	{"Run the tests.", "go test ./src/",
		"--- FAIL: TestPanelShowsDegrees (0.00s)\n    kiln_panel_test.go:31: got 1043, want 1086"},
	{"Again, after TestPanelShowsDegrees was adapted.", "go test -run TestPanelShowsDegrees ./src/",
		"ok  \texample.com/kiln/src\t0.004s"},
	{"Once more.", "go test -run TestPanelShowsDegrees ./src/", "ok  \texample.com/kiln/src\t0.004s"},
}

func TestStory(t *testing.T) {
	for _, c := range []struct {
		path    string
		format  Format
		session string
		version string
		model   string
		exit    bool // it has exit codes as fields
	}{
		{"claude.jsonl", Claude, "5e0c1a7e-kiln", "2.1.7", "claude-opus-4-5-20251101", true},
		{"codex.jsonl", Codex, "kiln-codex", "0.140.0", "gpt-5.4", false},
		{"codex-bare.jsonl", Codex, "kiln-codex", "", "", false},
		{"copilot.jsonl", Copilot, "kiln-copilot", "1.0.64", "claude-sonnet-4.6", false},
		{"pi.jsonl", Pi, "kiln-pi", "3", "claude-sonnet-4-5", false},
		{"opencode.json", OpenCode, "ses_kiln", "1.18.0", "claude-sonnet-5", true},
		{"storage", OpenCode, "ses_kiln", "", "claude-sonnet-5", true},
		{"sweagent.traj", SWEAgent, "sweagent", "", "", false},
		{"sweagent-history.traj", SWEAgent, "sweagent-history", "", "", false},
		{"openhands.json", OpenHands, "openhands", "", "", true},
		{"openhands.jsonl", OpenHands, "openhands", "", "", true},
		{"openhands-events", OpenHands, "openhands-events", "", "", true},
		{"openhands-sdk.jsonl", OpenHands, "openhands-sdk", "", "", true},
		{"atif.json", ATIF, "kiln-atif", "ATIF-v1.7", "gpt-5.5", false},
	} {
		t.Run(c.path, func(t *testing.T) {
			items, st := all(t, filepath.Join("testdata", c.path))
			if st.Format != c.format || st.Bad != 0 || st.Half || len(st.Unknown) > 0 || st.Orphans != 0 {
				t.Errorf("stats %+v", st)
			}
			if c.version != "" && st.Versions[c.version] == 0 {
				t.Errorf("versions %v, want %s", st.Versions, c.version)
			}
			var calls, results []Item
			said := ""
			for _, it := range items {
				if it.Session != c.session {
					t.Fatalf("session %q, want %q", it.Session, c.session)
				}
				switch it.Kind {
				case Text:
					said += it.Text + "\n"
					if it.Role == Assistant && it.Model != c.model {
						t.Errorf("model %q, want %q", it.Model, c.model)
					}
				case Call:
					calls = append(calls, it)
				case Result:
					if len(calls) != len(results)+1 || it.ID != calls[len(results)].ID {
						t.Fatalf("result %q stands behind %d calls and %d results", it.ID, len(calls), len(results))
					}
					results = append(results, it)
				}
			}
			if len(calls) != len(story) || len(results) != len(story) {
				t.Fatalf("%d calls and %d results, want %d", len(calls), len(results), len(story))
			}
			if !strings.Contains(said, "The panel shows the wrong temperature.") || c.path != "sweagent.traj" &&
				!strings.HasSuffix(said, "The sign was wrong; the tests pass.\n") {
				t.Errorf("said %q", said)
			}
			for i, s := range story {
				if !strings.Contains(said, s.said) {
					t.Errorf("%q wasn't said", s.said)
				}
				if args := string(calls[i].Args); !strings.Contains(args, s.call) {
					t.Errorf("call %d has the arguments %s, want %q in them", i, args, s.call)
				}
				if c.path == "codex-bare.jsonl" { // its outputs were JSON
					var o struct{ Output string }
					if json.Unmarshal([]byte(results[i].Text), &o) == nil {
						results[i].Text = o.Output
					}
				}
				if !strings.Contains(results[i].Text, s.result) {
					t.Errorf("result %d is %q, want %q in it", i, results[i].Text, s.result)
				}
			}
			if c.exit && (results[3].Exit == nil || *results[3].Exit != 1 || results[4].Exit == nil ||
				*results[4].Exit != 0) {
				t.Errorf("exits %v and %v, want 1 and 0", results[3].Exit, results[4].Exit)
			}
		})
	}
}

// TestOutputFile reads a file with a session a line, the second with pairs of an action and what was observed.
func TestOutputFile(t *testing.T) {
	items, st := all(t, "testdata/openhands-output.jsonl")
	n := map[string]int{}
	for _, it := range items {
		if it.Kind == Result {
			n[it.Session]++
		}
	}
	if diff := cmp.Diff(map[string]int{"kiln-1": 6, "kiln-2": 1}, n); diff != "" || st.Orphans != 0 {
		t.Errorf("results by session, orphans %d (-want +got):\n%s", st.Orphans, diff)
	}
}

// TestCodexSays has what Codex's header tells, and only that.
func TestCodexSays(t *testing.T) {
	items, _ := all(t, "testdata/codex.jsonl")
	for _, it := range items {
		if it.Kind == Result && strings.HasPrefix(it.Text, "Chunk ID") && (it.Original == 0 || it.Cut) {
			t.Errorf("original %d, cut %v", it.Original, it.Cut)
		}
	}
	text := "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOriginal token count: " +
		"11649\nOutput:\nWarning: truncated output (original token count: 11649)\nTotal output lines: " +
		"391\n\nx\n…1649 tokens truncated…\ny"
	if n, cut := codexOriginal(text); n != 11649 || !cut {
		t.Errorf("original %d, cut %v", n, cut)
	}
	if n, cut := codexOriginal(strings.Repeat("x\n", 400) + "Original token count: 7\n"); n != 0 || cut {
		t.Errorf("an output's own words are taken for the header: %d, %v", n, cut)
	}
}

// write writes a file into a new folder.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestStops(t *testing.T) {
	s := Source{Name: "x", files: []file{{path: "testdata/claude.jsonl", size: 1 << 20}}}
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	_, err := s.Read(ctx, nil, func(*Item) error {
		n++
		cancel()
		return nil
	})
	if err != context.Canceled || n != 1 {
		t.Errorf("%d items, error %v", n, err)
	}
}
