package replayrows

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/internal/measure/transcript"
)

var (
	npm        = flag.Bool("npm", false, "run the queries in DuckDB, which npm installs")
	clickHouse = flag.Bool("clickhouse", false, "run them in ClickHouse too, of which npm installs 550 MB")
)

// fixtures are all transcripts of package transcript's tests.
const fixtures = "../transcript/testdata"

// The test's program becomes a run, to be killed, when its first argument says so.
const asRun = "run"

func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == asRun {
		if _, err := rowsOf(context.Background(), slow(Summarise), os.Args[2], os.Args[3]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// slow is a summariser that takes its time.
func slow(f replay.Summariser) replay.Summariser {
	return func(ctx context.Context, c *replay.Call, level string) (text, strategy string, err error) {
		time.Sleep(time.Millisecond)
		return f(ctx, c, level)
	}
}

var levels = []string{"minimal", "balanced", "conservative"}

// options are those of the tests.
func options(f replay.Summariser) Options {
	return Options{Replay: replay.Options{Summarise: f, Levels: levels, Primary: "balanced"}, Version: "test"}
}

// rowsOf replays the transcripts in a folder into another.
func rowsOf(ctx context.Context, f replay.Summariser, from, to string) (Summary, error) {
	sources, err := transcript.Find(ctx, []string{from})
	if err != nil {
		return Summary{}, err
	}
	return Run(ctx, options(f), to, 2, sources)
}

// sessions are the fixtures, twice, and a session that was resumed: a second file repeats it and goes on.
func sessions(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		if err := os.CopyFS(dir+"/"+name, os.DirFS(fixtures)); err != nil {
			t.Fatal(err)
		}
	}
	const call = `{"type":"assistant","sessionId":%q,"uuid":"1","timestamp":"2026-10-03T23:59:59Z",` +
		`"message":{"id":"m%d","model":"claude-sonnet-4-5","content":[` +
		`{"type":"tool_use","id":"toolu_0123456789_%d","name":"Bash",` +
		`"input":{"command":"cat src/kiln_%d.go"}}]}}` + "\n" +
		`{"type":"user","sessionId":%q,"uuid":"2","message":{"content":[{"type":"tool_result",` +
		`"tool_use_id":"toolu_0123456789_%d","content":"src/kiln_%d.go src/kiln_%d.go"}]}}` + "\n"
	resumed := ""
	for i := range 6 {
		resumed += fmt.Sprintf(call, "SESSION", i, i, i, "SESSION", i, i+1, i+2)
		for _, s := range []string{"one", "two"} {
			if s == "two" || i < 4 {
				name := dir + "/a/resumed/" + s + ".jsonl"
				if s == "one" {
					name = dir + "/a/resumed.jsonl" // behind the folder in a walk, before it in the order of bytes
				}
				write(t, name, resumed)
			}
		}
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
