package replayrows

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/toktee/toktee/internal/measure/transcript"
)

// TestChanged: a source that is other bytes at one of its readings, or breaks off, has no file.
func TestChanged(t *testing.T) {
	whole, err := os.ReadFile(fixtures + "/claude.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	half := whole[:bytes.LastIndexByte(whole[:len(whole)/2], '\n')+1]
	other := bytes.Replace(whole, []byte("kiln"), []byte("oven"), 1)
	if bytes.Equal(other, whole) {
		t.Fatal("nothing to change in the transcript")
	}
	for _, tt := range []struct {
		name string
		at   func() io.Reader
		last int // the last reading that is so; the first is that of the hash, the last one too
	}{
		{"shorter", func() io.Reader { return bytes.NewReader(half) }, 0},
		{"broken off", func() io.Reader {
			return io.MultiReader(bytes.NewReader(half), iotest.ErrReader(io.ErrUnexpectedEOF))
		}, 0},
		{"rewritten", func() io.Reader { return bytes.NewReader(other) }, 4},
	} {
		for reading := 1; reading <= 4; reading++ {
			if reading == 1 && tt.last == 4 {
				continue // then it is another source, all the time
			}
			n, to := 0, t.TempDir()
			sources := []transcript.Source{transcript.Of(transcript.File{
				Root: "in", Path: "in/claude.jsonl", Size: int64(len(whole)), Open: func() (io.ReadCloser, error) {
					if n++; n >= reading && n <= max(reading, tt.last) {
						return io.NopCloser(tt.at()), nil
					}
					return io.NopCloser(bytes.NewReader(whole)), nil
				},
			})}
			sum, err := Run(t.Context(), options(Summarise), to, 1, sources)
			if err != nil {
				t.Fatal(err)
			}
			if left := files(t, to); sum.Unread != 1 || len(sum.Problems) != 1 || len(left) > 0 {
				t.Errorf("%s at reading %d of %d: %+v, %d files", tt.name, reading, n, sum, len(left))
			}
		}
	}
}

// TestEarlier: rows of a source that isn't a transcript any more, or can't be read now, stay, and are told of.
func TestEarlier(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for _, name := range []string{"a.jsonl", "b.jsonl"} {
		b, err := os.ReadFile(fixtures + "/claude.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(from, name), string(b))
	}
	if _, err := rowsOf(t.Context(), Summarise, from, to); err != nil {
		t.Fatal(err)
	}
	write(t, from+"/a.jsonl", "glaze in the afternoon")
	sources, err := transcript.Find(t.Context(), []string{from})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(from + "/b.jsonl"); err != nil {
		t.Fatal(err)
	}
	sum, err := Run(t.Context(), options(Summarise), to, 1, sources)
	if err != nil || sum.Others != 1 || sum.Unread != 1 || len(sum.Problems) != 2 ||
		!strings.HasSuffix(sum.Problems[0], "a.jsonl: it is no transcript any more; the rows of what it was stay") ||
		!strings.HasSuffix(sum.Problems[1], "read of it earlier") {
		t.Errorf("%+v, %v", sum, err)
	}
	if left := files(t, to); len(left) != 2 {
		t.Errorf("%d files are left, want both", len(left))
	}
}

// TestTidy: what others have left in the folder stays.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	stays := []string{".bash_history-4711.tmp", ".x.tmp", ".a.tmp/b", ".0123456789abcdef.parquet.1.tmp/c", "y.1.tmp"}
	for _, name := range append([]string{".0123456789abcdef.parquet.77.tmp", ".toktee-texts.3.tmp"}, stays...) {
		write(t, filepath.Join(dir, name), "x")
	}
	if err := Tidy(dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range stays {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, ".toktee-texts.3.tmp")); err == nil {
		t.Error("texts of a run that was killed are left")
	}
}

// TestBuilt has what builds say of themselves.
func TestBuilt(t *testing.T) {
	const module, engine = "github.com/toktee/toktee", "github.com/toktee/toktee/contrib/beam"
	vcs := func(revision, modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: modified}}
	}
	local := []*debug.Module{{Path: module, Version: "v0.0.0", Replace: &debug.Module{Path: "../../.."}}}
	for _, tt := range []struct {
		name string
		info *debug.BuildInfo
		want string
		same bool
	}{
		{"nothing", nil, "devel", false},
		{"go run", &debug.BuildInfo{Main: debug.Module{Path: module, Version: "(devel)"}}, "devel", false},
		{"a commit", &debug.BuildInfo{
			Main: debug.Module{Path: module, Version: "v0.0.0-2026-7bc"}, Settings: vcs("7bc6", "false"),
		}, "7bc6", true},
		{"a folder beside a commit", &debug.BuildInfo{
			Main: debug.Module{Path: module, Version: "v0.0.0-2026-7bc+dirty"}, Settings: vcs("7bc6", "true"),
		}, "7bc6+modified", false},
		{"the engine, of the same commit", &debug.BuildInfo{
			Main: debug.Module{Path: engine, Version: "v0.0.0-2026-7bc"}, Deps: local, Settings: vcs("7bc6", "false"),
		}, "7bc6", true},
		{"the engine, go run", &debug.BuildInfo{Main: debug.Module{Path: engine, Version: "(devel)"}, Deps: local},
			"devel", false},
		{"downloaded", &debug.BuildInfo{Main: debug.Module{Path: module, Version: "v1.2.0"}}, "v1.2.0", true},
		{"in another program", &debug.BuildInfo{
			Main: debug.Module{Path: "example.org/x"}, Settings: vcs("aaaa", "false"),
			Deps: []*debug.Module{{Path: module, Version: "v1.2.0"}},
		}, "v1.2.0", true},
	} {
		if got, same := built(tt.info); got != tt.want || same != tt.same {
			t.Errorf("%s: %s, %v, want %s, %v", tt.name, got, same, tt.want, tt.same)
		}
	}
	if one, two := executable(), executable(); one != two || len(one) != 12 {
		t.Errorf("this program is %s and %s", one, two)
	}
}
