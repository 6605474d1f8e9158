package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/measure/replay"
)

// pickTable has a row for each result that is listed.
func (p replayLayout) pickTable(picks []replay.Pick) *Table {
	t := &Table{Columns: []Column{
		{Head: "tool"}, {Head: "call", Hint: "what the session asked for"}, num("then", "tokens in the transcripts"),
	}}
	for _, level := range p.Levels {
		t.Columns = append(t.Columns, num(level, "tokens now"))
	}
	t.Columns = append(t.Columns, num("evidence", "strings that the sessions went on to use"),
		num("lost", "of those, at "+p.Primary),
		Column{Head: "for example", Hint: "one string that was lost", Wide: true},
		Column{Head: "strategy", Hint: "how the summary was made", Wide: true},
		Column{Head: "session", Hint: "the file", Wide: true}, wide("result", "its place in the file"))
	primary := max(0, slices.Index(p.Levels, p.Primary))
	for _, pick := range picks {
		row := []Cell{textCell(pick.Tool), textCell(pick.Call), numberCell(pick.Then)}
		for _, n := range pick.Now {
			row = append(row, numberCell(n))
		}
		t.Rows = append(t.Rows, append(row, numberCell(pick.Evidence), numberCell(pick.Lost[primary]),
			textCell(strings.Join(pick.Examples, " · ")), textCell(pick.Strategy),
			textCell(pick.Session), numberCell(pick.N)))
	}
	return t
}

// priceTable has a row for each model.
func (p replayLayout) priceTable() *Table {
	t := &Table{Columns: []Column{
		{Head: "model"}, num("results", "results of tools"), {Head: "priced as", Hint: "entry of the price table"},
		num("input", "price of a million tokens"), num("cached input", "price of a million tokens"),
	}}
	for _, m := range p.Prices.Models {
		name := cmp.Or(m.Model, "(not named)")
		t.Rows = append(t.Rows, []Cell{
			textCell(name), numberCell(m.Results), textCell(m.Entry), costCell(m.Input), costCell(m.Cached),
		})
	}
	return t
}

// filesListed bounds the table of files outside of the JSON.
const filesListed = 200

// fileTable has a row for each file, transcripts first.
func (p replayLayout) fileTable() *Table {
	t := &Table{Columns: []Column{
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
		t.Rows = append(t.Rows, []Cell{
			textCell(f.Name), textCell(f.Format), numberCell(f.Bytes), numberCell(f.Records),
			numberCell(f.Sessions), numberCell(f.Results),
			numberCell(unknown), numberCell(f.Bad + f.TooLarge), textCell(strings.Join(problemsOf(&f), "; ")),
		})
	}
	return t
}

// problemsOf lists the faults of a file.
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

// modelTable has a row for each variant of the cost model, and one each for net by lines and by pages.
func (p replayLayout) modelTable() *Table {
	t := &Table{Columns: []Column{{Head: "model"}}}
	if len(p.Modelled) == 0 {
		return t
	}
	for _, m := range p.Modelled {
		t.Columns = append(t.Columns, num(m.Level, "share of what the results did cost"),
			num("95%", "interval of the column before it, over sessions"))
	}
	lines := []Cell{textCell("net by lines")}
	for _, m := range p.Modelled {
		lines = append(lines, percentCell(m.ByLines.Value), intervalCell(m.ByLines))
	}
	pages := []Cell{textCell("net by pages")}
	for _, m := range p.Modelled {
		pages = append(pages, percentCell(m.ByPages.Value), intervalCell(m.ByPages))
	}
	for i, v := range p.Modelled[0].Variants {
		row := []Cell{textCell(v.Name)}
		for _, m := range p.Modelled {
			row = append(row, percentCell(m.Variants[i].Cost.Value), intervalCell(m.Variants[i].Cost))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Rows = append(t.Rows, lines, pages)
	return t
}
