package sheet

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strconv"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"line": oneLine,
	"sort": func(c Cell) string {
		if c.Null {
			return ""
		}
		return strconv.FormatFloat(c.Value, 'g', -1, 64)
	},
	"bar":   bar,
	"dense": func(t *Table) bool { return len(t.Columns) > denseColumns },
	"cells": func(t *Table, row []Cell) []struct {
		Column
		Cell
	} {
		var list []struct {
			Column
			Cell
		}
		for i, c := range t.Columns {
			list = append(list, struct {
				Column
				Cell
			}{c, row[i]})
		}
		return list
	},
}).Parse(pageText))

// HTML is the report as a whole web page.
func (d *Doc) HTML() ([]byte, error) {
	var b bytes.Buffer
	if err := page.Execute(&b, d.explained()); err != nil {
		return nil, fmt.Errorf("writing the page: %w", err)
	}
	return b.Bytes(), nil
}

// explainedDoc is a report whose sections have the legends of their tables.
type explainedDoc struct {
	*Doc
	Sections []explainedSection
}

type explainedSection struct {
	Section
	Legend []Column
}

// explained gives each table a legend of the columns that have a hint and that no table before it has explained.
func (d *Doc) explained() *explainedDoc {
	e := &explainedDoc{Doc: d}
	told := map[[2]string]bool{}
	for _, s := range d.Sections {
		x := explainedSection{Section: s}
		if s.Table != nil && len(s.Table.Rows) > 0 {
			for _, c := range s.Table.Columns {
				key := [2]string{c.Head, c.Hint}
				if c.Hint != "" && !told[key] {
					told[key] = true
					x.Legend = append(x.Legend, c)
				}
			}
		}
		e.Sections = append(e.Sections, x)
	}
	return e
}

// denseColumns is how many columns a table may have at the usual size of its letters, so that none is wider than a
// screen of 1280 pixels.
const denseColumns = 14

// barWidth is the length of the longest bar, in the page's pixels.
const barWidth = 84

// bar draws two lengths over each other.
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
