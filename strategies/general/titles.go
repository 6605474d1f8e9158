package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// titles follows what the lines of a test stand below: a title, or the line that says that the test begins.
type titles struct {
	ruled   bool   // the line before is a rule
	begun   string // the test that began last
	at      uint32 // the line that says so
	adopted []adopted
}

// adopted are the lines between the one that says that a test begins and the one that says that it failed.
type adopted struct{ first, last, block uint32 }

const (
	minRule    = 20      // characters of a line that is a rule
	maxAdopted = 1 << 10 // failed tests whose lines before the verdict are known to be theirs
	titleLines = 8       // marks between an error and its title
)

// line takes the next line that isn't blank, and reports whether it is a title: the line below a rule, or one that says
// so.
//
//	-------------------------------------------
//	vectors can be sized and resized
//	  reserving bigger changes capacity
//	-------------------------------------------
func (t *titles) line(n int, s string) bool {
	if isRule(s) {
		t.ruled = true
		return false
	}
	title := t.ruled && !numberedPlace(s) || namesTest(s)
	t.ruled = false
	if name, ok := textline.StartedTest(s); ok {
		t.begun, t.at = strings.Clone(textline.Joined(name)), uint32(n)
		return false
	}
	return title
}

// namesTest reports whether a line says that it names a test.
func namesTest(s string) bool {
	return (s[0] == 'T' || s[0] == 'S') && parse.StartsWith(s, "TEST CASE: ", "Test case: ", "Scenario: ")
}

// isRule reports whether a line is one character over and over.
func isRule(s string) bool {
	if len(s) < minRule || strings.IndexByte("-=~*#_", s[0]) < 0 || s[1] != s[0] {
		return false
	}
	return strings.Trim(s, s[:1]) == ""
}

// failed notes that a test failed, whose lines stand above line n where it is the one that began last.
func (t *titles) failed(n uint32, name string, block uint32) {
	if t.begun != "" && n-t.at <= maxBlock && len(t.adopted) < maxAdopted &&
		textline.SameTest(textline.Joined(name), t.begun) {
		t.adopted = append(t.adopted, adopted{t.at + 1, n - 1, block})
	}
	t.begun = ""
}

// adopt gives the lines between a failed test's first line and its verdict to its block.
func (t *titles) adopt(marks []mark) {
	at := 0
	for _, a := range t.adopted {
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

// entitle promotes the title that the i-th mark, an error, stands below.
func entitle(marks []mark, i int) {
	for j := i - 1; j >= max(0, i-titleLines); j-- {
		switch m := &marks[j]; m.class {
		case clsTitle:
			m.rank, m.block = strategies.Critical, marks[i].block
			return
		case clsError, clsTest, clsTally, clsCount:
			return
		}
	}
}
