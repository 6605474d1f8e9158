package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
)

// A block has the lines of one failure: a failed test or an error outside of tests, and the lines below it.

// open begins a block with a line.
func (sc *scanner) open(m *mark) {
	sc.blocks++
	sc.block, sc.since, sc.placed = sc.blocks, 0, false
	m.block = sc.block
	m.flags |= opener
}

// place puts a line that names no test into its block: that of the failure above it.
func (sc *scanner) place(m *mark, s string) {
	below := sc.unsaid
	sc.unsaid = m.class == clsError && (strings.HasSuffix(s, ":") || strings.Contains(s, " "+shortRule))
	sc.since++
	switch {
	case sc.opensError(m):
		sc.last = ""
		switch {
		case m.repeat < repeatLines:
			sc.open(m)
		case strings.HasPrefix(s, "Caused by: "): // the last cause may differ from others by a number
			m.block = sc.block
		default:
			sc.block = 0
		}
		return
	case sc.leavesBlock(m, s):
		sc.block = 0
		return
	}
	m.block = sc.block
	isFrame := m.class == clsFrame
	switch {
	case isFrame && textline.LibraryFrame(s):
		m.kind = ofLibrary
		if m.block != 0 && sc.ownPlace(m, s) {
			m.flags |= own
		}
	case m.block != 0 && (below && !isFrame || sc.ownPlace(m, s)):
		m.flags |= own
	case m.block == 0 && isFrame && numberedPlace(s):
		m.flags |= own // if it turns out to be above the name of a failed test
	}
	if m.class == clsWarn && ignored(s) {
		sc.block = 0
	}
}

// shortRule is a rule between the level of an error and its place, which has the message below: "Error ----- src/a.js".
const shortRule = "--------"

// opensError reports whether a line begins a failure of its own: an error outside of any test's block.
func (sc *scanner) opensError(m *mark) bool {
	opens := m.class == clsError && !sc.describesFile(m) || m.class == clsRelay && !sc.built
	return opens && (sc.block == 0 || sc.last == "" && m.flags&indented == 0)
}

// maxLoose is the most lines of an error outside of tests, unless they are indented.
const maxLoose = 12

// leavesBlock reports whether a line doesn't belong to the failure above it.
func (sc *scanner) leavesBlock(m *mark, s string) bool {
	switch {
	case m.class == clsTally, m.class == clsRelay && sc.built, m.class == clsBoiler, sc.since > maxBlock:
		return true
	case sc.block == 0:
		return false
	case m.class == clsPassed, m.kind == beginsTest:
		return true
	}
	return sc.last == "" && m.flags&indented == 0 && sc.since > maxLoose && !textline.RubyFrame(s)
}

// ownPlace reports whether a line of a block shows the place of the failure. It is the first place below an error, or a
// frame or place that names the failed test.
func (sc *scanner) ownPlace(m *mark, s string) bool {
	if m.class == clsBoiler {
		return false
	}
	if sc.last == "" {
		isBelow := m.flags&indented != 0 || textline.RubyFrame(s)
		if sc.placed || !isBelow || !numberedPlace(s) || textline.LibraryFrame(s) {
			return false
		}
		sc.placed = true
		return true
	}
	if len(sc.last) < 3 || m.class == clsError || !strings.Contains(s, sc.last) {
		return false
	}
	return m.class == clsFrame || numberedPlace(s)
}
