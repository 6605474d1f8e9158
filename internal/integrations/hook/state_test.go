package hook_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func lines(n int, of string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s %s %s %s\n", word(i*7919), of, word(i*i*31+5), word(i*104729+77))
	}
	return b.String()
}

// word is a word without digits, another one for each number.
func word(n int) string {
	var b strings.Builder
	for n += 1000; n > 0; n /= 26 {
		b.WriteByte(byte('a' + n%26))
	}
	return b.String()
}

// TestCompacted: a new context is reminded of what was kept, and a call that was answered in full before is answered in
// full again.
func TestCompacted(t *testing.T) {
	r := newRig(t, "claude")
	start := `{"hook_event_name":"SessionStart","source":"%s","session_id":"s"}`
	if out := r.answer(t, fmt.Sprintf(start, "compact")); out != "" {
		t.Errorf("nothing was kept, but: %s", out)
	}
	first := r.answer(t, bash("s", "./build", lines(900, "step")))
	if first == "" {
		t.Fatal("no answer")
	}
	if out := r.answer(t, fmt.Sprintf(start, "resume")); out != "" {
		t.Errorf("a start that is no compaction: %s", out)
	}
	out := r.answer(t, fmt.Sprintf(start, "compact"))
	if !strings.Contains(out, "./build: ") || !strings.Contains(out, `"hookEventName":"SessionStart"`) {
		t.Errorf("the new context is told %q", out)
	}
	for i := range 50 {
		r.answer(t, bash("s", fmt.Sprint("./build ", i), lines(400, fmt.Sprint("part", i))))
	}
	if out := r.answer(t, fmt.Sprintf(start, "compact")); strings.Count(out, `\n`) > 25 || len(out) > 10000 {
		t.Errorf("the index has %d lines, %d bytes", strings.Count(out, `\n`), len(out))
	}
	if out := r.answer(t, `{"hook_event_name":"SessionStart","source":"compact","session_id":"other"}`); out != "" {
		t.Errorf("another session is told %q", out)
	}
}

// TestRegret: a kind of output that is asked for again gets more room, for the session alone, and the file says why.
func TestRegret(t *testing.T) {
	out := lines(900, "step")
	show := func(answer string) string {
		_, id, _ := strings.Cut(answer, ": toktee show ")
		return "toktee show " + id[:12] + " --lines 5:9"
	}
	r := newRig(t, "claude")
	first := r.answer(t, bash("s", "make build", out))
	r.answer(t, bash("s", show(first), lines(400, "line")))
	second := r.answer(t, bash("s", "make build", out+"done\n"))
	third := r.answer(t, bash("s", "make build", out+"done\n"))
	fourth := r.answer(t, bash("s", "make build", out+"done again\n"))
	if len(second) < 2*len(first) || fourth != "" { // it is whole
		t.Errorf("%d, %d, %d, %d bytes", len(first), len(second), len(third), len(fourth))
	}
	if other := r.answer(t, bash("other", "make build", out+"x\n")); len(other) > 2*len(first) {
		t.Errorf("another session got %d bytes", len(other))
	}
	if other := r.answer(t, bash("s", "make deploy", out)); len(other) > 2*len(first) {
		t.Errorf("another kind got %d bytes", len(other))
	}
	files, _ := filepath.Glob(filepath.Join(r.env["TOKTEE_STORE"], "hooks", "*"))
	notes := ""
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		notes += string(b)
	}
	if strings.Count(notes, `{"what":"again"`) != 2 {
		t.Error(notes)
	}
}

// TestTail: Gemini CLI reads the text from a file, and asks about that call too.
func TestTail(t *testing.T) {
	r := newRig(t, "gemini")
	in := `{"session_id":"s","transcript_path":"$HOME/.gemini/tmp/project/chats/x.jsonl",` +
		`"hook_event_name":"AfterTool","tool_name":%q,"tool_input":{"command":"x","file_path":%q},` +
		`"tool_response":{"llmContent":%q}}`
	printed := "Output: " + strings.TrimSpace(lines(2000, "step")) + "\nExit Code: 3\nProcess Group PGID: 9"
	r.answer(t, fmt.Sprintf(in, "run_shell_command", "", printed))
	files, _ := filepath.Glob(filepath.Join(r.home, ".gemini/tmp/project/toktee-result-*"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	text, err := os.ReadFile(files[0])
	if err != nil || !strings.HasPrefix(string(text), "exit 3\n") {
		t.Errorf("%v\n%s", err, text)
	}
	if out := r.answer(t, fmt.Sprintf(in, "read_file", files[0], lines(900, "x"))); out != "" {
		t.Errorf("asked about its own call, it answers %s", out)
	}
	if _, err := os.Stat(files[0]); err == nil {
		t.Error("the file is still there")
	}
}

// TestShortTwice: what a shim has shortened isn't shortened again, unless much else is printed beside it.
func TestShortTwice(t *testing.T) {
	r := newRig(t, "claude")
	r.keep(t, "401882137095")
	out := lines(60, "step") + "… 900 lines left out: toktee show 401882137095\nrc 2\n"
	if got := r.answer(t, bash("s", "cd . && make; echo rc $?", out)); got != "" {
		t.Errorf("shortened again: %s", got)
	}
	if got := r.answer(t, bash("s", "make; cat log", out+lines(900, "log"))); !strings.Contains(got, "toktee show") {
		t.Errorf("much beside it: %.200s", got)
	}
}
