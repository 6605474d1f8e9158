package search

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/strategies"
)

func commandInput(cmd string) *strategies.Input {
	in := &strategies.Input{Tool: "Bash", Command: cmd, Shell: shell.Parse(cmd)}
	in.Family = toolname.FamilyOf(in.Tool, in.Shell)
	in.Cut = in.Shell.Cut
	return in
}

func toolInput(path, pattern, args string) *strategies.Input {
	return &strategies.Input{
		Tool:    "Grep",
		Family:  strategies.FamilySearch,
		Path:    path,
		Pattern: pattern,
		Args:    json.RawMessage(args),
	}
}

// withoutNumber finds the number of matches at the end of a heading.
var withoutNumber = regexp.MustCompile(` [0-9]+$`)

// digest runs the strategy and checks what holds for every digest: facts in order, every line in one fact, and facts
// that claim to be whole are their lines, less the path in their heading.
func digest(t testing.TB, in *strategies.Input, text string) (strategies.Digest, error) {
	t.Helper()
	lines := strategies.NewText(text)
	ls := slices.Collect(lines.All())
	c := strategies.NewCollector(false)
	if err := New().Digest(context.Background(), in, lines, c); err != nil {
		return strategies.Digest{}, err
	}
	d := c.Digest()
	if n := d.Misplaced; n > 0 {
		t.Errorf("%d facts were misplaced", n)
	}
	next := 1
	for _, f := range d.Facts {
		if f.Span.First == 0 {
			continue // a row of the table
		}
		if d.Dropped == 0 && f.Span.First != next {
			t.Fatalf("fact %+v: want one that starts at line %d", f, next)
		}
		next = f.Span.Last + 1
		if f.Brief != "" && !strings.Contains(f.Text, f.Brief) {
			t.Errorf("fact %+v: the brief is no part of the text", f)
		}
		if !f.Whole {
			continue
		}
		line := ls[f.Span.First-1].Text
		path, found := strings.CutSuffix(line, f.Text)
		path = strings.TrimRight(path, ":-=")
		under := d.Headed && strings.HasSuffix(withoutNumber.ReplaceAllString(f.Group, ""), path)
		if !found || f.Text != line && !under && !strings.HasSuffix(f.Group, path) {
			t.Errorf("fact %q under %q doesn't say all of line %q", f.Text, f.Group, line)
		}
	}
	if d.Dropped == 0 && next != len(ls)+1 {
		t.Errorf("facts end at line %d of %d", next-1, len(ls))
	}
	return d, nil
}

