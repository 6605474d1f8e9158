package read

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/syntax"
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

type symbol struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	First int    `json:"first_line"`     // in the file where its lines came numbered, else in the text
	Line  int    `json:"line,omitempty"` // where its name stands, if that isn't the first
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

// counted are the kinds that the verdict names, the most telling first.
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
		has = append(has, plural(n, string(k)))
		switch k {
		case syntax.Import:
		case syntax.Function: // functions counts methods too
			if kinds[syntax.Method] > 0 {
				c.Count("plain_functions", n)
			}
		case syntax.Type: // types counts structs and the like too
			c.Count("plain_types", n)
		default:
			c.Count(strategies.Key(plurals(string(k))), n)
		}
	}
	return has
}

// Tokens that the two longer verdicts may have.
const (
	maxMedium  = 16
	maxVerdict = 40
)

// verdict says in three lengths what was read.
func (f *file) verdict(c *strategies.Collector, has []string) (short, medium, long string) {
	short = plural(int64(f.lines), "line")
	what := short
	if f.part {
		what += " in the part shown"
	} else if f.bounded && f.from >= 0 && f.lines > 1 {
		what = fmt.Sprintf("lines %d-%d", f.from, f.from+f.lines-1)
		c.Count("first_line", int64(f.from))
		c.Count("last_line", int64(f.from+f.lines-1))
	}
	if (f.binary != "" || f.minified) && f.size > 0 {
		c.Count("bytes", f.size)
	}
	if f.minified {
		c.Count("longest_line", int64(f.longest))
	}
	switch opaque := f.opaque(); {
	case f.binary != "":
		short, what, has = f.binary, opaque, nil
	case f.lang != "":
		short += ", " + string(f.lang)
		what += ", " + string(f.lang)
	}
	switch {
	case f.binary != "":
	case f.minified:
		what += ", minified, " + f.opaque()
	case syntax.IsMinified([]byte(f.head)):
		what += ", minified"
	case syntax.IsGenerated(f.path, []byte(f.head)):
		what += ", generated"
	}
	if !f.named() {
		return short, what, contains(what, has)
	}
	if medium = "Read " + path.Base(f.path) + ": " + what; cost(medium) > maxMedium {
		medium = what
	}
	if f.bounded {
		return short, medium, medium // every line is there to see
	}
	for _, name := range [...]string{f.path, lastTwo(f.path), path.Base(f.path)} {
		if cost(name) > maxPath && name != path.Base(f.path) {
			continue
		}
		for n := len(has); n >= min(len(has), telling); n-- {
			if long = contains("Read "+name+": "+what, has[:n]); cost(long) <= maxVerdict {
				return short, medium, long
			}
		}
	}
	return short, medium, medium
}

// The path gives way to telling counts, and where it has more than maxPath tokens.
const (
	maxPath = 14
	telling = 4
)

func contains(what string, has []string) string {
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

func plural(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.FormatInt(n, 10) + " " + plurals(what)
}

func plurals(what string) string {
	switch {
	case strings.HasSuffix(what, "s"):
		return what + "es"
	}
	return what + "s"
}

// cost is about the number of tokens of a text, rather too many than too few: the common vocabularies are not at
// hand here.
func cost(s string) int {
	n := 0
	for i := 0; i < len(s); {
		j := i
		switch {
		case isWord(s[i]) && s[i] != '_' && (s[i] < '0' || s[i] > '9'):
			for j < len(s) && (s[j]|0x20 >= 'a' && s[j]|0x20 <= 'z') && !(j > i && s[j] < 'a' && s[j-1] >= 'a') {
				j++
			}
			n += 1 + (j-i-1)/6
		case s[i] >= '0' && s[i] <= '9':
			for j < len(s) && s[j] >= '0' && s[j] <= '9' {
				j++
			}
			n += (j - i + 2) / 3
		case s[i] == ' ':
			if j++; j < len(s) && s[j] >= '0' && s[j] <= '9' {
				n++ // before a number, a space stands alone
			}
		default:
			j++
			n++
		}
		i = max(j, i+1)
	}
	return n
}
