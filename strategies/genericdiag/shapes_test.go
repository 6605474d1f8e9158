package genericdiag

import (
	"flag"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/toktee/toktee/strategies/report"
)

var update = flag.Bool("update", false, "write the expected findings of testdata/shapes.txtar")

// TestShapes reads outputs of many analysers, none of which the parser knows. Each is two files of the archive,
// "NAME/output" and "NAME/findings"; -update writes what is found, not what is right.
func TestShapes(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/shapes.txtar")
	if err != nil {
		t.Fatal(err)
	}
	output := ""
	for i := range archive.Files {
		f := &archive.Files[i]
		name, part := path.Split(f.Name)
		if part == "output" {
			output = string(f.Data)
			continue
		}
		got := findingsOf(output)
		if *update {
			f.Data = []byte(got)
			continue
		}
		t.Run(strings.TrimSuffix(name, "/"), func(t *testing.T) {
			if diff := cmp.Diff(string(f.Data), got); diff != "" {
				t.Errorf("findings mismatch (-want +got)\n%s", diff)
			}
		})
	}
	if *update {
		if err := os.WriteFile("testdata/shapes.txtar", txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// findingsOf writes the findings of an output: each with its level, its place and its message.
func findingsOf(output string) string {
	r := read(output)
	var sb strings.Builder
	for _, f := range r.Findings {
		level := [...]string{"", "fatal ", "error ", "warning ", "note "}[f.Level]
		at := f.File
		if f.Row > 0 {
			at += fmt.Sprintf(":%d", f.Row)
		}
		if f.Col > 0 {
			at += fmt.Sprintf(":%d", f.Col)
		}
		fmt.Fprintf(&sb, "%s%s| %s\n", level, at, f.Says)
	}
	if len(r.Summary) > 0 {
		fmt.Fprintf(&sb, "counted in lines %v\n", r.Summary)
	}
	return sb.String()
}

// TestGraded: levels, codes and names of tools before a message are no part of it.
func TestGraded(t *testing.T) {
	tests := []struct {
		message, says string
		level         report.Level
	}{
		{"warning (dcc:1521): missing return expression", "missing return expression", report.LevelWarning},
		{"[EANSIBLE0002] Trailing whitespace", "Trailing whitespace", 0},
		{"ncelab: *W,CUSRCH: Resolved design unit", "Resolved design unit", report.LevelWarning},
		{"autoloader_layout:ERROR:not in autoload layout", "not in autoload layout", report.LevelError},
		{"Severity-High[PTR-null-pos]: Call of `f1()'", "Call of `f1()'", report.LevelError},
		{"warning : CA1031 : Catch a narrower one. [C:\\Src\\Test.csproj]", "Catch a narrower one.",
			report.LevelWarning},
		{"'total' is not defined. [Error/no-undef]", "'total' is not defined.", report.LevelError},
		{"Unknown key 'KillMod', ignoring.", "Unknown key 'KillMod', ignoring.", report.LevelWarning},
		{"'total' is not used here. [lint/no-unused]", "'total' is not used here.", 0},
		{"syntax error - token \";\" inserted", "syntax error - token \";\" inserted", report.LevelError},
		{"Parse error: unexpected end", "Parse error: unexpected end", report.LevelError},
		{"error handling: missing", "error handling: missing", report.LevelError},
		{"std::string is copied", "std::string is copied", 0},
		{"unused variable 'x'", "unused variable 'x'", 0},
		{"warning:", "warning:", report.LevelWarning},
		{"", "", 0},
	}
	for _, tt := range tests {
		if level, says := graded(tt.message); level != tt.level || says != tt.says {
			t.Errorf("graded(%q) = %v, %q, want %v, %q", tt.message, level, says, tt.level, tt.says)
		}
	}
}

// TestCounts: what a tool counts as a whole isn't counted again by level.
func TestCounts(t *testing.T) {
	tests := map[string]int64{
		"10 warnings":                                      10,
		"2 problems (1 error, 1 warning)":                  2,
		"33 files inspected, 2 offenses detected":          2,
		"✖ 1 error, 1 warning and 1 suggestion in 1 file.": 3,
		"0 errors":             0,
		"12 files, 3 seconds":  0,
		"Scanned 40 rules.":    0,
		"2 errors, 3 warnings": 5,
	}
	for s, want := range tests {
		if got := counts(s); got != want {
			t.Errorf("counts(%q) = %d, want %d", s, got, want)
		}
	}
}