func TestForms(t *testing.T) {
	tests := []struct {
		name    string
		in      *strategies.Input
		text    string
		verdict string
		matches int64 // -1: the key isn't there
		files   int64
	}{
		{
			"path and number",
			commandInput("rg -n foo"),
			"a.go:1:foo\na.go:3:foo: x\nsub/b.go:7:foo:9:y\n", "Found 3 matches in 2 files: a.go 2, sub/b.go 1", 3, 2,
		},
		{"one match", commandInput("rg -n foo"), "a.go:1:foo\n", "Found 1 match in 1 file: a.go", 1, 1},
		{
			"path and text",
			commandInput("rg foo"),
			"a.go:foo: bar\na.go:foo\nb/c.go:foo\n", "Found 3 matches in 2 files: a.go 2, b/c.go 1", 3, 2,
		},
		{
			"column",
			commandInput("rg --vimgrep foo"),
			"a.go:1:5:    foo\nb.go:2:1:foo\n", "Found 2 matches in 2 files: a.go 1, b.go 1", 2, 2,
		},
		{
			"ag",
			commandInput("ag foo"),
			"a b/c-12-d.txt:2:foo\nsub/e:f.txt:1:foo:3:x\n",
			"Found 2 matches in 2 files: a b/c-12-d.txt 1, sub/e:f.txt 1", 2, 2,
		},
		{
			"headings",
			commandInput("rg --heading -n foo"),
			"a.go\n1:foo\n3:foo\n\nsub/b.go\n7:foo\n", "Found 3 matches in 2 files: a.go 2, sub/b.go 1", 3, 2,
		},
		{
			"Windows",
			commandInput("rg -n foo"),
			"C:\\src\\a.go:1:foo\nC:\\src\\b.go:2:foo\n", `Found 2 matches in 2 files: C:\src\a.go 1, C:\src\b.go 1`, 2,
			2,
		},
		{
			"Windows without numbers",
			commandInput("rg foo"),
			"C:\\src\\a.go:foo\nC:\\src\\a.go:x foo\n", `Found 2 matches in 1 file: C:\src\a.go`, 2, 1,
		},
		{
			"single file, numbered",
			commandInput("grep -n foo a.go"),
			"1:foo\n30:foo: 31:x\n", "Found 2 matches in 1 file", 2, 1,
		},
		{
			"single file, bare",
			commandInput("grep foo a.log"),
			"12:30:01 error: foo\nb.go:5:foo\n", "Found 2 matches in 1 file", 2, 1,
		},
		{"a pipe", commandInput("cat a.go | grep foo"), "foo one\nfoo two\n", "Found 2 matches", 2, 0},
		{
			"names through a pipe",
			commandInput("cat list | xargs grep -n foo"),
			"a.go:1:foo\nb.go:2:foo\n", "Found 2 matches in 2 files: a.go 1, b.go 1", 2, 2,
		},
		{
			"find -exec",
			commandInput("find . -name '*.go' -exec grep -n foo {} +"),
			"./a.go:1:foo\n./b.go:2:foo\n", "Found 2 matches in 2 files: ./a.go 1, ./b.go 1", 2, 2,
		},
		{
			"PowerShell",
			commandInput("Select-String -Pattern foo a.txt"),
			"a.txt:1:foo\na.txt:2:foo\n", "Found 2 matches in 1 file: a.txt", 2, 1,
		},
		{"no file names", commandInput("grep -rh foo ."), "foo one\nx: foo two\n", "Found 2 matches", 2, 0},
		{
			"blank lines that match",
			commandInput("grep -v foo a.go"),
			"x\n\ny\n", "Found 3 lines without a match in 1 file", 3, 1,
		},
		{
			"context",
			commandInput("rg -n -C1 foo"),
			"a.go-4-x\na.go:5:foo\na.go-6-see b.go:34: y\n--\nb.go:2:foo\nb.go-3-\n",
			"Found 2 matches in 2 files: a.go 1, b.go 1", 2, 2,
		},
		{
			"context, dates in names",
			commandInput("grep -rn -A1 foo docs"),
			"docs/2026-02-06-a.md:5:foo\ndocs/2026-02-06-a.md-6-x 1-2-3\n--\ndocs/2026-02-06-b.md:1:foo\n",
			"Found 2 matches in 2 files: docs/2026-02-06-a.md 1, docs/2026-02-06-b.md 1", 2, 2,
		},
		{
			"context, cut before the match",
			commandInput("rg -n -C2 foo | head -2"),
			"a.go-4-x\na.go-5-y\n", "No matches found in the part shown", 0, 0,
		},
		{
			"context without numbers",
			commandInput("rg -C1 foo src"),
			"src/a.go-x: 1\nsrc/a.go:foo\n--\nsrc/b.go:foo\nsrc/b.go-y: 2\n",
			"Found 2 matches in 2 files: src/a.go 1, src/b.go 1", 2, 2,
		},
		{
			"context of a bare file",
			commandInput("grep -A1 foo a.go"),
			"foo\nx\n--\nfoo\ny\n", "4 lines around matches", -1, -1,
		},
		{
			"context of a numbered file",
			commandInput("grep -n -A1 foo a.go"),
			"1:foo\n2-x\n--\n7:foo\n8-y\n", "Found 2 matches in 1 file", 2, 1,
		},
		{
			"function lines",
			commandInput("git grep -n -p foo"),
			"a.go=10=func A() {\na.go:12:\tfoo()\n", "Found 1 match in 1 file: a.go", 1, 1,
		},
		{
			"a revision",
			commandInput("git grep -n foo HEAD"),
			"HEAD:a.go:1:foo\n", "Found 1 match in 1 file: HEAD:a.go", 1, 1,
		},
		{
			"counts",
			commandInput("rg -c foo"),
			"a.go:3\nsub/b.go:12\n", "Found 15 matches in 2 files: sub/b.go 12, a.go 3", 15, 2,
		},
		{
			"counts with zeros",
			commandInput("grep -rc foo ."),
			"./a.go:3\n./b.go:0\n", "Found 3 matches in 1 file: ./a.go", 3, 1,
		},
		{"one count", commandInput("grep -c foo a.go"), "7\n", "Found 7 matches in 1 file", 7, 1},
		{
			"a folder",
			commandInput("rg foo ."),
			"./a.go:foo\n./sub/b.go:foo: x\n", "Found 2 matches in 2 files: ./a.go 1, ./sub/b.go 1", 2, 2,
		},
		{
			"a folder with a dot",
			commandInput("rg foo lib-1.2"),
			"lib-1.2/a.go:foo\nlib-1.2/b.go:foo: x\n",
			"Found 2 matches in 2 files: lib-1.2/a.go 1, lib-1.2/b.go 1", 2, 2,
		},
		{"paths alone", commandInput("rg -l foo | sort"), "a.go\nb c.go\nMakefile\n", "3 files match", -1, 3},
		{"paths without a match", commandInput("grep -rL foo ."), "./a.go\n", "1 file without a match", -1, 1},
		{
			"cut",
			commandInput("rg -n foo | head -2"),
			"a.go:1:foo\nb.go:3:foo\n", "Found 2 matches in 2 files in the part shown: a.go 1, b.go 1", 2, 2,
		},
		{"nothing", commandInput("rg foo"), "", "No matches found", 0, 0},
		{
			"errors among matches",
			commandInput("grep -rn foo ."),
			"grep: ./x: Permission denied\n./a.go:1:foo\ngrep: ./y:9:z: No such file or directory\n",
			"Found 1 match in 1 file: ./a.go; 2 errors", 1, 1,
		},
		{
			"errors alone",
			commandInput("rg foo missing"),
			"rg: missing: No such file or directory (os error 2)\n", "No matches, 1 error", 0, 0,
		},
		{
			"a bad pattern",
			commandInput("rg 'foo('"),
			"regex parse error:\n    foo(\n       ^\nerror: unclosed group\n", "No matches, 1 error", 0, 0,
		},
		{
			"binary files",
			commandInput("grep -rn foo ."),
			"./a.go:1:foo\nBinary file ./x.bin matches\ngrep: ./y.bin: binary file matches\n",
			"Found 1 match in 1 file: ./a.go; 2 binary files match", 1, 1,
		},
		{
			"a binary file alone",
			commandInput("rg foo x.bin"),
			"binary file matches (found \"\\0\" byte around offset 5)\n", "1 binary file matches", 0, 0,
		},
		{
			"only the match",
			commandInput("rg -on 'fo+'"),
			"a.go:1:foo\na.go:1:fooo\n", "Found 2 matches in 1 file: a.go", 2, 1,
		},
		{"rg --json", commandInput("rg --json foo"), rgJSON, "Found 3 matches in 2 files: a.go 2, b\uFFFD.go 1", 3, 2},
		// Agents' own tools.
		{
			"tool, content",
			toolInput("/r/src", "foo", ""),
			"src/a.go:1:foo\n/r/src/a.go-2-x\n/r/src/a.go-3-y\nsrc/a.go:4:foo\n", "Found 2 matches in 1 file: src/a.go",
			2, 1,
		},
		{
			"tool, single file",
			toolInput("/r/a.go", "foo", ""),
			"29:\tfoo\n30:\tfoo\n", "Found 2 matches in 1 file", 2, 1,
		},
		{"tool, paths", toolInput("", "foo", ""), "Found 2 files\na/b.go\nc.go\n", "2 files match", -1, 2},
		{
			"tool, paths, said so",
			toolInput("", "foo", `{"output_mode":"files_with_matches"}`),
			"Makefile\nLICENSE\n", "2 files match", -1, 2,
		},
		{
			"tool, counts",
			toolInput("", "foo", `{"output_mode":"count"}`),
			"a/b.go:3\nc.go:1\n\nFound 4 total occurrences across 2 files.\n",
			"Found 4 matches in 2 files: a/b.go 3, c.go 1", 4, 2,
		},
		{
			"tool, counts, as its output says",
			toolInput("", "foo", ""),
			"a/b.go:3\nc.go:1\n\nFound 4 total occurrences across 2 files.\n",
			"Found 4 matches in 2 files: a/b.go 3, c.go 1", 4, 2,
		},
		{
			"tool, page",
			toolInput("", "foo", ""),
			"a.go:1:foo\n\n[Showing results with pagination = limit: 1, offset: 0]\n",
			"Found 1 match in 1 file in the part shown: a.go", 1, 1,
		},
		{"tool, nothing", toolInput("", "foo", ""), "No matches found\n", "No matches found", 0, 0},
		{
			"gemini",
			toolInput("", "foo", ""),
			"Found 2 matches for pattern \"foo\" in path \".\":\n---\nFile: src/a.ts\nL12: foo\nL15: foo\n---\n",
			"Found 2 matches in 1 file: src/a.ts", 2, 1,
		},
		{
			"opencode",
			toolInput("", "foo", ""),
			"Found 2 matches\n/r/a.ts:\n  Line 12: foo\n\n/r/b.ts:\n  Line 3: foo\n",
			"Found 2 matches in 2 files: /r/a.ts 1, /r/b.ts 1", 2, 2,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := digest(t, tt.in, tt.text)
			if err != nil {
				t.Fatal(err)
			}
			longest := ""
			for _, v := range d.Verdict {
				if v != "" {
					longest = v
				}
			}
			if longest != tt.verdict {
				t.Errorf("verdict is %q, want %q", longest, tt.verdict)
			}
			for k, want := range map[strategies.Key]int64{strategies.Matches: tt.matches, strategies.Files: tt.files} {
				got, ok := d.Data[k]
				if !ok {
					got = -1
				}
				if tt.matches >= 0 && tt.files == 0 && k == strategies.Files && got == -1 {
					got = 0 // unknown
				}
				if got != want {
					t.Errorf("%s is %d, want %d", k, got, want)
				}
			}
			if _, err := json.Marshal(d.Details); err != nil {
				t.Error(err)
			}
		})
	}
}

