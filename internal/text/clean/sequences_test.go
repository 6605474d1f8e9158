package clean

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSequences(t *testing.T) {
	tests := []struct {
		name, line string
		want       []string
	}{
		{"none", "plain \ttext", nil},
		{"colours", "a\x1b[31mb\x1b[0mc\u009b1m", []string{"\x1b[31m", "\x1b[0m", "\u009b1m"}},
		{"a link", "\x1b]8;;http://a\x1b\\b\x1b]8;;\a", []string{"\x1b]8;;http://a\x1b\\", "\x1b]8;;\a"}},
		{"a colour ends a string", "\x1b]8;;x\x1b[31mb", []string{"\x1b]8;;x", "\x1b[31m"}},
		{"cut off", "a\x1b[3", []string{"\x1b[3"}},
		{"an escape alone", "a\x1b", []string{"\x1b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			Sequences([]byte(tt.line), func(a, b int) { got = append(got, tt.line[a:b]) })
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("mismatch (-want +got):\n%s", d)
			}
		})
	}
}

// A line in which nothing is written over is the clean form of what lies between its sequences.
func TestSequencesAreWhatIsRemoved(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		"a", "é", "世", "\xe2", "\x82", "\x1b[31m", "\x1b[1;38;5;7m", "\x1b]8;;", "\x1b", "[", "m", ";",
		"\a", "\x1b\\", "\u009d",
		"0", "\u009b", "P", "\x18", "\x00", "\u202e", "\t", " ", "\x1b(B", "\xc2", "\x9c",
	})
	rapid.Check(t, func(t *rapid.T) {
		line := []byte{}
		for _, p := range rapid.SliceOf(piece).Draw(t, "pieces") {
			line = append(line, p...)
		}
		var got []byte
		at := 0
		Sequences(line, func(a, b int) {
			if a < at || b <= a || b > len(line) {
				t.Fatalf("sequence %d:%d after %d", a, b, at)
			}
			got = append(got, Bytes(line[at:a])...)
			at = b
		})
		got = append(got, Bytes(line[at:])...)
		if want := Bytes(line); !bytes.Equal(got, want) {
			t.Fatalf("%q: between its sequences is %q, clean is %q", line, got, want)
		}
	})
}
