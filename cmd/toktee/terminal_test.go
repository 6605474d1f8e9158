//go:build unix

package main

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// onTerminal runs a script on a terminal, with toktee on its PATH, and returns the text that the terminal shows.
func onTerminal(t *testing.T, dir, script string, columns uint16) string {
	t.Helper()
	return strings.ReplaceAll(newScreen(t, dir, script+"\necho over", columns).wait("over\r\n"), "\r\n", "\n")
}

// TestTerminal runs toktee on a terminal: the person sees the output live and once, then a line if a model gets less of
// it. Others don't get this line, and an agent on a terminal of its own gets the text.
func TestTerminal(t *testing.T) {
	dir := t.TempDir()
	hostile := `toktee run -- printf '\033]52;c;YQ==\007a\033[2Jb\342\200\256c\n' >/dev/null 2>&1; `
	for _, c := range []struct{ name, script, want, lacks string }{
		{
			"both streams", "toktee run --level minimal -- seq 1 300",
			`^1\n2\n(?s:.*)\n299\n300\ntoktee: a model gets \d+ of [\d,]+ tokens; ` +
				`toktee explain \d{12} prints its text\n$`, "lines left out",
		},
		{"not kept", "toktee run --no-store --level minimal -- seq 1 300",
			`\n300\ntoktee: a model gets \d+ of [\d,]+ tokens\n$`, ""},
		{"a small output", "toktee run -- seq 1 3", `^1\n2\n3\n$`, ""},
		{"a small saving", `toktee run -- printf '1%%\r2%%\r3%%\r\n'`, `^1%\r2%\r3%\r?\n$`, ""},
		{"a failure", "toktee run -- sh -c 'echo err >&2; exit 3'; echo $?", `^err\n3\n$`, ""},
		{"no line end at the end", "toktee run --level minimal -- sh -c 'seq 1 300; printf end'",
			`\n300\nend\ntoktee: a model gets `, ""},
		{"savings", "rm -r store; toktee run --level minimal -- seq 1 300; cat store/journal/*.jsonl",
			`"event":"whole"`, ""},
		{"a pipe", "toktee run --level minimal -- seq 1 300 | cat", `300\n… 300 lines left out`, "a model gets"},
		{"an agent", "GEMINI_CLI=1 toktee run --level minimal -- seq 1 300", `^… 300 lines left out`, "a model gets"},
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

// TestList: on a terminal, the list has a header, and columns that fit the width.
func TestList(t *testing.T) {
	dir := t.TempDir()
	onTerminal(t, dir, `mkdir -p shop; cd shop; toktee run -- seq 1 3000; toktee run -- sh -c 'exit 3'; `+
		`echo x | toktee summarize --tool WebFetch; kill='kill -9 $$'; toktee run -- sh -c "$kill"`, 120)
	const id, clock = `\d{12}  `, `\d\d:\d\d  `
	for _, c := range []struct {
		columns uint16
		script  string
		want    string
	}{
		{120, "NO_COLOR=1 toktee ls", `^ID            TIME   OUTCOME    RAW  SENT  SAVED  FOLDER  COMMAND\n` +
			id + clock + `SIGKILL +\d+ +\d+ +\d+%  ~/shop  sh -c 'kill -9 \$\$'\n` +
			id + clock + `unknown +\d+ +\d+ +\d+%  ~/shop  WebFetch\n` +
			id + clock + `exit 3 +\d+ +\d+ +\d+%  ~/shop  sh -c 'exit 3'\n` +
			id + clock + `passed +\d+,\d\d\d +\d+  +>99%  ~/shop  seq 1 3000\n$`},
		{60, "TERM=dumb toktee ls --limit 1", `^ID            TIME   OUTCOME  SAVED  COMMAND\n` +
			id + clock + `SIGKILL +\d+%  sh -c 'kill -9 \$\$'\n$`},
		{40, "NO_COLOR=1 toktee ls --limit 1", `^ID            OUTCOME  COMMAND\n` +
			id + `SIGKILL  sh -c 'kill -9 \$…\n$`},
		{120, "toktee ls --limit 1", `^\x1b\[2mID .*\x1b\[0m\n\x1b\[31m\d+  .*\x1b\[0m\n$`},
		{120, "toktee ls --limit 1 | cat", `^\d{12}  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d +\d+ → \d+ +\d+\.\d%  sh -c`},
		{120, "toktee ls --limit 1 --json", `^\{.*"folder":".*/shop"`},
	} {
		text := onTerminal(t, dir, c.script, c.columns)
		if !regexp.MustCompile(c.want).MatchString(text) {
			t.Errorf("%s in %d columns:\n%s\nwant %s", c.script, c.columns, text, c.want)
		}
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(line); n > int(c.columns)+1 && !strings.Contains(c.script, "json") &&
				!strings.Contains(line, "\x1b") {
				t.Errorf("%s in %d columns: a line of %d:\n%s", c.script, c.columns, n, line)
			}
		}
	}
}