const rgJSON = "" +
	`{"type":"begin","data":{"path":{"text":"a.go"}}}` + "\n" +
	`{"type":"match","data":{"path":{"text":"a.go"},` +
	`"lines":{"text":"foo one\n"},"line_number":1,"absolute_offset":0,"submatches":[]}}` + "\n" +
	`{"type":"context","data":{"path":{"text":"a.go"},` +
	`"lines":{"text":"x\n"},"line_number":2,"absolute_offset":8,"submatches":[]}}` + "\n" +
	`{"type":"match","data":{"path":{"text":"a.go"},` +
	`"lines":{"text":"foo two\n"},"line_number":3,"absolute_offset":10,"submatches":[]}}` + "\n" +
	`{"type":"end","data":{"path":{"text":"a.go"},"binary_offset":null,"stats":{}}}` + "\n" +
	`{"type":"begin","data":{"path":{"bytes":"Yv8uZ28="}}}` + "\n" +
	`{"type":"match","data":{"path":{"bytes":"Yv8uZ28="},` +
	`"lines":{"text":"\u001b[31mfoo\n"},"line_number":9,"absolute_offset":0,"submatches":[]}}` + "\n" +
	`{"type":"end","data":{"path":{"bytes":"Yv8uZ28="},"binary_offset":null,"stats":{}}}` + "\n" +
	`{"data":{"elapsed_total":{},"stats":{"matches":3}},"type":"summary"}` + "\n"

