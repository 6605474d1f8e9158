package replayrows

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/internal/measure/transcript"
)

// files are the contents of a folder by name; what isn't complete is a failure.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]string{}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), tempEnding) {
			t.Errorf("%s is left behind", e.Name())
		}
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		m[e.Name()] = string(b)
	}
	return m
}

// sameFiles compares folders by their bytes.
func sameFiles(t *testing.T, want, got map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s has %d bytes, want %d, or other ones", name, len(got[name]), len(want[name]))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
}

// TestKilled: a run that is killed, again and again, and started again, ends with the files of one that wasn't.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills and starts programs for five seconds")
	}
	from, whole, killed := sessions(t), t.TempDir(), t.TempDir()
	if _, err := rowsOf(t.Context(), Summarise, from, whole); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	complete := func() int {
		list, _ := filepath.Glob(filepath.Join(killed, "*.parquet"))
		return len(list)
	}
	for n := 2; n <= 8; n += 3 { // so many files are complete when it is killed
		cmd := exec.Command(self, asRun, from, killed)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); complete() < n && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	before := complete()
	if all := len(files(t, whole)); before < 8 || before >= all {
		t.Fatalf("%d of %d files were complete when it was killed", before, all)
	}
	write(t, filepath.Join(killed, ".x-0123456789abcdef.parquet.1.tmp"), "half")
	write(t, filepath.Join(killed, ".toktee-texts.12.tmp"), "half")
	sum, err := rowsOf(t.Context(), Summarise, from, killed)
	if err != nil || sum.Current != before || sum.Written == 0 {
		t.Errorf("started again: %+v, %v, want %d files that were there", sum, err, before)
	}
	sameFiles(t, files(t, whole), files(t, killed))
}

// TestCancelled: what a context ends leaves nothing half.
func TestCancelled(t *testing.T) {
	ended := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	n := 0
	stop := func(ctx context.Context, c *replay.Call, level string) (text, strategy string, err error) {
		if n++; n == 40 {
			cancel(ended)
		}
		return Summarise(ctx, c, level)
	}
	sources, err := transcript.Find(t.Context(), []string{fixtures})
	if err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	if _, err := Run(ctx, options(stop), to, 1, sources); !errors.Is(err, ended) {
		t.Errorf("error %v, want the context's", err)
	}
	files(t, to)
}

// TestAgain has what a run passes over, and what it writes again.
func TestAgain(t *testing.T) {
	from := t.TempDir()
	if err := os.CopyFS(from, os.DirFS(fixtures)); err != nil {
		t.Fatal(err)
	}
	run := func(dir string, o Options) Summary {
		t.Helper()
		sources, err := transcript.Find(t.Context(), []string{from})
		if err != nil {
			t.Fatal(err)
		}
		sum, err := Run(t.Context(), o, dir, 2, sources)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	dear := replay.DefaultPrices()
	dear.Default.Input = 99
	for _, c := range []struct {
		name    string
		between func(t *testing.T, dir string)
		change  func(o *Options)
		again   int // files; -1 is all
		strays  int
	}{
		{"nothing changed", nil, nil, 0, 0},
		{"a source touched", func(t *testing.T, _ string) {
			if err := os.Chtimes(from+"/claude.jsonl", time.Now(), time.Unix(1e9, 0)); err != nil {
				t.Fatal(err)
			}
		}, nil, 0, 0},
		{"a source that went on", func(t *testing.T, _ string) {
			b, _ := os.ReadFile(from + "/claude.jsonl")
			write(t, from+"/claude.jsonl", string(b)+"{\"type\":\"summary\",\"leafUuid\":\"1\"}\n")
		}, nil, 1, 0},
		{"a file cut", func(t *testing.T, dir string) { cut(t, dir, "codex-*", func(n int64) int64 { return n / 2 }) },
			nil, 1, 0},
		{"a file empty", func(t *testing.T, dir string) { cut(t, dir, "codex-*", func(int64) int64 { return 0 }) },
			nil, 1, 0},
		{"a file gone", func(t *testing.T, dir string) {
			list, _ := filepath.Glob(filepath.Join(dir, "pi-*"))
			if err := os.Remove(list[0]); err != nil {
				t.Fatal(err)
			}
		}, nil, 1, 0},
		{"another's file", func(t *testing.T, dir string) { write(t, dir+"/x.parquet", "PAR1") }, nil, 0, 1},
		{"other levels", nil, func(o *Options) { o.Replay.Levels = levels[:2] }, -1, 0},
		{"other prices", nil, func(o *Options) { o.Replay.Prices = dear }, -1, 0},
		{"with texts", nil, func(o *Options) { o.Texts = true }, -1, 0},
		{"another version", nil, func(o *Options) { o.Version = "next" }, -1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, o := t.TempDir(), options(Summarise)
			first := run(dir, o)
			if c.between != nil {
				c.between(t, dir)
			}
			if c.change != nil {
				c.change(&o)
			}
			again, want := run(dir, o), c.again
			if want < 0 {
				want = first.Written
			}
			if first.Written < 5 || again.Written != want || again.Current != first.Written-want ||
				again.Strays != c.strays {
				t.Errorf("first %+v, then %+v, want %d written again", first, again, want)
			}
		})
	}
}

