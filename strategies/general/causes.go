package general

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Many failed tests are shown by their causes, before the output's own lines:
//
//	24 tests: TypeError: string argument expected, got 'NoneType', at src/jinja2/nativetypes.py:79
//	 tests/test_nativetypes.py: test_undefined_native_return, test_single_variable, test_loops,
//	 test_loop_look_alike
//	3 tests, first: assert 9 == 10, at tests/test_nights.py:16
//	 test_night_03
//	 test_night_05 (:22): assert 25 == 26
//	test_winter: KeyError: 'frost', at src/season.py:8
//
// The message and the place are those that the program's report has for each test. Tests are grouped by what these
// have in common, never by a guess. The causes come first, then the names, then the messages that differ. The lines of
// the first failure precede the form, those of the first test of other causes follow it.

const (
	kindTest strategies.Kind = "test" // a failed test that the form names

	minCauses   = manyNames + 3 // failed tests; fewer are shown by their lines
	wholeCauses = 3             // causes whose first failure is shown by its lines right after the names
	maxCause    = 160           // bytes of a message that a row shows
	shortCause  = 48            // the same at first
	earlyRows   = 16            // rows with names of a cause that precede the lines of its first failure
	minTitle    = 16            // bytes of a title that is written once above the names that share it
)

// causes is the form of the failed tests of an output.
type causes struct {
	facts   []strategies.Fact
	settled map[*report.Finding]bool // the tests in it: true if it has all that matters, false if their lines follow
}

// causesOf returns the form of the failed tests in the reports. It is empty if there are few.
func causesOf(reports []parsed, text func(lines map[int]string)) causes {
	out := causes{settled: map[*report.Finding]bool{}}
	first, lines := leading(reports), map[int]string{}
	many := make([][]*report.Finding, len(reports))
	for i := range reports {
		many[i] = failedTests(&reports[i], lines)
	}
	if len(lines) > 0 {
		text(lines)
	}
	for i, tests := range many {
		for k, c := range groupCauses(tests) {
			out.facts = append(out.facts, c.rows("cause"+strconv.Itoa(i), lines)...)
			for j, f := range c.list {
				out.settled[f] = f != first && (j > 0 || k >= wholeCauses)
			}
		}
	}
	return out
}

// failedTests returns the failed tests of a report, and adds the lines that name them to lines. It returns none if they
// are few or if some of them aren't known.
func failedTests(r *parsed, lines map[int]string) (tests []*report.Finding) {
	if r.FormOnly || len(r.Findings) >= report.MaxFindings {
		return nil
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Name == "" || f.Parent || f.Warning || r.behind[f.At] {
			continue
		}
		if _, taken := lines[f.At]; taken || f.At == 0 || f.Text != "" {
			return nil
		}
		tests = append(tests, f)
	}
	if len(tests) < minCauses {
		return nil
	}
	for _, f := range tests {
		lines[f.At] = ""
	}
	return tests
}

// rows returns a cause with its tests as facts. Its names take turns with those of other causes. The rest of a row
// follows when all names are shown.
func (c *cause) rows(group string, lines map[int]string) []strategies.Fact {
	if len(c.list) == 1 {
		f := c.fact(group+".single", c.single(lines), c.list)
		if name := printedName(c.list[0], lines); name != f.Text {
			f.Short = name
		}
		return []strategies.Fact{f}
	}
	group += "." + strconv.Itoa(c.n)
	head := c.fact(group, c.head(maxCause, true), c.list)
	head.Extra = true
	if short := c.head(shortCause, c.place); len(short) < len(head.Text) {
		head.Short = short
	}
	out := []strategies.Fact{head}
	names := namesOf(c.list, lines)
	for i := 0; i < len(names); {
		n := 1
		if c.message && c.place {
			n = fitting(names[i:])
		}
		f := c.fact(group, " "+joinNames(names[i:i+n]), nil)
		f.Count = 0
		for _, name := range names[i : i+n] {
			f.Sources = append(f.Sources, sourcesOf(name.tests)...)
			f.Count += len(name.tests)
		}
		if more := c.own(&names[i]); n == 1 && more != "" {
			f.Short, f.Text = f.Text, strings.TrimSuffix(f.Text, ":")+more
		}
		f.Turn = int32(len(out)) + lastSettled // all causes and the last name come before it
		if len(out) > earlyRows {
			f.Second, f.Turn = true, f.Turn+maxEvidence // so do the lines of the first failures
		}
		out = append(out, f)
		i += n
	}
	return out
}

// fact returns a row of the form.
func (c *cause) fact(group, text string, of []*report.Finding) strategies.Fact {
	return strategies.Fact{
		Kind: kindTest, Rank: strategies.Critical, Group: group, Text: text, Sources: sourcesOf(of), Count: len(of),
	}
}

// head returns the row above the tests of a cause, with up to limit bytes of the message.
func (c *cause) head(limit int, withPlace bool) string {
	f, n := c.list[0], strconv.Itoa(len(c.list))+" tests"
	message, at := clipped(f.Message, limit), placeOf(f)
	if !withPlace && message != "" {
		at = ""
	}
	switch {
	case message == "" && at == "":
		return n + ":"
	case message == "":
		return n + " at " + at + ":"
	case at == "" && c.message:
		return n + ": " + message
	case at == "":
		return n + ", first: " + message
	case c.message && c.place:
		return n + ": " + message + ", at " + at
	case c.message:
		return n + ": " + message + ", first at " + at
	case c.place:
		return n + " at " + at + ", first: " + message
	}
	return n + ", first: " + message + ", at " + at
}

// single returns the row of the only test of a cause.
func (c *cause) single(lines map[int]string) string {
	f := c.list[0]
	s := printedName(f, lines)
	if m := clipped(f.Message, maxCause); m != "" {
		s = strings.TrimSuffix(s, ":") + ": " + m
	}
	if at := placeOf(f); at != "" {
		s += ", at " + at
	}
	return s
}

// own returns the message and the place of a test as far as the row above the cause lacks them: " (:22): assert 25 ==
// 26".
func (c *cause) own(n *testName) string {
	f, first := n.tests[0], c.list[0]
	if f == first || len(n.tests) > 1 {
		return ""
	}
	s := ""
	switch at := placeOf(f); {
	case at == "" || c.place:
	case f.File == first.File:
		s = " (:" + strconv.Itoa(f.Row) + ")"
	default:
		s = " (" + at + ")"
	}
	if m := clipped(f.Message, maxCause); !c.message && m != "" {
		s += ": " + m
	}
	return s
}

// clipped returns up to about limit bytes of a message.
func clipped(message string, limit int) string {
	message = strings.Join(strings.Fields(message), " ")
	if len(message) <= limit+limit/4 {
		return message
	}
	end := strings.LastIndexByte(message[:textline.RuneStart(message, limit)], ' ')
	if end < limit/2 {
		end = textline.RuneStart(message, limit)
	}
	return message[:end] + " …"
}

// sourcesOf returns the lines that name tests and show their causes.
func sourcesOf(tests []*report.Finding) (out []strategies.Span) {
	for _, f := range tests {
		out = append(out, strategies.Span{First: f.At, Last: f.At})
		if f.Head > 0 {
			out = append(out, strategies.Span{First: f.Head, Last: f.Head})
		}
		for _, n := range f.Evidence {
			out = append(out, strategies.Span{First: n, Last: n})
		}
	}
	return out
}
