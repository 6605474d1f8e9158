package read

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// A list of more than maxIndexed names would leave no space for anything else. In such a file, methods are counted with
// their types if their number is known, and the remaining names are counted at the end.
const maxIndexed = 130

// named is a name in the list of a file's definitions.
type named struct {
	text string
	kind syntax.Kind
	n    int // symbols of its kind that have this name

	methods int // that are counted after its name
}

// listSymbols lists the file's top-level functions and types with their lines. The list is one fact with a form for
// each of its lines. Each form ends with a count of the missing names, wherever a page ends:
//
//	Reader 35-42, NewReaderSize 50-59, NewReader 62-64,
//	Reader.Size 67, … 3 more functions, 30 more methods, 2 more structs
func (f *file) listSymbols(c *strategies.Collector) {
	all := f.names(false)
	if len(all) > maxIndexed && f.exact {
		all = f.names(true)
	}
	shown := all[:min(len(all), maxIndexed)]
	var text strings.Builder
	var forms []string
	size, n := 0, 0
	for i, one := range shown {
		k := cost(one.text) + 2
		if i > 0 {
			text.WriteByte(',')
			if size+k > indexTokens {
				forms = append(forms, text.String()+f.missing(all[i:]))
				text.WriteByte('\n')
				size = 0
			} else {
				text.WriteByte(' ')
			}
		}
		text.WriteString(one.text)
		size += k
		n += one.n + one.methods
	}
	whole := text.String()
	if len(shown) < len(all) {
		whole += "," + f.missing(all[len(shown):])
	}
	c.Add(strategies.Fact{
		Kind: kindSymbol, Rank: strategies.Critical, Lead: true, Text: whole, Forms: forms, Count: n,
	})
}

// missing counts names that a list lacks, by their kinds.
func (f *file) missing(names []named) string {
	kinds := map[syntax.Kind]int{}
	for _, one := range names {
		kinds[one.kind] += one.n
		kinds[syntax.Method] += one.methods
	}
	var all []string
	for _, k := range counted {
		if n := kinds[k]; n > 0 {
			all = append(all, words.Count(n, "more "+string(k), "more "+words.Plural(string(k))))
		}
	}
	more := " … " + strings.Join(all, ", ")
	if syntax.IsCut(f.symbols) {
		more += " in the part read"
	}
	return more
}

// names returns the file's top-level functions and types with their lines. Signatures of one function that follow each
// other are one. If folded is set, methods are counted after their types; methods of other types stay in the list.
func (f *file) names(folded bool) []named {
	var all []named
	types := map[string]int{} // of the list, by name
	if folded {
		for _, i := range f.indexed {
			if s := &f.symbols[i]; s.Kind.IsType() {
				types[s.Name] = 0
			}
		}
	}
	f.methods = map[string]int{}
	last := ""
	for _, i := range f.indexed {
		s := &f.symbols[i]
		owner, _, isMethod := strings.Cut(s.Name, ".")
		if _, ok := types[owner]; folded && isMethod && s.Kind == syntax.Method && ok {
			f.methods[owner]++
			continue
		}
		if n := len(all); s.Name == last && n > 0 {
			if at := " " + f.span(s); !strings.HasSuffix(all[n-1].text, at) { // struct t {} t
				all[n-1].text += at
			}
			all[n-1].n++
			continue
		}
		types[s.Name] = len(all)
		all = append(all, named{text: s.Name + " " + f.span(s), kind: s.Kind, n: 1})
		last = s.Name
	}
	for owner, n := range f.methods {
		one := &all[types[owner]]
		one.text += fmt.Sprintf(" (%s)", words.Count(n, "method", "methods"))
		one.methods = n
	}
	return all
}
