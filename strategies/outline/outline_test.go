package outline

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

var update = flag.Bool("update", false, "write what is found into the archives")

// inputOf is what is known of a command's output.
func inputOf(command, text string, code int) *strategies.Input {
	in := &strategies.Input{
		Tool: "exec", Command: command, Shell: strategies.ParseCommand(command),
		Status: result.Status{Known: true, Code: code}, Head: text[:min(len(text), 1<<10)],
	}
	in.Family = toolname.FamilyOf(in.Tool, in.Shell)
	return in
}

// digestOf is the digest of a command's output; ok is false where the strategy leaves it to others.
func digestOf(t *testing.T, in *strategies.Input, text string) (d strategies.Digest, ok bool) {
	t.Helper()
	if New().Match(in) == strategies.No {
		return d, false
	}
	c := strategies.NewCollector(false)
	err := New().Digest(context.Background(), in, strategies.NewText(text), c)
	if _, declined := errors.AsType[strategies.Decline](err); declined {
		return d, false
	}
	if err != nil {
		t.Fatal(err)
	}
	return c.Digest(), true
}

// sizes are the bytes of the forms that the archives hold, at most.
var sizes = [...]struct {
	name  string
	bytes int
}{{"200 bytes", 200}, {"900 bytes", 900}, {"3600 bytes", 3600}}

// TestArchives compares the longest forms of three sizes with those in the archives.
func TestArchives(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no archives: ", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			part := map[string]string{}
			for _, f := range a.Files {
				part[f.Name] = string(f.Data)
			}
			text := part["output"]
			d, ok := digestOf(t, inputOf(strings.TrimSpace(part["command"]), text, 0), text)
			if !ok {
				t.Fatal("left to others")
			}
			forms := append(d.Facts[0].Forms, d.Facts[0].Text)
			got := map[string]string{"verdict": d.Verdict[2] + "\n"}
			for _, size := range sizes {
				for _, f := range forms {
					if len(f) <= size.bytes {
						got[size.name] = f + "\n"
					}
				}
			}
			if *update {
				a.Files = a.Files[:2]
				for _, n := range []string{"verdict", sizes[0].name, sizes[1].name, sizes[2].name} {
					a.Files = append(a.Files, txtar.File{Name: n, Data: []byte(got[n])})
				}
				if err := os.WriteFile(name, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			for n, want := range got {
				if diff := cmp.Diff(part[n], want); diff != "" {
					t.Errorf("%s mismatch (-want +got)\n%s", n, diff)
				}
			}
			for i := 1; i < len(forms); i++ {
				if len(forms[i]) <= len(forms[i-1])/2 {
					t.Errorf("form %d is shorter than the one before", i)
				}
			}
		})
	}
}

// What has another form is left to others.
func TestLeftToOthers(t *testing.T) {
	const help = "error: unknown flag --sped\n\nUsage: mower [flags]\n\nFlags:\n  -a, --all   all\n  -b, --bee   b\n" +
		"  -c, --cut   c\n  -d, --dry   d\n"
	for _, tt := range []struct {
		name, command, text string
		code                int
		want                bool
	}{
		{"a help text", "mower", strings.TrimPrefix(help, "error: unknown flag --sped\n\n"), 0, true},
		{"a usage error", "mower --sped", help, 2, false},
		{"a usage error whose exit status is lost", "mower --sped", help, 0, false},
		{"how it is called, and what it then does", "mower",
			strings.TrimPrefix(help, "error: unknown flag --sped\n\n") + "\nmowing\n" +
				strings.Repeat("mowed a row\n", 9) + "mowed all\n", 0, false},
		{"lines that a run prints", "make", strings.Repeat("compiling: a.c\nlinking: a\n", 20), 0, false},
		{"places", "lint", strings.Repeat("a.go:12: no comment\nb.go:7: no comment\n", 20), 0, false},
		{"a log", "mower", strings.Repeat("12:00:01 INFO: mowing\n12:00:02 WARN: rain\n", 20), 0, false},
		{"passed tests", "prove", "usage.t .... ok\nflags.t .... ok\nAll tests successful.\n", 0, false},
		{"a file", "cat usage.txt", help, 0, false},
		{"a number of use", "free-space", "Usage: 45%\nFree: 55%\nall is well\n", 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, got := digestOf(t, inputOf(tt.command, tt.text, tt.code), tt.text); got != tt.want {
				t.Errorf("digested is %v, want %v", got, tt.want)
			}
		})
	}
}
