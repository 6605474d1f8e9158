package list

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
)

// texts are the forms of what a listing shows, the shortest first.
func texts(t *testing.T, in *strategies.Input, text string) []string {
	t.Helper()
	d, err := digest(t, in, text)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range d.Facts {
		if f.Kind == strategies.KindEntry {
			return append(slices.Clone(f.Forms), f.Text)
		}
	}
	return nil
}

func TestView(t *testing.T) {
	many := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for _, tt := range []struct {
		name string
		in   *strategies.Input
		text string
		want []string // forms, in this order
	}{
		{
			"folders first, then their numbers, then the root's files", commandInput("find . -type f"),
			"./b.md\n./README.md\n./.idea/x.xml\n./src/a.go\n./src/net/c.go\n./src/net/d.go\n",
			[]string{
				".idea/ src/ README.md b.md",
				".idea/ 1, src/ 3, README.md, b.md",
				".idea/ 1, README.md, b.md\n./src/ 1 of 3 .go: a.go\n./src/net/ 2 .go: c.go d.go",
			},
		},
		{
			"an entry that is a folder is none of the names", commandInput("find ."),
			".\n./a\n./a/b\n./a/b/c\n./d\n",
			[]string{"a/b/ d", "d\n./a/b/c"},
		},
		{
			"a folder above all is said once", toolInput("Glob"),
			many("/home/u/p/x/f%d.go\n", 2) + "/home/u/p/y/g.go\n",
			[]string{"/home/u/p/: x/ y/", "/home/u/p/\nx/ 2 .go: f0.go f1.go\ny/g.go"},
		},
		{
			"names that differ in a number", commandInput("find . -name '*.json'"),
			many("./a/rec_%03d.json\n", 120) + "./a/x.md\n./b/c\n",
			[]string{"./a/ 121: rec_{000..119}.json x.md\n./b/c"},
		},
		{
			"files of one kind", commandInput("git ls-files"),
			"a.go\n" + many("th/n%[1]d0%[1]d.json\n", 30),
			[]string{"th/ 30, a.go", "a.go\nth/ 30 .json: n000 n101 n202 … 27 more"},
		},
		{
			"a tree", commandInput("tree"),
			".\n├── a.go\n└── sub\n    ├── b c.go\n    └── deep\n        └── d.go\n\n2 directories, 3 files\n",
			[]string{"sub/ a.go", "a.go\nsub/ 2 .go: deep/d.go, \"b c.go\""},
		},
		{
			"ls -R", commandInput("ls -R"), ".:\na.go\nsub\n\n./sub:\nb.go\n",
			[]string{"sub/ a.go", "a.go\n./sub/b.go"},
		},
		{
			"packages", commandInput("npm ls --all"),
			"shop@1.0.0 /p\n├─┬ a@1.0.0\n│ ├── b@2.0.0\n│ └─┬ c@3.0.0\n│   └── d@4.0.0\n" +
				"├── e@5.0.0\n└── f@6.0.0 deduped\n",
			[]string{
				"shop@1.0.0 /p: a@1.0.0 (3), e@5.0.0, f@6.0.0 deduped",
				"shop@1.0.0 /p: e@5.0.0, f@6.0.0 deduped\na@1.0.0 (3): b@2.0.0\n  c@3.0.0 (1): d@4.0.0",
			},
		},
		{
			"a tree in ASCII, three columns a level", commandInput("mvn -q dependency:tree"),
			"g:app:1\n+- a:b:1\n|  +- c:d:1\n|  \\- e:f:1\n+- h:i:1\n\\- j:k:1\n",
			[]string{"g:app:1: a:b:1 (2), h:i:1, j:k:1"},
		},
		{
			"names that look like markers", commandInput("find ."), "./… 12 lines\n./b/c\n./b/d\n",
			[]string{"b/ \"... 12 lines\""},
		},
		{
			"a dull folder isn't opened", commandInput("find . -type f"),
			"./node_modules/a/b.js\n./node_modules/a/c.js\n./x.go\n",
			[]string{"node_modules/a/ 2, x.go"},
		},
		{
			"at last, the names of a folder that has few become whole paths", commandInput("rg --files"),
			".beads/config.yaml\n.beads/README.md\nsrc/a.go\n",
			[]string{".beads/ 2: README.md config.yaml", ".beads/README.md .beads/config.yaml\nsrc/a.go"},
		},
		{
			"the folders of a long path are whole paths", commandInput("find /home/projects/wiki/notes"),
			"/home/projects/wiki/notes/a/1\n/home/projects/wiki/notes/a/x\n/home/projects/wiki/notes/b/2\n" +
				"/home/projects/wiki/notes/b/y\n",
			[]string{"/home/projects/wiki/notes/a/ 2: 1 x\n/home/projects/wiki/notes/b/ 2: 2 y"},
		},
		{
			"of many names that differ in random words, two are named", commandInput("find backup -type f"),
			"backup/LOCK\nbackup/log/1\n" + many("backup/1a2b3c4d5e6f7a8b9c%02d.gz\n", 40),
			[]string{"LOCK 1a2b3c4d5e6f7a8b9c00.gz 1a2b3c4d5e6f7a8b9c01.gz … 38 more\nbackup/log/1"},
		},
		{
			"a bare repository of git isn't opened", commandInput("find . -type f"),
			"./x.git/a/b\n./x.git/a/c\n./x.go\n./y.go\n./z.go\n",
			[]string{"x.git/a/ 2, x.go, y.go, z.go"},
		},
		{
			"few paths in one folder are told by lines", commandInput("find src -type f"), "src/a.go\nsrc/b.go\n",
			[]string{"src/a.go"},
		},
		{
			"the size of all", commandInput("du"), "4\t./b/c\n8\t./b\n4\t./d\n112\t.\n",
			[]string{". 112: b/ 8, d/ 4"},
		},
		{
			"sizes", commandInput("du -a"), "4\t./src/a.go\n8\t./src\n4\t./b\n112\t.\n",
			[]string{". 112: src/ 1 (8), b 4", ". 112: b 4\n./src/a.go 4"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := texts(t, tt.in, tt.text)
			at := 0
			for _, want := range tt.want {
				i := slices.IndexFunc(got[at:], func(s string) bool { return s == want || strings.HasSuffix(s, want) })
				if i < 0 {
					t.Fatalf("no form is\n%s\nbut these are there:\n%s", want, strings.Join(got, "\n--\n"))
				}
				at += i
			}
		})
	}
}

