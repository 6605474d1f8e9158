package read

import (
	"fmt"
	"path"
	"strings"

	"github.com/toktee/toktee/internal/noun"
	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// maxDetails is how many symbols the details list.
const maxDetails = 1000

// details is the person's view: "type": "read".
type details struct {
	Path      string   `json:"path"`
	Language  string   `json:"language"`
	Lines     int      `json:"lines"`
	FirstLine int      `json:"first_line,omitempty"` // in the file, where the lines came numbered
	Symbols   []symbol `json:"symbols"`
	Truncated bool     `json:"truncated"` // there are more symbols
}

// symbol is a symbol in the details.
type symbol struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	First int    `json:"first_line"`     // in the file where its lines came numbered, else in the text
	Line  int    `json:"line,omitempty"` // the line of its name, if that isn't the first
	Last  int    `json:"last_line"`
	Depth int    `json:"depth,omitempty"`
}

// report sets the verdict, the exact numbers and the details.
func (f *file) report(c *strategies.Collector) {
	c.Count(strategies.NumLines, int64(f.lines))
	for _, k := range [...]strategies.Key{strategies.Functions, strategies.Types, strategies.Imports} {
		if f.means != syntax.ByNothing {
			c.Count(k, 0)
		}
	}
	has := f.count(c)
	if f.named() {
		c.File(f.path)
	}
	c.Verdict(f.verdict(c, has))
	if f.gaveUp {
		c.Warn("read: the file took too long to parse and was outlined by keywords")
	}
	d := details{Path: f.path, Language: string(f.lang), Lines: f.lines, FirstLine: max(f.from, 0), Symbols: []symbol{}}
	shift := max(f.from-1, 0)
	for i := range f.symbols {
		if len(d.Symbols) == maxDetails {
			d.Truncated = true
			break
		}
		s := &f.symbols[i]
		one := symbol{Name: s.Name, Kind: string(s.Kind), First: s.First + shift, Last: s.Last + shift, Depth: s.Depth}
		if s.Line != s.First {
			one.Line = s.Line + shift
		}
		d.Symbols = append(d.Symbols, one)
	}
	if made, err := result.NewDetails("read", d); err == nil {
		c.Details(made)
	}
}

// counted are the kinds that the verdict names, the most important first.
var counted = [...]syntax.Kind{
	syntax.Function, syntax.Method, syntax.Class, syntax.Struct, syntax.Interface, syntax.Trait, syntax.Import,
	syntax.Declaration, syntax.Enum, syntax.Union, syntax.Record, syntax.Type, syntax.Macro, syntax.Test,
	syntax.Heading, syntax.Section, syntax.Rule, syntax.Key,
}

// count adds the exact numbers and returns those that the verdict names.
func (f *file) count(c *strategies.Collector) (has []string) {
	kinds := map[syntax.Kind]int64{}
	for i := range f.symbols {
		s := &f.symbols[i]
		if s.Kind != syntax.Key || s.Depth == 0 {
			kinds[s.Kind]++
		}
		switch {
		case s.Kind.IsFunction():
			c.Count(strategies.Functions, 1)
		case s.Kind.IsType():
			c.Count(strategies.Types, 1)
		case s.Kind == syntax.Import:
			c.Count(strategies.Imports, 1)
		}
	}
	for _, k := range counted {
		n := kinds[k]
		if n == 0 {
			continue
		}
		has = append(has, noun.Count(n, string(k)))
		switch k {
		case syntax.Import:
		case syntax.Function: // functions counts methods too
			if kinds[syntax.Method] > 0 {
				c.Count("plain_functions", n)
			}
		case syntax.Type: // types counts structs and the like too
			c.Count("plain_types", n)
		default:
			c.Count(strategies.Key(noun.Plural(string(k))), n)
		}
	}
	return has
}

// Tokens that the two longer verdicts may have.
const (
	maxMedium  = 16
	maxVerdict = 40
)

// verdict says in three lengths what was read. has are the numbers of symbols by their kinds.
//
//	93 lines, Go
//	Read queue.go: 93 lines, Go
//	Read src/queue.go: 93 lines, Go. 3 functions, 3 methods, 3 structs
func (f *file) verdict(c *strategies.Collector, has []string) (short, medium, long string) {
	f.countExtent(c)
	short, what := f.subject()
	if f.binary != "" {
		has = nil
	}
	if !f.named() {
		return short, what, withCounts(what, has)
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
			if long = withCounts("Read "+name+": "+what, has[:n]); cost(long) <= maxVerdict {
				return short, medium, long
			}
		}
	}
	return short, medium, medium
}

// showsRange reports whether the verdict names the first and the last line that were read.
func (f *file) showsRange() bool { return f.bounded && !f.part && f.from >= 0 && f.lines > 1 }

// countExtent adds the numbers that the verdict names besides the symbols.
func (f *file) countExtent(c *strategies.Collector) {
	if f.showsRange() {
		c.Count("first_line", int64(f.from))
		c.Count("last_line", int64(f.from+f.lines-1))
	}
	if (f.binary != "" || f.minified) && f.size > 0 {
		c.Count("bytes", f.size)
	}
	if f.minified {
		c.Count("longest_line", int64(f.longest))
	}
}

// subject is what was read without the path, in two lengths: "93 lines, Go" and "lines 10-40, Go, generated".
func (f *file) subject() (short, what string) {
	if f.binary != "" {
		return f.binary, f.opaque()
	}
	short = noun.Count(f.lines, "line")
	what = short
	switch {
	case f.part:
		what += " in the part shown"
	case f.showsRange():
		what = fmt.Sprintf("lines %d-%d", f.from, f.from+f.lines-1)
	}
	if f.lang != "" {
		short += ", " + string(f.lang)
		what += ", " + string(f.lang)
	}
	switch {
	case f.minified:
		what += ", minified, " + f.opaque()
	case syntax.IsMinified([]byte(f.head)):
		what += ", minified"
	case syntax.IsGenerated(f.path, []byte(f.head)):
		what += ", generated"
	}
	return short, what
}

// The path gives way to leastCounts numbers of symbols, and where it has more than maxPath tokens.
const (
	maxPath     = 14
	leastCounts = 4
)

// withCounts adds the numbers of symbols to a verdict.
func withCounts(what string, has []string) string {
	if len(has) == 0 {
		return what
	}
	return what + ". " + strings.Join(has, ", ")
}

// lastTwo is a path's file with its folder.
func lastTwo(p string) string {
	dir, base := path.Split(p)
	return path.Join(path.Base(dir), base)
}

// cost is about the number of tokens of a text, rather too many than too few: this package doesn't link a tokenizer.
func cost(s string) int {
	n := 0
	for i := 0; i < len(s); {
		from := i
		switch {
		case isLetter(s[i]):
			i = wordEnd(s, i)
			n += 1 + (i-from-1)/6
		case textline.IsDigit(s[i]):
			for i < len(s) && textline.IsDigit(s[i]) {
				i++
			}
			n += (i - from + 2) / 3
		case s[i] == ' ':
			if i++; i < len(s) && textline.IsDigit(s[i]) {
				n++ // a space before a number is a token of its own
			}
		default:
			i++
			n++
		}
	}
	return n
}

// wordEnd is where the word ends that starts at s[i]: before a capital letter that follows a small one.
func wordEnd(s string, i int) int {
	i++
	for i < len(s) && isLetter(s[i]) && !isHump(s, i) {
		i++
	}
	return i
}
