package replaypage

import (
	"fmt"

	"github.com/toktee/toktee/cmd/tokbench/internal/sheet"
)

// modelTable has a row for each variant of the cost model, and one each for net by lines and by pages.
func (p page) modelTable() *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{{Head: "model"}}}
	if len(p.Modelled) == 0 {
		return t
	}
	for _, m := range p.Modelled {
		t.Columns = append(t.Columns, num(m.Level, "share of what the results did cost"),
			num("95%", "interval of the column before it, over sessions"))
	}
	lines := []sheet.Cell{words("net by lines")}
	for _, m := range p.Modelled {
		lines = append(lines, percent(m.ByLines.Value), intervalCell(m.ByLines))
	}
	pages := []sheet.Cell{words("net by pages")}
	for _, m := range p.Modelled {
		pages = append(pages, percent(m.ByPages.Value), intervalCell(m.ByPages))
	}
	for i, v := range p.Modelled[0].Variants {
		row := []sheet.Cell{words(v.Name)}
		for _, m := range p.Modelled {
			row = append(row, percent(m.Variants[i].Cost.Value), intervalCell(m.Variants[i].Cost))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Rows = append(t.Rows, lines, pages)
	return t
}

// modelNote says what the model's figures mean.
func (p page) modelNote() string {
	return fmt.Sprintf("A shown token is written into the cache once and read by each later request until a "+
		"compaction; what calls use and a text lacks is fetched again by ranges of the result, a call for each, none "+
		"twice; a row for each constant at half and at double. Intervals draw the %d sessions again. Net by lines is "+
		"saved, less those ranges and calls, in tokens; net by pages, less pages of 4000 tokens from the beginning up "+
		"to the last string that is gone.",
		p.Total.Sessions)
}
