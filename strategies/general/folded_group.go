package general

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// About how long a row of places is: so short that it is one step, and that a part of many places can be shown. A
// message with its first places is shorter, so that many messages are shown where there is little room: more so below a
// file's name, where each row has its message.
const (
	rowBytes   = 76
	firstBytes = 56
	someBytes  = 28
	maxRow     = 400 // of a row that has a short form
	maxWeight  = 40  // what such a form, and what it leaves out, may cost; see [weight]
)

// group is what is written together: a message with its places, or a file with its messages.
type group struct {
	rank   strategies.Rank
	mild   int // within the rank, errors come before what isn't one
	list   []*placed
	rows   []row
	byFile bool // each row but the first is whole by itself
	now    int  // rows that come before the others of any group
}

// row is one line of a group, or the name of a file with the line below it. One without a diagnostic goes on with the
// message of the row before.
type row struct {
	text        string
	short       string // in fewer words, "" for none
	diagnostics []*placed
}

// lines are a row as it is written: several lines where it is long.
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

// isWhole reports whether a row isn't written as several lines: it is shown in two steps, so that no step cuts it.
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

// grouping says what diagnostics are grouped by, and how a group is printed.
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

// groupBy groups diagnostics. Errors and warnings are never in one group: a file that has both has two.
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
			out = append(out, group{rank: d.rank, byFile: by.byFile})
		}
		out[j].list = append(out[j].list, d)
		out[j].rank = min(out[j].rank, d.rank)
	}
	for i := range out {
		g := &out[i]
		for _, r := range by.rows(g.list, dir) {
			g.rows = append(g.rows, r.lines()...)
		}
	}
	return out
}

// foldedFacts are the rows of groups in their order.
func foldedFacts(groups []group) []strategies.Fact {
	var out []strategies.Fact
	for i, g := range ordered(groups) {
		for j, r := range g.rows {
			f := strategies.Fact{
				Kind: kindDiagnostic, Rank: g.rank, Text: r.text, Short: r.short, Count: len(r.diagnostics),
			}
			if len(r.diagnostics) == 0 {
				f.Kind = strategies.KindPart
			}
			if j >= g.now { // the later rows of all groups take turns
				f.Second, f.Group = true, "fold"+strconv.Itoa(i)
			}
			out = append(out, f)
		}
	}
	return out
}

// sorted are diagnostics by a key, in the order in which the keys come first.
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

// messageRows writes a message with its places: "message: a.rb:1 9, b.rb:3", or "a.rb:1: message" of one place. A row
// that ends with a comma isn't the last.
func messageRows(list []*placed, dir string) []row {
	first := list[0]
	if len(list) == 1 {
		if first.file == "" {
			return []row{{first.message, shortRow(list, dir), list}}
		}
		return []row{{placeIn(first.file, first.at, dir) + ": " + first.message, shortRow(list, dir), list}}
	}
	if first.file == "" {
		return []row{{first.message + " (" + strconv.Itoa(len(list)) + " times)", shortRow(list, dir), list}}
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

// places is how many bytes the places of diagnostics take.
func places(list []*placed) int {
	n := 0
	for _, d := range list {
		n += 1 + len(d.at)
	}
	return n
}

// placeIn is a place in a file below dir, or in dir itself where it is the file.
func placeIn(file, at, dir string) string {
	file = strings.TrimPrefix(file, dir)
	if file == "" {
		return at
	}
	return file + ":" + at
}
