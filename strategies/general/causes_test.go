package general

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// printCauses returns the rows of the form of failed tests, each with its short form.
func printCauses(tests []report.Finding, lines map[int]string) string {
	for i := range tests {
		tests[i].At = i + 1
	}
	x := causesOf([]parsed{{Report: report.Report{Findings: tests, Outcome: strategies.Fail}}}, func(m map[int]string) {
		for n := range m {
			m[n] = lines[n]
		}
	})
	var sb strings.Builder
	for _, f := range x.facts {
		sb.WriteString(f.Text)
		if f.Short != "" {
			sb.WriteString(" | " + f.Short)
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

// failed returns n failed tests with the same message and place.
func failed(n int, name, message, file string, row int) (out []report.Finding) {
	for i := range n {
		out = append(out, report.Finding{Name: fmt.Sprintf(name, i), Message: message, File: file, Row: row})
	}
	return out
}

// Failed tests are grouped by message and place, by message alone, by messages with other values, and by place alone.
func TestCauses(t *testing.T) {
	tests := failed(7, "tests/test_native.py::test_%d", "TypeError: got 'NoneType'", "src/native.py", 79)
	tests = append(tests, report.Finding{Name: "lists", Message: "KeyError: 'frost'", File: "src/a.py", Row: 3},
		report.Finding{Name: "maps", Message: "KeyError: 'frost'", File: "src/b.py", Row: 5},
		report.Finding{Name: "night 3", Message: "expected 9 to equal 10", File: "test/a.js", Row: 4},
		report.Finding{Name: "night 5", Message: "expected 25 to equal 26", File: "test/a.js", Row: 8},
		report.Finding{Name: "night 7", Message: "expected 49 to equal 50", File: "test/b.js", Row: 9},
		report.Finding{Name: "alone", Message: "no such table", File: "src/db.py", Row: 7},
		report.Finding{Name: "silent"})
	tests = append(tests, failed(1, "one %d", "red is wrong", "test/page.js", 2)...)
	tests = append(tests, failed(1, "two %d", "a leaf is missing", "test/page.js", 2)...)
	tests = append(tests, failed(1, "three %d", "the title differs", "test/page.js", 2)...)
	want := `7 tests: TypeError: got 'NoneType', at src/native.py:79
 tests/test_native.py: test_0, test_1, test_2, test_3, test_4, test_5, test_6
3 tests, first: expected 9 to equal 10, at test/a.js:4 | 3 tests, first: expected 9 to equal 10
 night 3
 night 5 (:8): expected 25 to equal 26 |  night 5
 night 7 (test/b.js:9): expected 49 to equal 50 |  night 7
3 tests at test/page.js:2, first: red is wrong
 one 0
 two 0: a leaf is missing |  two 0
 three 0: the title differs |  three 0
2 tests: KeyError: 'frost', first at src/a.py:3 | 2 tests: KeyError: 'frost'
 lists
 maps (src/b.py:5) |  maps
alone: no such table, at src/db.py:7 | alone
silent
`
	if diff := cmp.Diff(want, printCauses(tests, nil)); diff != "" {
		t.Errorf("the form of the causes differs (-want +got):\n%s", diff)
	}
}

// A few failed tests are shown by their lines, and so are tests of which some aren't known.
func TestFewHaveNoForm(t *testing.T) {
	if got := printCauses(failed(minCauses-1, "t%d", "wrong", "a.py", 1), nil); got != "" {
		t.Errorf("%d failed tests have the form\n%s", minCauses-1, got)
	}
	if got := printCauses(failed(report.MaxFindings, "t%d", "wrong", "a.py", 1), nil); got != "" {
		t.Errorf("as many failed tests as a report keeps have the form\n%.200s", got)
	}
}

// Equal messages among many of one kind with other values are a coincidence.
func TestEqualValuesAreNoCause(t *testing.T) {
	var tests []report.Finding
	for i := range minCauses {
		message := fmt.Sprintf("expected %d to be 9", i/2*min(i, 3))
		tests = append(tests, report.Finding{Name: fmt.Sprint("t", i), Message: message})
	}
	got := printCauses(tests, nil)
	if !strings.HasPrefix(got, fmt.Sprintf("%d tests, first: expected 0 to be 9\n", minCauses)) {
		t.Errorf("messages of one kind have the form\n%s", got)
	}
}

// Names are shown as printed: whole, without what they share with their neighbours, with the colon at the end of the
// line, and once if several tests have the same name.
func TestNamesOfCauses(t *testing.T) {
	tests := failed(9, "t%d", "hook is missing", "a.js", 1)
	for i, name := range []string{
		`Page "before all" hook`, "test_total (cart.CartTest.test_total)", "test_tax (cart.tests.CartTest.test_tax)",
		"test_sum (cart.tests.CartTest.test_sum)", "tests/test_hooks.py::test_x[a::b]",
		"tests/test_hooks.py::test_x[c]",
		"RowsTest::testRow01", "RowsTest::testRow02", "same",
	} {
		tests[i].Name = name
	}
	tests = append(tests, tests[8], tests[8])
	want := `11 tests: hook is missing, at a.js:1
 Page "before all" hook:
 test_total (cart.CartTest.test_total), RowsTest::testRow01
 RowsTest::testRow02, same (3 times)
 cart.tests.CartTest: test_tax, test_sum
 tests/test_hooks.py: test_x[a::b], test_x[c]
`
	if diff := cmp.Diff(want, printCauses(tests, map[int]string{1: `  1) Page "before all" hook:`})); diff != "" {
		t.Errorf("the names differ (-want +got):\n%s", diff)
	}
}

// The lines of tests that the form has come after it. The first failure of a cause, and the name of the last failure,
// keep their rank.
func TestSettledLines(t *testing.T) {
	list := failures(12)
	for i := range list {
		list[i].Message = "connection refused"
	}
	reports := []parsed{{Report: report.Report{Findings: list, Outcome: strategies.Fail}}}
	x := causesOf(reports, func(map[int]string) {})
	byLine := roles(reports, x.settled)
	for _, tt := range []struct {
		line int
		want strategies.Rank
	}{
		{100, strategies.Critical}, {1, strategies.Critical}, {101, strategies.Context}, {11, strategies.Context},
		{111, strategies.Critical},
	} {
		if got := byLine[tt.line].rank; got != tt.want {
			t.Errorf("line %d has the rank %v, want %v", tt.line, got, tt.want)
		}
	}
	if r := byLine[111]; r.turn != lastSettled {
		t.Errorf("the last name has turn %d, want %d", r.turn, lastSettled)
	}
}
