package list

import (
	"context"
	"encoding/json"
	"fmt"
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

func toolInput(tool string) *strategies.Input {
	return &strategies.Input{Tool: tool, Family: strategies.FamilyList}
}

// digest runs the strategy and checks what holds for every digest: facts in order, every line in one fact, entries
// counted in them, facts that claim to be whole are their lines, and forms that grow.
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
	next, entries := 1, int64(0)
	for _, f := range d.Facts {
		if f.Kind == strategies.KindEntry {
			entries += int64(f.Count)
		}
		if line := f.Span.First; f.Whole && f.Text != ls[line-1].Text {
			t.Errorf("fact %q isn't line %q", f.Text, ls[line-1].Text)
		}
		for i, form := range f.Forms {
			if i > 0 && form == f.Forms[i-1] || !f.Whole && len(form) > 64+2*len(f.Text) {
				t.Errorf("form %d of %d is no step: %q", i, len(f.Forms), form)
			}
		}
		if f.Span.First == 0 {
			continue
		}
		if d.Dropped == 0 && f.Span.First != next {
			t.Fatalf("fact %+v: want one that starts at line %d", f, next)
		}
		next = f.Span.Last + 1
	}
	if n := d.Data[strategies.Entries]; n > 0 && d.Dropped == 0 && (next != len(ls)+1 || entries != n) {
		t.Errorf("facts end at line %d of %d, with %d entries of %d", next-1, len(ls), entries, n)
	}
	return d, nil
}

func longest(d strategies.Digest) string {
	v := ""
	for _, s := range d.Verdict {
		if s != "" {
			v = s
		}
	}
	return v
}

