package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/internal/measure/replayrows"
	"github.com/toktee/toktee/internal/measure/transcript"
)

// TestNothingReadable: a run that finds transcripts and can read none of them says which, and doesn't end well.
func TestNothingReadable(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "s.jsonl")
	if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	sources, err := transcript.Find(t.Context(), []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	var out, progress strings.Builder
	a := &app{nil, &out, &progress}
	o := replay.Options{Summarise: replayrows.Summarise, Levels: []string{"balanced"}}
	err = a.replayRows(t.Context(), &replayFlags{parquet: filepath.Join(dir, "rows"), jobs: 1}, o, sources)
	var usage usageError
	if !errors.As(err, &usage) || !strings.Contains(out.String(), "problem: "+path) {
		t.Errorf("error %v, output %q", err, out.String())
	}
}
