package replay

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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

// Cells.

func number[T int | int64](n T) sheet.Cell {
	return sheet.Cell{Text: strconv.FormatInt(int64(n), 10), Value: float64(n)}
}

func words(s string) sheet.Cell { return sheet.Cell{Text: s} }

// pct is a share in percent, "-" for none.
func pct(v *float64) string {
	if v == nil {
		return "-"
	}
	return strconv.FormatFloat(*v*100, 'f', 1, 64) + "%"
}

func percent(v *float64) sheet.Cell {
	if v == nil {
		return sheet.Cell{Text: "-", Null: true}
	}
	return sheet.Cell{Text: pct(v), Value: *v}
}

func interval(e Estimate) string {
	if e.Low == nil || e.High == nil {
		return "-"
	}
	return strconv.FormatFloat(*e.Low*100, 'f', 1, 64) + " to " + pct(e.High)
}

func intervalCell(e Estimate) sheet.Cell {
	if e.Low == nil {
		return sheet.Cell{Text: "-", Null: true}
	}
	return sheet.Cell{Text: interval(e), Value: *e.Low}
}

func cost(v float64) sheet.Cell {
	return sheet.Cell{Text: strconv.FormatFloat(v, 'f', 4, 64), Value: v}
}

func num(head, hint string) sheet.Column { return sheet.Column{Head: head, Hint: hint, Num: true} }
func wide(head, hint string) sheet.Column {
	return sheet.Column{Head: head, Hint: hint, Num: true, Wide: true}
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

func (r *Report) pickTable(picks []Pick) *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{{Head: "tool"}, {Head: "call"}, num("then", "")}}
	for _, level := range r.Levels {
		t.Columns = append(t.Columns, num(level, "tokens now"))
	}
	t.Columns = append(t.Columns, num("evidence", ""), num("lost", "at "+r.Primary), sheet.Column{Head: "for example", Wide: true}, sheet.Column{Head: "strategy", Wide: true},
		sheet.Column{Head: "session", Wide: true}, wide("result", "its place in the file"))
	primary := 0
	for i, level := range r.Levels {
		if level == r.Primary {
			primary = i
		}
	}
	for _, p := range picks {
		row := []sheet.Cell{words(p.Tool), words(p.Call), number(p.Then)}
		for _, n := range p.Now {
			row = append(row, number(n))
		}
		t.Rows = append(t.Rows, append(row, number(p.Evidence), number(p.Lost[primary]), words(strings.Join(p.Examples, " · ")), words(p.Strategy), words(p.Session), number(p.N)))
	}
	return t
}

func (r *Report) priceTable() *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{{Head: "model"}, num("results", ""), {Head: "priced as"}, num("input", "a million tokens"), num("cached input", "a million tokens")}}
	for _, m := range r.Prices.Models {
		name := m.Model
		if name == "" {
			name = "(not named)"
		}
		t.Rows = append(t.Rows, []sheet.Cell{words(name), number(m.Results), words(m.Entry), cost(m.Input), cost(m.Cached)})
	}
	return t
}

// filesListed bounds the table of files outside of the JSON.
const filesListed = 200

func (r *Report) fileTable() *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{{Head: "file"}, {Head: "format"}, num("bytes", ""), num("records", ""), num("sessions", ""), num("results", ""),
		num("unknown", "records and parts of kinds that aren't known"), num("bad", "records that can't be read"), {Head: "what is wrong"}}}
	files := slices.Clone(r.Files)
	slices.SortStableFunc(files, func(a, b File) int { // transcripts first
		return cmp.Compare(min(1, len(b.Format)), min(1, len(a.Format)))
	})
	for _, f := range files[:min(filesListed, len(files))] {
		unknown := 0
		for _, n := range f.Unknown {
			unknown += n
		}
		var wrong []string
		if f.Error != "" {
			wrong = append(wrong, f.Error)
		}
		if f.Half {
			wrong = append(wrong, "it ends within a record")
		}
		wrong = append(wrong, f.Problems...)
		t.Rows = append(t.Rows, []sheet.Cell{words(f.Name), words(f.Format), number(f.Bytes), number(f.Records), number(f.Sessions), number(f.Results),
			number(unknown), number(f.Bad + f.TooLarge), words(strings.Join(wrong, "; "))})
	}
	return t
}