// TestSums adds up what each line says: the number of a folder is what its line names, says it doesn't name, and what
// the lines below it have.
func TestSums(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var paths []string
		for range 1 + rnd.IntN(300) {
			p := ""
			for range rnd.IntN(5) {
				p += string(rune('a'+rnd.IntN(6))) + "/"
			}
			paths = append(paths, p+"f"+strconv.Itoa(rnd.IntN(1000))+".x")
		}
		slices.Sort(paths)
		paths = slices.Compact(paths)
		for _, text := range texts(t, commandInput("git ls-files"), strings.Join(paths, "\n")+"\n") {
			if n, exact := sumOf(t, text); n > len(paths) || exact && n != len(paths) {
				t.Fatalf("adds up to %d of %d:\n%s", n, len(paths), text)
			}
		}
	}
}

// sumOf adds up the lines of a text; exact is false where folders aren't named, or have no number.
func sumOf(t *testing.T, text string) (n int, exact bool) {
	exact = true
	for line := range strings.Lines(text) {
		_, inside, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			inside = strings.TrimSpace(line)
		}
		words := strings.Fields(strings.ReplaceAll(inside, ",", " "))
		if !ok && strings.HasSuffix(words[0], "/") && len(words) <= 3 {
			exact = false // a folder whose folders all have lines of their own, or the only one that is named
			continue
		}
		for i, w := range words {
			num := func() int {
				if i+1 < len(words) {
					if v, err := strconv.Atoi(words[i+1]); err == nil {
						return v
					}
				}
				exact = false
				return 0
			}
			switch {
			case strings.HasSuffix(w, "/"):
				n += num()
			case w == "…" && i+3 < len(words) && strings.HasPrefix(words[i+3], "folder"):
				exact = false
			case w == "…":
				n += num()
			case strings.Contains(w, "/"):
				n++ // the only one in its folder
			case strings.HasPrefix(w, "f{") || strings.HasPrefix(w, "{"):
				from, to, _ := strings.Cut(strings.Trim(strings.TrimSuffix(w, ".x"), "f{}"), "..")
				a, _ := strconv.Atoi(from)
				b, _ := strconv.Atoi(to)
				n += b - a + 1
			case strings.HasPrefix(w, "f") && !strings.HasPrefix(w, "folder"):
				n++
			}
		}
	}
	return n, exact
}

func TestRanged(t *testing.T) {
	for _, tt := range []struct{ names, want string }{
		{"a1 a2 a3", "a1 a2 a3"},
		{"a1 a2 a3 a4 b", "a{1..4} b"},
		{"a08 a09 a10 a11", "a{08..11}"},
		{"a8 a9 a10 a11", "a{8..11}"},
		{"x a1 a2 a3 a4 a7 a8 a9 a10", "x a{1..4} a{7..10}"},
		{"p-1-of-9.gz p-2-of-9.gz p-3-of-9.gz p-4-of-9.gz", "p-{1..4}-of-9.gz"},
		{"t.mp3 u1.mp3 u2.mp3 u3.mp3 u4.mp3", "t.mp3 u{1..4}.mp3"},
	} {
		var leaves []leaf
		for _, n := range strings.Fields(tt.names) {
			leaves = append(leaves, leaf{name: n})
		}
		var got []string
		names, counts := ranged(leaves)
		sum := 0
		for i, l := range names {
			got = append(got, l.name)
			sum += counts[i]
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" || sum != len(leaves) {
			t.Errorf("ranged(%s) has %d entries, mismatch (-want +got):\n%s", tt.names, sum, diff)
		}
	}
}

// TestFoldersOfTools: folders that tools write are opened if at least half of the entries are in them.
func TestFoldersOfTools(t *testing.T) {
	of := func(inside, outside int) string {
		var b strings.Builder
		for i := range inside {
			fmt.Fprintf(&b, "node_modules/pkg%d/types%d.d.ts\n", i/10, i)
		}
		for i := range outside {
			fmt.Fprintf(&b, "src/dir%d/file%d.ts\n", i/10, i)
		}
		return b.String()
	}
	for _, tt := range []struct {
		inside, outside int
		opened          bool
	}{{40, 0, true}, {40, 30, true}, {30, 40, false}} {
		all := texts(t, commandInput("find . -name '*.ts'"), of(tt.inside, tt.outside))
		if last := all[len(all)-1]; strings.Contains(last, "types{10..19}.d.ts") != tt.opened {
			t.Errorf("%d in node_modules, %d elsewhere: opened %v, want %v:\n%s", tt.inside, tt.outside, !tt.opened,
				tt.opened, last)
		}
	}
}