func TestNotASearch(t *testing.T) {
	tests := []struct {
		name string
		in   *strategies.Input
		text string
	}{
		{
			"prose from a tool",
			toolInput("", "foo", ""),
			"I looked everywhere.\nThe function is in the parser.\nSee the docs for more\n",
		},
		{"half of it", commandInput("rg -n foo"), "a.go:1:foo\nwhat is this\nand this\nand that\n"},
		{"lines that don't match the pattern", toolInput("/r/a.go", "foo", ""), "bar\nbaz\nqux\n"},
		{"counts that are none", commandInput("rg -c foo"), "hello\nworld\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d, err := digest(t, tt.in, tt.text); err == nil {
				t.Errorf("was taken for a search: %q", d.Verdict)
			}
		})
	}
}

func TestMatchConfidence(t *testing.T) {
	for _, tt := range []struct {
		in   *strategies.Input
		want strategies.Confidence
	}{
		{commandInput("rg foo"), strategies.Command},
		{commandInput("make"), strategies.No},
		{toolInput("", "foo", ""), strategies.Tool},
	} {
		if got := New().Match(tt.in); got != tt.want {
			t.Errorf("Match(%+v) = %d, want %d", tt.in, got, tt.want)
		}
	}
}

// TestSymbols names what holds the matches, as far as the output shows it.
func TestSymbols(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{
			"Go",
			"a.go:3:func (s *Store) Save(key string) error {\na.go-4-\tif key == \"\" {\na.go:5:\t\treturn errKey\n" +
				"--\na.go:9:type key string\n",
			"Found 3 matches in 1 file: a.go",
		},
		{
			"Python",
			"a.py-1-class Store:\na.py-2-    def save(self, key):\na.py:3:        check(key)\na.py-4-\n" +
				"a.py:5:key = 1\n",
			"Found 2 matches in 1 file: a.py",
		},
		{
			"TypeScript",
			"a.ts:1:export async function save(key: string) {\na.ts:2:  await put(key);\na.ts-3-}\n",
			"Found 2 matches in 1 file: a.ts",
		},
		{"Rust", "a.rs:7:pub fn save(key: &str) -> Result<()> {\n", "Found 1 match in 1 file: a.rs"},
		{"inside, where nothing says of what", "a.go:5:\t\treturn errKey\n", "Found 1 match in 1 file: a.go"},
		{"prose", "a.md:5:# The key\n", "Found 1 match in 1 file: a.md"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := digest(t, commandInput("rg -n -C1 key"), tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if d.Verdict[2] != tt.want {
				t.Errorf("verdict is %q, want %q", d.Verdict[2], tt.want)
			}
		})
	}
}

