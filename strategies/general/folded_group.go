package general

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// Limits of a row of places, in bytes. A row is one step of the page, so that some of many places can be shown. A
// message with its first places is shorter, so that a small budget shows many messages. Rows below a file's name are
// shorter still, since each has its message.
const (
	rowBytes   = 76
	firstBytes = 56
	someBytes  = 28
	maxRow     = 400 // longest row that has a short form
	maxWeight  = 40  // largest weight of a short form, and of the rest of its row; see [weight]
)

// A group is written together: a message with its places, or a file with its messages.
type group struct {
	rank   strategies.Rank
	behind bool // it comes after the failure's own lines
	mild   int  // 0 for errors, which come first within the rank
	list   []*placed
	rows   []row
	byFile bool // each row but the first is whole by itself
	now    int  // number of first rows that come before the later rows of all groups
	n      int  // its index among the groups in reading order
}

// A row is one line of a group, or the name of a file with the line below it. A row without a diagnostic continues the
// message of the row before.
type row struct {
	text        string
	short       string // the row in fewer words, "" for none
	diagnostics []*placed
	n           int // its index in the group in reading order
}

// lines splits a long row into the lines that are written.
func (r row) lines() (out []row) {
	if r.isWhole() {
		return []row{r}
	}
	for rest := r.text; rest != ""; r.diagnostics, r.short = nil, "" {
		r.text, rest = shortened(rest)
		out = append(out, r)
	}
	return out
}

// isWhole reports whether a row is never split. It is shown in two steps, its short form and then the rest, so no step
// cuts it.
func (r *row) isWhole() bool {
	return r.short != "" && len(r.text) <= maxRow && weight(r.short) <= maxWeight &&
		weight(r.text)-weight(r.short) <= maxWeight
}

func size(groups []group) int {
	n := 0
	for _, g := range groups {
		for _, r := range g.rows {
			n += len(r.text) + 1
		}
	}
	return n
}

// A grouping defines the key of a group of diagnostics and how its rows are printed.
type grouping struct {
	byFile bool
	key    func(d *placed) string
	rows   func(list []*placed, dir string) []row
}

var (
	byMessage = grouping{false, keyOf, messageRows}
	byFile    = grouping{true, fileOf, fileRows}
)

func keyOf(d *placed) string  { return d.key }
func fileOf(d *placed) string { return d.file }

// groupBy groups diagnostics by a key. Errors and warnings are never in one group: a file with both has two.
func groupBy(list []placed, dir string, by grouping) []group {
	type kind struct {
		key     string
		warning bool
		level   int
	}
	at := map[kind]int{}
	var out []group
	for i := range list {
		d := &list[i]
		k := kind{by.key(d), d.finding.Warning, gravity(d.finding.Level)}
		j, ok := at[k]
		if !ok {
			j = len(out)
			at[k] = j
			out = append(out, group{rank: d.rank, behind: d.behind, byFile: by.byFile, n: j})
		}
		out[j].list = append(out[j].list, d)
		out[j].rank = min(out[j].rank, d.rank)
	}
	for i := range out {
		g := &out[i]
		for _, r := range by.rows(g.list, dir) {
			g.rows = append(g.rows, r.lines()...)
		}
		for n := range g.rows {
			g.rows[n].n = n
		}
	}
	return out
}

// foldedFacts returns the rows of groups as facts, in the order in which they are shown. Their places on the page are
// in reading order, errors first.
func foldedFacts(groups []group) []strategies.Fact {
	var out []strategies.Fact
	groups = ordered(groups)
	first := firstRows(groups)
	for i := range groups {
		g := &groups[i]
		sources := g.sources()
		for j, r := range g.rows {
			f := r.fact(g, sources)
			f.Row = first[i] + r.n
			if j >= g.now { // the later rows of all groups take turns
				f.Second, f.Group = true, "fold"+strconv.Itoa(i)
			}
			out = append(out, f)
		}
	}
	return out
}

// firstRows returns the place of each group's first row on the page, counted from 1.
func firstRows(groups []group) []int {
	order := make([]int, len(groups))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := &groups[i], &groups[j]
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.mild, b.mild), cmp.Compare(a.n, b.n))
	})
	first, row := make([]int, len(groups)), 1
	for _, i := range order {
		first[i] = row
		row += len(groups[i].rows)
	}
	return first
}

// sources returns the lines that the group's diagnostics are made of.
func (g *group) sources() (out []strategies.Span) {
	for _, d := range g.list {
		out = append(out, d.sources()...)
	}
	return out
}

