package parse

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCutPlace(t *testing.T) {
	tests := []struct {
		line string
		want Place
		rest string
		ok   bool
	}{
		{"a/b.go:12:3: text", Place{"a/b.go", 12, 3}, "text", true},
		{"a.c:12: text", Place{"a.c", 12, 0}, "text", true},
		{"a.ts(12,3): text", Place{"a.ts", 12, 3}, "text", true},
		{`C:\src\a.cs(4): text`, Place{`C:\src\a.cs`, 4, 0}, "text", true},
		{"a.rb:3:14-21: text", Place{"a.rb", 3, 14}, "text", true},
		{"a.go:12:3", Place{"a.go", 12, 3}, "", true},
		{"a.vala:10.11-10.18: text", Place{"a.vala", 10, 11}, "text", true},
		{"a.y:10.11-18: text", Place{"a.y", 10, 11}, "text", true},
		{"a.xml:2.9: text", Place{"a.xml", 2, 9}, "text", true},
		{"note: a.go:12", Place{}, "note: a.go:12", false},
		{"10:12:30 started", Place{}, "10:12:30 started", false},
		{"http://a.b/c:80: text", Place{}, "http://a.b/c:80: text", false},
		{"a.go: text", Place{}, "a.go: text", false},
		{"", Place{}, "", false},
	}
	for _, tt := range tests {
		got, rest, ok := CutPlace(tt.line)
		if diff := cmp.Diff(tt.want, got); diff != "" || rest != tt.rest || ok != tt.ok {
			t.Errorf("CutPlace(%q) = %v, %q, %v, want %v, %q, %v", tt.line, got, rest, ok, tt.want, tt.rest, tt.ok)
		}
	}
}

func TestNumbers(t *testing.T) {
	if n, rest, ok := CutNumber("12345678901 x"); n != 123456789 || rest != "01 x" || !ok {
		t.Errorf("CutNumber takes %d, %q, %v, want nine digits", n, rest, ok)
	}
	for _, s := range []string{"", "x 1", "-1", " 1"} {
		if n, rest, ok := CutNumber(s); n != 0 || rest != s || ok {
			t.Errorf("CutNumber(%q) = %d, %q, %v, want no number", s, n, rest, ok)
		}
	}
	if n, ok := NumberAfter("Tests run: 5, Failures: 1", "Failures: "); n != 1 || !ok {
		t.Errorf("NumberAfter = %d, %v, want 1", n, ok)
	}
	if n, ok := NumberAfter("Failures: none", "Failures: "); n != 0 || ok {
		t.Errorf("NumberAfter = %d, %v, want none", n, ok)
	}
	want := map[string]int64{"failed": 2, "passed": 14, "skipped": 1}
	if diff := cmp.Diff(want, WordCounts("2 failed, 14 passed, 1 skipped, in 3.2s")); diff != "" {
		t.Errorf("WordCounts (-want +got):\n%s", diff)
	}
	got := map[string]int64{}
	EachCount("Tests  1 failed | 2 skipped | 4 passed (7)", func(n int64, word string) { got[word] += n })
	if diff := cmp.Diff(map[string]int64{"failed": 1, "skipped": 2, "passed": 4}, got); diff != "" {
		t.Errorf("EachCount (-want +got):\n%s", diff)
	}
}

func TestRuled(t *testing.T) {
	titles := map[string]string{"==== FAILURES ====": "FAILURES", "=========": "", "___ TestA.test_b ___": "none"}
	for line, want := range titles {
		title, ok := Ruled(line, '=')
		if !ok {
			title = "none"
		}
		if title != want {
			t.Errorf("Ruled(%q) = %q, want %q", line, title, want)
		}
	}
}