func TestForms(t *testing.T) {
	tests := []struct {
		name    string
		in      *strategies.Input
		text    string
		verdict string
		data    string // entries, files, directories; - for what isn't known
	}{
		{"ls", commandInput("ls"), "a.go\nb c.go\nsub\n", "3 entries", "3 - -"},
		{
			"ls -p",
			commandInput("ls -p"),
			"a.go\nb.go\nc.md\nsub/\n",
			"4 entries: 3 files, 1 directory (.go 2, .md 1)",
			"4 3 1",
		},
		{
			"ls -F",
			commandInput("ls -F"),
			"a.go\nl@\nsub/\nx*\n",
			"4 entries: 2 files, 1 directory, 1 symlink (.go 1)",
			"4 2 1",
		},
		{"ls -a", commandInput("ls -a"), ".\n..\n.git\na.go\n", "2 entries", "2 - -"},
		{"ls -la", commandInput("ls -la"), `total 48
drwxr-xr-x  2 u g 4096 Nov 20 19:16 .
drwxrwxrwt 40 u g 4096 Nov 20  2024 ..
drwxr-xr-x@ 2 u g 4096 21 Jan 18:24 a b
-rw-r--r--  1 u g   19 2024-11-20 19:16 a.txt
-rw-r--r--+ 1 u g   23 2024-11-20 19:16:01.123456789 +0100 c d.txt
lrwxrwxrwx  1 u g    5 Nov 20 19:16 l -> a.txt
crw-rw-rw-  1 u g 1, 3 Nov 20 19:16 null
`, "5 entries: 2 files, 1 directory, 1 symlink, 1 special (.txt 2)", "5 2 1"},
		{
			"ls -lR of many folders, whose names alone are told",
			commandInput("ls -lR"),
			strings.Join([]string{".:", longDir("a"), longDir("b"), longDir("c"), longDir("d"), longDir("e"), "",
				"./a:", longFile("1.go"), "", "./b:", longFile("2.go"), "", "./c:", longFile("3.go"), "",
				"./d:", longFile("4.go"), "", "./e:", longFile("5.go"), ""}, "\n"),
			"10 entries: 5 files, 5 directories (.go 5); names only",
			"10 5 5",
		},
		{"ls -l of a file", commandInput("ls -l a.txt"), "-rw-r--r-- 1 u g 19 Nov 20 19:16 a.txt\n", "1 file", "1 1 0"},
		{
			"ls -li",
			commandInput("ls -li"),
			"total 4\n10022835 drwxr-xr-x 2 u g 4096 Nov 20 19:16 a b\n",
			"1 directory",
			"1 0 1",
		},
		{"ls -R", commandInput("ls -R"), ".:\na.go\nsub\n\n./sub:\nb.go\n",
			"3 entries: 2 files, 1 directory", "3 2 1"},
		{
			"ls -1 of two folders, one missing",
			commandInput("ls -1 a b"),
			"ls: cannot access 'b': No such file or directory\na:\nx\ny\n",
			"2 entries; 1 error",
			"2 - -",
		},
		{"ls of nothing", commandInput("ls"), "", "No entries", "0 - -"},
		{
			"ls of what is missing",
			commandInput("ls x"),
			"ls: cannot access 'x': No such file or directory\n",
			"No entries; 1 error",
			"0 - -",
		},
		{"find", commandInput("find . -name '*.go'"), "./a.go\n./sub/b.go\n./sub\n",
			"3 entries: 1 directory with entries, 2 other files or directories", "3 - -"},
		{
			"find -type f",
			commandInput("find . -type f"),
			"./a.go\n./sub/b.go\n./Makefile\n./x.md\n",
			"4 files in 2 directories (.go 2, .md 1)",
			"4 4 0",
		},
		{"find -type d", commandInput("find . -type d -maxdepth 2"), ".\n./sub\n", "2 directories", "2 0 2"},
		{"find of either kind", commandInput("find . -type f -o -type d"), "./a.go\n./sub\n", "2 entries", "2 - -"},
		{
			"find of names",
			commandInput(`find . -type f \( -name '*.a' -o -name '*.b' \)`),
			"./a.a\n",
			"1 file",
			"1 1 0",
		},
		{"find of another kind", commandInput(`find . ! -type d`), "./a.a\n", "1 entry", "1 - -"},
		{
			"find with errors",
			commandInput("find / -name x"),
			"find: ‘/root’: Permission denied\n/a/x\n",
			"1 entry; 1 error",
			"1 - -",
		},
		{
			"find, cut",
			commandInput("find . -type f | head -2"),
			"./a.go\n./b.go\n",
			"2 files in the part shown",
			"2 2 0",
		},
		{"fd", commandInput("fd go"), "a.go\nsub/\nsub/b.go\n", "3 entries: 2 files, 1 directory", "3 2 1"},
		{"git ls-files", commandInput("git ls-files"), "a.go\n\"sub/\\303\\251.go\"\n", "2 files in 2 directories",
			"2 2 0"},
		{
			"git ls-files -s",
			commandInput("git ls-files -s"),
			"100644 e69de29bb2d1d6434b8b29ae775ad8c2e48c5391 0\tsub/a.go\n",
			"1 file",
			"1 1 0",
		},
		{"rg --files", commandInput("rg --files"), "a.go\nb.go\n", "2 files", "2 2 0"},
		{
			"tree",
			commandInput("tree"),
			".\n├── a.go\n└── sub\n    ├── b c.go\n    └── deep\n        └── d.go\n\n2 directories, 3 files\n",
			"5 entries (.go 3)",
			"5 3 2",
		},
		{
			"tree that counts its root",
			commandInput("tree"),
			".\n├── a.go\n└── sub\n    └── b.go\n\n2 directories, 2 files\n",
			"3 entries",
			"3 2 1",
		},
		{"tree -d", commandInput("tree -d"), ".\n└── sub\n    └── deep\n\n3 directories\n", "2 entries", "2 0 2"},
		{
			"tree, ASCII",
			commandInput("tree --charset=ascii"),
			".\n|-- a.go\n`-- sub\n    `-- b.go\n\n1 directory, 2 files\n",
			"3 entries",
			"3 2 1",
		},
		{"tree, cut", commandInput("tree | head -3"), ".\n├── a.go\n└── sub\n", "2 entries in the part shown", "2 - -"},
		{
			"tree of nothing",
			commandInput("tree x"),
			"x  [error opening dir]\n\n0 directories, 0 files\n",
			"No entries; 1 error",
			"0 - -",
		},
		{"du", commandInput("du -a"), "4\t./a.go\n8\t./sub\n112\t.\n", "3 entries", "3 - -"},
		// Agents' own tools.
		{
			"find -ls",
			commandInput("find . -ls"),
			"  12      4 drwxr-xr-x   2 u  g     4096 Aug 28 16:20 ./a\n" +
				"  13      8 -rw-r--r--   1 u  g     1005 Aug 28 16:20 ./a/b.go\n",
			"2 entries: 1 file, 1 directory",
			"2 1 1",
		},
		{
			"tar tvf",
			commandInput("tar -tvzf x.tgz"),
			"drwxr-xr-x u/g         0 2026-08-28 16:20 a/\n-rw-r--r-- u/g      5979 2026-08-28 16:20 a/b.go\n",
			"2 entries: 1 file, 1 directory",
			"2 1 1",
		},
		{
			"unzip -l",
			commandInput("unzip -l x.zip"),
			"Archive:  x.zip\n  Length      Date    Time    Name\n---------  ---------- -----   ----\n" +
				"        0  2024-01-02 10:00   a/\n       17  2024-01-02 10:00   a/b.go\n" +
				"---------                     -------\n       17                     2 files\n",
			"2 entries: 1 file, 1 directory",
			"2 1 1",
		},
		{"Glob", toolInput("Glob"), "/r/a/b.go\n/r/a/c.go\n", "2 files", "2 2 0"},
		{
			"Glob, cut",
			toolInput("Glob"),
			"/r/a/b.go\n(Results are truncated. Consider using a more specific path or pattern.)\n",
			"1 file in the part shown",
			"1 1 0",
		},
		{"Glob of nothing", toolInput("Glob"), "No files found\n", "No entries", "0 - -"},
		{"LS", toolInput("LS"), "- /r/\n  - a.go\n  - sub/\n    - b.go\n", "3 entries: 2 files, 1 directory", "3 2 1"},
		{"list", toolInput("list"), "/r/\n  sub/\n    b.go\n  a.go\n", "3 entries: 2 files, 1 directory", "3 2 1"},
		{"list_dir", toolInput("list_dir"), "src/\nREADME.md\n", "2 entries: 1 file, 1 directory", "2 1 1"},
		{
			"list_directory",
			toolInput("list_directory"),
			"Directory listing for /r:\n[DIR] src\nREADME.md\n[FILE] a.go\n[FILE] b.go\n[FILE] c.go (1KB, 20 lines)\n",
			"4 entries: 3 files, 1 directory (.go 3)",
			"4 3 1",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := digest(t, tt.in, tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := longest(d); got != tt.verdict {
				t.Errorf("verdict is %q, want %q", got, tt.verdict)
			}
			var data []string
			for _, k := range []strategies.Key{strategies.Entries, strategies.Files, keyDirs} {
				if n, ok := d.Data[k]; ok {
					data = append(data, fmt.Sprint(n))
				} else {
					data = append(data, "-")
				}
			}
			if got := strings.Join(data, " "); got != tt.data {
				t.Errorf("entries, files, directories are %s, want %s", got, tt.data)
			}
		})
	}
}

