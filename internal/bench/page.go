package bench

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"
)

// Explained is a case that lost facts, with what became of them.
type Explained struct {
	Loss
	Facts []LostFact
}

//go:embed page.html
var pageText string

var page = sync.OnceValues(func() (*template.Template, error) {
	return template.New("page").Funcs(template.FuncMap{
		"svg": func(s string) template.HTML { return template.HTML(s) }, // ours: every name in it is escaped
	}).Parse(pageText)
})

// HTML writes the report as one page that needs nothing else: tables, frontiers, broken promises, and the worst cases.
func (r *Report) HTML(w io.Writer, settings []Setting, worst []Explained) error {
	t, err := page()
	if err != nil {
		return err
	}
	type family struct {
		*Family
		Head     []group
		Cells    [][]string
		Frontier string
	}
	var fs []family
	for i := range r.Families {
		f := &r.Families[i]
		gs := f.groups()
		var cells [][]string
		for j := range f.Rows {
			var line []string
			for _, g := range gs {
				for _, c := range g.cols {
					line = append(line, c.cell(&f.Rows[j]))
				}
			}
			cells = append(cells, line)
		}
		fs = append(fs, family{f, gs, cells, f.Frontier(settings)})
	}
	return t.Execute(w, map[string]any{"Report": r, "Families": fs, "Worst": worst})
}

// Title, Cols and Head are a group's for the page.
func (g group) Title() string  { return g.title }
func (g group) Cols() []column { return g.cols }

// Head is a column's heading.
func (c column) Head() string { return c.head }

// Percents are a fixed cut's figures as they are printed.
func (r FixedRow) Percents() []string {
	return []string{pct(&r.Saved), pct(r.Recall), pct(&r.Intact), pct(&r.Net)}
}

// Markdown writes the report as tables for the summary of a CI job: at each setting what was saved and kept, beside the
// best filter, and the broken promises.
func (r *Report) Markdown(w io.Writer) error {
	var b strings.Builder
	for _, f := range r.Families {
		fmt.Fprintf(&b, "### %s\n\n%d cases, %d facts, %d tokens raw\n\n", f.Name, f.Cases, f.Facts, f.RawTokens)
		heads := []string{}
		var gs []column
		for _, g := range f.groups() {
			for _, c := range g.cols {
				gs = append(gs, c)
				heads = append(heads, strings.TrimSpace(g.title+" "+c.head))
			}
		}
		fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(heads, " | "), strings.Repeat(" ---: |", len(heads)))
		for i := range f.Rows {
			var cells []string
			for _, c := range gs {
				cells = append(cells, c.cell(&f.Rows[i]))
			}
			fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
		}
		b.WriteString("\n")
	}
	if len(r.Violations) == 0 {
		b.WriteString("No promise is broken.\n")
	} else {
		fmt.Fprintf(&b, "**%d broken promises**\n\n", len(r.Violations))
		for _, v := range r.Violations[:min(len(r.Violations), violationsListed)] {
			fmt.Fprintf(&b, "- %s: %s at %s: %s\n", v.Kind, v.Case, v.Setting, strings.NewReplacer("|", "\\|", "`", "'").Replace(oneLine(v.Detail)))
		}
		if more := len(r.Violations) - violationsListed; more > 0 {
			fmt.Fprintf(&b, "- and %d more\n", more)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
