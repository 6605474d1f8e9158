package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The least shares of ctags' functions and types. Two parsers of a language never agree wholly: they differ on what
// macros, callbacks and declarations without a body are.
const (
	leastSymbols = 0.98 // in the details, by name and line
	leastRanges  = 0.98 // last lines of those, if ctags has them
	leastShown   = 0.95 // top-level names in the model's text, each with its lines
	leastListed  = 0.99 // listed symbols whose name is on their line
)

// textBudget is the budget of the model's text in tokens. A file with fewer than textSymbols symbols must have all its
// top-level names in it.
const (
	textBudget  = 1000
	textSymbols = 80
)

// outline compares the symbols of source files.
func outline(ctx context.Context, r *repo, o options) ([]*part, error) {
	files, err := r.files(ctx)
	if err != nil {
		return nil, err
	}
	var sources []string
	for _, f := range files {
		if _, ok := byExtension[filepath.Ext(f)]; ok {
			sources = append(sources, f)
		}
	}
	c := &outlines{
		symbols: &part{name: "outline, symbols"}, ranges: &part{name: "outline, last lines"},
		shown: &part{name: "outline, told"}, listed: &part{name: "outline, own"},
	}
	for _, f := range sample(sources, o.files) {
		b, err := os.ReadFile(filepath.Join(r.dir, f))
		if err != nil || len(b) > maxFile {
			continue
		}
		want, err := r.ctags(ctx, f, byExtension[filepath.Ext(f)])
		if err != nil {
			return nil, err
		}
		a, err := r.ask(ctx, call{tool: "Read", path: f, out: b, budget: textBudget})
		if err != nil {
			return nil, err
		}
		c.add(f, strings.Split(string(b), "\n"), want, a)
	}
	return c.parts(), nil
}

// outlines compares the symbols of ctags with those of the details and of the model's text, over all files.
type outlines struct {
	symbols, ranges, shown, listed *part
	// files whose list is cut, symbols without a last line, files with too many symbols
	cut, endless, large int
}

// add compares the outline of one file.
func (c *outlines) add(file string, lines []string, want tags, a answer) {
	symbols, whole := outlined(a.details)
	if !whole {
		c.cut++
		return
	}
	list := want.wanted()
	for _, g := range list {
		s, ok := find(symbols, g)
		c.symbols.found(file, g, ok, "nothing")
		switch {
		case !ok:
		case g.End == 0:
			c.endless++
		default:
			c.ranges.found(file, g, s.Last == g.End, fmt.Sprint("last line ", s.Last))
		}
	}
	c.ownNames(file, lines, symbols, a)
	if len(list) >= textSymbols {
		c.large++
		return
	}
	for _, g := range list {
		if g.top {
			c.shown.found(file, g, a.whole || showsLines(a.text, g), "not in the text")
		}
	}
}

// found notes one symbol of ctags'.
func (p *part) found(file string, g tag, ok bool, got string) {
	p.checked++
	if ok {
		p.equal++
		return
	}
	want := fmt.Sprintf("%s %s at %d", g.Kind, g.Name, g.Line)
	if g.End > 0 {
		want += fmt.Sprintf("-%d", g.End)
	}
	p.differ = append(p.differ, difference{file, "symbol", want, got})
}

// find returns the symbol that is the tag, of several the innermost.
func find(symbols []symbol, g tag) (found symbol, ok bool) {
	for _, s := range symbols {
		if s.is(g) && (!ok || s.First >= found.First) {
			found, ok = s, true
		}
	}
	return found, ok
}

// ownNames compares the details with the source. There must be as many functions and types as the answer counts, and
// each name must be on the line that the details state.
func (c *outlines) ownNames(file string, lines []string, symbols []symbol, a answer) {
	var functions, types int64
	for _, s := range symbols {
		switch s.Kind {
		case "function", "method":
			functions++
		case "class", "struct", "interface", "trait", "enum", "union", "record", "type":
			types++
		default:
			continue
		}
		c.listed.checked++
		if s.isOnItsLine(lines) {
			c.listed.equal++
			continue
		}
		c.listed.differ = append(c.listed.differ, difference{
			file, "listed", "its name on its line",
			fmt.Sprintf("%s %s at %d, %d-%d", s.Kind, s.Name, s.Line, s.First, s.Last),
		})
	}
	c.listed.check(file, "functions", functions, a.data["functions"])
	c.listed.check(file, "types", types, a.data["types"])
}

// showsLines reports whether a text has the symbol's line range: at the start of the line that has its name,
// "12-40→func f() {", or in a list of names, "f 12-40, g 42 46-50". If ctags doesn't have the last line, the first
// is enough.
func showsLines(text string, g tag) bool {
	name := lastName(g.Name)
	for line := range strings.Lines(text) {
		if lines, source, ok := strings.Cut(line, "→"); ok {
			if strings.Contains(source, name) && g.at(lines) {
				return true
			}
			continue
		}
		for one := range strings.SplitSeq(strings.TrimSuffix(line, "\n"), ", ") {
			f := strings.Fields(one)
			n := len(f)
			for n > 1 && spanned.MatchString(f[n-1]) {
				n--
			}
			if sameName(strings.Join(f[:n], " "), g.Name) && slices.ContainsFunc(f[n:], g.at) {
				return true
			}
		}
	}
	return false
}

// spanned matches the line range of a symbol.
var spanned = regexp.MustCompile(`^[0-9]+(-[0-9]+)?$`)

// at reports whether "12-40", or "12" for a single line, is the symbol's range.
func (g tag) at(lines string) bool {
	a, b, several := strings.Cut(lines, "-")
	first, err := strconv.Atoi(a)
	last, err2 := first, error(nil)
	if several {
		last, err2 = strconv.Atoi(b)
	}
	if err != nil || err2 != nil {
		return false
	}
	return (first == g.Line || g.Kind == "typedef" && last == g.Line) && (g.End == 0 || last == g.End)
}

// parts returns the parts of the table.
func (c *outlines) parts() []*part {
	list := []*part{c.symbols, c.ranges, c.shown, c.listed}
	for i, least := range []float64{leastSymbols, leastRanges, leastShown, leastListed} {
		p := list[i]
		p.score = &score{ratio(p.equal, p.checked), least}
	}
	note := func(p *part, n int, format string) {
		if n > 0 {
			p.notes = append(p.notes, fmt.Sprintf(format, n))
		}
	}
	note(c.symbols, c.cut, "%d files have more symbols than the details list and are left out")
	note(c.ranges, c.endless, "%d symbols have no last line in ctags and are left out")
	note(c.shown, c.large, "%d files have 80 symbols or more and are left out")
	return list
}

// ratio returns part as a share of whole, and 1 if whole is 0.
func ratio(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// isOnItsLine reports whether a symbol's lines are lines of the file, in order, and have its name: the name of a
// typedef is on its last line.
func (s *symbol) isOnItsLine(lines []string) bool {
	if !slices.IsSorted([]int{1, s.First, s.Line, s.Last, len(lines)}) {
		return false
	}
	name := lastName(s.Name)
	return strings.Contains(lines[s.Line-1], name) || strings.Contains(lines[s.Last-1], name)
}
