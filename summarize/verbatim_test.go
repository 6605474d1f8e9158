package summarize_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/summarize"
)

// TestReadsAreVerbatim holds that what is shown of a file can be copied into an edit, on the files of other people's
// repositories: every line of the text is a line of the file, byte for byte behind its number or the lines of what it
// names, or says that it is cut; or it's the verdict or a gap's marker. The lines that the metadata calls shown are
// there, each once and in order. A line that looks like a statement of ours has a mark before it.
func TestReadsAreVerbatim(t *testing.T) {
	sweep.OneGoroutine(t)
	files := repositories(t)
	if testing.Short() {
		files = files[:min(len(files), 30)]
	}
	for i, f := range files {
		if i%sweep.Every(6) != 0 && !testing.Short() {
			continue
		}
		checked := 0
		for _, v := range views(f) {
			for _, cfg := range []summarize.Config{
				{Budget: 100}, {Budget: 1000}, {Budget: 4000}, {Level: summarize.Balanced},
			} {
				cfg.Enabled = true
				r, err := summarize.Summarize(t.Context(), cfg, v.req)
				if err != nil {
					t.Fatal(err)
				}
				if r.Metadata().Strategy != "read" {
					continue // a file of which nothing is known may be folded as a log is
				}
				checked++
				if err := v.check(r.LLMContent(), r.Metadata().Shown); err != nil {
					t.Errorf("%s, %s, level %q, budget %d: %v", f.path, v.name, cfg.Level, cfg.Budget, err)
				}
			}
		}
		if checked == 0 {
			t.Errorf("%s isn't taken for a file in any view", f.path)
		}
	}
}

// TestReadsAreNotRedacted: what looks like a secret is as much part of a file as any other text, and an edit needs it.
func TestReadsAreNotRedacted(t *testing.T) {
	secrets := []string{
		`password = "hunter2-hunter2"`,
		`aws_access_key_id = AKIAIOSFODNN7EXAMPLE`,
		`Authorization: Bearer abcdef0123456789abcdef0123456789`,
		`https://user:pa55w0rd@shop.example/till?token=0123456789abcdef`,
		`-----BEGIN PRIVATE KEY-----`,
		`mail to keeper@shop.example, card 4111 1111 1111 1111`,
	}
	text := "# Keys\n\n" + strings.Join(secrets, "\n") + "\n"
	for _, name := range []string{"keys.md", "keys.py", "keys.ini", ".env"} {
		for _, budget := range []int{0, 400} {
			r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: budget},
				summarize.Request{Tool: "Read", Path: "/srv/shop/" + name, Stdout: []byte(text)})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range secrets {
				if !strings.Contains(r.LLMContent(), s+"\n") {
					t.Errorf("%s at budget %d lacks %q:\n%s", name, budget, s, r.LLMContent())
				}
			}
		}
	}
}

// source is a file with its lines.
type source struct {
	path  string
	lines []string
}

// view is a way in which a file is read.
type view struct {
	name     string
	req      summarize.Request
	raw      []string // the lines of the output
	lines    []string // those of the file
	from     int      // the first one's number in the file
	numbered bool     // the lines come with numbers
}

func views(f source) []view {
	n := len(f.lines)
	from, to := n/3, min(n, n/3+200) // of the range
	arrow := func(i int, l string) string { return fmt.Sprintf("%6d→%s", i, l) }
	tab := func(i int, l string) string { return fmt.Sprintf("%6d\t%s", i, l) }
	plain := func(_ int, l string) string { return l }
	tool := summarize.Request{Tool: "Read", Path: f.path}
	tool.Intent = "Let me see where an error is returned, and what `String` prints"
	ranged := tool
	ranged.Offset, ranged.Limit = from+1, to-from
	made := func(
		name string, req summarize.Request, lines []string, first int, form func(int, string) string, numbered bool,
	) view {
		v := view{name: name, req: req, lines: lines, from: first, numbered: numbered}
		for i, l := range lines {
			v.raw = append(v.raw, form(first+i, l))
		}
		v.req.Stdout = []byte(strings.Join(v.raw, "\n") + "\n")
		return v
	}
	return []view{
		made("whole", tool, f.lines, 1, plain, false),
		made("numbered", tool, f.lines, 1, arrow, true),
		made("cat -n", summarize.Request{Tool: "Bash", Command: "cat -n " + f.path}, f.lines, 1, tab, true),
		made("a range", ranged, f.lines[from:to], from+1, arrow, true),
		made(
			"sed -n",
			summarize.Request{Tool: "Bash", Command: fmt.Sprintf("sed -n '%d,%dp' %s", from+1, to, f.path)},
			f.lines[from:to],
			from+1,
			plain,
			false,
		),
	}
}

var (
	gapLine  = regexp.MustCompile(`^… \d+ [a-z]+( \(\d+(-\d+)?\))?$`)
	cutEnd   = regexp.MustCompile(` …\+\d+ bytes$`)
	numberOf = regexp.MustCompile(`^\d+→`)
	spanOf   = regexp.MustCompile(
		`^(\d+)(?:-(\d+))?→`,
	) // the lines of the symbol that a line names
	nameList = regexp.MustCompile(
		`^[^,]+?( \d+(-\d+)?)+( \(\d+ methods?\))?(, [^,]+?( \d+(-\d+)?)+( \(\d+ methods?\))?)*` +
			`(, … \d+ more [a-z]+(, \d+ more [a-z]+)*|,)?$`,
	) // what a file defines, above its lines
	shapeLine = regexp.MustCompile(
		`^(.+ \d+-\d+: |.+: )?\d+ (keys?|objects?|arrays?|values?)( in the part read)?((: | of ).+)?$`,
	) // what a member of a JSON document is
	packageList = regexp.MustCompile(`^\S+ \S+(, \S+ \S+)*,?$`) // of a lock file
	leastText   = 3                                             // bytes of a line that is shown in part
)

