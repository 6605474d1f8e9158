package score

import (
	"testing"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/result"
)

func TestPlaces(t *testing.T) {
	tr := &Truth{Case: &corpus.Case{Command: "make -C sub/dir", Path: "lib/model.rb"}, Clean: "src/a.go:12: bad\n" +
		"  File \"app/views.py\", line 7, in get\nlib/b.ts\n  14:3  error  no\n{\"exports\":{\"./tool\":1}}\n" +
		"      30→end\n"}
	for _, test := range []struct {
		text string
		ok   bool
	}{
		{"src/a.go:12: bad", true},
		{"src/a.go:13: bad", false},
		{"app/views.py:7", true},
		{"app/views.py:70", false},
		{"lib/b.ts:14", true},
		{"lib/b.ts:15", false},
		{"model.rb:30", true},
		{"src/b.go", false},
		{"sub/dir", true},
		{"exports../tool", true},
		{"imports../tool", false},
		{"see src/a.go.", true},
	} {
		_, path := tr.strangePath(test.text)
		_, place := tr.strangePlace(test.text)
		if (path || place) == test.ok {
			t.Errorf("%q: a strange path: %v, a strange place: %v; want it to be fine: %v", test.text, path, place,
				test.ok)
		}
	}
}

func TestUndeclaredGap(t *testing.T) {
	tr := &Truth{Case: &corpus.Case{}, Clean: "… 99 lines\n"}
	omissions := []result.Omission{gap("line", 12, span(5, 16)), gap("match", 1, span(20, 20))}
	for text, want := range map[string]bool{
		"a\n… 12 lines\nb":           true,
		"… 12 lines (5-16)":          true,
		"… 1 line (20)":              true,
		"… 99 lines":                 true, // the output's own words
		"… 13 lines":                 false,
		"… 12 lines (6-17)":          false,
		"there are … 13 lines to go": true, // no marker
	} {
		out := &Output{Text: text, Metadata: result.Metadata{Omissions: omissions}}
		if _, undeclared := tr.undeclaredGap(out); undeclared == want {
			t.Errorf("%q agrees: %v, want %v", text, !undeclared, want)
		}
	}
}

// TestMisplaced: the lines of a file that omissions claim are as many, as far down, and numbered as in the output.
func TestMisplaced(t *testing.T) {
	in := func(first, last, from, to int) result.Omission {
		o := gap("line", last-first+1, span(first, last))
		o.FileLines = span(from, to)
		return o
	}
	plain := "a\nb\nc\nd\n"
	numbered := "  41→a\n  42→b\n  43→c\n  44→d\n"
	for _, test := range []struct {
		name, clean string
		omissions   []result.Omission
		ok          bool
	}{
		{"without a file", plain, []result.Omission{gap("line", 2, span(1, 2))}, true},
		{"in a file", plain, []result.Omission{in(1, 1, 41, 41), in(3, 4, 43, 44)}, true},
		{"other lengths", plain, []result.Omission{in(3, 4, 43, 45)}, false},
		{"other distances", plain, []result.Omission{in(1, 1, 41, 41), in(3, 4, 44, 45)}, false},
		{"as numbered", numbered, []result.Omission{in(1, 2, 41, 42)}, true},
		{"otherwise than numbered", numbered, []result.Omission{in(1, 2, 40, 41)}, false},
	} {
		tr := &Truth{Case: &corpus.Case{}, Clean: test.clean, lines: countLines(test.clean)}
		if err := tr.misplaced(test.omissions); (err == nil) != test.ok {
			t.Errorf("%s: error %v, want it to be fine: %v", test.name, err, test.ok)
		}
	}
}
