package logtext

import (
	"bytes"
	"strings"
	"testing"
)

// The first copy is as captured; in others a number has other digits, the same everywhere.
func TestCopies(t *testing.T) {
	captured := "\x1b[31;1m2026-03-02 src/a.go:1234567890: 0 failed\x1b[0m\nagain: 1234567890"
	o := Options{Size: 4000, Captured: [][]byte{[]byte("first log\n"), []byte(captured)}}
	var b bytes.Buffer
	text, err := Write(&b, o)
	if err != nil {
		t.Fatal(err)
	}
	s := b.String()
	if !strings.HasPrefix(s, "first log\n"+captured+"\nfirst log\n\x1b[31;1m2") {
		t.Errorf("the text begins with %q", s[:150])
	}
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	if text.Bytes != int64(len(s)) || text.Bytes < o.Size || text.Lines != int64(len(lines)) {
		t.Errorf("%d bytes in %d lines are told of %d in %d", text.Bytes, text.Lines, len(s), len(lines))
	}
	numbers := map[string]bool{}
	for i, l := range lines {
		_, number, ok := strings.Cut(l, "again: ")
		if !ok {
			continue
		}
		if !strings.Contains(lines[i-1], "a.go:"+number+": 0 failed\x1b[0m") || number[0] != '1' || len(number) != 10 {
			t.Errorf("the number %s follows %q", number, lines[i-1])
		}
		numbers[number] = true
	}
	if copies := strings.Count(s, "again: "); copies < 30 || len(numbers) != copies {
		t.Errorf("%d numbers in %d copies", len(numbers), copies)
	}
	var second bytes.Buffer
	if _, err := Write(&second, o); err != nil || second.String() != s {
		t.Errorf("another text the second time, error %v", err)
	}
	if string(o.Captured[1]) != captured {
		t.Error("the captured log itself was changed")
	}
}

// Planted lines stay as they are, once, at half of the text and at its end.
func TestPlanted(t *testing.T) {
	o := Options{
		Size: 10_000, Captured: [][]byte{[]byte("a line 123456\n")},
		Middle: []string{"planted 4815162342", "with a second line"}, End: []string{"the end 4815162342"},
	}
	var b bytes.Buffer
	text, err := Write(&b, o)
	if err != nil {
		t.Fatal(err)
	}
	at := float64(strings.Index(b.String(), "planted 4815162342\nwith a second line\n")) / float64(b.Len())
	if at < 0.49 || at > 0.51 || strings.Count(b.String(), "planted") != 1 {
		t.Errorf("the middle is at %.2f", at)
	}
	if !strings.HasSuffix(b.String(), "\nthe end 4815162342\n") {
		t.Errorf("the text ends with %q", b.String()[b.Len()-50:])
	}
	if n := int64(strings.Count(b.String(), "\n")); text.Lines != n {
		t.Errorf("%d lines are told of %d", text.Lines, n)
	}
}
