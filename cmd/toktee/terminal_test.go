//go:build unix

package main

import (
	"regexp"
	"strings"
	"testing"
)

// onTerminal runs a script on a terminal, with toktee on its PATH, and returns what the terminal shows.
func onTerminal(t *testing.T, dir, script string, columns uint16) string {
	t.Helper()
	return strings.ReplaceAll(newScreen(t, dir, script+"\necho over", columns).wait("over\r\n"), "\r\n", "\n")
}

// TestTerminal runs toktee on a terminal: the person sees the output live and once, then a line if a model gets less of
// it. Nobody else gets this line, and an agent on a terminal of its own gets the text.
func TestTerminal(t *testing.T) {
	dir := t.TempDir()
	hostile := `toktee run -- printf '\033]52;c;YQ==\007a\033[2Jb\342\200\256c\n' >/dev/null 2>&1; `
	for _, c := range []struct{ name, script, want, lacks string }{
		{
			"both streams", "toktee run --level minimal -- seq 1 300",
			`^1\n2\n(?s:.*)\n299\n300\ntoktee: a model gets \d+ of [\d,]+ tokens; ` +
				`toktee explain \d{12} prints its text\n$`, "300 lines",
		},
		{"not kept", "toktee run --no-store --level minimal -- seq 1 300",
			`\n300\ntoktee: a model gets \d+ of [\d,]+ tokens\n$`, ""},
		{"a small output", "toktee run -- seq 1 3", `^1\n2\n3\n$`, ""},
		{"a failure", "toktee run -- sh -c 'echo err >&2; exit 3'; echo $?", `^err\n3\n$`, ""},
		{"a pipe", "toktee run --level minimal -- seq 1 300 | cat", `300\n300 lines\n`, "a model gets"},
		{"an agent", "GEMINI_CLI=1 toktee run --level minimal -- seq 1 300", `^300 lines\n`, "a model gets"},
		{"JSON", "toktee run --json -- seq 1 3", `"llm_content"`, "a model gets"},
		{"show", hostile + "toktee show", `^abc\n$`, ""},
		{"show's bytes", hostile + "toktee show --raw", `^\x1b\]52;c;YQ==\x07a\x1b\[2Jb\x{202e}c\n$`, ""},
		{"show's matches", `toktee run -- printf '\033[31mERR\033[0mOR: x\n' >/dev/null 2>&1; ` +
			"toktee show --grep '^ERROR: x$'", `^1:ERROR: x\n$`, ""},
		{"show into a pipe", hostile + "toktee show | od -An -c", `^ 033 +\] +5 +2`, ""},
		{"raw", "toktee run --raw -- seq 1 3", `^1\n2\n3\n$`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := onTerminal(t, dir, c.script, 120)
			lacks := c.lacks == "" || !strings.Contains(text, c.lacks)
			if !lacks || !regexp.MustCompile(c.want).MatchString(text) {
				t.Errorf("the terminal shows\n%s\nwant %s", text[max(0, len(text)-200):], c.want)
			}
		})
	}
}
