package replayrows

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/measure/transcript"
)

// TestReport: the rows, read by a reader that knows nothing of them, sum up to the report.
func TestReport(t *testing.T) {
	from, to := sessions(t), t.TempDir()
	if _, err := rowsOf(t.Context(), Summarise, from, to); err != nil {
		t.Fatal(err)
	}
	want := ofReport(t, from)
	if len(want) < 60 {
		t.Fatalf("the report has %d lines", len(want))
	}
	same(t, want, sumUp(t, rowMaps(t, to)))
}

// TestReportOfFolders is the same over two folders, of which the second has what comes first by name. Both have a
// history, after which one goes on.
func TestReportOfFolders(t *testing.T) {
	dir, to := sessions(t)+"/a", t.TempDir()
	from := []string{t.TempDir(), t.TempDir()}
	for old, moved := range map[string]string{
		"resumed.jsonl": from[0] + "/z.jsonl", "resumed/two.jsonl": from[1] + "/c.jsonl",
	} {
		b, err := os.ReadFile(filepath.Join(dir, old))
		if err != nil {
			t.Fatal(err)
		}
		write(t, moved, string(b))
	}
	sources, err := transcript.Find(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	if sum, err := Run(t.Context(), options(Summarise), to, 1, sources); err != nil || sum.Written != 2 {
		t.Fatalf("%+v, %v", sum, err)
	}
	same(t, ofReport(t, from...), sumUp(t, rowMaps(t, to)))
}

// TestReportOfReal is the same over transcripts of real sessions.
func TestReportOfReal(t *testing.T) {
	from := os.Getenv("TOKTEE_TRANSCRIPTS")
	if from == "" {
		t.Skip("TOKTEE_TRANSCRIPTS names no folder of transcripts")
	}
	to := t.TempDir()
	if _, err := rowsOf(t.Context(), Summarise, from, to); err != nil {
		t.Fatal(err)
	}
	same(t, ofReport(t, from), sumUp(t, rowMaps(t, to)))
}

// TestEngines runs the committed queries: they sum up to the report.
func TestEngines(t *testing.T) {
	from := sessions(t)
	for _, engine := range []struct {
		name    string
		wanted  bool
		flag    string
		scripts string // its packages, and what runs a query
	}{
		{"duckdb", *npm, "-npm", "testdata/node"},
		{"clickhouse", *clickHouse, "-clickhouse", "testdata/clickhouse"},
	} {
		t.Run(engine.name, func(t *testing.T) {
			if !engine.wanted {
				t.Skipf("needs %s, which installs packages", engine.flag)
			}
			if engine.name == "clickhouse" && runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
				t.Skip("the package is for Linux on x64")
			}
			p := installPackages(t, engine.scripts)
			dir := t.TempDir()
			if _, err := rowsOf(t.Context(), Summarise, from, filepath.Join(dir, "rows")); err != nil {
				t.Fatal(err)
			}
			sql, err := filepath.Abs("sql/" + engine.name + ".sql")
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.CommandContext(t.Context(), p.node, filepath.Join(p.dir, "query.mjs"), sql)
			cmd.Dir = dir // the query names the folder "rows"
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, errorText(err))
			}
			same(t, ofReport(t, from), ofJSON(t, out))
		})
	}
}

// errorText is what a program wrote to standard error.
func errorText(err error) string {
	if e, ok := err.(*exec.ExitError); ok {
		return string(e.Stderr)
	}
	return ""
}

// TestQueriesAgree: the queries differ in how they name rows alone.
func TestQueriesAgree(t *testing.T) {
	const mark = "-- The same for both engines from here on; a test holds them together.\n"
	bodies := map[string]string{}
	for _, name := range []string{"duckdb", "clickhouse"} {
		b, err := os.ReadFile("sql/" + name + ".sql")
		if err != nil {
			t.Fatal(err)
		}
		_, body, ok := strings.Cut(string(b), mark)
		if !ok {
			t.Fatalf("%s.sql has no line %q", name, mark)
		}
		bodies[name] = body
	}
	if bodies["duckdb"] != bodies["clickhouse"] {
		t.Error("the queries differ behind the mark")
	}
}
