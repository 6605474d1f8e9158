package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strconv"
)

//go:embed page.html
var pageText string

// pageCell is a cell with its column, as the template of the page reads them.
type pageCell struct {
	Column
	Cell
}

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"line":   oneLine,
	"sort":   sortKey,
	"bar":    bar,
	"dense":  func(t *Table) bool { return len(t.Columns) > denseColumns },
	"legend": legend,
	"cells": func(t *Table, row []Cell) []pageCell {
		var list []pageCell
		for i, c := range t.Columns {
			list = append(list, pageCell{c, row[i]})
		}
		return list
	},
}).Parse(pageText))

// HTML returns the report as a whole web page. It needs no network and its policy forbids it. It follows the reader's
// choice of light or dark, prints on white, and sorts a table by a click on a heading.
func (d *Doc) HTML() ([]byte, error) {
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, d); err != nil {
		return nil, fmt.Errorf("writing the page: %w", err)
	}
	return b.Bytes(), nil
}

// legend returns the columns of a section's table that have a hint and that no earlier section explains.
func legend(d *Doc, section int) []Column {
	explained := map[[2]string]bool{}
	var list []Column
	for i, s := range d.Sections[:section+1] {
		if s.Table == nil || len(s.Table.Rows) == 0 {
			continue
		}
		for _, c := range s.Table.Columns {
			if key := [2]string{c.Head, c.Hint}; c.Hint != "" && !explained[key] {
				explained[key] = true
				if i == section {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// sortKey is the number by which the page sorts a cell, "" for none.
func sortKey(c Cell) string {
	if c.Null {
		return ""
	}
	return strconv.FormatFloat(c.Value, 'g', -1, 64)
}

// denseColumns is the most columns of a table in letters of the usual size: none is wider than a screen of 1280 pixels.
const denseColumns = 14

// barWidth is the length of the longest bar, in the page's pixels.
const barWidth = 84

// bar draws one length over the other.
func bar(v *Bar) template.HTML {
	if v == nil || v.Max <= 0 {
		return ""
	}
	px := func(x float64) string { return strconv.FormatFloat(max(0, min(1, x/v.Max))*barWidth, 'f', 1, 64) }
	return template.HTML(fmt.Sprintf(`<svg width="%d" height="12" viewBox="0 0 %d 12" preserveAspectRatio="none" `+
		`role="img" aria-label="%.0f of %.0f"><rect class="then" width="%s" height="12"/>`+
		`<rect class="now" y="2" width="%s" height="8"/></svg>`,
		barWidth, barWidth, v.Now, v.Then, px(v.Then), px(v.Now)))
}
