package gendocs

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/toktee/toktee/cmd/toktee/internal/cli"
)

// written are the files that run writes, by name.
func written(t *testing.T, version, epoch string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	if err := Write(dir, version, epoch); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, path))
		files[path] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestFiles(t *testing.T) {
	first := written(t, "1.2.3", "")
	for _, name := range []string{
		"man/toktee.1",
		"completions/toktee.bash", "completions/_toktee", "completions/toktee.fish", "completions/toktee.ps1",
	} {
		if !strings.Contains(first[name], "toktee") {
			t.Errorf("%s doesn't name the program: %.60q", name, first[name])
		}
		delete(first, name)
	}
	if len(first) > 0 {
		t.Errorf("more files than named here: %v", first)
	}
	if d := cmp.Diff(written(t, "1.2.3", ""), written(t, "1.2.3", "")); d != "" {
		t.Errorf("a second run writes other bytes:\n%s", d)
	}
}

func TestDate(t *testing.T) {
	head := func(epoch string) string {
		page := written(t, "1.2.3", epoch)["man/toktee.1"]
		return strings.Split(page, "\n")[1]
	}
	for epoch, want := range map[string]string{
		"":           `.TH "TOKTEE" "1" "" "toktee 1.2.3" "User Commands"`,
		"1767323045": `.TH "TOKTEE" "1" "2026\-01\-02" "toktee 1.2.3" "User Commands"`,
	} {
		if got := head(epoch); got != want {
			t.Errorf("SOURCE_DATE_EPOCH=%s: %s, want %s", epoch, got, want)
		}
	}
	if err := Write(t.TempDir(), "", "today"); err == nil {
		t.Error("a date that is none is taken")
	}
}

// TestManualIsWhole looks for each command and flag that the program has, asked in its own way: by its help.
func TestManualIsWhole(t *testing.T) {
	page := strings.NewReplacer(`\-`, "-", `\(aq`, "'").Replace(written(t, "", "")["man/toktee.1"])
	sections := map[string]string{}
	for _, part := range strings.Split(page, "\n.SS \"")[1:] {
		title, text, _ := strings.Cut(part, "\"\n")
		sections[title] = text
	}
	flagLine := regexp.MustCompile(`(?m)^ +(?:-\w, |    )?(--[\w-]+)`)
	count := 0
	var look func(c *cobra.Command)
	look = func(c *cobra.Command) {
		for _, below := range c.Commands() {
			if !below.Hidden {
				look(below)
			}
		}
		if !c.HasParent() {
			return
		}
		text, ok := sections[c.UseLine()]
		if !ok {
			t.Errorf("no section of %s", c.CommandPath())
		}
		for _, m := range flagLine.FindAllStringSubmatch(c.LocalFlags().FlagUsages(), -1) {
			count++
			if !strings.Contains(text, m[1]) {
				t.Errorf("%s: no %s", c.CommandPath(), m[1])
			}
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" {
				t.Errorf("%s --%s doesn't say what it means", c.CommandPath(), f.Name)
			}
		})
	}
	look(cli.Commands())
	if count < 30 {
		t.Errorf("%d flags were looked for", count)
	}
}

// TestEnvironment holds the page's variables against those of docs/cli.md.
func TestEnvironment(t *testing.T) {
	b, err := os.ReadFile("../../../../docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	var terms []string
	for _, e := range environment {
		terms = append(terms, strings.Split(e.name, ", ")...)
	}
	own := []string{"TOKTEE_ACTIVE", "TOKTEE_GATEWAY", "TOKTEE_RUN_ID"} // set by toktee, not by a person
	for _, m := range regexp.MustCompile("TOKTEE_[A-Z_]+").FindAllString(string(b), -1) {
		if !slices.Contains(terms, m) && !slices.Contains(own, m) {
			t.Errorf("docs/cli.md has %s, the page hasn't", m)
		}
	}
	for _, name := range terms {
		if !strings.Contains(string(b), name) {
			t.Errorf("the page has %s, docs/cli.md hasn't", name)
		}
	}
}

// TestRead lets those read the files that will: groff, bash and zsh, where they are installed.
func TestRead(t *testing.T) {
	files := written(t, "1.2.3", "")
	for _, c := range []struct {
		program, file string
		args          []string
		want          string // in what it prints; warnings would stand there too
	}{
		{"groff", "man/toktee.1", []string{"-man", "-Tascii", "-ww", "-z"}, ""},
		{
			"bash", "completions/toktee.bash",
			[]string{"-c", `eval "$(cat)" && complete -p toktee`}, "-F __start_toktee toktee",
		},
		{"zsh", "completions/_toktee", []string{"-n"}, ""},
		{"fish", "completions/toktee.fish", []string{"--no-execute"}, ""},
	} {
		t.Run(c.program, func(t *testing.T) {
			path, err := exec.LookPath(c.program)
			if err != nil {
				t.Skip(err)
			}
			cmd := exec.Command(path, c.args...)
			cmd.Stdin = strings.NewReader(files[c.file])
			out, err := cmd.CombinedOutput()
			if err != nil || c.want == "" && len(out) > 0 || !strings.Contains(string(out), c.want) {
				t.Errorf("%s of %s: %v\n%s", c.program, c.file, err, out)
			}
		})
	}
}
