package transcript

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

// TestRel: a source is called the same wherever the folder is that it was found under.
func TestRel(t *testing.T) {
	copied := filepath.Join(t.TempDir(), "elsewhere")
	if err := os.CopyFS(copied, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	rels := func(path string) (list []string) {
		sources, err := Find(t.Context(), []string{path})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sources {
			list = append(list, s.Rel)
		}
		return list
	}
	here := rels("testdata")
	if diff := cmp.Diff(here, rels(copied)); diff != "" {
		t.Errorf("another folder, other names (-here +there):\n%s", diff)
	}
	for _, want := range []string{"claude.jsonl", "opencode.json"} {
		if !slices.Contains(here, want) {
			t.Errorf("no source %q among %q", want, here)
		}
	}
	if got := rels("testdata/claude.jsonl"); !slices.Equal(got, []string{"claude.jsonl"}) {
		t.Errorf("a file itself: sources %q", got)
	}
}

// TestPacked: a rollout that Codex has compressed is the same source, by its name and what it holds, and one that is
// broken can't be read.
func TestPacked(t *testing.T) {
	text, err := os.ReadFile("testdata/codex.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	pack := z.EncodeAll(text, nil)
	for _, tt := range []struct {
		files   map[string][]byte
		sources int
		broken  bool
	}{
		{map[string][]byte{"rollout-1.jsonl": text}, 1, false},
		{map[string][]byte{"rollout-1.jsonl.zst": pack}, 1, false},
		{map[string][]byte{"rollout-1.jsonl": text, "rollout-1.jsonl.zst": pack}, 1, false},
		{map[string][]byte{"rollout-1.jsonl.zst": pack[:len(pack)/2]}, 1, true},
	} {
		dir := t.TempDir()
		for name, b := range tt.files {
			if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		found, err := Find(t.Context(), []string{dir})
		if err != nil || len(found) != tt.sources || found[0].Rel != "rollout-1.jsonl" {
			t.Fatalf("%v: %+v, %v", tt.files, found, err)
		}
		var got bytes.Buffer
		_, err = found[0].WriteTo(&got)
		if (err != nil) != tt.broken || !tt.broken && !bytes.Equal(got.Bytes(), text) {
			t.Errorf("%d of %d bytes, %v", got.Len(), len(text), err)
		}
		stats, err := found[0].Read(t.Context(), nil, func(*Item) error { return nil })
		if (err != nil) != tt.broken || !tt.broken && stats.Format != Codex {
			t.Errorf("%+v, %v", stats, err)
		}
	}
}

// TestLinks: a path that is a link to a folder is followed, links inside aren't.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "there"), os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "there"), filepath.Join(dir, "link")); err != nil {
		t.Skip("no links here:", err)
	}
	want, err := Find(t.Context(), []string{filepath.Join(dir, "there")})
	if err != nil {
		t.Fatal(err)
	}
	for path, n := range map[string]int{filepath.Join(dir, "link"): len(want), dir: len(want)} {
		if got, err := Find(t.Context(), []string{path}); err != nil || len(got) != n {
			t.Errorf("%s: %d sources, %v, want %d", path, len(got), err, n)
		}
	}
}

// TestInvalidNames: names that are no UTF-8 stay apart, and what is written of them is valid.
func TestInvalidNames(t *testing.T) {
	record := `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"x",` +
		`"content":"y"}]},"uuid":"1"}`
	var files []File
	for _, name := range []string{"a\xe8.jsonl", "a\xe9.jsonl", "\u00e8.jsonl"} {
		open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(record)), nil }
		files = append(files, File{Root: "in", Path: "in/" + name, Size: int64(len(record)), Open: open})
	}
	var got []string
	for _, f := range files {
		s := Of(f)
		_, err := s.Read(t.Context(), nil, func(it *Item) error {
			if it.Kind == Result {
				got = append(got, s.Rel+" "+it.Session)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"a%E8.jsonl a%E8", "a%E9.jsonl a%E9", "\u00e8.jsonl \u00e8"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestOf: files that were listed elsewhere become the same sources.
func TestOf(t *testing.T) {
	found, err := Find(t.Context(), []string{"testdata"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range found {
		again := Of(found[i].file)
		if again.Name != found[i].Name || again.Rel != found[i].Rel || again.Size != found[i].Size {
			t.Errorf("%s becomes %+v", found[i].Name, again)
			continue
		}
		var a, b bytes.Buffer
		_, errA := found[i].WriteTo(&a)
		_, errB := again.WriteTo(&b)
		if errA != nil || errB != nil || !bytes.Equal(a.Bytes(), b.Bytes()) || int64(a.Len()) != found[i].Size {
			t.Errorf("%s: %d bytes (%v), and %d (%v)", found[i].Name, a.Len(), errA, b.Len(), errB)
		}
	}
}

// TestTimes has the ways in which records say when they were written.
func TestTimes(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a string", `{"type":"user","sessionId":"s","uuid":"1","timestamp":"2026-10-01T23:30:00.5-02:00",` +
			`"message":{"content":"x"}}`, "2026-10-02T01:30:00.5Z"},
		{"the record before", `{"type":"summary","leafUuid":"1","timestamp":"2026-10-01T09:00:00Z"}` + "\n" +
			`{"type":"user","sessionId":"s","uuid":"1","message":{"content":"x"}}`, "2026-10-01T09:00:00Z"},
		{"none", `{"type":"user","sessionId":"s","uuid":"1","message":{"content":"x"}}`, "0001-01-01T00:00:00Z"},
		{"no time", `{"type":"user","sessionId":"s","uuid":"1","timestamp":"soon","message":{"content":"x"}}`,
			"0001-01-01T00:00:00Z"},
		{"opencode, a message of an export", `{"info":{"id":"ses_1"},"messages":[{"info":{"id":"m","role":"user",` +
			`"sessionID":"s","time":{"created":1790845320123}},"parts":[{"type":"text","text":"x"}]}]}`,
			"2026-10-01T09:02:00.123Z"},
	} {
		open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(c.text)), nil }
		s := Of(File{Root: "r", Path: "r/x.jsonl", Size: int64(len(c.text)), Open: open})
		var got []string
		_, err := s.Read(t.Context(), nil, func(it *Item) error {
			got = append(got, it.Time.Format(time.RFC3339Nano))
			return nil
		})
		if err != nil || len(got) == 0 || got[0] != c.want {
			t.Errorf("%s: times %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}
