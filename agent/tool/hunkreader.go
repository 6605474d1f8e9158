package tool

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// hunkHeader is "@@ -3,2 +3,2 @@": the first line and the number of lines, before and after. A number that is left
// out is 1.
var hunkHeader = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)
})

// hunk reads a hunk. Models miscount its lines: if the numbers don't fit, it ends at the first line that can't be one
// of its lines.
func (r *unifiedReader) hunk() error {
	header := strings.TrimSuffix(r.lines[r.i], "\r")
	h := hunk{header: header}
	n, fits := 0, false
	r.i++
	if m := hunkHeader().FindStringSubmatch(header); m != nil {
		h.line, _ = strconv.Atoi(m[1])
		h.header = m[0]
		n, fits = r.counted(lineCount(m[2]), lineCount(m[4]))
	}
	if !fits {
		n = r.uncounted()
	}
	for _, l := range r.lines[r.i : r.i+n] {
		r.addLine(&h, l)
	}
	if len(h.ops) == 0 {
		return badInput("line %d of the patch: the hunk %s is empty", r.i, h.header)
	}
	r.i += n
	r.file.hunks = append(r.file.hunks, h)
	return nil
}

// addLine adds a line to a hunk. "\ No newline at end of file" is about the line above it.
func (r *unifiedReader) addLine(h *hunk, l string) {
	if strings.HasPrefix(l, `\`) {
		if len(h.ops) > 0 {
			last := h.ops[len(h.ops)-1].kind
			h.oldBare = h.oldBare || last != '+'
			h.newBare = h.newBare || last != '-'
		}
		return
	}
	o := newOp(l)
	if r.file.from == "" && l != "" {
		o.text = l[1:] // a new file has the line ends of the patch
	}
	h.ops = append(h.ops, o)
}

// lineCount reads a number of lines in a hunk's header.
func lineCount(s string) int {
	if s == "" {
		return 1
	}
	n, _ := strconv.Atoi(s)
	return n
}

// counted returns how many lines below the header a hunk takes by its numbers, and whether they fit: the lines are
// there, and the hunk could end after them.
func (r *unifiedReader) counted(oldN, newN int) (n int, ok bool) {
	body := r.lines[r.i:]
	for n < len(body) && max(oldN, newN) > 0 {
		switch kindOf(body[n]) {
		case ' ':
			oldN--
			newN--
		case '-':
			oldN--
		case '+':
			newN--
		case 0:
			return 0, false
		}
		n++
	}
	if oldN != 0 || newN != 0 {
		return 0, false
	}
	if n < len(body) && kindOf(body[n]) == '\\' {
		n++
	}
	return n, n == len(body) || r.endsHunk(r.i+n)
}

// uncounted returns how many lines below the header a hunk takes by their look.
func (r *unifiedReader) uncounted() int {
	n := 0
	for r.i+n < len(r.lines) && (isEmpty(r.lines[r.i+n]) || !r.endsHunk(r.i+n)) {
		n++
	}
	for n > 0 && isEmpty(r.lines[r.i+n-1]) {
		n-- // empty lines before the next file
	}
	return n
}

// endsHunk reports whether a line is none of a hunk's, or can be one after it.
func (r *unifiedReader) endsHunk(i int) bool {
	l := strings.TrimSuffix(r.lines[i], "\r")
	if l == "" || l == "-- " { // the second is above the signature of a mail that git format-patch wrote
		return true
	}
	return r.namesAt(i) || kindOf(l) == 0
}

// kindOf returns what begins a line of a hunk: ' ', '-', '+' or '\\', and 0 for a line that can't be one. An empty
// line is one of context whose space was taken off.
func kindOf(l string) byte {
	if isEmpty(l) {
		return ' '
	}
	if strings.IndexByte(` -+\`, l[0]) < 0 {
		return 0
	}
	return l[0]
}

// isEmpty reports whether a line has no more than a line end.
func isEmpty(l string) bool { return l == "" || l == "\r" }
