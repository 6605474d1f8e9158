package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// titles finds the beginning of each test's lines: a title, or a line that the test begins.
type titles struct {
	ruled   bool   // the line before is a rule
	begun   string // the name of the test that began last
	at      uint32 // the line in which it began
	outputs []testOutput
}

// testOutput is the range between the line in which a test begins and the line of its failure.
type testOutput struct{ first, last, block uint32 }

const (
	minRule      = 20      // characters of a line that is a rule
	minRuleAfter = 10      // the same, after a text
	maxOutputs   = 1 << 10 // most failed tests whose output before the verdict is assigned to them
	titleLines   = 8       // marks between an error and its title
	maxTitle     = 200     // characters of a title
)

// line reads the next line that isn't blank. It reports whether the line is a title: below a rule, before a rule in the
// same line, or with a word such as "Scenario: ".
//
//	-------------------------------------------
//	vectors can be sized and resized
//	  reserving bigger changes capacity
//	-------------------------------------------
//	TASK [Start the worker] *********************
func (t *titles) line(n int, s string) bool {
	if isRule(s) {
		t.ruled = true
		return false
	}
	title := t.ruled && len(s) <= maxTitle && !numberedPlace(s) || namesTest(s) || endsInRule(s)
	t.ruled = false
	if name, ok := textline.StartedTest(s); ok {
		t.begun, t.at = strings.Clone(textline.Joined(name)), uint32(n)
		return false
	}
	return title
}

// namesTest reports whether a line opens with a word that introduces the name of a test.
func namesTest(s string) bool {
	return (s[0] == 'T' || s[0] == 'S') && parse.StartsWith(s, "TEST CASE: ", "Test case: ", "Scenario: ")
}

// endsInRule reports whether a line has text and after it a rule up to its end.
func endsInRule(s string) bool {
	last := s[len(s)-1:]
	if strings.IndexByte("-=~*_", last[0]) < 0 || len(s) > maxTitle || s[0]|0x20 < 'a' || s[0]|0x20 > 'z' {
		return false
	}
	text := strings.TrimRight(s, last)
	return len(s)-len(text) >= minRuleAfter && strings.HasSuffix(text, " ")
}

// isRule reports whether a line repeats a single character.
func isRule(s string) bool {
	if len(s) < minRule || strings.IndexByte("-=~*#_", s[0]) < 0 || s[1] != s[0] {
		return false
	}
	return strings.Trim(s, s[:1]) == ""
}

// failed records that a test failed. If it is the one that began last, its lines are those between its beginning and
// line n.
func (t *titles) failed(n uint32, name string, block uint32) {
	joined := textline.Joined(name)
	isBegun := t.begun != "" && (textline.SameTest(joined, t.begun) ||
		strings.HasPrefix(joined+" ", t.begun+": ")) // its reason follows the name
	if isBegun && n-t.at <= maxBlock && len(t.outputs) < maxOutputs {
		t.outputs = append(t.outputs, testOutput{t.at + 1, n - 1, block})
	}
	t.begun = ""
}

// adopt adds the lines between a failed test's first line and its verdict to its block.
func (t *titles) adopt(marks []mark) {
	at := 0
	for _, a := range t.outputs {
		for at < len(marks) && marks[at].line < a.first {
			at++
		}
		for ; at < len(marks) && marks[at].line <= a.last; at++ {
			if m := &marks[at]; m.class != clsTest {
				m.block = a.block
				m.flags &^= opener
			}
		}
	}
}

const (
	linesAbove = 60 // most marks between a failed test's details and the verdict below them
	lastAbove  = 6  // marks above a verdict that are details, even if none is an error
)

// adoptAbove adds the errors between two verdicts to the failed test whose name is the second, if they are above it
// rather than below. If there is none below the verdict of a test that passed, it adds the last lines, of which the
// lowest comes first.
//
//	(pass) label > domestic
//	error: expect(received).toEqual(expected)
//	      at label.test.ts:17:103
//	(fail) label > abroad needs three copies
//
// If any test has details below its name, all of them are taken to have them there.
func (sc *scanner) adoptAbove(marks []mark) {
	opens := func(m *mark) bool { return m.class == clsTest && m.flags&opener != 0 && m.flags&known == 0 }
	for i := range marks {
		if opens(&marks[i]) && detailed(marks[i+1:], marks[i].line) {
			return
		}
	}
	for i := range marks {
		if !opens(&marks[i]) {
			continue
		}
		first, hasTurns := detailsAbove(marks, i)
		if first < i {
			leaveBlock(marks[i+1:], marks[i].block)
		}
		for at := first; at < i; at++ {
			marks[at].block = marks[i].block
			marks[at].flags &^= opener
			if hasTurns {
				sc.turn(int(marks[at].line), i-at)
			}
		}
	}
}

// detailsAbove returns the index of the first mark above the i-th, a failed test, that is a detail of it, or i for
// none. hasTurns is true if the details are known only by their place.
func detailsAbove(marks []mark, i int) (first int, hasTurns bool) {
	from, hasError := i, false
	first = i
	for from > 0 && i-from < linesAbove && !isVerdict(&marks[from-1]) && marks[from-1].step == marks[i].step {
		if from--; marks[from].class >= clsSuspect {
			first, hasError = from, hasError || marks[from].class > clsSuspect
		}
	}
	switch {
	case from == 0 || !isVerdict(&marks[from-1]):
		return i, false
	case hasError, first < i && first >= i-lastAbove, marks[from-1].kind != passesTest,
		from < i && marks[from].flags&indented != 0: // the lines of the test that passed
		return first, false
	}
	first = max(from, i-lastAbove)
	if first < i && marks[first].kind == beginsTest {
		first++
	}
	return first, true
}

// leaveBlock takes the first lines out of a block whose details are above them.
func leaveBlock(marks []mark, block uint32) {
	for i := range marks {
		if m := &marks[i]; m.block != block || isVerdict(m) {
			return
		}
		marks[i].block = 0
	}
}

// isVerdict reports whether a line states how a test or all tests ended, or begins another part.
func isVerdict(m *mark) bool {
	switch m.class {
	case clsTest, clsPassed, clsTally, clsCount, clsHeading, clsTitle, clsSection, clsBoiler:
		return true
	}
	return false
}

// detailed reports whether the first line with text below a failure's line has details of it. A line directly below is
// taken for one unless it is a verdict or begins a test.
func detailed(marks []mark, line uint32) bool {
	for i := range marks {
		if m := &marks[i]; m.flags&blank == 0 {
			isDetail := m.flags&(indented|nested) != 0 || m.class >= clsSuspect || m.line == line+1
			return isDetail && !isVerdict(m) && m.kind != beginsTest
		}
	}
	return false
}

// entitle promotes the title above the i-th mark, an error.
func entitle(marks []mark, i int) {
	for j := i - 1; j >= max(0, i-titleLines); j-- {
		switch m := &marks[j]; m.class {
		case clsTitle, clsHeading:
			m.rank, m.block = strategies.Critical, marks[i].block
			return
		case clsError, clsTest, clsTally, clsCount:
			return
		}
	}
}
