package read

import (
	"fmt"
	"path"
	"strings"

	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// Tokens that the two longer verdicts may have.
const (
	maxMedium  = 16
	maxVerdict = 40
)

// The path is shortened if it has more than maxPath tokens, or if fewer than leastCounts numbers of symbols would fit.
const (
	maxPath     = 14
	leastCounts = 4
)

// verdict returns the file, its size and its language in three lengths. has are the numbers of symbols by their kinds.
//
//	93 lines, Go
//	Read queue.go: 93 lines, Go
//	Read src/queue.go: 93 lines, Go. 3 functions, 3 methods, 3 structs
//
// The numbers of an outline that was cut are those of the part that was read.
func (f *file) verdict(c *strategies.Collector, has []string) (short, medium, long string) {
	f.countExtent(c)
	short, what := f.subject()
	if f.binary != "" {
		has = nil
	}
	if !f.named() {
		return short, what, f.withCounts(what, has)
	}
	base := path.Base(f.path)
	if medium = "Read " + base + ": " + what; cost(medium) > maxMedium {
		medium = what
	}
	if f.bounded {
		return short, medium, medium // every line is shown
	}
	for _, name := range [...]string{f.path, lastTwo(f.path), base} {
		if cost(name) > maxPath && name != base {
			continue
		}
		for n := len(has); n >= min(len(has), leastCounts); n-- {
			if long = f.withCounts("Read "+name+": "+what, has[:n]); cost(long) <= maxVerdict {
				return short, medium, long
			}
		}
	}
	return short, medium, medium
}

// showsRange reports whether the verdict names the first and the last line that were read.
func (f *file) showsRange() bool { return f.bounded && !f.part && f.from >= 0 && f.lines > 1 }

// isTail reports whether as many lines as were asked for are those at the end of a file, which may have others.
func (f *file) isTail() bool {
	return f.bounds.Tail > 0 && f.from < 0 && f.lines >= max(f.bounds.Tail, leastTail)
}

// leastTail is how many lines at a file's end have numbers that may be taken for the file's.
const leastTail = 2

// countExtent adds the numbers that the verdict names besides the symbols.
func (f *file) countExtent(c *strategies.Collector) {
	if f.showsRange() {
		c.Count("first_line", int64(f.from))
		c.Count("last_line", int64(f.from+f.lines-1))
	}
	if (f.binary != "" || f.minified || f.encoded != "") && f.size > 0 {
		c.Count("bytes", f.size)
	}
	if f.minified {
		c.Count("longest_line", int64(f.longest))
	}
}

// subject returns the size and kind of the file without the path, in two lengths: "93 lines, Go" and "lines 10-40, Go,
// generated".
func (f *file) subject() (short, what string) {
	if f.binary != "" {
		return f.binary, f.opaque()
	}
	short = words.Count(f.lines, "line", "lines")
	what = short
	switch {
	case f.part, f.end:
		what += " in the part shown"
		short = what
	case f.isTail():
		short = "last " + short
		what = short
	case f.showsRange():
		what = fmt.Sprintf("lines %d-%d", f.from, f.from+f.lines-1)
	}
	if f.several {
		short += ", several files counted as one"
		what += ", several files counted as one"
	}
	if f.lang != "" {
		short += ", " + string(f.lang)
		what += ", " + string(f.lang)
	}
	switch {
	case f.encoded != "" && f.size > 0:
		what += ", " + f.encoded + ", " + words.Count(f.size, "byte", "bytes")
	case f.encoded != "":
		what += ", " + f.encoded
	case f.minified:
		what += ", minified, " + f.opaque()
	case syntax.IsMinified([]byte(f.head)):
		what += ", minified"
	case syntax.IsGenerated(f.path, []byte(f.head)):
		what += ", generated"
	}
	return short, what
}

// withCounts adds the numbers of symbols to a verdict. If they don't cover the whole file, it adds the part that they
// cover.
func (f *file) withCounts(what string, has []string) string {
	if len(has) == 0 {
		return what
	}
	what += ". " + strings.Join(has, ", ")
	switch {
	case syntax.IsCut(f.symbols):
		what += " in the part read"
	case f.part:
		what += " in it" // the part shown, whose lines were counted before
	}
	return what
}

// lastTwo returns a path's file with its folder.
func lastTwo(p string) string {
	dir, base := path.Split(p)
	return path.Join(path.Base(dir), base)
}

// cost estimates the number of tokens of a text, rather too many than too few. This package doesn't link a tokenizer.
func cost(s string) int {
	n := 0
	for i := 0; i < len(s); {
		from := i
		switch {
		case isLetter(s[i]):
			i = wordEnd(s, i)
			n += 1 + (i-from-1)/6
		case parse.Digit(s[i]):
			for i < len(s) && parse.Digit(s[i]) {
				i++
			}
			n += (i - from + 2) / 3
		case s[i] == ' ':
			if i++; i < len(s) && parse.Digit(s[i]) {
				n++ // a space before a number is a token of its own
			}
		default:
			i++
			n++
		}
	}
	return n
}

// wordEnd returns the end of the word that starts at s[i]: a capital letter after a small one starts another word.
func wordEnd(s string, i int) int {
	i++
	for i < len(s) && isLetter(s[i]) && !isHump(s, i) {
		i++
	}
	return i
}