// TestFacts pins what is shown of an output, and how much each line matters.
func TestFacts(t *testing.T) {
	d, err := digest(
		t,
		commandInput("rg -n -A1 foo"),
		"a.go:1:foo\na.go-2-x\n--\na.go:9:foo\na.go-10-y\n--\nvendor/b.go:3:foo\n"+
			"rg: c: Permission denied (os error 13)\n",
	)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range d.Facts {
		got = append(got, fmt.Sprintf("%d %s %s|%s", f.Rank, f.Kind, f.Group, f.Text))
	}
	want := []string{
		"1 match a.go|1:foo", "2 line a.go|2-x", "4 line a.go|--", "2 match a.go|9:foo", "2 line a.go|10-y",
		"4 line a.go|--",
		"2 match vendor/b.go|3:foo", "0 line |rg: c: Permission denied (os error 13)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("facts mismatch (-want +got):\n%s", diff)
	}
	if !d.Headed {
		t.Error("paths are not printed as headings")
	}
	if diff := cmp.Diff([]string{"a.go", "vendor/b.go"}, d.Files); diff != "" {
		t.Errorf("files mismatch (-want +got):\n%s", diff)
	}
}

// TestSpellings: Claude Code prints matches with a short path and context lines with the whole one.
func TestSpellings(t *testing.T) {
	d, err := digest(t, toolInput("/r/src", "foo", ""), "src/a.go:1:foo\n/r/src/a.go-2-x\n--\nsrc/b.go:4:foo\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range d.Facts {
		got = append(got, f.Group+"|"+f.Text)
	}
	want := []string{"/r/src/a.go|1:foo", "/r/src/a.go|2-x", "/r/src/a.go|--", "src/b.go|4:foo"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("facts mismatch (-want +got):\n%s", diff)
	}
}

