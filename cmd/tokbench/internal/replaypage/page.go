// Package replaypage lays the report of a replay out for people: as text for a terminal, as Markdown, and as a web page
// that needs no network. All three have the same numbers as the report's JSON, since each is made of the same cells.
package replaypage

import (
	"io"

	"github.com/toktee/toktee/cmd/tokbench/internal/sheet"
	"github.com/toktee/toktee/internal/measure/replay"
)

// rowsInText is how many rows of a table the text for a terminal has.
const rowsInText = 12

// Print writes the report for a terminal.
func Print(w io.Writer, r *replay.Report) error { return layout(r).Text(w) }

// Markdown is the report as Markdown.
func Markdown(r *replay.Report) ([]byte, error) { return layout(r).Markdown(), nil }

// HTML is the report as a web page that needs no network.
func HTML(r *replay.Report) ([]byte, error) { return layout(r).HTML() }

// page is a report that is being laid out.
type page struct{ *replay.Report }

// layout is what every form is made of.
func layout(r *replay.Report) *sheet.Doc {
	p := page{r}
	d := &sheet.Doc{Title: "Replay: what toktee would have made of these sessions", Lead: p.lead(), Foot: p.foot()}
	add := func(title string, t *sheet.Table, brief int, notes ...string) {
		d.Sections = append(d.Sections, sheet.Section{Title: title, Notes: notes, Table: t, Brief: brief})
	}
	at := ", at " + r.Primary
	add("All results, by level", p.levelTable(), 0)
	add("By tool"+at, p.groupTable("tool", r.Tools), rowsInText)
	if len(r.Commands) > 0 {
		add("By command"+at, p.groupTable("command", r.Commands), rowsInText)
	}
	add("By strategy"+at, p.groupTable("strategy", r.Strategies), rowsInText)
	add("By session"+at, p.groupTable("session", r.Sessions), rowsInText)
	add("The biggest results", p.pickTable(r.Biggest), 0)
	worst := "The worst results at " + r.Primary
	if len(r.Worst) > 0 {
		add(worst, p.pickTable(r.Worst), 0, "Those that lost the most evidence; of equals, the largest.")
	} else {
		add(worst, nil, 0, "No result lost any evidence.")
	}
	add("Cost by the model, as a share of the agent's own cut", p.modelTable(), 0, p.modelNote())
	add("Estimated cost", p.priceTable(), 0, p.priceNote())
	add("What was read", p.fileTable(), rowsInText, p.inputNotes()...)
	return d
}

// primaryOf is how a group's results did at the primary level.
func (p page) primaryOf(g *replay.Group) replay.LevelScore {
	for _, l := range g.Levels {
		if l.Level == p.Primary {
			return l
		}
	}
	return replay.LevelScore{}
}

// levelTable has a row for each level.
func (p page) levelTable() *sheet.Table {
	currency := p.Prices.Currency
	t := &sheet.Table{Columns: []sheet.Column{
		{Head: "level"}, tokenBars("of all tokens in the transcripts"),
		num("then", "tokens in the transcripts"), num("now", "tokens of the summaries"),
		num("saved", "1 - now / then"), num("saved, 95%", interval95),
		num("net", "saved, after fetching again what lost evidence"), wide("net, 95%", interval95),
		num("recall", "mean share of evidence kept, over shortened results that have any"),
		wide("recall, 95%", interval95),
		num("hard", "share of those that keep all of theirs"),
		num("intact", "share of the results with evidence that keep all of it"), wide("intact, 95%", interval95),
		num("evidence", "strings that the sessions went on to use"), num("lost", "of those"),
		num("refetched", "results that would have been fetched again"),
		num("their cost", "their summary, raw text and 120 tokens each"),
		wide("cost then", currency+", of the tokens then"), wide("cost now", currency+", of the tokens now"),
		wide("cost, net", currency+", after fetching again what lost evidence"),
	}}
	g := &p.Total
	for _, l := range g.Levels {
		t.Rows = append(t.Rows, []sheet.Cell{
			words(l.Level), {Bar: &sheet.Bar{Max: float64(g.Then), Then: float64(g.Then), Now: float64(l.Now)}},
			number(g.Then), number(l.Now),
			percent(l.Saved.Value), intervalCell(l.Saved),
			percent(l.Net.Value), intervalCell(l.Net),
			percent(l.Recall.Value), intervalCell(l.Recall),
			percent(l.Hard.Value),
			percent(l.Intact.Value), intervalCell(l.Intact),
			number(g.Evidence), number(l.Lost),
			number(l.Refetched), number(l.RefetchTotal),
			cost(g.Cost), cost(l.Cost), cost(l.CostNet),
		})
	}
	return t
}

// interval95 is what the columns of intervals mean.
const interval95 = "95% interval of the column before it: bootstrap over results"

// tokenBars are bars of tokens.
func tokenBars(scale string) sheet.Column {
	return sheet.Column{Head: "tokens", Chart: true, Hint: "bar: tokens then (light) and now (dark), " + scale}
}

// groupTable has a row for each group: all levels' tokens, and the rest at the primary level.
func (p page) groupTable(name string, groups []replay.Group) *sheet.Table {
	t := &sheet.Table{Columns: p.groupColumns(name)}
	most := 0.0
	for _, g := range groups {
		most = max(most, float64(g.Then))
	}
	for i := range groups {
		g := &groups[i]
		l := p.primaryOf(g)
		bar := &sheet.Bar{Max: most, Then: float64(g.Then), Now: float64(l.Now)}
		row := []sheet.Cell{words(g.Name), {Bar: bar}, number(g.Results), number(g.Then)}
		for _, level := range g.Levels {
			row = append(row, number(level.Now))
		}
		t.Rows = append(t.Rows, append(row,
			percent(l.Saved.Value), intervalCell(l.Saved), percent(l.Net.Value), percent(l.Recall.Value),
			percent(l.Intact.Value), number(g.Evidence), number(l.Lost), number(l.Refetched), number(l.RefetchTotal),
			number(g.Repeats), number(g.RepeatTokens), cost(g.Cost), cost(l.Cost)))
	}
	return t
}

// groupColumns are the columns of a table of groups, the first of which is called name.
func (p page) groupColumns(name string) []sheet.Column {
	columns := []sheet.Column{
		{Head: name}, tokenBars("on one scale: the longest is the largest group"),
		num("results", "results of tools"), num("then", "tokens in the transcripts"),
	}
	for _, level := range p.Levels {
		c := num("now", "tokens of the summaries")
		if level != p.Primary {
			c = wide("now, "+level, "tokens of the summaries")
		}
		columns = append(columns, c)
	}
	return append(columns,
		num("saved", "1 - now / then"), wide("saved, 95%", interval95),
		num("net", "saved, after fetching again what lost evidence"),
		num("recall", "mean share of evidence kept, over shortened results that have any"),
		num("intact", "share of the results with evidence that keep all of it"),
		num("evidence", "strings that the sessions went on to use"), num("lost", "of those"),
		num("refetched", "results that would have been fetched again"),
		wide("their cost", "their summary, raw text and 120 tokens each"),
		wide("repeats", "same call, same output, earlier in the session"),
		wide("their tokens", "tokens of the repeats"),
		wide("cost then", p.Prices.Currency+", of the tokens then"),
		wide("cost now", p.Prices.Currency+", of the tokens now"))
}
