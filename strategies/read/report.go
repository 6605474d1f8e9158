package read

import (
	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// The keys of a digest's numbers besides the common ones.
const (
	keyFunctions strategies.Key = "functions"
	keyTypes     strategies.Key = "types"
	keyImports   strategies.Key = "imports"
)

// kindSymbol is a line of the outline of a file.
const kindSymbol strategies.Kind = "symbol"

// maxDetails is how many symbols the details list.
const maxDetails = 1000

// details is the person's view: "type": "read".
type details struct {
	Path      string   `json:"path"`
	Language  string   `json:"language"`
	Lines     int      `json:"lines"`
	FirstLine int      `json:"first_line,omitempty"` // in the file, if the lines came numbered
	Symbols   []symbol `json:"symbols"`
	Truncated bool     `json:"truncated"` // there are more symbols
}

// symbol is a symbol in the details.
type symbol struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	First int    `json:"first_line"`          // in the file if its lines came numbered, else in the text
	Line  int    `json:"line,omitempty"`      // the line of its name, if that isn't the first
	Last  int    `json:"last_line,omitempty"` // 0 if it isn't known
	Depth int    `json:"depth,omitempty"`

	Methods int `json:"methods,omitempty"` // of a type, if the text counts them instead of listing them
}

// report sets the verdict, the exact numbers and the details.
func (f *file) report(c *strategies.Collector) {
	c.Count(strategies.NumLines, int64(f.lines))
	isExact := f.exact && !syntax.IsCut(f.symbols) // else there may be more
	for _, k := range [...]strategies.Key{keyFunctions, keyTypes, keyImports} {
		if isExact {
			c.Count(k, 0)
		}
	}
	data, has := f.count()
	for k, n := range data {
		if isExact {
			c.Count(k, n)
		}
	}
	if f.named() {
		c.File(f.path)
	}
	c.Verdict(f.verdict(c, has))
	if f.gaveUp {
		c.Warn("read: the file took too long to parse and was outlined by keywords")
	}
	d := details{Path: f.path, Language: string(f.lang), Lines: f.lines, FirstLine: max(f.from, 0), Symbols: []symbol{}}
	shift := f.above()
	for i := range f.symbols {
		if len(d.Symbols) == maxDetails {
			d.Truncated = true
			break
		}
		s := &f.symbols[i]
		one := symbol{Name: s.Name, Kind: string(s.Kind), First: s.First + shift, Depth: s.Depth}
		if !s.Open {
			one.Last = s.Last + shift
		}
		if s.Kind.IsType() {
			one.Methods = f.methods[s.Name]
		}
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
	syntax.Table, syntax.View, syntax.Index, syntax.Heading, syntax.Section, syntax.Rule, syntax.Key,
}

// count returns the numbers of symbols, and those that the verdict names. Keywords find most symbols, but not all.
func (f *file) count() (data map[strategies.Key]int64, has []string) {
	data = map[strategies.Key]int64{}
	if !f.exact {
		return data, nil
	}
	kinds := map[syntax.Kind]int64{}
	for i := range f.symbols {
		s := &f.symbols[i]
		if s.Kind != syntax.Key || s.Depth == 0 {
			kinds[s.Kind]++
		}
		switch {
		case s.Kind.IsFunction():
			data[keyFunctions]++
		case s.Kind.IsType():
			data[keyTypes]++
		case s.Kind == syntax.Import:
			data[keyImports]++
		}
	}
	for _, k := range counted {
		n := kinds[k]
		if n == 0 {
			continue
		}
		has = append(has, words.Count(n, string(k), words.Plural(string(k))))
		switch k {
		case syntax.Import:
		case syntax.Function: // functions counts methods too
			if kinds[syntax.Method] > 0 {
				data["plain_functions"] = n
			}
		case syntax.Type: // types counts structs and the like too
			data["plain_types"] = n
		default:
			data[strategies.Key(words.Plural(string(k)))] = n
		}
	}
	return data, has
}
