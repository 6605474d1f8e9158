package read

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// output is an output in memory.
type output []string

func (o output) All() iter.Seq[strategies.Line] {
	return func(yield func(strategies.Line) bool) {
		for i, l := range o {
			if !yield(strategies.Line{N: i + 1, Text: l}) {
				return
			}
		}
	}
}

func (o output) Count() int { return len(o) }

// lines splits a text as the pipeline does: a line feed at its end starts no line.
func lines(text string) output {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// input is the call of an agent's read tool, or of a command where that is given.
func input(path, command, text string) *strategies.Input {
	in := &strategies.Input{Tool: "Read", Path: path, Family: strategies.FamilyRead, Head: text[:min(len(text), 1<<10)]}
	if command != "" {
		in.Tool, in.Path, in.Command, in.Shell = "Bash", "", command, shell.Parse(command)
		in.Family = toolname.FamilyOf(in.Tool, in.Shell)
		in.Cut = in.Shell.Cut
	}
	return in
}

func digest(t testing.TB, in *strategies.Input, text string) strategies.Digest {
	t.Helper()
	c := strategies.NewCollector(false)
	if err := (strategy{}).Digest(context.Background(), in, lines(text), c); err != nil {
		t.Fatal(err)
	}
	d := c.Digest()
	if n := d.Misplaced; n > 0 {
		t.Errorf("%d facts out of order", n)
	}
	return d
}

// number writes a source as an agent shows it, its first line under the given number.
func number(src string, n numbering, first int) string {
	var b strings.Builder
	for i, l := range lines(src) {
		switch n {
		case arrow:
			fmt.Fprintf(&b, "%6d→%s\n", first+i, l)
		case tab:
			fmt.Fprintf(&b, "%6d\t%s\n", first+i, l)
		case spaced:
			fmt.Fprintf(&b, "%d | %s\n", first+i, l)
		case piped:
			fmt.Fprintf(&b, "%05d| %s\n", first+i, l)
		case bar:
			fmt.Fprintf(&b, "%d|%s\n", first+i, l)
		case colon:
			fmt.Fprintf(&b, "L%d: %s\n", first+i, l)
		default:
			b.WriteString(l + "\n")
		}
	}
	return b.String()
}

// sources are the sample files of package syntax, by name.
func sources(t testing.TB) map[string]string {
	t.Helper()
	m := map[string]string{}
	for _, pattern := range []string{"../../internal/syntax/testdata/outline/*", "testdata/*"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if ext := filepath.Ext(f); ext == ".golden" || ext == ".jsonl" || ext == ".tags" {
				continue
			}
			b, err := os.ReadFile(f)
			if err != nil {
				continue // a folder
			}
			m[strings.TrimSuffix(filepath.Base(f), ".txt")] = string(b)
		}
	}
	if len(m) < 15 {
		t.Fatalf("%d sample files, want at least 15", len(m))
	}
	return m
}

// checkWhole checks that the facts stand for every line once, in order, and say what the source says: a line as it is,
// or behind its true number and an arrow. first is the number of the source's first line, skip what stands before it.
func checkWhole(
	t interface{ Errorf(string, ...any) },
	d strategies.Digest,
	src, all output,
	numbered bool,
	first, skip int,
) {
	next := 1
	for _, f := range d.Facts {
		if f.Kind == kindSymbol && f.Span == (strategies.Span{}) {
			continue // a list of names, beside the lines
		}
		if f.Cut >= headOfLine && f.Span.First == next && f.Span.Last == next { // the head of a line that nobody wrote
			head := f.Text[len(f.Text)-headOfLine:]
			if at := strings.Index(all[next-1], head); at < 0 || at+len(head)+f.Cut != len(all[next-1]) {
				t.Errorf("line %d is %q, of which the head is %q, and %d bytes more", next, all[next-1], head, f.Cut)
			}
			next++
			continue
		}
		if f.Span.First != next || f.Span.Last != next || !f.Whole {
			t.Errorf("line %d: the next fact is %+v", next, f)
			return
		}
		next++
		i := f.Span.First - 1
		if i < skip || i-skip >= len(src) {
			if f.Text != all[i] {
				t.Errorf("line %d is %q, printed as %q", i+1, all[i], f.Text)
			}
			continue
		}
		want, n := src[i-skip], strconv.Itoa(first+i-skip)
		switch {
		case f.Text == want && (!numbered || i > skip):
		case numbered && f.Text == n+"→"+want:
		default:
			t.Errorf("line %s of the source is %q, printed as %q", n, want, f.Text)
		}
	}
	if next != len(all)+1 {
		t.Errorf("the facts end at line %d of %d", next-1, len(all))
	}
}

