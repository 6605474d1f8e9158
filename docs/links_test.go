package docs_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	linkPattern  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	fencePattern = regexp.MustCompile("(?ms)^ *```.*?^ *```")
)

// TestLinks: each relative link in the project's Markdown leads to a file of the repository, and its anchor to a
// heading of that file.
func TestLinks(t *testing.T) {
	for _, name := range pages(t) {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range linkPattern.FindAllStringSubmatch(fencePattern.ReplaceAllString(string(text), ""), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			target := path.Join(path.Dir(name), file)
			if file == "" {
				target = name
			}
			if _, err := os.Stat(filepath.Join("..", target)); err != nil {
				t.Errorf("%s: the link %q leads nowhere", name, m[1])
			} else if anchor != "" && !headings(t, target)[anchor] {
				t.Errorf("%s: %s has no heading for %q", name, target, anchor)
			}
		}
	}
}

// goCommand matches a go command with a package of the repository: "go -C contrib/beam run ./replay".
var goCommand = regexp.MustCompile(`go (?:-C (\S+) )?(?:run|test|build|install) (?:-[^\s` + "`" + `]+ )*(\./[\w./-]*)`)

// TestCommands: each go command in the project's Markdown names a package or a file of the repository.
func TestCommands(t *testing.T) {
	n := 0
	for _, name := range pages(t) {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range goCommand.FindAllStringSubmatch(string(text), -1) {
			n++
			if _, err := os.Stat(filepath.Join("..", m[1], strings.TrimSuffix(m[2], "..."))); err != nil {
				t.Errorf("%s: %q names a package that doesn't exist", name, m[0])
			}
		}
	}
	if n < 30 {
		t.Errorf("%d commands, want those of all pages", n)
	}
}

// TestDecisionsIndex: docs/decisions/README.md lists each decision once.
func TestDecisionsIndex(t *testing.T) {
	index, err := os.ReadFile("decisions/README.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("decisions/[0-9]*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d decisions: %v", len(files), err)
	}
	for _, f := range files {
		if n := strings.Count(string(index), "("+filepath.Base(f)+")"); n != 1 {
			t.Errorf("the index lists %s %d times, want once", f, n)
		}
	}
}

// pages returns the project's Markdown files, relative to its root.
func pages(t *testing.T) []string {
	t.Helper()
	out := []string{
		"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "testdata/README.md", "benchmarks/results/README.md",
	}
	for _, pattern := range []string{"*.md", "*/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			out = append(out, path.Join("docs", filepath.ToSlash(f)))
		}
	}
	return out
}

// headings returns the anchors of a page, by GitHub's rule: lower case, blanks become hyphens, and all other signs go.
func headings(t *testing.T, name string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for l := range strings.Lines(fencePattern.ReplaceAllString(string(text), "")) {
		title := strings.TrimLeft(l, "#")
		if title == l || !strings.HasPrefix(title, " ") {
			continue
		}
		out[strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(title))] = true
	}
	return out
}