// check returns what is wrong with a text.
func (v *view) check(text string, shown [][2]int) error {
	var due []int // lines that are shown
	for _, s := range shown {
		for n := s[0]; n <= s[1]; n++ {
			due = append(due, n)
		}
	}
	last := 0
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if plain := strings.TrimPrefix(l, "> "); len(due) > 0 && (v.is(l, due[0]) || v.is(plain, due[0])) {
			last, due = due[0], due[1:]
			continue
		}
		end := len(v.lines) + 1
		if len(due) > 0 {
			end = due[0]
		}
		switch {
		case l == "" && i == len(lines)-1: // behind the last line feed
		case gapLine.MatchString(l):
		case cutEnd.MatchString(l):
			at := v.partOf(l, last+1, end)
			if at == 0 {
				return fmt.Errorf("%q is no part of a line from %d to %d", l, last+1, end-1)
			}
			last = at
		case last == 0 && (nameList.MatchString(l) || shapeLine.MatchString(l) || packageList.MatchString(l)):
		case i == 0 && last == 0 && !slices.Contains(v.lines, l): // the verdict
		default:
			return fmt.Errorf("%q is no line of the file from %d to %d, and not marked as cut", l, last+1, end)
		}
	}
	if len(due) > 0 {
		return fmt.Errorf("line %d is called shown, and isn't: %q", due[0], v.lines[due[0]-1])
	}
	return nil
}

// is reports whether a line of a text is the nth of the output: as it was, or without its number, or with the number
// alone, or behind the lines of the symbol that it names.
func (v *view) is(l string, n int) bool {
	want := v.lines[n-1]
	if m := spanOf.FindStringSubmatch(l); m != nil && l[len(m[0]):] == want {
		own := strconv.Itoa(v.from + n - 1)
		return m[1] == own || m[2] == own // the name may stand behind what it names
	}
	if num := strconv.Itoa(v.from + n - 1); v.numbered && (l == num+"→"+want || l == num+"\t"+want) {
		return true
	}
	return l == want || l == v.raw[n-1]
}

// partOf is the line, of those before end, that a cut line shows in part; 0 for none.
func (v *view) partOf(l string, from, end int) int {
	l = l[:cutEnd.FindStringIndex(l)[0]]
	if v.numbered {
		l = numberOf.ReplaceAllString(l, "")
	}
	l = spanOf.ReplaceAllString(l, "")
	parts := strings.Split(l, "…")
	for n := from; n < end; n++ {
		rest, ok := strings.CutPrefix(v.lines[n-1], parts[0])
		for _, p := range parts[1:] {
			_, after, found := strings.Cut(rest, p)
			rest, ok = after, ok && found
		}
		if ok && len(l) >= leastText {
			return n
		}
	}
	return 0
}

// repositories lists files of the Go sources and of the modules at hand, as many of each kind as another; the test is
// skipped on a machine that has neither.
func repositories(t *testing.T) []source {
	out, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT", "GOMODCACHE").Output()
	if err != nil {
		t.Skip("there is no go command to ask where sources are: ", err)
	}
	byKind := map[string][]string{}
	for root := range strings.Lines(string(out)) {
		root = strings.TrimSpace(root)
		seen := 0
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || seen > 200_000:
				return fs.SkipDir
			case d.IsDir() && d.Name() == "cache":
				return fs.SkipDir
			case d.Type().IsRegular():
				seen++
				if ext := filepath.Ext(path); slices.Contains(kinds, ext) {
					byKind[ext] = append(byKind[ext], path)
				}
			}
			return nil
		})
	}
	var files []source
	for _, ext := range kinds {
		paths := byKind[ext]
		for i := 0; i < len(paths); i += max(1, len(paths)/perKind) {
			if f, ok := readSource(paths[i]); ok {
				files = append(files, f)
			}
		}
	}
	if len(files) == 0 {
		t.Skip("neither GOROOT nor GOMODCACHE has sources on this machine")
	}
	return files
}

// kinds are the endings of the files, and perKind how many of each are read.
var kinds = []string{
	".go",
	".md",
	".py",
	".js",
	".ts",
	".c",
	".h",
	".rs",
	".java",
	".sh",
	".yml",
	".yaml",
	".json",
	".toml",
	".proto",
	".css",
	".mod",
}

const perKind = 12

// readSource reads a file of ordinary text: what a screen doesn't show, controls and hidden marks, is cleaned away,
// which is another promise.
func readSource(path string) (source, bool) {
	b, err := os.ReadFile(path)
	if err != nil || len(b) > 200_000 || !utf8.Valid(b) || bytes.ContainsFunc(b, hidden) {
		return source{}, false
	}
	lines := strings.Split(strings.TrimRight(string(b), "\n"), "\n")
	return source{path, lines}, len(lines) > 5
}

func hidden(r rune) bool {
	return r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf)
}
