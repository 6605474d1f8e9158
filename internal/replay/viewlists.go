package replay

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/sheet"
)

// pickTable has a row for each result that is listed.
func (r *Report) pickTable(picks []Pick) *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{{Head: "tool"}, {Head: "call"}, num("then", "")}}
	for _, level := range r.Levels {
		t.Columns = append(t.Columns, num(level, "tokens now"))
	}
	t.Columns = append(t.Columns, num("evidence", ""), num("lost", "at "+r.Primary), sheet.Column{Head: "for example", Wide: true}, sheet.Column{Head: "strategy", Wide: true},
		sheet.Column{Head: "session", Wide: true}, wide("result", "its place in the file"))
	primary := 0
	for i, level := range r.Levels {
		if level == r.Primary {
			primary = i
		}
	}
	for _, p := range picks {
		row := []sheet.Cell{words(p.Tool), words(p.Call), number(p.Then)}
		for _, n := range p.Now {
			row = append(row, number(n))
		}
		t.Rows = append(t.Rows, append(row, number(p.Evidence), number(p.Lost[primary]), words(strings.Join(p.Examples, " · ")), words(p.Strategy), words(p.Session), number(p.N)))
	}
	return t
}

func (r *Report) priceTable() *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{{Head: "model"}, num("results", ""), {Head: "priced as"}, num("input", "a million tokens"), num("cached input", "a million tokens")}}
	for _, m := range r.Prices.Models {
		name := m.Model
		if name == "" {
			name = "(not named)"
		}
		t.Rows = append(t.Rows, []sheet.Cell{words(name), number(m.Results), words(m.Entry), cost(m.Input), cost(m.Cached)})
	}
	return t
}

// filesListed bounds the table of files outside of the JSON.
const filesListed = 200

func (r *Report) fileTable() *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{{Head: "file"}, {Head: "format"}, num("bytes", ""), num("records", ""), num("sessions", ""), num("results", ""),
		num("unknown", "records and parts of kinds that aren't known"), num("bad", "records that can't be read"), {Head: "what is wrong"}}}
	files := slices.Clone(r.Files)
	slices.SortStableFunc(files, func(a, b File) int { // transcripts first
		return cmp.Compare(min(1, len(b.Format)), min(1, len(a.Format)))
	})
	for _, f := range files[:min(filesListed, len(files))] {
		unknown := 0
		for _, n := range f.Unknown {
			unknown += n
		}
		var wrong []string
		if f.Error != "" {
			wrong = append(wrong, f.Error)
		}
		if f.Half {
			wrong = append(wrong, "it ends within a record")
		}
		wrong = append(wrong, f.Problems...)
		t.Rows = append(t.Rows, []sheet.Cell{words(f.Name), words(f.Format), number(f.Bytes), number(f.Records), number(f.Sessions), number(f.Results),
			number(unknown), number(f.Bad + f.TooLarge), words(strings.Join(wrong, "; "))})
	}
	return t
}