func TestDetails(t *testing.T) {
	var b strings.Builder
	for i := range 250 {
		fmt.Fprintf(
			&b,
			"f%d.go-%d-before\nf%d.go:%d:foo %d\nf%d.go-%d-after\n--\n",
			i%5,
			3*i+1,
			i%5,
			3*i+2,
			i,
			i%5,
			3*i+3,
		)
	}
	d, err := digest(t, commandInput("rg -n -C1 foo src"), b.String())
	if err != nil {
		t.Fatal(err)
	}
	var got details
	if err := d.Details.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if got.TotalMatches != 250 || got.TotalFiles != 5 || len(got.Matches) != 100 || !got.Truncated ||
		got.Pattern != "foo" ||
		got.Path != "src" {
		t.Errorf(
			"details: %d matches, %d files, %d listed, truncated %v, pattern %q, path %q",
			got.TotalMatches,
			got.TotalFiles,
			len(got.Matches),
			got.Truncated,
			got.Pattern,
			got.Path,
		)
	}
	want := found{"f1.go", 5, "foo 1", []string{"before"}, []string{"after"}}
	if diff := cmp.Diff(want, got.Matches[1]); diff != "" {
		t.Errorf("second match mismatch (-want +got):\n%s", diff)
	}
	if d.Details.Type() != "search" {
		t.Errorf("type is %q", d.Details.Type())
	}
}

func TestBroken(t *testing.T) {
	in := commandInput("rg foo")
	in.Status.Known, in.Status.Code = true, 2
	d, err := digest(t, in, "")
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(d.Verdict[:], func(v string) bool { return v != "" }) || d.Outcome == strategies.Pass {
		t.Errorf("a search that failed without a word is told as %q", d.Verdict)
	}
}

func FuzzDigest(f *testing.F) {
	f.Add("rg -n foo", "a.go:1:foo\na.go-2-x\n--\nb.go:3:y\n")
	f.Add("rg --heading foo", "a.go\n1:foo\n\nb.go\n2:foo\n")
	f.Add("grep -c foo", "a:1\nb:0\n")
	f.Add("rg --json foo", rgJSON)
	f.Add("", "Found 2 files\na\nb\n")
	f.Add("cat a | grep -A1 foo", "Binary file x matches\ngrep: x: y\n[... omitted 1 of 2 lines ...]\n")
	f.Fuzz(func(t *testing.T, cmd, text string) {
		text = strings.ToValidUTF8(text, "\uFFFD")
		in := toolInput("a.go", cmd, "")
		if cmd != "" {
			in = commandInput(cmd)
		}
		d, err := digest(t, in, text)
		if err != nil {
			return
		}
		n := int64(0)
		for _, fact := range d.Facts {
			if fact.Kind == strategies.KindMatch {
				n += int64(fact.Count)
			}
		}
		if total, ok := d.Data[strategies.Matches]; ok && n > 0 && n != total {
			t.Errorf("%d matches are told, %d shown", total, n)
		}
		if n := strategies.NewText(text).Count(); d.Data[strategies.Files] > int64(n) {
			t.Errorf("%d files in %d lines", d.Data[strategies.Files], n)
		}
	})
}

func TestNearContext(t *testing.T) {
	var sb strings.Builder
	for i := range 12 {
		sep := "-"
		if i == 5 {
			sep = ":"
		}
		fmt.Fprintf(&sb, "%d%sline %d\n", i+1, sep, i+1)
	}
	d, err := digest(t, commandInput("grep -n -C6 line a.go"), sb.String())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range d.Facts {
		if f.Kind == strategies.KindLine && !f.Second {
			got = append(got, f.Text)
		}
	}
	if diff := cmp.Diff([]string{"4-line 4", "5-line 5", "7-line 7", "8-line 8", "9-line 9", "10-line 10"},
		got); diff != "" {
		t.Errorf("context lines that come first mismatch (-want +got):\n%s", diff)
	}
}