func TestBytes(t *testing.T) {
	text := "total 8\n-rw-r--r-- 1 u g 19 Nov 20 19:16 a\n-rw-r--r-- 1 u g 23 Nov 20 19:16 b\n" +
		"drwxr-xr-x 2 u g 4096 Nov 20 19:16 c\n"
	d, err := digest(t, commandInput("ls -l"), text)
	if err != nil {
		t.Fatal(err)
	}
	if d.Data[keyBytes] != 42 {
		t.Errorf("%d bytes, want 42", d.Data[keyBytes])
	}
	d, err = digest(t, commandInput("ls -lh"), text)
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := d.Data[keyBytes]; ok {
		t.Errorf("ls -lh gave %d bytes, want none: it rounds", n)
	}
}

func TestNotAListing(t *testing.T) {
	for _, tt := range []struct {
		name string
		in   *strategies.Input
		text string
	}{
		{"prose", toolInput("find"), "I have looked through all of the folders.\nThere is nothing of the kind.\n"},
		{"du without sizes", commandInput("du"), "hello\nworld\n"},
		{"ls -l without permissions", commandInput("ls -l"), "hello\nworld\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d, err := digest(t, tt.in, tt.text); err == nil {
				t.Errorf("was taken for a listing: %q", d.Verdict)
			}
		})
	}
}

