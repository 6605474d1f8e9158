package wire

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPairSurrogates(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"no escapes", `{"a":"ü"}`, `{"a":"ü"}`},
		{"a pair", `"\ud83d\ude00"`, `"\ud83d\ude00"`},
		{"a pair in capitals", `"\uD83D\uDE00"`, `"\uD83D\uDE00"`},
		{"a high half alone", `"\ud83d"`, `"\ufffd"`},
		{"a low half alone", `"\ude00 x"`, `"\ufffd x"`},
		{"two high halves", `"\ud83d\ud83d\ude00"`, `"\ufffd\ud83d\ude00"`},
		{"halves in the wrong order", `"\ude00\ud83d"`, `"\ufffd\ufffd"`},
		{"an escaped backslash", `"\\ud83d"`, `"\\ud83d"`},
		{"other escapes", `"\n\u00fc\u2028\"\\"`, `"\n\u00fc\u2028\"\\"`},
		{"a half before the end", `"\ud83d\n"`, `"\ufffd\n"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := pairSurrogates(tt.src); got != tt.want {
				t.Errorf("pairSurrogates(%s) = %s, want %s", tt.src, got, tt.want)
			}
		})
	}
}

// TestCallIDs checks that ids which a provider refuses are always replaced by the same ones, and by none that is taken.
func TestCallIDs(t *testing.T) {
	long := strings.Repeat("a", 41)
	ids := []string{"toolu_1", "functions.read:0", long, "call_c216cab2de2e56d547b4e634"}
	var entries []Entry
	for _, id := range ids {
		entries = append(entries, Entry{Kind: KindCall, Call: &Call{ID: id}})
	}
	want := map[string]string{
		"toolu_1": "toolu_1", "call_c216cab2de2e56d547b4e634": "call_c216cab2de2e56d547b4e634",
		"functions.read:0": "call_c216cab2de2e56d547b4e634x", // its hash is the id before
		long:               long,
	}
	if diff := cmp.Diff(want, callIDs(entries, maxID)); diff != "" {
		t.Errorf("ids of up to %d characters mismatch (-want +got):\n%s", maxID, diff)
	}
	if id := callIDs(entries, maxChatID)[long]; !strings.HasPrefix(id, "call_") || !isPlainID(id, maxChatID) {
		t.Errorf("an id of 41 characters becomes %q", id)
	}
}

func TestToolName(t *testing.T) {
	for name, want := range map[string]string{
		"read": "read", "functions.read": "functions_read", "": "unknown", "größe": "gr__e",
		strings.Repeat("x", 70): strings.Repeat("x", 64),
	} {
		if got := toolName(name); got != want {
			t.Errorf("toolName(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestEncodeEach checks that what can't be encoded leaves a message that no provider takes.
func TestEncodeEach(t *testing.T) {
	got := EncodeEach([]any{map[string]string{"a": "<&>"}, func() {}})
	var texts []string
	for _, m := range got {
		texts = append(texts, string(m))
	}
	if diff := cmp.Diff([]string{`{"a":"<&>"}`, "null"}, texts); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
}
