package clean

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestContent(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a return inside a line moves nothing", "+one\rtwo\n-x\n", "+onetwo\n-x\n"},
		{"line ends stay line ends", "a\r\nb\r\n", "a\nb\n"},
		{"a return before a line end's return", "a\r\r\nb", "a\nb"},
		{"backspaces", "a.go:1:x\by", "a.go:1:xy"},
		{"colours go", "\x1b[31m+a\x1b[0m\r\n", "+a\n"},
		{"a return at the end", "a\r", "a"},
		{"plain", "a\nb\n", "a\nb\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, string(Content([]byte(tt.in)))); diff != "" {
				t.Errorf("Content(%q) mismatch (-want +got):\n%s", tt.in, diff)
			}
		})
	}
}

// TestContentWriter holds that writes give what the whole gives, however they are cut.
func TestContentWriter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{"a", "\r", "\n", "\r\n", "\b", "\x1b[31m", "+line", "é"})
		parts := rapid.SliceOf(part).Draw(t, "parts")
		var whole, out bytes.Buffer
		w := NewContentWriter(&out)
		for _, p := range parts {
			whole.WriteString(p)
			if _, err := w.Write([]byte(p)); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(Content(whole.Bytes())), out.String()); diff != "" {
			t.Fatalf("%q: whole against parts (-want +got):\n%s", whole.String(), diff)
		}
	})
}