const reminder = "\n<system-reminder>\nWhenever you read a file, think.\n\n     7→not a line\n</system-reminder>\n"

// TestEveryLine: in every numbering, with and without what agents write around the file.
func TestEveryLine(t *testing.T) {
	for name, src := range sources(t) {
		for n := plain; n <= colon; n++ {
			for _, first := range []int{1, 98} {
				for _, around := range [][2]string{{"", ""}, {"", reminder},
					{"Here's the result of running `cat -n` on " + name + ":\n", ""}} {
					if n == plain && around != [2]string{} || n == tab && around[1] != "" {
						continue // nothing tells them from the file's lines; nl doesn't number blank ones
					}
					text := around[0] + number(src, n, first) + around[1]
					in := input("/repo/"+name, "", text)
					d := digest(t, in, text)
					skip := strings.Count(around[0], "\n")
					checkWhole(t, d, lines(src), lines(text), n != plain, first, skip)
					if want := n != plain && first > 1; d.Bounded != want {
						t.Errorf("%s from line %d: bounded is %v", name, first, d.Bounded)
					}
					if got := d.Data[strategies.NumLines]; got != int64(len(lines(src))) {
						t.Errorf("%s: %d lines, want %d", name, got, len(lines(src)))
					}
					if t.Failed() {
						t.Fatalf("%s, numbering %d, from %d, around %q", name, n, first, around)
					}
				}
			}
		}
	}
}