func TestDetails(t *testing.T) {
	var b strings.Builder
	for i := range 150 {
		fmt.Fprintf(&b, "./d%d/f%d.go\n", i%7, i)
	}
	d, err := digest(t, commandInput("find . -type f"), b.String())
	if err != nil {
		t.Fatal(err)
	}
	var got details
	if err := d.Details.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if d.Details.Type() != "list" || got.Entries != 150 || got.Files == nil || *got.Files != 150 ||
		len(got.Names) != 100 ||
		!got.Truncated ||
		got.Path != "." {
		raw, _ := json.Marshal(got)
		t.Errorf("details are %.300s", raw)
	}
	if diff := cmp.Diff([]extCount{{".go", 150}}, got.Extensions); diff != "" {
		t.Errorf("extensions mismatch (-want +got):\n%s", diff)
	}
}

func TestLooks(t *testing.T) {
	names := "a/b.go\na/c.go\nd/e.go\nd/f.go\ng/h.go\ng/i.go\n"
	for _, tt := range []struct {
		text string
		want strategies.Confidence
	}{
		{names, strategies.Looks},
		{"p@1\n├── a@1\n├── b@1\n│   └── c@1\n├── d@1\n└── e@1\n", strategies.Looks},
		{names + "a/b.go: undefined: x\n", strategies.No},
		{"a.go\nb.go\nc.go\nd.go\ne.go\nf.go\n", strategies.No},
		{"a/b\nc/d\n", strategies.No},
		{strings.Repeat("https://x.example/a\n", 8), strategies.No},
	} {
		in := commandInput("mytool --list")
		in.Head = tt.text
		if got := New().Match(in); got != tt.want {
			t.Errorf("Match of %q is %v, want %v", tt.text, got, tt.want)
		}
	}
	for text, want := range map[string]strategies.Confidence{
		"[DIR] src\n[FILE] go.mod\n":         strategies.Tool,
		"[[...slug]]\nlayout.tsx\n":          strategies.Tool,
		"{a}\n{b}\n":                         strategies.Tool,
		"[\n  {\n    \"name\": \"src\",\n":   strategies.No,
		"{\"entries\":[\"src\",\"go.mod\"]}": strategies.No,
		"[\"src\",\"go.mod\"]":               strategies.No,
	} {
		in := &strategies.Input{Tool: "directory_tree", Family: strategies.FamilyList, Head: text}
		if got := New().Match(in); got != want {
			t.Errorf("Match of a tool's %q is %v, want %v", text, got, want)
		}
	}
	in := commandInput("mytool --list")
	if _, err := digest(t, in, names+"1 file would be reformatted\n"); err == nil {
		t.Error("a line that is no path is taken for one")
	}
}

func FuzzDigest(f *testing.F) {
	f.Add("ls -la", "total 4\ndrwxr-xr-x 2 u g 4096 Nov 20 19:16 .\n-rw-r--r-- 1 u g 1 Nov 20 19:16 a\n")
	f.Add("tree", ".\n├── a\n└── b\n\n1 directory, 1 file\n")
	f.Add("ls", "a  b\tc\n")
	f.Add("du", "4\ta\n")
	f.Add("", "- /a/\n  - b/\n    - c\n")
	f.Add("git ls-files -s", "1 2 0\ta/b\n")
	f.Fuzz(func(t *testing.T, cmd, text string) {
		in := toolInput("Glob")
		if cmd != "" {
			in = commandInput(cmd)
		}
		d, err := digest(t, in, strings.ToValidUTF8(text, "\uFFFD"))
		if err != nil {
			return
		}
		if n, ok := d.Data[strategies.Files]; ok && n+d.Data[keyDirs] > d.Data[strategies.Entries] {
			t.Errorf(
				"%d files and %d directories in %d entries",
				n,
				d.Data[keyDirs],
				d.Data[strategies.Entries],
			)
		}
	})
}

// longDir is a folder's line of ls -l.
func longDir(name string) string { return "drwxr-xr-x 2 u g 4096 Nov 20 19:16 " + name }

// longFile is a file's line of ls -l.
func longFile(name string) string { return "-rw-r--r-- 1 u g 19 Nov 20 19:16 " + name }

// TestDuKeepsItsOrder checks that of a list by size the largest come first, whatever folders they are in.
func TestDuKeepsItsOrder(t *testing.T) {
	in := commandInput("du -ab | sort -rn")
	d, err := digest(t, in, "900\t.\n800\t./a/x.go\n700\t./a/y.go\n600\t./b/z.go\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range d.Facts {
		if f.Group != "" {
			t.Errorf("%q takes turns with those of other folders", f.Text)
		}
	}
}
