package replaypage

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/cmd/tokbench/internal/sheet"
	"github.com/toktee/toktee/internal/measure/replay"
)

// pickTable has a row for each result that is listed.
func (p page) pickTable(picks []replay.Pick) *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{
		{Head: "tool"}, {Head: "call", Hint: "what the session asked for"}, num("then", "tokens in the transcripts"),
	}}
	for _, level := range p.Levels {
		t.Columns = append(t.Columns, num(level, "tokens now"))
	}
	t.Columns = append(t.Columns, num("evidence", "strings that the sessions went on to use"),
		num("lost", "of those, at "+p.Primary),
		sheet.Column{Head: "for example", Hint: "one string that was lost", Wide: true},
		sheet.Column{Head: "strategy", Hint: "how the summary was made", Wide: true},
		sheet.Column{Head: "session", Hint: "the file", Wide: true}, wide("result", "its place in the file"))
	primary := max(0, slices.Index(p.Levels, p.Primary))
	for _, pick := range picks {
		row := []sheet.Cell{words(pick.Tool), words(pick.Call), number(pick.Then)}
		for _, n := range pick.Now {
			row = append(row, number(n))
		}
		t.Rows = append(t.Rows, append(row, number(pick.Evidence), number(pick.Lost[primary]),
			words(strings.Join(pick.Examples, " · ")), words(pick.Strategy), words(pick.Session), number(pick.N)))
	}
	return t
}

// priceTable has a row for each model.
func (p page) priceTable() *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{
		{Head: "model"}, num("results", "results of tools"), {Head: "priced as", Hint: "entry of the price table"},
		num("input", "price of a million tokens"), num("cached input", "price of a million tokens"),
	}}
	for _, m := range p.Prices.Models {
		name := cmp.Or(m.Model, "(not named)")
		t.Rows = append(t.Rows, []sheet.Cell{
			words(name), number(m.Results), words(m.Entry), cost(m.Input), cost(m.Cached),
		})
	}
	return t
}

// filesListed bounds the table of files outside of the JSON.
const filesListed = 200

// fileTable has a row for each file, transcripts first.
func (p page) fileTable() *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{
		{Head: "file"}, {Head: "format", Hint: "the agent's, by content"}, num("bytes", "size of the file"),
		num("records", "lines or entries"), num("sessions", "sessions in it"), num("results", "results of tools"),
		num("unknown", "records and parts of kinds that aren't known"), num("bad", "records that can't be read"),
		{Head: "what is wrong", Hint: "why a file isn't read, or not all of it"},
	}}
	files := slices.Clone(p.Files)
	slices.SortStableFunc(files, func(a, b replay.File) int {
		return cmp.Compare(min(1, len(b.Format)), min(1, len(a.Format)))
	})
	for _, f := range files[:min(filesListed, len(files))] {
		unknown := 0
		for _, n := range f.Unknown {
			unknown += n
		}
		t.Rows = append(t.Rows, []sheet.Cell{
			words(f.Name), words(f.Format), number(f.Bytes), number(f.Records), number(f.Sessions), number(f.Results),
			number(unknown), number(f.Bad + f.TooLarge), words(strings.Join(problemsOf(&f), "; ")),
		})
	}
	return t
}

// problemsOf says what is wrong with a file.
func problemsOf(f *replay.File) []string {
	var wrong []string
	if f.Error != "" {
		wrong = append(wrong, f.Error)
	}
	if f.Half {
		wrong = append(wrong, "it ends within a record")
	}
	return append(wrong, f.Problems...)
}
