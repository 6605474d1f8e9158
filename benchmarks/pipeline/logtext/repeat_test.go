package logtext

import (
	"bytes"
	"strings"
	"testing"
)

// The first copy is as captured; in others a number has other digits, the same everywhere.
func TestRepeat(t *testing.T) {
	captured := "\x1b[31;1m2026-03-02 src/a.go:1234567890: 0 failed\x1b[0m\nagain: 1234567890"
	const size = 4000
	logs := [][]byte{[]byte("first log\n"), []byte(captured)}
	var b bytes.Buffer
	text, err := Repeat(&b, size, logs)
	if err != nil {
		t.Fatal(err)
	}
	s := b.String()
	if !strings.HasPrefix(s, "first log\n"+captured+"\nfirst log\n\x1b[31;1m2") {
		t.Errorf("the text begins with %q", s[:150])
	}
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	if text.Bytes != int64(len(s)) || text.Bytes < size || text.Lines != int64(len(lines)) {
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
	if _, err := Repeat(&second, size, logs); err != nil || second.String() != s {
		t.Errorf("another text the second time, error %v", err)
	}
}

func TestRepeatNothing(t *testing.T) {
	var b bytes.Buffer
	if text, err := Repeat(&b, 10, nil); err != nil || text != (Text{}) {
		t.Errorf("%+v, error %v", text, err)
	}
}