// TestReminder: a note that there is more comes before all other lines that aren't the file's.
func TestReminder(t *testing.T) {
	src := sources(t)["queue.go"]
	text := number(src, arrow, 1) + "\n(File has more lines. Use 'offset' to read beyond line 93)\n" + reminder
	d := digest(t, input("queue.go", "", text), text)
	total := len(lines(src))
	var got []string
	for _, f := range d.Facts {
		if f.Span.First > total {
			got = append(got, fmt.Sprintf("%d %s", f.Rank, f.Text))
		}
	}
	want := []string{
		"4 ", "1 (File has more lines. Use 'offset' to read beyond line 93)", "4 ", "3 <system-reminder>",
		"3 Whenever you read a file, think.", "4 ", "3      7→not a line", "2 </system-reminder>",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
	if !d.Upstream {
		t.Error("the note doesn't make the text a part")
	}
	if want := "Read queue.go: 93 lines in the part shown, Go"; d.Verdict[1] != want {
		t.Errorf("verdict %q, want %q", d.Verdict[1], want)
	}
}

// TestCounts: the exact numbers, counted by hand in the samples. Methods are functions too.
func TestCounts(t *testing.T) {
	type counts map[strategies.Key]int64
	tests := []struct {
		file string
		want counts
	}{
		{
			"queue.go",
			counts{"lines": 93, "functions": 6, "methods": 3, "structs": 3, "interfaces": 1, "types": 7, "imports": 5},
		},
		{"shapes.py", counts{"lines": 90, "functions": 13, "methods": 7, "classes": 3, "types": 3, "imports": 6}},
		{"cart.js", counts{"lines": 81, "functions": 15, "methods": 8, "classes": 2, "types": 2, "imports": 3}},
		{
			"store.ts",
			counts{
				"lines":        75,
				"functions":    12,
				"methods":      8,
				"declarations": 3,
				"classes":      2,
				"interfaces":   1,
				"enums":        2,
				"types":        6,
				"imports":      2,
			},
		},
		{
			"lexer.rs",
			counts{
				"lines":     102,
				"functions": 11,
				"methods":   6,
				"structs":   3,
				"traits":    1,
				"enums":     1,
				"unions":    1,
				"types":     9,
				"macros":    1,
				"imports":   4,
			},
		},
		{
			"Account.java",
			counts{
				"lines":      72,
				"functions":  9,
				"methods":    9,
				"classes":    2,
				"interfaces": 2,
				"enums":      2,
				"records":    1,
				"types":      7,
				"imports":    3,
			},
		},
		{
			"list.c",
			counts{
				"lines":     75,
				"functions": 6,
				"structs":   2,
				"enums":     1,
				"unions":    1,
				"types":     6,
				"macros":    2,
				"imports":   3,
			},
		},
		{
			"Mailer.php",
			counts{
				"lines":      77,
				"functions":  9,
				"methods":    8,
				"classes":    2,
				"interfaces": 1,
				"traits":     1,
				"enums":      1,
				"types":      5,
				"imports":    3,
			},
		},
		{"ledger.rb", counts{"lines": 67, "functions": 9, "methods": 8, "classes": 2, "types": 2, "imports": 2}},
		{"deploy.sh", counts{"lines": 32, "functions": 4, "types": 0, "imports": 2}},
		{"Orders.cs", counts{"lines": 73}}, // keywords don't find all symbols, so these aren't counted
		{"Feed.kt", counts{"lines": 59}},
	}
	for _, tt := range tests {
		src := sources(t)[tt.file]
		text := number(src, arrow, 1)
		got := counts(digest(t, input("src/"+tt.file, "", text), text).Data)
		if n, ok := got["plain_functions"]; ok && n+got["methods"] != got["functions"] {
			t.Errorf(
				"%s: %d plain functions and %d methods, but %d functions",
				tt.file,
				n,
				got["methods"],
				got["functions"],
			)
		}
		delete(got, "plain_functions")
		delete(got, "plain_types")
		if !grammars {
			tt.want = counts{"lines": tt.want["lines"]}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s mismatch (-want +got):\n%s", tt.file, diff)
		}
	}
}

func TestVerdict(t *testing.T) {
	if !grammars {
		t.Skip("keywords count a little differently")
	}
	all := sources(t)
	for _, tt := range []struct{ path, source, want string }{
		{"src/queue.go", "queue.go", "Read src/queue.go: 93 lines, Go. 3 functions, 3 methods, 3 structs, 1 " +
			"interface, 5 imports"},
		{"/home/me/code/shop/src/shapes.py", "shapes.py", "Read src/shapes.py: 90 lines, Python. 6 functions, 7 " +
			"methods, 3 classes, 6 imports"},
		{"deploy.sh", "deploy.sh", "Read deploy.sh: 32 lines, Shell. 4 functions, 2 imports"},
		{"", "deploy.sh", "32 lines, Shell. 4 functions, 2 imports"},
		{"a.min.js", "cart.js", "Read a.min.js: 81 lines, JavaScript, generated. 7 functions, 8 methods, 2 classes," +
			" 3 imports"},
	} {
		text := number(all[tt.source], arrow, 1)
		if got := digest(t, input(tt.path, "", text), text).Verdict[2]; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.path, got, tt.want)
		}
	}
}

// TestVerdictSize: verdicts keep to their tokens, whatever the path.
func TestVerdictSize(t *testing.T) {
	c, err := tokens.New(tokens.Default)
	if err != nil {
		t.Fatal(err)
	}
	all := sources(t)
	for _, dir := range []string{"", "/Users/someone/code/project/packages/core/src/evaluation/loaders/",
		"/x/.worktrees/7f3a9c2e-11d4-4b6c/2026-01-06-c93f3533-0f6b-4a61-99bd-7b788208ad61/",
		"C:\\Users\\X\\", "/données/été/数据/"} {
		for name, src := range all {
			text := number(src, arrow, 1)
			d := digest(t, input(dir+name, "", text), text)
			for i, limit := range []int{8, 16, 40} {
				if v := d.Verdict[i]; v == "" || c.CountString(v) > limit {
					t.Errorf("%q has %d tokens, allowed are %d", v, c.CountString(v), limit)
				}
			}
		}
	}
}

