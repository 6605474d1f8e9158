package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/toktee/toktee/cmd/tokbench/internal/figures"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
)

// Explained is a case that lost facts, with what became of them.
type Explained struct {
	score.Loss
	Facts []score.LostFact
}

//go:embed page.html
var pageText string

var page = sync.OnceValues(func() (*template.Template, error) {
	return template.New("page").Funcs(template.FuncMap{
		"lower": func(s string) bool { return strings.HasSuffix(strings.Trim(s, ")"), "*") },
		"svg":   func(s string) template.HTML { return template.HTML(s) }, // ours: every name in it is escaped
	}).Parse(pageText)
})

// HTML writes the report as one page that needs nothing else: tables, frontiers, whole sessions, broken promises, and
// the worst cases.
func (r *Report) HTML(w io.Writer, worst []Explained) error {
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
	var families []family
	for i := range r.Families {
		f := &r.Families[i]
		families = append(families, family{f, f.groups(), f.cells(), r.frontier(f)})
	}
	return t.Execute(w, map[string]any{
		"Report": r, "Families": families, "Worst": worst, "Floors": r.floorTable(), "FloorLegend": floorLegend,
		"Sessions": r.sessionsTable(), "SessionsLegend": sessionsLegend,
	})
}

// Percents are a fixed cut's figures as they are printed.
func (r FixedRow) Percents() []string {
	return []string{
		figures.Percent(&r.Saved), figures.Percent(r.Recall), figures.Percent(r.Intact), figures.Percent(&r.Net),
	}
}
