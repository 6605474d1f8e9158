package programs

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/genericdiag"
	"github.com/toktee/toktee/strategies/report"
)

var update = flag.Bool("update", false, "write the expected reports into the archives PROGRAM.txtar")

// TestFixtures reads the outputs in PROGRAM.txtar, the archive next to each program's file, with that program. An
// output is up to three files of the archive:
//
//	NAME/command   the command line; without it, the program is recognised by its output
//	NAME/output    the output, or NAME/corpus: the id of one in testdata/corpus/cases.jsonl
//	NAME/report    the expected report; -update adds it
//
// The prose on top of the archive names the source of the outputs, and of the truth about them. Compare a report with
// that truth before you commit it: -update writes the parser's report, right or wrong.
func TestFixtures(t *testing.T) {
	checked := append(slices.Clone(folders), folder{"../genericdiag", []report.Program{genericdiag.Diagnostics}})
	for _, f := range checked {
		fixtures := map[string]bool{}
		for _, path := range archives(t, f.name) {
			name := strings.TrimSuffix(filepath.Base(path), ".txtar")
			programs := named(f.programs, name)
			if len(programs) == 0 {
				t.Errorf("%s: no program of %s has this name; "+
					"a fixture is named after the Name of its program, one of %s",
					path, f.name, strings.Join(fixtureNames(f.programs), ", "))
				continue
			}
			fixtures[name] = true
			t.Run(strings.TrimPrefix(f.name, "../")+"/"+name, func(t *testing.T) { testArchive(t, path, programs) })
		}
		for _, name := range fixtureNames(f.programs) {
			if !fixtures[name] {
				t.Errorf("%s: the program has no fixture: put outputs into %s/%[1]s.txtar, next to its Go file",
					name, f.name)
			}
		}
	}
}

// TestEachFixtureHasAFolder fails on an archive in a folder that [folders] doesn't list.
func TestEachFixtureHasAFolder(t *testing.T) {
	for _, path := range archives(t, ".") {
		first, _, _ := strings.Cut(path, string(filepath.Separator))
		if !slices.ContainsFunc(folders, func(f folder) bool { return f.name == first }) {
			t.Errorf("%s: the list of folders in programs.go doesn't name the folder %s", path, first)
		}
	}
}

// archives returns the paths of all archives in a folder and below it.
func archives(t testing.TB, folder string) (paths []string) {
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".txtar") && filepath.Base(filepath.Dir(path)) != "testdata" {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

var notInFixtureName = regexp.MustCompile(`[^a-z0-9]+`)

// fixtureName returns the name of a program's archive: "docker-build" for "docker build".
func fixtureName(p report.Program) string {
	return strings.Trim(notInFixtureName.ReplaceAllString(strings.ToLower(p.Name), "-"), "-")
}

func fixtureNames(programs []report.Program) (names []string) {
	for _, p := range programs {
		names = append(names, fixtureName(p))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func named(programs []report.Program, name string) (out []report.Program) {
	for _, p := range programs {
		if fixtureName(p) == name {
			out = append(out, p)
		}
	}
	return out
}

// testArchive reads the outputs of an archive.
func testArchive(t *testing.T, path string, programs []report.Program) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(bytes.TrimSpace(archive.Comment)) == 0 {
		t.Errorf("%s: no prose on top: name the source of the outputs, and what is true of them", path)
	}
	var files []txtar.File
	for len(archive.Files) > 0 {
		name, _ := filepath.Split(archive.Files[0].Name)
		n := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return !strings.HasPrefix(f.Name, name) })
		if n < 0 {
			n = len(archive.Files)
		}
		own := archive.Files[:n]
		t.Run(strings.TrimSuffix(name, "/"), func(t *testing.T) { own = testOutput(t, path, programs, own) })
		files = append(files, own...) // as they were, if -run leaves them out
		archive.Files = archive.Files[n:]
	}
	if archive.Files = files; *update {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// testOutput compares the report of one output of an archive. It returns the output's files, with the report that the
// parser makes now.
func testOutput(t *testing.T, path string, programs []report.Program, files []txtar.File) []txtar.File {
	var command, output, want string
	name, _ := filepath.Split(files[0].Name)
	reported := len(files)
	for i, f := range files {
		switch _, part := filepath.Split(f.Name); part {
		case "command":
			command = strings.TrimSpace(string(f.Data))
		case "output":
			output = string(clean.Bytes(f.Data))
		case "corpus":
			output = corpusText(t, strings.TrimSpace(string(f.Data)))
		case "report":
			want, reported = string(f.Data), i
		default:
			t.Errorf("%s: the file %s is none of NAME/command, NAME/output, NAME/corpus and NAME/report", path, f.Name)
		}
	}
	p, call := chosen(t, programs, command, output)
	got := fixtureReport(t, p, call, output)
	fresh := append(slices.Clone(files[:reported]), txtar.File{Name: name + "report", Data: []byte(got)})
	if *update {
		return fresh
	}
	const write = "write it with\n\tgo test ./strategies/programs -run '%s' -update\nand compare it with the truth"
	if reported == len(files) {
		t.Errorf("%s: the output %s has no report: "+write, path, strings.TrimSuffix(name, "/"), t.Name())
	} else if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: the report of %s differs (-want +got). If the new one is true, "+write+":\n%s", path,
			strings.TrimSuffix(name, "/"), t.Name(), diff)
	}
	return files
}

