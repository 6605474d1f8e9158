package pages

import (
	"bytes"
	"fmt"
	"io"
	"math"

	"github.com/toktee/toktee/tokens"
)

// A cutter writes as many lines as fit a budget. If some don't fit, its last line states how many, and the call that
// prints the next ones. The last line counts against the budget too:
//
//	… 112 lines left out; next: toktee show 401882137095 --lines 210: --budget 500
//	… 7 matches left out; next: --lines 88:
//	… 4096 bytes of line 1 and 12 lines left out; next: toktee show 401882137095 --lines 2:
//	… 530000 bytes of line 1 left out; next: toktee show 401882137095 --lines 1:1 --from 12001
//
// It holds at most as many bytes as the budget's tokens can have.
type cutter struct {
	c      *tokens.Counter
	budget int
	// next returns calls that go on, the most explicit first. They print the lines from number on or, if from isn't 0,
	// that line from a byte on.
	next  func(number, from int) []string
	first int  // number of the first line
	from  int  // of its bytes, the first that is written, counted from 1; 0 is 1
	grep  bool // each line begins with its number and a colon

	text  []byte // the start of the written lines
	limit int    // a text of this length can't be within the budget
	lines int    // complete lines that were written
	open  bool   // the last line has no line feed yet
	after int    // bytes of the first line that are not in text
}

// longestToken is the length of the longest token of all encodings, in bytes.
const longestToken = 128

// longest returns a number of bytes such that no longer text has at most so many tokens.
func longest(tokens int) int {
	if tokens >= math.MaxInt/longestToken-1 {
		return math.MaxInt - longestToken
	}
	return tokens * longestToken
}

func newCutter(c *tokens.Counter, budget int, next func(number, from int) []string, first int, grep bool) *cutter {
	limit := longest(budget) + longestToken
	return &cutter{c: c, budget: budget, next: next, first: max(first, 1), grep: grep, limit: limit}
}

// Write implements [io.Writer].
func (k *cutter) Write(p []byte) (int, error) {
	kept := max(0, min(len(p), k.limit-len(k.text)))
	k.text = append(k.text, p[:kept]...)
	if k.lines == 0 {
		rest := p[kept:]
		if i := bytes.IndexByte(p, '\n'); i >= 0 {
			rest = p[min(kept, i):i]
		}
		k.after += len(rest)
	}
	k.lines += bytes.Count(p, []byte{'\n'})
	if len(p) > 0 {
		k.open = p[len(p)-1] != '\n'
	}
	return len(p), nil
}

// total returns the number of lines that were written, complete or not.
func (k *cutter) total() int {
	if k.open {
		return k.lines + 1
	}
	return k.lines
}

// writeTo writes the lines that fit. If any don't, it appends the mark, a line that counts the omitted ones.
func (k *cutter) writeTo(w io.Writer) error {
	if len(k.text) < k.limit {
		if _, ok := k.c.CountUpTo(k.text, k.budget); ok {
			_, err := w.Write(k.text)
			return err
		}
	}
	end, _ := k.c.Truncate(k.text, k.budget)
	for {
		end = bytes.LastIndexByte(k.text[:end], '\n') + 1
		if end == 0 {
			return k.cutLine(w)
		}
		shown := bytes.Count(k.text[:end], []byte{'\n'})
		if out, ok := k.marked(k.text[:end], "", k.total()-shown, k.next(k.number(end, shown), 0)); ok {
			_, err := w.Write(out)
			return err
		}
		end--
	}
}

// cutLine writes the start of a first line that doesn't fit. The mark names the call for the lines after it or, if
// there are none, for the rest of this line.
func (k *cutter) cutLine(w io.Writer) error {
	line, _, _ := bytes.Cut(k.text, []byte{'\n'})
	number, missing := k.number(0, 0), k.total()-1
	following := k.number(min(len(line)+1, len(k.text)), 1)
	end, count := k.c.Truncate(line, k.budget)
	for {
		part := fmt.Sprintf("%d bytes of line %d", len(line)-end+k.after, number)
		next := k.next(following, 0)
		switch {
		case missing > 0:
		case k.grep:
			next = k.next(number, 1) // which bytes of the line these are isn't known
		case end > 0:
			next = k.next(number, max(k.from, 1)+end)
		default:
			next = k.next(number, max(k.from, 1))[1:] // the same budget would show nothing of it again
		}
		if out, ok := k.marked(append(line[:end:end], '\n'), part, missing, next); ok || end == 0 {
			_, err := w.Write(out)
			return err
		}
		end, count = k.c.Truncate(line[:end], count-1)
	}
}

// number returns the number of the line that begins at text[at:], after so many lines (before).
func (k *cutter) number(at, before int) int {
	if !k.grep {
		return k.first + before
	}
	if n := matchNumber(k.text[at:]); n > 0 {
		return n
	}
	// text ends before it: its number is above that of the last line in text.
	last := bytes.LastIndexByte(k.text[:max(0, at-1)], '\n') + 1
	return matchNumber(k.text[last:]) + 1
}

// marked appends the mark to text, and reports whether both are within the budget. part describes the omitted part of a
// cut line, missing counts the omitted whole lines, and ways are the calls that go on.
func (k *cutter) marked(text []byte, part string, missing int, ways []string) ([]byte, bool) {
	noun := "lines"
	switch {
	case k.grep && missing == 1:
		noun = "match"
	case k.grep:
		noun = "matches"
	case missing == 1:
		noun = "line"
	}
	what := fmt.Sprintf("%d %s", missing, noun)
	if part != "" && missing > 0 {
		what = part + " and " + what
	} else if part != "" {
		what = part
	}
	var out []byte
	for i, how := range ways {
		mark := fmt.Sprintf("… %s left out; next: %s\n", what, how)
		if k.c.CountString(mark) > k.budget*3/4 && i < len(ways)-1 {
			continue // the output may use at least a quarter of the budget
		}
		out = append(text[:len(text):len(text)], mark...)
		break
	}
	_, ok := k.c.CountUpTo(out, k.budget)
	return out, ok
}
