package report

import (
	"strings"

	"github.com/toktee/toktee/internal/measure/replay"
)

// rowsInText is the most rows of a long table in the text for a terminal.
const rowsInText = 12

// replayLayout lays out the report of a replay.
type replayLayout struct{ *replay.Report }

// Replay lays out the report of a replay for people. Its numbers are those of the report's JSON.
func Replay(r *replay.Report) *Doc {
	p := replayLayout{r}
	d := &Doc{Title: "Replay: what toktee would have made of these sessions", Lead: p.lead(), Foot: p.foot()}
	add := func(title string, t *Table, brief int, notes ...string) {
		d.Sections = append(d.Sections, Section{Title: title, Notes: notes, Table: t, Brief: brief})
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
func (p replayLayout) primaryOf(g *replay.Group) replay.LevelScore {
	for _, l := range g.Levels {
		if l.Level == p.Primary {
			return l
		}
	}
	return replay.LevelScore{}
}

// levelTable has a row for each level.
func (p replayLayout) levelTable() *Table {
	currency := p.Prices.Currency
	t := &Table{Columns: []Column{
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
		t.Rows = append(t.Rows, []Cell{
			textCell(l.Level), {Bar: &Bar{Max: float64(g.Then), Then: float64(g.Then), Now: float64(l.Now)}},
			numberCell(g.Then), numberCell(l.Now),
			percentCell(l.Saved.Value), intervalCell(l.Saved),
			percentCell(l.Net.Value), intervalCell(l.Net),
			percentCell(l.Recall.Value), intervalCell(l.Recall),
			percentCell(l.Hard.Value),
			percentCell(l.Intact.Value), intervalCell(l.Intact),
			numberCell(g.Evidence), numberCell(l.Lost),
			numberCell(l.Refetched), numberCell(l.RefetchTotal),
			costCell(g.Cost), costCell(l.Cost), costCell(l.CostNet),
		})
	}
	return t
}

// interval95 explains the columns of intervals.
const interval95 = "95% interval of the column before it: bootstrap over results"

// tokenBars are bars of tokens.
func tokenBars(scale string) Column {
	return Column{Head: "tokens", Chart: true, Hint: "bar: tokens then (light) and now (dark), " + scale}
}

// groupTable has a row for each group: all levels' tokens, and the rest at the primary level.
func (p replayLayout) groupTable(name string, groups []replay.Group) *Table {
	t := &Table{Columns: p.groupColumns(name)}
	most := 0.0
	for _, g := range groups {
		most = max(most, float64(g.Then))
	}
	for i := range groups {
		g := &groups[i]
		l := p.primaryOf(g)
		bar := &Bar{Max: most, Then: float64(g.Then), Now: float64(l.Now)}
		row := []Cell{textCell(g.Name), {Bar: bar}, numberCell(g.Results), numberCell(g.Then)}
		for _, level := range g.Levels {
			row = append(row, numberCell(level.Now))
		}
		t.Rows = append(t.Rows, append(row,
			percentCell(l.Saved.Value), intervalCell(l.Saved), percentCell(l.Net.Value), percentCell(l.Recall.Value),
			percentCell(l.Intact.Value), numberCell(g.Evidence), numberCell(l.Lost), numberCell(l.Refetched),
			numberCell(l.RefetchTotal), numberCell(g.Repeats), numberCell(g.RepeatTokens), costCell(g.Cost),
			costCell(l.Cost)))
	}
	return t
}

// groupColumns are the columns of a table of groups, the first of which is called name.
func (p replayLayout) groupColumns(name string) []Column {
	columns := []Column{
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

// interval returns the interval of an estimate, "-" for none.
func interval(e replay.Estimate) string {
	if e.Low == nil || e.High == nil {
		return "-"
	}
	return strings.TrimSuffix(percentCell(e.Low).Text, "%") + " to " + percentCell(e.High).Text
}

func intervalCell(e replay.Estimate) Cell {
	if e.Low == nil {
		return missing
	}
	return Cell{Text: interval(e), Value: *e.Low}
}

func costCell(v float64) Cell { return floatCell("%.4f", v) }
