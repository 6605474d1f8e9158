package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
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
	var families []familyPage
	for i := range r.Families {
		families = append(families, r.familyPage(&r.Families[i]))
	}
	return t.Execute(w, map[string]any{
		"Report": r, "Families": families, "Worst": worst, "Floors": r.floorTable(), "FloorLegend": floorLegend,
		"Sessions": r.sessionsTable(), "SessionsLegend": sessionsLegend, "Legend": r.legend(),
	})
}

// familyPage is a family as the page has it: a chart, a table of its texts, one of the cuts of as many tokens. All in
// one table would be wider than a screen.
type familyPage struct {
	*Family
	Frontier string
	Tables   []columnsPage
}

// columnsPage is a table: its columns under their headings, and the cells.
type columnsPage struct {
	Head  []group
	Cells [][]string
}

func (r *Report) familyPage(f *Family) familyPage {
	own := f.ownGroups()
	if f.timed() {
		own = append(own, group{"ms", timeColumns})
	}
	cuts := append([]group{{"", settingColumns[:1]}}, cutGroups()...)
	return familyPage{f, r.frontier(f), []columnsPage{{own, f.cellsOf(own)}, {cuts, f.cellsOf(cuts)}}}
}

// meaning is an entry of the page's legend.
type meaning struct{ Head, Says string }

// legend says what the columns of the families' tables mean.
func (r *Report) legend() []meaning {
	var list []meaning
	if len(r.Families) == 0 {
		return nil
	}
	f := &r.Families[0]
	groups := f.ownGroups()
	if f.timed() {
		groups = append(groups, group{"ms", timeColumns})
	}
	for _, g := range groups {
		for _, c := range g.Columns {
			if c.Says != "" {
				list = append(list, meaning{c.Head, c.Says})
			}
		}
	}
	for _, name := range baseline.Names() {
		list = append(list, meaning{name, "a cut of as many tokens as toktee's text: " + curveSays[name]})
	}
	return list
}

// Percents are a fixed cut's figures as they are printed.
func (r FixedRow) Percents() []string {
	return []string{
		figures.Percent(&r.Saved), figures.Percent(r.Recall), figures.Percent(r.Intact), figures.Percent(&r.Net),
	}
}
