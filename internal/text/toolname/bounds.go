package toolname

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
)

// Bounds is the part of a file that a read was asked for, in line numbers of the file.
type Bounds struct {
	First int // the first line, 0 if it isn't known
	Last  int // the last line, 0 for the end of the file
	Tail  int // instead of both: that many lines at the end of the file
	// Gaps means that the call asked for several ranges; First and Last are the ends of them all.
	Gaps bool
}

// Range returns the bounds of n lines from the first on, or of all lines from it if n is 0.
func Range(first, n int) Bounds {
	if n <= 0 {
		return Bounds{First: first}
	}
	return Bounds{First: first, Last: first + n - 1}
}

// ArgBounds reads the part that a tool's arguments ask for, in the spellings of the common agents. ok is false for a
// whole file.
func ArgBounds(args json.RawMessage) (b Bounds, ok bool) {
	var m map[string]json.RawMessage
	if len(args) == 0 || json.Unmarshal(args, &m) != nil {
		return Bounds{}, false
	}
	num := func(names ...string) (int, bool) {
		for _, name := range names {
			raw := strings.Trim(string(m[name]), `"`)
			if n, err := strconv.Atoi(raw); err == nil {
				return n, true
			}
		}
		return 0, false
	}
	var r []int
	for _, name := range [...]string{"view_range", "line_range", "range"} {
		if json.Unmarshal(m[name], &r) == nil && len(r) == 2 && r[0] > 0 {
			return Bounds{First: r[0], Last: max(r[1], 0)}, true
		}
	}
	if whole := string(m["should_read_entire_file"]); whole == "true" {
		return Bounds{}, false
	}
	first, okFirst := num("start_line", "startLine", "StartLine", "line_start", "start_line_one_indexed", "from_line")
	last, okLast := num("end_line", "endLine", "EndLine", "line_end", "end_line_one_indexed_inclusive", "to_line")
	if okFirst || okLast {
		return Bounds{First: max(first, 1), Last: max(last, 0)}, true
	}
	offset, okOffset := num("offset")
	limit, okLimit := num("limit")
	if okOffset || okLimit {
		return Range(max(offset, 1), limit), true
	}
	return Bounds{}, false
}

// LineBounds reads the part that a command line asks for: sed -n 10,20p f, head -n 50 f, cat f | tail -n +5. ok is
// false for a read of a whole file and for what isn't a read.
func LineBounds(l shell.Line) (b Bounds, ok bool) {
	if CommandFamily(l) != FamilyRead {
		return Bounds{}, false
	}
	b = Bounds{First: 1}
	known := true
	for _, c := range append([]shell.Call{l.Commands[0]}, l.Filters...) {
		next, bounded, fits := callBounds(c)
		if !fits {
			return Bounds{}, false
		}
		if bounded {
			ok = true
			b, known = b.within(next, known)
		}
	}
	if !known || !ok {
		b = Bounds{}
	}
	return b, ok
}

// within returns the part next of b. known becomes false if it depends on the length of the file.
func (b Bounds) within(next Bounds, known bool) (Bounds, bool) {
	switch {
	case !known || b.Gaps:
		return Bounds{}, false
	case b == Bounds{First: 1}:
		return next, true
	case next.Tail > 0 && b.Tail > 0:
		return Bounds{Tail: min(b.Tail, next.Tail)}, true
	case next.Tail > 0 || b.Tail > 0:
		return Bounds{}, false
	}
	out := Bounds{First: b.First + next.First - 1, Last: b.Last, Gaps: next.Gaps}
	if next.Last > 0 {
		if last := b.First + next.Last - 1; b.Last == 0 || last < b.Last {
			out.Last = last
		}
	}
	if out.Last != 0 && out.Last < out.First {
		return Bounds{}, false
	}
	return out, true
}

// ReadPath returns the file that a command line reads, "" if it isn't exactly one: a.go for cat a.go | head, for sed -n
// 1,9p a.go, and for git show main:a.go.
func ReadPath(l shell.Line) string {
	if CommandFamily(l) != FamilyRead {
		return ""
	}
	if p := remotePath(l); p != "" {
		return p
	}
	c := l.Commands[0]
	if c.Name == "git" {
		return blobPath(c)
	}
	opts, operands := c.Split()
	if c.Name == "sed" {
		script := true
		for _, o := range opts {
			script = script && o.Name != "-e" && o.Name != "-f" && o.Name != "--expression" && o.Name != "--file"
		}
		if script {
			operands = operands[1:]
		}
	}
	if len(operands) > 0 && strings.HasPrefix(operands[0], "+") && c.Name == "tail" {
		operands = operands[1:]
	}
	if strings.EqualFold(c.Name, "get-content") || c.Name == "gc" {
		operands = operands[:min(1, len(operands))]
	}
	if len(operands) != 1 || strings.ContainsAny(operands[0], "*?$`") {
		return ""
	}
	return operands[0]
}
