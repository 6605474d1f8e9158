//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/proc/pty"
)

// TestTerminal runs toktee on a terminal: the person sees the output live, then the model's text set apart from it, and
// what that saved. Nobody else gets these lines.
func TestTerminal(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	toktee := filepath.Join(dir, "toktee") // called by this name, the test binary is the command
	if err := os.Symlink(self, toktee); err != nil {
		t.Fatal(err)
	}
	hostile := toktee + ` run -- printf '\033]52;c;YQ==\007a\033[2Jb\342\200\256c\n' >/dev/null 2>&1; `
	for _, c := range []struct{ name, script, want, lacks string }{
		{
			"both streams", toktee + " run --level minimal -- seq 1 300",
			`299\n300\n── toktee: sent to the model ──\n300 lines\n(?s:.*)toktee show \d+\n` +
				`── exec: [\d,]+ → \d+ tokens \(\d+% saved\) ──\n$`, "",
		},
		{"a pipe", toktee + " run --level minimal -- seq 1 300 | cat", `300\n300 lines\n`, "──"},
		{"JSON", toktee + " run --json -- seq 1 3", `"llm_content"`, "──"},
		{"show", hostile + toktee + " show", `^abc\n$`, ""},
		{"show's bytes", hostile + toktee + " show --raw", `^\x1b\]52;c;YQ==\x07a\x1b\[2Jb\x{202e}c\n$`, ""},
		{"show's matches", toktee + ` run -- printf '\033[31mERR\033[0mOR: x\n' >/dev/null 2>&1; ` +
			toktee + " show --grep '^ERROR: x$'", `^1:ERROR: x\n$`, ""},
		{"show into a pipe", hostile + toktee + " show | od -An -c", `^ 033 +\] +5 +2`, ""},
		{"raw", toktee + " run --raw -- seq 1 3", `^1\n2\n3\n$`, "──"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			_, err := proc.Run(t.Context(), proc.Command{
				Argv: []string{"sh", "-c", c.script}, Stdout: &out, Pty: pty.Open(40, 120),
				Env: append(os.Environ(), "TOKTEE_STORE="+filepath.Join(dir, "store")),
			})
			text := strings.ReplaceAll(out.String(), "\r\n", "\n")
			lacks := c.lacks == "" || !strings.Contains(text, c.lacks)
			if err != nil || !lacks || !regexp.MustCompile(c.want).MatchString(text) {
				t.Errorf("%v: the terminal shows\n%s\nwant %s", err, text[max(0, len(text)-600):], c.want)
			}
		})
	}
}
