package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
)

// named is a failed test and the block that names it first.
type named struct {
	name  string
	block uint32
}

// maxNames bounds the tests that are distinguished.
const maxNames = 1 << 14

// maxAlike bounds the tests whose names have the same last part.
const maxAlike = 256

// classifyName gives a line its class and its block if it names a failed test or announces names of failed tests.
func (sc *scanner) classifyName(m *mark, s string) bool {
	if sc.unnamed {
		sc.unnamed = false
		m.class, m.block = clsTest, sc.block
		return true
	}
	if name, ok := sc.failedTest(s); ok && !(sc.describesFile(m) && sc.column > 0) {
		sc.test(m, name)
		sc.unnamed = strings.Contains(name, " @ ") // "Failure -> spec/cart_spec.lua @ 14"
		return true
	}
	if sc.counted.opens(s, sc.column) {
		m.class, sc.block = clsSection, 0
		return true
	}
	if textline.OpensList(s) {
		m.class = clsSection
		sc.list, sc.block = 1, 0
		sc.numbered.opens(s)
		return true
	}
	if sc.counted.holds(s, sc.column) {
		sc.test(m, textline.TrimName(s))
		return true
	}
	if item, ok := textline.Numbered(s); ok && (sc.list > 0 || looksFailed(item)) {
		sc.test(m, textline.TrimName(item))
		return true
	}
	return false
}

// failedTest returns the name of a failed test. The line is an item of a list of them, the next item of a numbered
// list, or of a form such as "--- FAIL: TestAdd".
func (sc *scanner) failedTest(s string) (name string, ok bool) {
	if sc.list > 0 {
		sc.list++
		if item, ok := sc.listed(s); ok {
			sc.item = textline.FirstNumber(s)
			return item, true
		}
	}
	if item, ok := textline.Numbered(s); ok && sc.isNextItem(s) {
		sc.item++
		return textline.TrimName(item), true
	}
	return textline.FailedTest(s)
}

// isNextItem reports whether a numbered line continues the list of failures, below the output of the last one.
func (sc *scanner) isNextItem(s string) bool {
	return sc.item > 0 && textline.FirstNumber(s) == sc.item+1
}

// listed returns the name in a line that is an item of a list of failed tests.
func (sc *scanner) listed(s string) (string, bool) {
	if sc.list > 400 {
		sc.list = 0
		return "", false
	}
	if item, ok := textline.Numbered(s); ok {
		return textline.TrimName(item), true
	}
	head, _, _ := strings.Cut(s, " ")
	if frame(s) || !textline.NameLike(strings.TrimSuffix(head, ":")) {
		return "", false
	}
	return textline.TrimName(s), true
}

// looksFailed reports whether a numbered line names a test: "1) Error:", "2) Foo::bar", "3) suite "after all" hook".
func looksFailed(item string) bool {
	return textline.NameLike(item) || strings.Contains(item, "hook") || parse.StartsWith(item, "Failure:", "Error:")
}

// test notes a line that names a failed test: it opens a block.
func (sc *scanner) test(m *mark, name string) {
	m.class = clsTest
	sc.open(m)
	sc.titles.failed(m.line, name, m.block)
	last := name
	if i := strings.LastIndexAny(strings.TrimRight(name, "])"), ".:#>/ "); i >= 0 && i+1 < len(name) {
		last = name[i+1:]
	}
	sc.last = last
	if len(name) < 3 {
		return
	}
	name = textline.Joined(name)
	key := name[strings.LastIndexByte(name, '.')+1:]
	for _, n := range sc.names[key] {
		if textline.SameTest(n.name, name) {
			m.flags |= known
			m.block, sc.block = n.block, n.block
			return
		}
	}
	if sc.named == maxNames || len(sc.names[key]) == maxAlike {
		m.flags |= known
		return
	}
	sc.named++
	key = strings.Clone(key)
	sc.names[key] = append(sc.names[key], named{strings.Clone(name), m.block})
}
