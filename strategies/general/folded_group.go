package general

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// Limits of a row of places, in bytes. A row is one step of the page, so that some of many places can be shown. A
// message with its first places is shorter, so that a small budget shows many messages.
const (
	rowBytes   = 76
	firstBytes = 56
	maxRow     = 400 // longest row that has a short form
	maxWeight  = 40  // largest weight of a short form, and of the rest of its row; see [weight]
)

// A group is written together: a message with its places.
type group struct {
	rank   strategies.Rank
	behind bool // it comes after the failure's own lines
	mild   int  // 0 for errors, which come first within the rank
	list   []*placed
	rows   []row
	now    int // number of first rows that come before the later rows of all groups
	n      int // its index among the groups in reading order
}

// A row is one line of a group. A row without a diagnostic continues the message of the row before.
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

func fileOf(d *placed) string { return d.file }

// groupBy groups diagnostics by their message. Errors and warnings are never in one group.
func groupBy(list []placed) []group {
	type kind struct {
		key     string
		warning bool
		level   int
	}
	at := map[kind]int{}
	var out []group
	for i := range list {
		d := &list[i]
		k := kind{d.key, d.finding.Warning, gravity(d.finding.Level)}
		j, ok := at[k]
		if !ok {
			j = len(out)
			at[k] = j
			out = append(out, group{rank: d.rank, behind: d.behind, n: j})
		}
		out[j].list = append(out[j].list, d)
		out[j].rank = min(out[j].rank, d.rank)
	}
	for i := range out {
		g := &out[i]
		for _, r := range messageRows(g.list) {
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
			if j > 0 && f.Kind == strategies.KindDiagnostic {
				f.Kind = strategies.KindPlace
			}
			f.Row = first[i] + r.n
			switch {
			case g.behind && j < g.now: // the first rows of all groups come before any other row
				f.Turn = int32(i + 1)
			case g.behind:
				f.Turn = int32(len(groups) + 1 + j - g.now)
			case j >= g.now: // the later rows of all groups take turns
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
		Kind: strategies.KindDiagnostic, Rank: g.rank, Text: r.text, Short: r.short, Count: len(r.diagnostics),
		Second: g.behind,
	}
	if len(r.diagnostics) == 0 {
		f.Kind, f.Sources = strategies.KindPart, sources
	}
	for _, d := range r.diagnostics {
		f.Sources = append(f.Sources, d.sources()...)
	}
	f.Quoted = len(r.diagnostics) == 1 && len(f.Sources) == 1 && f.Sources[0].Len() == 1 &&
		f.Text == r.diagnostics[0].whole
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
func messageRows(list []*placed) []row {
	first := list[0]
	if len(list) == 1 {
		if first.file == "" {
			return []row{{text: first.message, short: shortRow(list), diagnostics: list}}
		}
		return []row{{text: first.place() + ": " + first.message, short: shortRow(list), diagnostics: list}}
	}
	if first.file == "" {
		return []row{{
			text:  first.message + " (" + strconv.Itoa(len(list)) + " times)",
			short: shortRow(list), diagnostics: list,
		}}
	}
	rows := []row{{text: first.message + ":", short: shortRow(list)}}
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
				part = f + ":" + d.at // a row names the file that it goes on with
			}
			if j == len(by[f])-1 && i < len(files)-1 {
				part += ","
			}
			last.text += " " + part
			last.diagnostics = append(last.diagnostics, d)
		}
	}
	for i := range rows[1:] {
		rows[i+1].short = shortPlaces(rows[i+1].diagnostics)
	}
	return rows
}

// place returns the place as the tool printed it.
func (d *placed) place() string {
	if d.printed != "" {
		return d.printed
	}
	return d.file + ":" + d.at
}
