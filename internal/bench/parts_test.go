package bench

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLost(t *testing.T) {
	facts := [][]string{{"one"}, {"two", "2"}, {"three", "3"}, {"four"}}
	if diff := cmp.Diff([]int{2, 3}, Lost(facts, "one 2 fou")); diff != "" {
		t.Errorf("Lost mismatch (-want +got):\n%s", diff)
	}
	if got := Lost(nil, ""); got != nil {
		t.Errorf("Lost without facts = %v, want none", got)
	}
}

func TestAccount(t *testing.T) {
	for _, test := range []struct {
		name      string
		shown     []Range
		omissions []Omission
		total     int
		want      string // part of the error, "" for none
	}{
		{"all shown", []Range{{1, 3}}, nil, 3, ""},
		{"nothing there", nil, nil, 0, ""},
		{"in turns", []Range{{1, 2}, {5, 5}}, []Omission{{"line", 2, Range{3, 4}}, {"match", 1, Range{6, 9}}}, 9, ""},
		{"what the caller had cut", []Range{{1, 3}}, []Omission{{Kind: "line", Count: 80}}, 3, ""},
		{"a hole", []Range{{1, 2}, {5, 5}}, nil, 5, "lines 3-4 of 5 are neither"},
		{"twice", []Range{{1, 2}}, []Omission{{"line", 2, Range{2, 3}}}, 3, "line 2 is accounted for twice"},
		{"too few", []Range{{1, 2}}, nil, 3, "2 lines are accounted for, the text has 3"},
		{"too many", []Range{{1, 4}}, nil, 3, "4 lines are accounted for, the text has 3"},
		{"empty range", []Range{{2, 1}}, nil, 3, "range 2-1 is empty"},
		{"miscounted", nil, []Omission{{"line", 2, Range{1, 3}}}, 3, "an omission of 2 lines spans 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := account(test.shown, test.omissions, test.total)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("account: %v, want %q", err, test.want)
			}
		})
	}
}

func TestWithin(t *testing.T) {
	b := []Range{{2, 4}, {5, 6}, {9, 9}}
	for _, test := range []struct {
		a    []Range
		line int
		ok   bool
	}{
		{nil, 0, true}, {[]Range{{2, 6}}, 0, true}, {[]Range{{3, 3}, {9, 9}}, 0, true},
		{[]Range{{1, 2}}, 1, false}, {[]Range{{4, 7}}, 7, false}, {[]Range{{10, 10}}, 10, false},
	} {
		if line, ok := within(test.a, b); line != test.line || ok != test.ok {
			t.Errorf("within(%v) = %d, %t, want %d, %t", test.a, line, ok, test.line, test.ok)
		}
	}
}

func TestFailedCommand(t *testing.T) {
	for _, test := range []struct {
		tool, command string
		code          int
		want          bool
	}{
		{"exec", "make", 0, false},
		{"exec", "make", 1, true},
		{"exec", "grep -rn x .", 1, false},
		{"exec", "grep -rn x .", 2, true},
		{"exec", "cd src && /usr/bin/rg x", 1, false},
		{"exec", "cat f|grep x", 1, false},
		{"exec", "git diff --exit-code", 1, false},
		{"exec", "git push", 1, true},
		{"exec", "egrepish x", 1, true},
		{"exec", "go test ./...", 1, true},
		{"exec", "cd api && npm test", 1, true},
		{"exec", "test -f go.mod", 1, false},
		{"exec", "cd api&&test -f go.mod", 1, false},
		{"exec", "if ! test -f go.mod; then exit 1; fi", 1, false},
		{"Grep", "", 1, false},
		{"Read", "", 1, true},
	} {
		c := Case{Tool: test.tool, Command: test.command, ExitCode: &test.code}
		if got := c.failed(); got != test.want {
			t.Errorf("failed(%s %q, %d) = %t, want %t", test.tool, test.command, test.code, got, test.want)
		}
	}
	if (&Case{Command: "make"}).failed() {
		t.Error("failed without an exit code, want false")
	}
}

func TestInvented(t *testing.T) {
	code := 3
	c := Case{Command: "head -n 40", ExitCode: &code}
	tr := truth{c: &c, clean: "a 100 mark\nabcdefgh 7\na\tb\n", lines: 3, numbers: map[string]bool{"100": true, "7": true, "40": true}}
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
			out := Output{Text: test.text, Data: map[string]int64{"failed": 12}, Details: []byte(`{"n":5}`),
				Omissions: []Omission{{"line", 11, Range{60, 70}}}}
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