// chosen returns the program that a command line runs, and the call. Several programs may share a name, such as docker:
// the command line decides. Without a command line, it is the first program
// that recognises a document in the output, else the first of all.
func chosen(t *testing.T, programs []report.Program, command, output string) (report.Program, report.Call) {
	if command != "" {
		for _, p := range programs {
			for _, c := range shell.Parse(command).Commands {
				if p.RunBy(c) {
					return p, c
				}
			}
		}
		t.Fatalf("the command %q doesn't run %s: its Names and Runs don't accept it", command, programs[0].Name)
	}
	for _, p := range programs {
		for l := range strings.Lines(output) {
			if p.Document != nil && p.Document(strings.TrimSpace(l)) {
				return p, report.Call{}
			}
		}
	}
	return programs[0], report.Call{}
}

const (
	shownFindings = 100 // findings of a report that are listed
	shownEvidence = 12  // lines of a finding that are listed
)

// fixtureReport prints a program's report of an output in lines that are easy to compare with the output.
func fixtureReport(t *testing.T, p report.Program, call report.Call, output string) string {
	r := runCall(p, call, output)
	lines := strings.Split(strings.TrimSuffix(output, "\n"), "\n")
	checkLines(t, r, len(lines))
	var sb strings.Builder
	line := func(what string, n int) {
		s := ""
		if n > 0 && n <= len(lines) {
			s = lines[n-1]
		}
		if runes := []rune(s); len(runes) > 160 {
			s = string(runes[:160]) + "…"
		}
		sb.WriteString(strings.TrimRight(fmt.Sprintf("%s %d: %s", what, n, s), " ") + "\n")
	}
	fmt.Fprintf(&sb, "outcome: %s\n", [...]string{"unknown", "pass", "fail"}[r.Outcome])
	keys := make([]string, 0, len(r.Counts))
	for k := range r.Counts {
		keys = append(keys, string(k))
	}
	slices.Sort(keys)
	for _, k := range keys {
		fmt.Fprintf(&sb, "%s: %d\n", k, r.Counts[strategies.Key(k)])
	}
	skips := ""
	if r.Counts[strategies.Skipped] > 0 {
		skips = r.Skips
	}
	for _, text := range [][2]string{
		{"distrust", r.Distrust}, {"verdict", r.Verdict}, {"word for skipped tests", skips},
	} {
		if text[1] != "" {
			fmt.Fprintf(&sb, "%s: %s\n", text[0], text[1])
		}
	}
	for _, flag := range []struct {
		name string
		on   bool
	}{
		{"part", r.Part}, {"answer", r.Answer}, {"hosts", r.Hosts}, {"by form only", r.FormOnly},
		{"no test ran", r.Idle}, {"flaky tests apart", r.FlakyApart && r.Counts[strategies.Flaky] > 0},
	} {
		if flag.on {
			sb.WriteString(flag.name + "\n")
		}
	}
	for i, f := range r.Findings {
		if i == shownFindings {
			fmt.Fprintf(&sb, "findings in all: %d\n", len(r.Findings))
			break
		}
		sb.WriteString("finding: " + findingLine(f) + "\n")
		for _, n := range append([]int{f.At}, f.Evidence[:min(len(f.Evidence), shownEvidence)]...) {
			line(" ", n)
		}
	}
	for _, n := range r.Summary {
		line("summary", n)
	}
	for _, n := range r.Notes {
		line("note", n)
	}
	for n := range lines {
		if text, ok := r.Texts[n+1]; ok {
			fmt.Fprintf(&sb, "shown for %d: %q\n", n+1, text)
		}
	}
	return sb.String()
}

// findingLine prints "NAME | FILE:ROW:COL | warning | MESSAGE", without what is unknown.
func findingLine(f report.Finding) string {
	place := f.File
	for _, n := range []int{f.Row, f.Col} {
		if n > 0 {
			place += fmt.Sprintf(":%d", n)
		}
	}
	parts := []string{f.Name, place}
	if f.Warning {
		parts = append(parts, "warning")
	}
	if f.Parent {
		parts = append(parts, "parent")
	}
	parts = slices.DeleteFunc(append(parts, f.Message), func(s string) bool { return s == "" })
	return strings.ReplaceAll(strings.Join(parts, " | "), "\n", `\n`)
}
