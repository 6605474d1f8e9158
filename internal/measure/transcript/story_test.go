package transcript

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
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

// A storyFile is the story as one agent stored it.
type storyFile struct {
	path    string
	format  Format
	session string
	version string
	model   string
	exit    bool // it has exit codes as fields
}

// storyItems is what a file has of the story.
type storyItems struct {
	said           string // all texts
	calls, results []Item
}

func TestStory(t *testing.T) {
	for _, f := range []storyFile{
		{"claude.jsonl", Claude, "5e0c1a7e-kiln", "2.1.7", "claude-opus-4-5-20251101", true},
		{"codex.jsonl", Codex, "kiln-codex", "0.140.0", "gpt-5.4", false},
		{"copilot.jsonl", Copilot, "kiln-copilot", "1.0.64", "claude-sonnet-4.6", false},
		{"pi.jsonl", Pi, "kiln-pi", "3", "claude-sonnet-4-5", false},
		{"opencode.json", OpenCode, "ses_kiln", "1.18.0", "claude-sonnet-5", true},
	} {
		t.Run(f.path, func(t *testing.T) {
			items, st := all(t, filepath.Join("testdata", f.path))
			if st.Format != f.format || st.Bad != 0 || st.Half || len(st.Unknown) > 0 || st.Orphans != 0 {
				t.Errorf("stats %+v", st)
			}
			if f.version != "" && st.Versions[f.version] == 0 {
				t.Errorf("versions %v, want %s", st.Versions, f.version)
			}
			got := f.gather(t, items)
			f.checkTexts(t, got.said)
			f.checkCalls(t, got)
			if f.exit {
				failed, passed := got.results[3].Exit, got.results[4].Exit
				if !isExit(failed, 1) || !isExit(passed, 0) {
					t.Errorf("exits %v and %v, want 1 and 0", failed, passed)
				}
			}
		})
	}
}

func isExit(got *int, want int) bool { return got != nil && *got == want }

// gather sorts the items, and wants each result behind its call and before the next.
func (f *storyFile) gather(t *testing.T, items []Item) (got storyItems) {
	t.Helper()
	for _, it := range items {
		if it.Session != f.session {
			t.Fatalf("session %q, want %q", it.Session, f.session)
		}
		switch it.Kind {
		case Text:
			got.said += it.Text + "\n"
			if it.Role == Assistant && it.Model != f.model {
				t.Errorf("model %q, want %q", it.Model, f.model)
			}
		case Call:
			got.calls = append(got.calls, it)
		case Result:
			if n := len(got.results); len(got.calls) != n+1 || it.ID != got.calls[n].ID {
				t.Fatalf("result %q is behind %d calls and %d results", it.ID, len(got.calls), n)
			}
			got.results = append(got.results, it)
		}
	}
	if len(got.calls) != len(story) || len(got.results) != len(story) {
		t.Fatalf("%d calls and %d results, want %d", len(got.calls), len(got.results), len(story))
	}
	return got
}

func (f *storyFile) checkTexts(t *testing.T, said string) {
	t.Helper()
	if !strings.Contains(said, "The panel shows the wrong temperature.") {
		t.Errorf("the task is missing: %q", said)
	}
	if !strings.HasSuffix(said, "The sign was wrong; the tests pass.\n") {
		t.Errorf("the end is missing: %q", said)
	}
	for _, s := range story {
		if !strings.Contains(said, s.said) {
			t.Errorf("%q wasn't said", s.said)
		}
	}
}

func (f *storyFile) checkCalls(t *testing.T, got storyItems) {
	t.Helper()
	for i, s := range story {
		if args := string(got.calls[i].Args); !strings.Contains(args, s.call) {
			t.Errorf("call %d has the arguments %s, want %q in them", i, args, s.call)
		}
		text := got.results[i].Text
		if !strings.Contains(text, s.result) {
			t.Errorf("result %d is %q, want %q in it", i, text, s.result)
		}
	}
}

// TestOtherAgents: a file of an agent that isn't read is no transcript, and the error names the formats that are.
func TestOtherAgents(t *testing.T) {
	for name, text := range map[string]string{
		"SWE-agent": `{"trajectory":[{"action":"ls","observation":"a","response":"ls"}],"history":[],"info":{}}`,
		"OpenHands": `{"id":1,"source":"agent","action":"run","args":{"command":"ls"}}` + "\n",
		"ATIF":      `{"schema_version":"ATIF-v1.8","steps":[{"step_id":1,"source":"user","message":"x"}]}`,
	} {
		sources, err := Find(t.Context(), []string{write(t, "x.json", text)})
		if err != nil {
			t.Fatal(err)
		}
		_, err = sources[0].Read(t.Context(), nil, func(*Item) error { return nil })
		if err != ErrNotTranscript || !strings.Contains(err.Error(), string(Claude)) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestCodexSays has what Codex's header says, and only that.
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
	st, err := os.Stat("testdata/claude.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	s := Of(local("testdata", "testdata/claude.jsonl", st.Size()))
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	_, err = s.Read(ctx, nil, func(*Item) error {
		n++
		cancel()
		return nil
	})
	if err != context.Canceled || n != 1 {
		t.Errorf("%d items, error %v", n, err)
	}
}