func TestBounded(t *testing.T) {
	src := sources(t)["queue.go"]
	part := strings.Join(lines(src)[60:80], "\n") + "\n"
	tests := []struct {
		name, path, command, text string
		limit                     int
		bounded                   bool
		verdict                   string
	}{
		{"whole", "queue.go", "", number(src, arrow, 1), 0, false, "Read queue.go: 93 lines, Go"},
		{"from the middle", "queue.go", "", number(part, arrow, 61), 0, true, "Read queue.go: lines 61-80, Go"},
		{"from line 0", "queue.go", "", number(part, arrow, 0), 0, true, "Read queue.go: lines 0-19, Go"},
		{"limit", "queue.go", "", number(part, arrow, 1), 20, true, "Read queue.go: lines 1-20, Go"},
		{"cat", "", "cat queue.go", src, 0, false, "Read queue.go: 93 lines, Go"},
		{"cat -n", "", "cat -n queue.go", number(src, tab, 1), 0, false, "Read queue.go: 93 lines, Go"},
		{"sed", "", "sed -n 61,80p a/queue.go", part, 0, true, "Read queue.go: lines 61-80, Go"},
		{"head", "", "head -20 queue.go", part, 0, true, "Read queue.go: lines 1-20, Go"},
		{"tail", "", "tail -n 20 queue.go", part, 0, true, "Read queue.go: last 20 lines, Go"},
		{"a blob", "", "git show main:a/queue.go", src, 0, false, "Read queue.go: 93 lines, Go"},
		{
			"a part of a blob", "", "git show main:a/queue.go | sed -n 61,80p", part, 0, true,
			"Read queue.go: lines 61-80, Go",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := input(tt.path, tt.command, tt.text)
			in.Limit = tt.limit
			if in.Family != strategies.FamilyRead {
				t.Fatalf("%q is of family %q", tt.command, in.Family)
			}
			d := digest(t, in, tt.text)
			if d.Bounded != tt.bounded || d.Verdict[1] != tt.verdict {
				t.Errorf("bounded %v, verdict %q; want %v, %q", d.Bounded, d.Verdict[1], tt.bounded, tt.verdict)
			}
			if d.Upstream {
				t.Error("a part that was asked for counts as cut")
			}
		})
	}
}

func TestRefusal(t *testing.T) {
	for _, text := range []string{
		"<tool_use_error>File does not exist.</tool_use_error>", "File does not exist. Did you mean a.ts?\n",
		"Error: ENOENT: no such file or directory, open 'x'\n",
		"File content (30000 tokens) exceeds maximum allowed tokens (25000).\n",
		"failed to read file: open x: permission denied",
	} {
		d := digest(t, input("x", "", text), text)
		if d.Outcome != strategies.Fail || len(d.Facts) != len(lines(text)) || d.Facts[0].Rank != strategies.Critical ||
			!d.Facts[0].Whole {
			t.Errorf("%q gives %+v", text, d)
		}
	}
	for _, text := range []string{"Error handling\n==============\n\nErrors are values.\n",
		number("Error: no such file\n", arrow, 1), "error_log = /var/log/x\n"} {
		if d := digest(t, input("notes.md", "", text), text); d.Outcome == strategies.Fail {
			t.Errorf("%q counts as a refusal", text)
		}
	}
}

// TestNotAFile: what only an agent wrote, or a failed command, is for the general engine.
func TestNotAFile(t *testing.T) {
	empty := "<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>"
	failed := input("", "cat a.go", "cat: a.go: No such file or directory")
	failed.Status = result.Status{Known: true, Code: 1}
	for text, in := range map[string]*strategies.Input{empty: input("a.go", "", empty), failed.Head: failed,
		"": input("a.go", "", "")} {
		c := strategies.NewCollector(false)
		if err := (strategy{}).Digest(t.Context(), in, lines(text), c); err == nil {
			t.Errorf("%q is a file: %+v", text, c.Digest())
		}
	}
}