// fact returns the row as a fact. sources are those of its group, for a row without a diagnostic.
func (r *row) fact(g *group, sources []strategies.Span) strategies.Fact {
	f := strategies.Fact{
		Kind: kindPlace, Rank: g.rank, Text: r.text, Short: r.short, Count: len(r.diagnostics), Second: g.behind,
	}
	if len(r.diagnostics) == 0 {
		f.Kind, f.Sources = strategies.KindPart, sources
	}
	for _, d := range r.diagnostics {
		f.Sources = append(f.Sources, d.sources()...)
	}
	return f
}

// sources returns the lines that a diagnostic is made of: its place, its message and the name of its file.
func (d *placed) sources() []strategies.Span {
	at, head := d.finding.At, d.finding.Head
	switch {
	case head == 0 || head == at:
		return []strategies.Span{{First: at, Last: at}}
	case head < at:
		at, head = head, at
	}
	return []strategies.Span{{First: at, Last: at}, {First: head, Last: head}}
}

// sorted groups diagnostics by a key. keys are in order of first use.
func sorted(list []*placed, key func(*placed) string) (keys []string, by map[string][]*placed) {
	by = map[string][]*placed{}
	for _, d := range list {
		k := key(d)
		if by[k] == nil {
			keys = append(keys, k)
		}
		by[k] = append(by[k], d)
	}
	return keys, by
}

// messageRows writes a message with its places: "message: a.rb:1 9, b.rb:3". A single place comes first: "a.rb:1:
// message". A row that ends with a comma continues in the next.
func messageRows(list []*placed, dir string) []row {
	first := list[0]
	if len(list) == 1 {
		if first.file == "" {
			return []row{{text: first.message, short: shortRow(list, dir), diagnostics: list}}
		}
		return []row{{text: first.placeIn(dir) + ": " + first.message, short: shortRow(list, dir), diagnostics: list}}
	}
	if first.file == "" {
		return []row{{
			text:  first.message + " (" + strconv.Itoa(len(list)) + " times)",
			short: shortRow(list, dir), diagnostics: list,
		}}
	}
	rows := []row{{text: first.message + ":", short: shortRow(list, dir)}}
	last := &rows[0]
	files, by := sorted(list, fileOf)
	for i, f := range files {
		for j, d := range by[f] {
			part := d.at
			limit := rowBytes
			if len(rows) == 1 {
				limit = firstBytes
			}
			if len(last.text)+1+len(part) > limit && len(last.diagnostics) > 0 {
				last.text = strings.TrimSuffix(last.text, ",") + ","
				rows = append(rows, row{})
				last = &rows[len(rows)-1]
			}
			if j == 0 || len(last.diagnostics) == 0 {
				part = placeIn(f, d.at, dir) // a row names the file that it goes on with
			}
			if j == len(by[f])-1 && i < len(files)-1 {
				part += ","
			}
			last.text += " " + part
			last.diagnostics = append(last.diagnostics, d)
		}
	}
	for i := range rows[1:] {
		rows[i+1].short = shortPlaces(rows[i+1].diagnostics, dir)
	}
	return rows
}

// fileRows writes a file with its messages below: " 3:5 8:2: message".
func fileRows(list []*placed, dir string) []row {
	var rows []row
	messages, by := sorted(list, keyOf)
	for _, m := range messages {
		r, limit := row{}, rowBytes
		if places(by[m]) > rowBytes {
			limit = someBytes
		}
		for _, d := range by[m] {
			if len(r.text)+1+len(d.at) > limit {
				r.text += ": " + d.message
				rows = append(rows, r)
				r, limit = row{}, rowBytes
			}
			r.text += " " + d.at
			r.diagnostics = append(r.diagnostics, d)
		}
		if r.text = strings.TrimRight(r.text, " "); r.text != "" {
			r.text += ": "
		}
		r.text += by[m][0].message
		r.short = shortBelow(r.diagnostics)
		rows = append(rows, r)
	}
	if head := strings.TrimPrefix(list[0].file, dir); head != "" {
		rows = append([]row{{text: head + ":"}}, rows...)
	}
	return rows
}

// places returns the size of the places of diagnostics, in bytes.
func places(list []*placed) int {
	n := 0
	for _, d := range list {
		n += 1 + len(d.at)
	}
	return n
}

// placeIn returns the place as the tool printed it, without dir.
func (d *placed) placeIn(dir string) string {
	if rest, ok := strings.CutPrefix(d.printed, dir); ok && rest != "" && d.file != dir {
		return rest
	}
	return placeIn(d.file, d.at, dir)
}

// placeIn shortens a place in a file below dir. If dir is the file itself, only the row and column remain.
func placeIn(file, at, dir string) string {
	file = strings.TrimPrefix(file, dir)
	if file == "" {
		return at
	}
	return file + ":" + at
}
