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
	"bar": bar,
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
	if err := page.Execute(&b, d); err != nil {
		return nil, fmt.Errorf("writing the page: %w", err)
	}
	return b.Bytes(), nil
}

// barWidth is the length of the longest bar, in the page's pixels.
const barWidth = 120

// bar draws two lengths over each other.
func bar(v *Bar) template.HTML {
	if v == nil || v.Max <= 0 {
		return ""
	}
	px := func(x float64) string { return strconv.FormatFloat(max(0, min(1, x/v.Max))*barWidth, 'f', 1, 64) }
	return template.HTML(fmt.Sprintf(`<svg width="%d" height="12" role="img" aria-label="%.0f of %.0f"><rect `+
		`class="then" width="%s" height="12"/><rect class="now" y="2" width="%s" height="8"/></svg>`,
		barWidth, v.Now, v.Then, px(v.Then), px(v.Now)))
}