func TestMatch(t *testing.T) {
	numbered := number("a\nb\nc\n", arrow, 1)
	tests := []struct {
		in   strategies.Input
		want strategies.Confidence
	}{
		{strategies.Input{Family: strategies.FamilyRead, Head: numbered}, strategies.Sure},
		{strategies.Input{Family: strategies.FamilyRead, Head: "a\n"}, strategies.Tool},
		{strategies.Input{Family: strategies.FamilyRead, Head: "a\n", Command: "cat a"}, strategies.Command},
		{strategies.Input{Family: strategies.FamilyOther, Head: numbered}, strategies.Looks},
		{strategies.Input{Family: strategies.FamilyOther, Head: "a\n"}, strategies.No},
		{strategies.Input{Family: strategies.FamilyExec, Head: numbered}, strategies.No},
	}
	for _, tt := range tests {
		if got := (strategy{}).Match(&tt.in); got != tt.want {
			t.Errorf("Match(%+v) = %d, want %d", tt.in, got, tt.want)
		}
	}
}

func TestNumbering(t *testing.T) {
	tests := []struct {
		name, text string
		want       numbering
		skip       int
	}{
		{"arrow", "     1→a\n     2→\n     3→c", arrow, 0},
		{"a single line", "     1→{}", arrow, 0},
		{"tab", "     9\ta\n    10\tb\n    11\tc", tab, 0},
		{"nl", "     1\ta\n       \n     2\tb\n     3\tc", tab, 0},
		{"piped", "00001| a\n00002| \n00003| c", piped, 0},
		{"piped, ends trimmed", "00001| a\n00002|\n00003| c", piped, 0},
		{"bar", "1|a\n2|\n3|  c", bar, 0},
		{"spaced", "1 | a\n2 | b\n3 |\n4 | d", spaced, 0},
		{"colon", "L1: a\nL2: \nL3: b", colon, 0},
		{"a heading", "<file>\n00001| a\n00002| b\n00003| c", piped, 1},
		{"a note behind", "     1→a\n\n<system-reminder>", arrow, 0},
		{"data with tabs", "1\ta\n2\tb\n4\tc\n5\td", plain, 0},
		{"a list", "1: a\nfoo\n2: b", plain, 0},
		{"text", "a\nb", plain, 0},
		{"nothing", "", plain, 0},
	}
	for _, tt := range tests {
		if n, skip := numberingOf(tt.text); n != tt.want || skip != tt.skip {
			t.Errorf("%s: numbering %d behind %d lines, want %d behind %d", tt.name, n, skip, tt.want, tt.skip)
		}
	}
}

// TestLong: a file above the parser's limit has its lines all the same. Keywords find its symbols, which aren't
// counted.
func TestLong(t *testing.T) {
	src := strings.Repeat("// f does.\nfunc f() {\n\tg()\n}\n\n", 19000)
	text := number(src, arrow, 1)
	d := digest(t, input("long.go", "", text), text)
	want := map[strategies.Key]int64{strategies.NumLines: 95000}
	if diff := cmp.Diff(want, d.Data); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
	var det details
	if err := d.Details.Decode(&det); err != nil {
		t.Fatal(err)
	}
	if len(det.Symbols) != maxDetails || !det.Truncated ||
		det.Symbols[1] != (symbol{Name: "f", Kind: "function", First: 7, Last: 9}) {
		t.Errorf("%d symbols, truncated %v, the second %+v", len(det.Symbols), det.Truncated, det.Symbols[1])
	}
}

func TestDetails(t *testing.T) {
	src := sources(t)["queue.go"]
	part := strings.Join(lines(src)[66:80], "\n") + "\n"
	text := number(part, arrow, 67)
	d := digest(t, input("/r/queue.go", "", text), text)
	var got details
	if err := d.Details.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if i := slices.IndexFunc(got.Symbols, func(s symbol) bool { return s.Name == "Queue.Push" }); i < 0 ||
		got.Symbols[i].First != 68 ||
		got.Symbols[i].Last != 74 {
		t.Errorf("Queue.Push isn't at lines 68-74: %+v", got.Symbols)
	}
	got.Symbols = nil
	if diff := cmp.Diff(details{Path: "/r/queue.go", Language: "Go", Lines: 14, FirstLine: 67}, got); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"/r/queue.go"}, d.Files); diff != "" {
		t.Errorf("files mismatch (-want +got):\n%s", diff)
	}
}

