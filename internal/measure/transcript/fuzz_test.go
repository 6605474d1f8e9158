package transcript

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// FuzzRead reads anything: it never panics, and the only error is that the file is no transcript.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.*")
	for _, name := range files {
		if raw, err := os.ReadFile(name); err == nil {
			f.Add(raw)
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		path := filepath.Join(t.TempDir(), "x.json")
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		sources, err := Find(t.Context(), []string{path})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sources {
			if _, err := s.Read(t.Context(), nil, func(*Item) error { return nil }); err != nil &&
				!errors.Is(err, ErrNotTranscript) {
				t.Fatal(err)
			}
		}
	})
}
