package general

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// Some lines of a failure have no word for it: the changes that a check of formats wants, the items of a list of
// errors, messages at places. They are hints, and come after lines that are clearer.

// hunk counts the lines that are left of a hunk of a unified diff.
type hunk struct{ old, new int }

// changed reports whether a line is a change in a unified diff, or the header of a hunk.
func (h *hunk) changed(m *mark, s string) bool {
	if strings.HasPrefix(s, "@@ -") && m.flags&indented == 0 {
		before, rest, ok := strings.Cut(s[len("@@ -"):], " +")
		after, _, closed := strings.Cut(rest, " @@")
		*h = hunk{}
		if ok && closed {
			*h = hunk{old: linesOf(before), new: linesOf(after)}
		}
		return h.old > 0 || h.new > 0
	}
	switch {
	case h.old <= 0 && h.new <= 0:
		*h = hunk{}
	case m.flags&indented != 0:
		h.context()
	case s[0] == '-':
		h.old--
		return true
	case s[0] == '+':
		h.new--
		return true
	case s[0] != '\\':
		*h = hunk{}
	}
	return false
}

// context reads a line that didn't change.
func (h *hunk) context() { h.old, h.new = h.old-1, h.new-1 }

// linesOf returns the number of lines in one side of a hunk's header: 3 in "12,3", 1 in "12".
func linesOf(side string) int {
	_, n, ok := strings.Cut(side, ",")
	if !ok {
		return 1
	}
	lines, _ := strconv.Atoi(n) // 0 if it is no number
	return lines
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// numbered follows a list of errors whose items have numbers:
//
//	Errors:
//	1. types should be first
//	2. main is dist/main.cjs, which doesn't exist
type numbered struct{ next int }

// opens notes a heading. Anything but "Errors:" ends the list.
func (l *numbered) opens(s string) {
	l.next = 0
	if s == "Errors:" {
		l.next = 1
	}
}

// holds reports whether a line is an item of the list. The first item is directly below the heading.
func (l *numbered) holds(m *mark, s string) bool {
	if l.next == 0 {
		return false
	}
	if strings.HasPrefix(s, strconv.Itoa(l.next)+". ") {
		l.next++
		return true
	}
	if m.flags&indented == 0 || l.next == 1 {
		l.next = 0
	}
	return false
}

// isPlaced reports whether a line opens with a place in a file and a colon: "nb.po:144: ...", "src/a.ts:12:3: ...". The
// address of a host and the tag of an image aren't places.
func isPlaced(s string) bool {
	file, rest, _ := strings.Cut(s, ":")
	if strings.IndexByte(file, ' ') >= 0 {
		return false // most lines
	}
	number, _, ok := strings.Cut(rest, ":")
	ext := file[strings.LastIndexByte(file, '.')+1:]
	return ok && isNumber(number) && ext != file && ext != "" && !parse.Digit(ext[0]) &&
		!strings.ContainsAny(file, " \t") && !strings.ContainsAny(ext, "/\\")
}
