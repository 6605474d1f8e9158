package score

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/result"
)

func span(first, last int) [2]int { return [2]int{first, last} }

func gap(kind string, n int, lines [2]int) result.Omission {
	return result.Omission{Kind: kind, Count: n, Lines: lines}
}

func TestAccount(t *testing.T) {
	for _, test := range []struct {
		name      string
		shown     [][2]int
		omissions []result.Omission
		total     int
		want      string // part of the error, "" for none
	}{
		{"all shown", [][2]int{span(1, 3)}, nil, 3, ""},
		{"nothing there", nil, nil, 0, ""},
		{"in turns", [][2]int{span(1, 2), span(5, 5)},
			[]result.Omission{gap("line", 2, span(3, 4)), gap("match", 1, span(6, 9))}, 9, ""},
		{"what the caller had cut", [][2]int{span(1, 3)}, []result.Omission{{Kind: "line", Count: 80}}, 3, ""},
		{"a hole", [][2]int{span(1, 2), span(5, 5)}, nil, 5, "lines 3-4 of 5 are neither"},
		{"twice", [][2]int{span(1, 2)}, []result.Omission{gap("line", 2, span(2, 3))}, 3,
			"line 2 is accounted for twice"},
		{"too few", [][2]int{span(1, 2)}, nil, 3, "2 lines are accounted for, the text has 3"},
		{"too many", [][2]int{span(1, 4)}, nil, 3, "4 lines are accounted for, the text has 3"},
		{"empty range", [][2]int{span(2, 1)}, nil, 3, "range 2-1 is empty"},
		{"miscounted", nil, []result.Omission{gap("line", 2, span(1, 3))}, 3, "an omission of 2 lines spans 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := account(test.shown, test.omissions, test.total)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("account: %v, want %q", err, test.want)
			}
		})
	}
}

func TestMissingLine(t *testing.T) {
	b := [][2]int{span(2, 4), span(5, 6), span(9, 9)}
	for _, test := range []struct {
		a    [][2]int
		line int // 0 for none
	}{
		{nil, 0}, {[][2]int{span(2, 6)}, 0}, {[][2]int{span(3, 3), span(9, 9)}, 0},
		{[][2]int{span(1, 2)}, 1}, {[][2]int{span(4, 7)}, 7}, {[][2]int{span(10, 10)}, 10},
	} {
		if line, missing := missingLine(test.a, b); line != test.line || missing != (test.line > 0) {
			t.Errorf("missingLine(%v) = %d, %t, want %d", test.a, line, missing, test.line)
		}
	}
}

func TestInvented(t *testing.T) {
	code := 3
	c := corpus.Case{Command: "head -n 40", ExitCode: &code}
	tr := Truth{
		Case: &c, Clean: "a 100 mark\nabcdefgh 7\na\tb\n", lines: 3,
		numbers: map[string]bool{"100": true, "7": true, "40": true},
	}
	for _, test := range []struct{ name, text, want string }{
		{"as it stands", "a 100 mark", ""},
		{"of the call", "the first 40 lines", ""},
		{"exit code", "exit 3", ""},
		{"part of a number", "a 10 mark", "10"},
		{"data", "12 failed", ""},
		{"details", "5 in a.go", ""},
		{"omission", "… 11 lines (60-70)", ""},
		{"missing of a line", "abcd …+6 bytes", ""},
		{"missing of a line with its middle", "a…ef …+7 bytes", ""},
		{"missing of a line without its start", "…ef …+4 bytes", ""},
		{"more than is missing of a line", "…ef …+9 bytes", "9"},
		{"missing of a line that isn't there", "axcd …+6 bytes", "6"},
		{"misstated of a line", "abcd …+8 bytes", "8"},
		{"lines that start alike", "2 starts with a", ""},
		{"out of thin air", "13 failed", "13"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := Output{Text: test.text, Details: []byte(`{"n":5}`), Metadata: result.Metadata{
				Data: map[string]int64{"failed": 12}, Omissions: []result.Omission{gap("line", 11, span(60, 70))},
			}}
			if got, _ := tr.invented(&out); got != test.want {
				t.Errorf("invented(%q) = %q, want %q", test.text, got, test.want)
			}
		})
	}
}

func TestDirt(t *testing.T) {
	for _, s := range []string{"a\tb\nc", "", "é…\ufffd", "\u00a0"} {
		if at, what := dirt(s); what != "" {
			t.Errorf("dirt(%q) = %d, %s, want none", s, at, what)
		}
	}
	for s, want := range map[string]int{"ab\r\n": 2, "\x00": 0, "a\x7f": 1, "é\u0085": 2, "x\xff": 1, "\x1b[m": 0} {
		if at, what := dirt(s); what == "" || at != want {
			t.Errorf("dirt(%q) = %d, %q, want %d", s, at, what, want)
		}
	}
}
