package provenance

import (
	"testing"

	"github.com/toktee/toktee/result"
)

const output = `checking 3 files
src/a.x:1:5
Error: alpha is missing
src/b.x:2:5
Error: bravo is missing
lib/c.x:3: warning: charlie is old
export AUTH=0fda09ce1b59a618c8b0 MODE=fast
`

// TestCheck: each kind of line, with its proof or the reason why there is none.
func TestCheck(t *testing.T) {
	source := func(composed bool, lines ...[2]int) []result.Source {
		return []result.Source{{Text: [2]int{1, 1}, Lines: lines, Composed: composed}}
	}
	tests := []struct {
		name, text string
		sources    []result.Source
		want       Kind
	}{
		{"a line", "lib/c.x:3: warning: charlie is old", source(false, [2]int{6, 6}), Own},
		{"a cut line", "lib/c.x:3: warning …+14 bytes", source(false, [2]int{6, 6}), Own},
		{"a masked line", "export AUTH=[token 2] MODE=fast", source(false, [2]int{7, 7}), Own},
		{"another line with a mask", "export AUTH=[token] MODE=slow", source(false, [2]int{7, 7}), Unproved},
		{"a numbered line", "12→src/a.x:1:5", source(false, [2]int{2, 2}), Own},
		{"another line", "checking 3 files", source(false, [2]int{6, 6}), Unproved},
		{"a line that isn't there", "checking 3 files", source(false, [2]int{9, 9}), Unproved},
		{"a place and its message", "src/a.x:1:5: Error: alpha is missing", source(true, [2]int{2, 3}), Composed},
		{"the message of another place", "src/a.x:1:5: Error: bravo is missing",
			source(true, [2]int{2, 2}, [2]int{5, 5}), Unproved},
		{"a place across another place", "src/a.x:1:5: Error: bravo is missing", source(true, [2]int{2, 5}), Unproved},
		{"a place before its message", "lib/c.x:3 charlie is old", source(true, [2]int{6, 6}), Composed},
		{"an invented word", "src/a.x:1:5: Error: alpha is broken", source(true, [2]int{2, 3}), Unproved},
		{"a number that is no count", "src/a.x:17", source(true, [2]int{2, 3}), Unproved},
		{"a fold", "Error: alpha is missing (2 times)", source(true, [2]int{3, 3}), Composed},
		{"a folder with some of its entries", "src/ 1 of 2: a.x", source(true, [2]int{2, 4}), Composed},
		{"a status line", "exit 1", nil, Statement},
		{"the same inputs", "same inputs as 14:02, same 2 failures, 5 runs without an edit", nil, Statement},
		{"the same inputs as yesterday", "same inputs as 24 Nov 14:02: 1 failure gone, 2 the same", nil, Statement},
		{"the same inputs as last year", "same inputs as 24 Nov 2025 14:02, failed then", nil, Statement},
		{"a history of last year", "history: red since 28 Nov 2025, in 4 runs", nil, Statement},
		{"the same inputs and more", "same inputs as 14:02, so all is well", nil, Unproved},
		{"a run that wasn't repeated", "not run: same inputs as 14:02", nil, Statement},
		{"a gap", "… 12 lines (3-14)", nil, Statement},
		{"a verdict", "go: 2 failed, 14 passed", nil, Statement},
		{"a heading", "lib/c.x:", nil, Statement},
		{"a line without a source", "all is well", nil, Unproved},
	}
	for _, tt := range tests {
		got := Check(output, "", tt.text, tt.sources)
		if len(got) != 1 || got[0].Kind != tt.want {
			t.Errorf("%s: %+v, want kind %s", tt.name, got, tt.want)
		}
	}
}

// TestCheckSkipsBlankLines: they need no proof.
func TestCheckSkipsBlankLines(t *testing.T) {
	if got := Check(output, "", "\n \n", nil); len(got) != 0 {
		t.Errorf("%d lines, want none", len(got))
	}
}