// cut cuts the first file of a pattern.
func cut(t *testing.T, dir, pattern string, size func(int64) int64) {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	st, err := os.Stat(list[0])
	if err == nil {
		err = os.Truncate(list[0], size(st.Size()))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestPlace: the same rows and bytes wherever the sessions lie, and for any number at once.
func TestPlace(t *testing.T) {
	one, two, moved := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "moved")
	from := sessions(t)
	if err := os.CopyFS(moved, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	if _, err := rowsOf(t.Context(), Summarise, from, one); err != nil {
		t.Fatal(err)
	}
	sources, err := transcript.Find(t.Context(), []string{moved})
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(sources)
	if _, err := Run(t.Context(), options(Summarise), two, 1, sources); err != nil {
		t.Fatal(err)
	}
	sameFiles(t, files(t, one), files(t, two))
}

// TestTexts: texts are in the rows where they are asked for, and nowhere else.
func TestTexts(t *testing.T) {
	sources, err := transcript.Find(t.Context(), []string{fixtures + "/claude.jsonl"})
	if err != nil {
		t.Fatal(err)
	}
	var want []replay.Texts
	o := options(Summarise)
	r, err := replay.NewReplayer(o.Replay)
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Rows(t.Context(), &sources[0], func(x *replay.Texts) error {
		want = append(want, *x)
		return nil
	}, func(*replay.Row) error { return nil })
	if err != nil || len(want) < 5 {
		t.Fatalf("%d results, %v", len(want), err)
	}
	for _, texts := range []bool{false, true} {
		dir := t.TempDir()
		o.Texts = texts
		if _, err := Run(t.Context(), o, dir, 1, sources); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, FileName(&sources[0]))
		rows, err := parquet.ReadFile[replay.Row](path)
		if err != nil || len(rows) != len(want)*len(levels) {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		evidence := 0
		for i, row := range rows {
			x, level := want[i/len(levels)], i%len(levels)
			if !texts {
				if row.RawText != nil || row.NowText != nil || len(row.Evidents)+len(row.LostText) > 0 {
					t.Errorf("row %d has texts, which weren't asked for", i)
				}
				continue
			}
			if *row.RawText != x.Raw || *row.NowText != x.Level[level] || row.Level != levels[level] {
				t.Errorf("row %d has other texts: %q, %q", i, *row.RawText, *row.NowText)
			}
			if len(row.Evidents) != int(row.Evidence) || len(row.LostText) != int(row.Lost) {
				t.Errorf("row %d: evidence %q of %d, lost %q of %d", i, row.Evidents, row.Evidence, row.LostText,
					row.Lost)
			}
			evidence += len(row.Evidents)
		}
		if texts && evidence == 0 {
			t.Error("no evidence was written")
		}
		files(t, dir)
	}
}

// TestNames has names of sources and of their files.
func TestNames(t *testing.T) {
	var got []string
	for _, rel := range []string{
		"a/b/rollout-1.jsonl", "a/b/rollout-2.jsonl", "_x/.hidden.jsonl", "räka 1.jsonl", "...", "",
	} {
		got = append(got, FileName(&transcript.Source{Rel: rel}))
	}
	want := []string{
		"rollout-1-", "rollout-2-", "hidden-", "r_ka_1-", "", "",
	}
	for i := range want {
		hash, ok := strings.CutPrefix(got[i], want[i])
		if hash, ended := strings.CutSuffix(hash, ending); !ok || !ended || len(hash) != 16 {
			t.Errorf("file %q, want %s and a hash", got[i], want[i])
		}
	}
	twice := []transcript.Source{{Name: "x/a", Rel: "a"}, {Name: "y/a", Rel: "a"}}
	if err := Distinct(twice); err == nil || !strings.Contains(err.Error(), `x/a and y/a are both called "a"`) {
		t.Errorf("error %v", err)
	}
}

// TestUnreadable: a source that can't be read is told, and has no file that could be taken for complete.
func TestUnreadable(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	write(t, from+"/gone.jsonl", "{}")
	write(t, from+"/notes.txt", "glaze in the afternoon")
	sources, err := transcript.Find(t.Context(), []string{from})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(from + "/gone.jsonl"); err != nil {
		t.Fatal(err)
	}
	sum, err := Run(t.Context(), options(Summarise), to, 2, sources)
	if err != nil || len(sum.Problems) != 1 || !strings.Contains(sum.Problems[0], "gone.jsonl") || sum.Others != 1 {
		t.Errorf("%+v, %v", sum, err)
	}
	if diff := cmp.Diff(map[string]string{}, files(t, to)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}
