package replay

import (
	"fmt"
	"io"

	"github.com/toktee/toktee/internal/sheet"
)

// rowsInText is how many rows of a table the text for a terminal has.
const rowsInText = 12

// Print writes the report for a terminal.
func (r *Report) Print(w io.Writer) error { return r.doc().Text(w) }

// Markdown is the report as Markdown.
func (r *Report) Markdown() ([]byte, error) { return r.doc().Markdown(), nil }

// HTML is the report as a web page that needs no network.
func (r *Report) HTML() ([]byte, error) { return r.doc().HTML() }

// doc lays the report out. Every form is made of it.
func (r *Report) doc() *sheet.Doc {
	d := &sheet.Doc{Title: "Replay: what toktee would have made of these sessions", Lead: r.lead(), Foot: r.foot()}
	add := func(title string, t *sheet.Table, brief int, notes ...string) {
		d.Sections = append(d.Sections, sheet.Section{Title: title, Notes: notes, Table: t, Brief: brief})
	}
	add("All results, by level", r.levelTable(), 0)
	add("By tool, at "+r.Primary, r.groupTable("tool", r.Tools), rowsInText)
	if len(r.Commands) > 0 {
		add("By command, at "+r.Primary, r.groupTable("command", r.Commands), rowsInText)
	}
	add("By strategy, at "+r.Primary, r.groupTable("strategy", r.Strategies), rowsInText)
	add("By session, at "+r.Primary, r.groupTable("session", r.Sessions), rowsInText)
	add("The biggest results", r.pickTable(r.Biggest), 0)
	if len(r.Worst) > 0 {
		add("The worst results at "+r.Primary, r.pickTable(r.Worst), 0, "Those that lost the most evidence; of equals, the largest.")
	} else {
		add("The worst results at "+r.Primary, nil, 0, "No result lost any evidence.")
	}
	add("Estimated cost", r.priceTable(), 0, r.priceNote())
	add("What was read", r.fileTable(), rowsInText, r.inputNotes()...)
	return d
}

func (r *Report) lead() []string {
	t, in := &r.Total, &r.Input
	list := []string{fmt.Sprintf("%d results of tools in %d sessions, %d tokens (%s, counted exactly).", t.Results, t.Sessions, t.Then, r.Encoding)}
	for _, l := range t.Levels {
		if l.Level == r.Primary {
			list = append(list, fmt.Sprintf("At %s, %d tokens: %s saved, 95%% interval %s; %s after fetching again what %d results lost. %d of %d strings that the sessions went on to use are kept.",
				l.Level, l.Now, pct(l.Saved.Value), interval(l.Saved), pct(l.Net.Value), l.Refetched, t.Evidence-l.Lost, t.Evidence))
		}
	}
	then := `"Then" is what the transcripts hold, which is what the agent had kept of an output.`
	if in.Cut > 0 {
		then += fmt.Sprintf(" It says that it cut %d results.", in.Cut)
	}
	if in.OriginalKnown > 0 {
		then += fmt.Sprintf(" Of %d results it tells the size before its cut, %d tokens by its own estimate; the transcripts hold %d tokens of them by our count, its headers included.",
			in.OriginalKnown, in.Original, in.OriginalThen)
	}
	return append(list, then)
}

// levelTable has a row for each level.
func (r *Report) levelTable() *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{
		{Head: "level"}, {Head: "tokens", Chart: true},
		num("then", "tokens in the transcripts"), num("now", "tokens of the summaries"),
		num("saved", "1 - now / then"), num("saved, 95%", "bootstrap over results"),
		num("net", "saved, after fetching again what lost evidence"), wide("net, 95%", ""),
		num("recall", "mean share of evidence kept, over shortened results that have any"), wide("recall, 95%", ""),
		num("hard", "share of those that keep all of theirs"), num("intact", "share of all results that keep all of theirs"), wide("intact, 95%", ""),
		num("evidence", "strings that the sessions went on to use"), num("lost", "of those"),
		num("refetched", "results that would have been fetched again"), num("their cost", "their summary, raw text and 120 tokens each"),
		wide("cost then", r.Prices.Currency), wide("cost now", r.Prices.Currency), wide("cost, net", r.Prices.Currency),
	}}
	g := &r.Total
	for _, l := range g.Levels {
		t.Rows = append(t.Rows, []sheet.Cell{
			words(l.Level), {Bar: &sheet.Bar{Max: float64(g.Then), Then: float64(g.Then), Now: float64(l.Now)}},
			number(g.Then), number(l.Now), percent(l.Saved.Value), intervalCell(l.Saved), percent(l.Net.Value), intervalCell(l.Net),
			percent(l.Recall.Value), intervalCell(l.Recall), percent(l.Hard.Value), percent(l.Intact.Value), intervalCell(l.Intact),
			number(g.Evidence), number(l.Lost), number(l.Refetched), number(l.RefetchTotal), cost(g.Cost), cost(l.Cost), cost(l.CostNet),
		})
	}
	return t
}

// groupTable has a row for each group: all levels' savings, and the rest at the primary level.
func (r *Report) groupTable(name string, groups []Group) *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{{Head: name}, {Head: "tokens", Chart: true}, num("results", ""), num("then", "tokens in the transcripts")}}
	for _, level := range r.Levels {
		col := num("now", "tokens of the summaries")
		if level != r.Primary {
			col = wide("now, "+level, "tokens of the summaries")
		}
		t.Columns = append(t.Columns, col)
	}
	t.Columns = append(t.Columns, num("saved", ""), wide("saved, 95%", ""), num("net", "after fetching again what lost evidence"), num("recall", ""), num("intact", ""),
		num("evidence", ""), num("lost", ""), num("refetched", "results"), wide("their cost", "their summary, raw text and 120 tokens each"),
		wide("repeats", "same call, same output, earlier in the session"), wide("their tokens", ""), wide("cost then", r.Prices.Currency), wide("cost now", r.Prices.Currency))
	most := 0.0
	for _, g := range groups {
		most = max(most, float64(g.Then))
	}
	for _, g := range groups {
		var p LevelScore
		for _, l := range g.Levels {
			if l.Level == r.Primary {
				p = l
			}
		}
		row := []sheet.Cell{words(g.Name), {Bar: &sheet.Bar{Max: most, Then: float64(g.Then), Now: float64(p.Now)}}, number(g.Results), number(g.Then)}
		for _, l := range g.Levels {
			row = append(row, number(l.Now))
		}
		t.Rows = append(t.Rows, append(row, percent(p.Saved.Value), intervalCell(p.Saved), percent(p.Net.Value), percent(p.Recall.Value), percent(p.Intact.Value),
			number(g.Evidence), number(p.Lost), number(p.Refetched), number(p.RefetchTotal), number(g.Repeats), number(g.RepeatTokens), cost(g.Cost), cost(p.Cost)))
	}
	return t
}