// TestUnknown: a file that is no code is ranked by the general engine, and keeps its numbers.
func TestUnknown(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "2026-01-02 10:00:%02d INFO step %d done\n", i%60, i)
	}
	b.WriteString("2026-01-02 10:02:00 ERROR disk full\n")
	src := b.String()
	text := number(src, arrow, 1) + reminder
	d := digest(t, input("app.log", "", text), text)
	checkWholeText(t, d, lines(src))
	if i := slices.IndexFunc(d.Facts, func(f strategies.Fact) bool {
		return strings.Contains(f.Text,
			"disk full")
	}); i < 0 ||
		d.Facts[i].Rank > strategies.Evidence {
		t.Errorf("the error is not among what comes first: %+v", d.Facts)
	}
}

// checkWholeText checks the facts that stand for the source's lines, of which the engine may take the time off.
func checkWholeText(t *testing.T, d strategies.Digest, src output) {
	t.Helper()
	for _, f := range d.Facts {
		i := f.Span.First - 1
		if i >= len(src) {
			continue
		}
		text := f.Text
		if rest, ok := strings.CutPrefix(text, strconv.Itoa(i+1)+"→"); ok {
			text = rest
		}
		if !strings.HasSuffix(src[i], text) {
			t.Errorf("line %d is %q, printed as %q", i+1, src[i], f.Text)
		}
	}
}

// TestAnyText: whatever stands in a file, every line is there, once and true.
func TestAnyText(t *testing.T) {
	var pieces []string
	for _, src := range sources(t) {
		pieces = append(pieces, lines(src)...)
	}
	slices.Sort(pieces)
	pieces = append(
		pieces, "", " ", "1→x", "12|x", "     3→y", "<system-reminder>", "</system-reminder>", "… 3 lines", "# a", "\t",
		"é→ü",
		strings.Repeat("x", 5000),
	)
	names := []string{"a.go", "a.py", "a.md", "a.yaml", "a.json", "a.sh", "a.rs", "a.ts", "a.toml", "a.c", "a.kt"}
	rapid.Check(t, func(r *rapid.T) {
		src := output(rapid.SliceOfN(rapid.SampledFrom(pieces), 3, 80).Draw(r, "lines"))
		n := numbering(rapid.IntRange(int(arrow), int(colon)).Draw(r, "numbering"))
		first := rapid.SampledFrom([]int{0, 1, 7, 995}).Draw(r, "first")
		text := number(strings.Join(src, "\n")+"\n", n, first)
		in := input(rapid.SampledFrom(names).Draw(r, "name"), "", text)
		in.Intent = rapid.SampledFrom([]string{"", "Look at `Push` and the queue's jobs", "fix parse_args"}).
			Draw(r, "intent")
		in.Head = ""
		if i := strings.LastIndexByte(text[:min(len(text), 1<<10)], '\n'); i > 0 {
			in.Head = text[:i+1]
		}
		c := strategies.NewCollector(false)
		if err := (strategy{}).Digest(t.Context(), in, lines(text), c); err != nil {
			r.Fatal(err)
		}
		d := c.Digest()
		if d.Misplaced > 0 {
			r.Errorf("%d facts out of order", d.Misplaced)
		}
		checkWhole(r, d, src, lines(text), true, first, 0)
	})
}

func FuzzDigest(f *testing.F) {
	f.Add("a.go", "", "     1→package a\n     2→\n     3→func f() {}\n")
	f.Add("", "sed -n 1,3p a.md", "# a\n\nb\n")
	f.Add("x", "", "<tool_use_error>no</tool_use_error>")
	f.Fuzz(func(t *testing.T, path, command, text string) {
		if strings.ContainsAny(text, "\x00\r") {
			return // the pipeline cleans such texts
		}
		c := strategies.NewCollector(false)
		all := lines(strings.ToValidUTF8(text, "\uFFFD"))
		if err := (strategy{}).Digest(t.Context(), input(path, command, text), all, c); err != nil {
			return
		}
		d := c.Digest()
		if d.Misplaced > 0 {
			t.Errorf("%d facts out of order", d.Misplaced)
		}
		next := 1
		for _, fact := range d.Facts {
			if fact.Span.First != next {
				t.Fatalf("line %d has no fact before %+v", next, fact)
			}
			next = fact.Span.Last + 1
		}
		if next != len(all)+1 {
			t.Errorf("the facts end at line %d of %d", next-1, len(all))
		}
	})
}
