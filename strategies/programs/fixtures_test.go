package programs

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

var update = flag.Bool("update", false, "write the expected reports of testdata/*.txtar")

// TestFixtures reads the captured outputs of testdata/PROGRAM.txtar with their programs. Each output is three files of
// an archive, "NAME/command", "NAME/output" and "NAME/report"; the prose on top of the archive says where the outputs
// and the truth about them come from. A report is compared with what the truth says before it is committed: -update
// writes what the parser finds, not what is right.
func TestFixtures(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("testdata/*.txtar: %d archives, error %v", len(archives), err)
	}
	for _, path := range archives {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		i := slices.IndexFunc(All(), func(p report.Program) bool { return p.Name == name })
		if i < 0 {
			t.Errorf("%s: no program has that name", path)
			continue
		}
		t.Run(name, func(t *testing.T) { testArchive(t, path, All()[i]) })
	}
}

func testArchive(t *testing.T, path string, p report.Program) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	command, output := "", ""
	for i := range archive.Files {
		f := &archive.Files[i]
		name, part := filepath.Split(f.Name)
		switch part {
		case "command":
			command = strings.TrimSpace(string(f.Data))
		case "output":
			output = string(clean.Bytes(f.Data))
		case "report":
			got := fixtureReport(t, p, command, output)
			if *update {
				f.Data = []byte(got)
			} else if diff := cmp.Diff(string(f.Data), got); diff != "" {
				t.Errorf("%s: report of %q (-want +got):\n%s", name, command, diff)
			}
		default:
			t.Errorf("%s: a file is called command, output or report", f.Name)
		}
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// fixtureReport is what a program's parser reports of the output of a command, in lines that are easy to compare with
// the output.
func fixtureReport(t *testing.T, p report.Program, command, output string) string {
	line := shell.Parse(command)
	i := slices.IndexFunc(line.Commands, p.RunBy)
	if i < 0 {
		t.Fatalf("%q doesn't run %s", command, p.Name)
	}
	r := runCall(p, line.Commands[i], output)
	lines := strings.Split(output, "\n")
	checkLines(t, r, len(lines))
	var sb strings.Builder
	fmt.Fprintf(&sb, "outcome: %s\n", [...]string{"unknown", "pass", "fail"}[r.Outcome])
	keys := make([]string, 0, len(r.Counts))
	for k := range r.Counts {
		keys = append(keys, string(k))
	}
	slices.Sort(keys)
	for _, k := range keys {
		fmt.Fprintf(&sb, "%s: %d\n", k, r.Counts[strategies.Key(k)])
	}
	if r.Distrust != "" {
		fmt.Fprintf(&sb, "distrust: %s\n", r.Distrust)
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&sb, "finding: %s%s:%d:%d %s\n", f.Name, f.File, f.Row, f.Col, f.Message)
		for _, n := range append([]int{f.At}, f.Evidence...) {
			fmt.Fprintf(&sb, "  %d %s\n", n, lines[n-1])
		}
	}
	for _, n := range r.Summary {
		fmt.Fprintf(&sb, "summary: %d %s\n", n, lines[n-1])
	}
	return sb.String()
}
