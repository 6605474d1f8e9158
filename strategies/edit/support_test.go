package edit

import (
	"context"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/strategies"
)

// textLines are the lines of a text in memory.
type textLines []string

func linesOf(text string) textLines {
	lines := strings.Split(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func (t textLines) Count() int { return len(t) }

func (t textLines) All() iter.Seq[strategies.Line] {
	return func(yield func(strategies.Line) bool) {
		for i, l := range t {
			if !yield(strategies.Line{N: i + 1, Text: l}) {
				return
			}
		}
	}
}

// input is what is known of a command's output, or of a tool's where tool is given.
func input(tool, command, text string) *strategies.Input {
	line := shell.Line{}
	if command != "" {
		line = shell.Parse(command)
	}
	head := text[:min(len(text), 1024)]
	if i := strings.LastIndexByte(head, '\n'); i > 0 && len(text) > 1024 {
		head = head[:i]
	}
	return &strategies.Input{
		Tool:    tool,
		Command: command,
		Shell:   line,
		Family:  toolname.FamilyOf(tool, line),
		Head:    head,
	}
}

// digest digests a text and checks that every line has one fact.
func digest(t testing.TB, in *strategies.Input, text string) (strategies.Digest, error) {
	t.Helper()
	c := strategies.NewCollector(false)
	if err := New().Digest(context.Background(), in, linesOf(text), c); err != nil {
		return strategies.Digest{}, err
	}
	d := c.Digest()
	if n := d.Misplaced; n > 0 {
		t.Errorf("%d facts are out of order", n)
	}
	covered := 0
	for _, f := range d.Facts {
		covered += f.Span.Len()
	}
	if n := len(linesOf(text)); d.Dropped == 0 && covered != n {
		t.Errorf("facts for %d lines of %d", covered, n)
	}
	return d, nil
}

func mustDigest(t testing.TB, in *strategies.Input, text string) strategies.Digest {
	t.Helper()
	d, err := digest(t, in, text)
	if err != nil {
		t.Fatalf("Digest: %v\n%s", err, text)
	}
	return d
}

// repo is a git repository in a temporary folder.
type repo struct {
	t   testing.TB
	dir string
}

func newRepo(t testing.TB) repo {
	r := repo{t, t.TempDir()}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r repo) git(args ...string) string {
	r.t.Helper()
	out, err := r.try(args...)
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return out
}

func (r repo) try(args ...string) (string, error) {
	cmd := exec.Command(
		"git",
		append(
			[]string{"-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"},
			args...)...)
	cmd.Dir = r.dir
	cmd.Env = append(
		os.Environ(),
		"GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z",
		"LC_ALL=C",
	)
	out, err := cmd.Output()
	return string(out), err
}

func (r repo) write(name, text string) {
	r.t.Helper()
	p := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
}

func (r repo) commit(msg string) {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", msg)
}

func command(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	return cmd
}
