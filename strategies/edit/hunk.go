package edit

import (
	"bytes"
	"strconv"
	"strings"
)

// maxParents bounds the sides of a combined diff.
const maxParents = 64

// hunk is how much of a hunk is still to come, by its header.
type hunk struct {
	old   []int64 // lines of the old side, of each parent in a combined diff
	new   int64   // lines of the new side
	loose bool    // the header has no numbers: lines count by their first character until one doesn't fit
}

// done reports whether the hunk has all its lines.
func (h *hunk) done() bool {
	if h.loose || h.new != 0 {
		return false
	}
	for _, n := range h.old {
		if n != 0 {
			return false
		}
	}
	return true
}

// breaksOff reports whether a file's header may end the hunk: more is to come than the two lines that a header could be
// taken for, a deletion and an addition.
func (h *hunk) breaksOff() bool {
	return len(h.old) <= 1 && (h.loose || h.old[0] > 1 || h.new > 1)
}

// part is the role of a line in a hunk.
type part uint8

const (
	outside part = iota // not of the hunk
	unchanged
	addition
	deletion
	noNewline // the line before has no line feed
)

// take counts a line of the hunk and returns its role. A line that doesn't fit the counts still open is outside.
func (h *hunk) take(t string) part {
	if strings.HasPrefix(t, "\\ ") && len(h.old) == 1 {
		return noNewline
	}
	if len(h.old) > 1 {
		return h.takeCombined(t)
	}
	mark := byte(' ') // of an empty line, an editor or a page took the blank at its end
	if t != "" {
		mark = t[0]
	}
	old, new := int64(0), int64(0)
	out := unchanged
	switch mark {
	case ' ':
		old, new = 1, 1
	case '-':
		old, out = 1, deletion
	case '+':
		new, out = 1, addition
	default:
		return outside
	}
	if h.loose {
		return out
	}
	if h.old[0] < old || h.new < new {
		return outside
	}
	h.old[0] -= old
	h.new -= new
	return out
}

// takeCombined is take for a hunk of a merge, whose lines have a column for each parent: "-" for a line that the parent
// alone has, "+" for one that it hasn't.
//
//	++both sides lack this line
//	+ the first parent lacks this one
func (h *hunk) takeCombined(t string) part {
	columns := []byte(strings.Repeat(" ", len(h.old)))
	copy(columns, t)
	minus, plus := bytes.IndexByte(columns, '-') >= 0, bytes.IndexByte(columns, '+') >= 0
	if minus && plus || len(bytes.Trim(columns, "+- ")) > 0 {
		return outside
	}
	own := byte(' ') // marks the parents that have the line
	if minus {
		own = '-'
	} else if h.new == 0 {
		return outside
	}
	for i, c := range columns {
		if c == own && h.old[i] == 0 {
			return outside
		}
	}
	for i, c := range columns {
		if c == own {
			h.old[i]--
		}
	}
	if minus {
		return deletion
	}
	h.new--
	if plus {
		return addition
	}
	return unchanged
}

// parseHunk reads a hunk's header: "@@ -1,5 +1,6 @@ func f()", and "@@@ -1,5 -1,5 +1,6 @@@" of a merge.
func parseHunk(t string) (h hunk, ok bool) {
	n := 0
	for n < len(t) && t[n] == '@' {
		n++
	}
	if n < 2 || n > maxParents+1 {
		return hunk{}, false
	}
	rest, ok := strings.CutPrefix(t[n:], " ")
	if !ok {
		return hunk{}, false
	}
	for range n - 1 {
		var lines int64
		if lines, rest, ok = parseRange(rest, '-'); !ok {
			return hunk{}, false
		}
		h.old = append(h.old, lines)
	}
	if h.new, rest, ok = parseRange(rest, '+'); !ok {
		return hunk{}, false
	}
	return h, strings.HasPrefix(rest, t[:n])
}

// parseRange reads "-12,5 " and returns the number of lines.
func parseRange(t string, sign byte) (lines int64, rest string, ok bool) {
	if t == "" || t[0] != sign {
		return 0, "", false
	}
	span, rest, ok := strings.Cut(t[1:], " ")
	if !ok {
		return 0, "", false
	}
	first, count, counted := strings.Cut(span, ",")
	if _, err := strconv.ParseUint(first, 10, 63); err != nil {
		return 0, "", false
	}
	if !counted {
		return 1, rest, true
	}
	n, err := strconv.ParseUint(count, 10, 63)
	return int64(n), rest, err == nil
}

// isLoose reports whether a line opens a hunk without numbers: "@@", "@@ ... @@", "@@ func f()".
func isLoose(t string) bool {
	return t == "@@" || strings.HasPrefix(t, "@@ ")
}
