package hook_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNewerNotes has a session's file to which a newer toktee has added kinds of notes, and fields of those that are
// known. What is known still counts.
func TestNewerNotes(t *testing.T) {
	r := newRig(t, "claude")
	if r.answer(t, bash("s", "./build", lines(900, "step"))) == "" {
		t.Fatal("no answer")
	}
	files, _ := filepath.Glob(filepath.Join(r.env["TOKTEE_STORE"], "hooks", "*.jsonl"))
	if len(files) != 1 {
		t.Fatalf("files of sessions: %v", files)
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	text := `{"what":"moved","to":{"a":[1]}}` + "\n" + `{"what":["given"],"v":2}` + "\n" +
		strings.ReplaceAll(string(b), `{"what":"given"`, `{"what":"given","labels":{"a":[1]}`)
	if err := os.WriteFile(files[0], []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out := r.answer(t, `{"hook_event_name":"SessionStart","source":"compact","session_id":"s"}`)
	if !strings.Contains(out, "./build: ") {
		t.Errorf("the new context is told %q", out)
	}
	if after, err := os.ReadFile(files[0]); err != nil || !strings.HasPrefix(string(after), text) {
		t.Errorf("the file has lost notes: %v\n%s", err, after)
	}
}
