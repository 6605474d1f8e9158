package beam

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"github.com/toktee/toktee/internal/measure/replayrows"
	"github.com/toktee/toktee/internal/measure/transcript"
)

// fixtures are transcripts in all formats.
const fixtures = "../../internal/measure/transcript/testdata"

// The test's program becomes a job, to be killed, when its first argument says so.
const asJob = "job"

func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	if len(os.Args) == 4 && os.Args[1] == asJob {
		if _, err := onPrism(context.Background(), os.Args[2], os.Args[3]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func job(input, output string) Job {
	return Job{
		Input: input, Output: output, Levels: []string{"minimal", "balanced", "conservative"}, Version: "test",
	}
}

// onPrism runs a job in this process, and returns its counters.
func onPrism(ctx context.Context, input, output string) (map[string]int64, error) {
	p, s := beam.NewPipelineWithRoot()
	if _, err := Rows(s, job(input, output)); err != nil {
		return nil, err
	}
	result, err := beam.Run(ctx, "prism", p)
	if err != nil {
		return nil, err
	}
	counts := map[string]int64{}
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Namespace() == Namespace {
			counts[c.Name()] = c.Result()
		}
	}
	return counts, nil
}

// onOne replays on this machine, as tokbench does.
func onOne(t *testing.T, input string) (map[string]string, replayrows.Summary) {
	t.Helper()
	dir, j := t.TempDir(), job(input, "")
	sources, err := transcript.Find(t.Context(), []string{input})
	if err != nil {
		t.Fatal(err)
	}
	sum, err := replayrows.Run(t.Context(), j.options(), dir, 1, sources)
	if err != nil || sum.Written < 5 {
		t.Fatalf("%+v, %v", sum, err)
	}
	return files(t, dir), sum
}

// files are the contents of a folder by name.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]string{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		m[e.Name()] = string(b)
	}
	return m
}

func same(t *testing.T, want, got map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s has %d bytes, want %d, or other ones", name, len(got[name]), len(want[name]))
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s isn't one machine's", name)
		}
	}
}

// input is a folder of so many copies of the fixtures.
func input(t *testing.T, copies int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range copies {
		if err := os.CopyFS(fmt.Sprintf("%s/%d", dir, i), os.DirFS(fixtures)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestFolders: the files are those of one machine, byte for byte, and a second job passes over them.
func TestFolders(t *testing.T) {
	in, out := input(t, 1), filepath.Join(t.TempDir(), "rows")
	want, sum := onOne(t, in)
	counts, err := onPrism(t.Context(), in, out)
	if err != nil || counts["rows"] != sum.Rows || counts["written"] != int64(sum.Written) {
		t.Errorf("%v, %v, want %+v", counts, err, sum)
	}
	same(t, want, files(t, out))
	counts, err = onPrism(t.Context(), in, out)
	if err != nil || counts["rows"] != 0 || counts["current"] != int64(sum.Written) {
		t.Errorf("again: %v, %v, want %+v passed over", counts, err, sum)
	}
	st, err := os.Stat(out)
	if err != nil || st.Mode().Perm() != 0o700 {
		t.Errorf("the folder's mode is %v, %v", st.Mode(), err)
	}
}

// TestBucket: the same out of and into files that only Beam reaches.
func TestBucket(t *testing.T) {
	in := input(t, 1)
	want, sum := onOne(t, in)
	ctx := t.Context()
	fs, err := filesystem.New(ctx, "memfs://")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(in, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(in, path)
		if err != nil {
			return err
		}
		return store(ctx, path, "memfs://team/sessions/"+filepath.ToSlash(rel))
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, state := range []string{"written", "current"} {
		counts, err := onPrism(ctx, "memfs://team/sessions", "memfs://team/rows/")
		if err != nil || counts[state] != int64(sum.Written) {
			t.Errorf("%v, %v, want %d %s", counts, err, sum.Written, state)
		}
	}
	names, err := fs.List(ctx, "memfs://team/rows/*")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, name := range names {
		local := filepath.Join(t.TempDir(), "x")
		if err := fetch(ctx, name, local); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(local)
		if err != nil {
			t.Fatal(err)
		}
		got[strings.TrimPrefix(name, "memfs://team/rows/")] = string(b)
	}
	same(t, want, got)
}

// TestLive: of a session that grows while it is replayed, what was listed is read, under the name that it was found by.
func TestLive(t *testing.T) {
	ctx, in := t.Context(), input(t, 1)
	sources, err := transcript.Find(ctx, []string{in})
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(job(in, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	f := &replayFn{Job: encoded}
	if err := f.Setup(); err != nil {
		t.Fatal(err)
	}
	for i := range sources {
		src := Transcript{sources[i].Name, sources[i].Size}
		b, err := os.ReadFile(src.Path)
		if err == nil {
			err = os.WriteFile(src.Path, append(b, "{ no JSON"...), 0o600) // its end isn't read
		}
		if err != nil {
			t.Fatal(err)
		}
		done, err := f.ProcessElement(ctx, src)
		if err != nil || done.Source != sources[i].Rel || done.State != string(replayrows.Written) ||
			len(done.Problems) > 0 {
			t.Errorf("%s: %+v, %v", src.Path, done, err)
		}
	}
}

// TestGone: of a bucket, what can't be read now is an error, so that the engine tries again.
func TestGone(t *testing.T) {
	encoded, err := json.Marshal(job("memfs://team/sessions", t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	f := &replayFn{Job: encoded}
	if err := f.Setup(); err != nil {
		t.Fatal(err)
	}
	const name = "memfs://team/sessions/gone.jsonl"
	if done, err := f.ProcessElement(t.Context(), Transcript{name, 9}); err == nil {
		t.Errorf("%+v", done)
	}
}

// TestKilled: a job that is killed and started again ends with the files of one machine.
func TestKilled(t *testing.T) {
	in, out := input(t, 20), filepath.Join(t.TempDir(), "rows")
	want, _ := onOne(t, in)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	complete := func() int {
		list, _ := filepath.Glob(filepath.Join(out, "*.parquet"))
		return len(list)
	}
	cmd := exec.Command(self, asJob, in, out)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); complete() < 20 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	before := complete()
	if before < 20 || before >= len(want) {
		t.Fatalf("%d of %d files were complete when it was killed", before, len(want))
	}
	if err := Prepare(job(in, out)); err != nil {
		t.Fatal(err)
	}
	counts, err := onPrism(t.Context(), in, out)
	if err != nil || counts["current"] != int64(before) || counts["written"] != int64(len(want)-before) {
		t.Errorf("started again: %v, %v, want %d of %d files that were there", counts, err, before, len(want))
	}
	same(t, want, files(t, out))
}

// TestJob: a job that makes no sense is an error before anything runs.
func TestJob(t *testing.T) {
	_, s := beam.NewPipelineWithRoot()
	if _, err := Rows(s, Job{Input: "in", Output: "out"}); err == nil {
		t.Error("a job without levels is taken")
	}
	if _, err := onPrism(t.Context(), filepath.Join(t.TempDir(), "nowhere"), t.TempDir()); err == nil {
		t.Error("a folder that isn't there is taken")
	}
}
