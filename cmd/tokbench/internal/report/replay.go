package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/measure/replay"
)

// rowsInText is the most rows of a long table. The JSON has all.
const rowsInText = 12

// replayLayout lays out the report of a replay.
type replayLayout struct{ *replay.Report }

// Replay lays out the report of a replay for people. Its numbers are those of the report's JSON, which has more.
func Replay(r *replay.Report) *Doc {
	p := replayLayout{r}
	d := &Doc{Title: "Replay: what toktee would have made of these sessions", Lead: p.lead()}
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
		add(worst, p.pickTable(r.Worst), 0,
			"The results that lost the most evidence. Among equal results, the largest come first.")
	} else {
		add(worst, nil, 0, "No result lost any evidence.")
	}
	add("Cost by the model, as a share of the agent's own cut", p.modelTable(), 0,
		fmt.Sprintf("The model and its constants are in docs/tokbench.md. The intervals come from a bootstrap over "+
			"the %d sessions.", r.Total.Sessions))
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
	t := NewTable(1, "level", "then", "now", "saved", "saved, 95%", "net", "recall", "hard", "intact", "evidence",
		"lost", "refetched", "their cost")
	g := &p.Total
	for _, l := range g.Levels {
		t.Add(l.Level, number(g.Then), number(l.Now), percent(l.Saved.Value), interval(l.Saved), percent(l.Net.Value),
			percent(l.Recall.Value), percent(l.Hard.Value), percent(l.Intact.Value), number(g.Evidence), number(l.Lost),
			number(l.Refetched), number(l.RefetchTotal))
	}
	return t
}

// groupTable has a row for each group, at the primary level.
func (p replayLayout) groupTable(name string, groups []replay.Group) *Table {
	t := NewTable(1, name, "results", "then", "now", "saved", "net", "recall", "intact", "evidence", "lost",
		"refetched")
	for i := range groups {
		g := &groups[i]
		l := p.primaryOf(g)
		t.Add(g.Name, number(g.Results), number(g.Then), number(l.Now), percent(l.Saved.Value), percent(l.Net.Value),
			percent(l.Recall.Value), percent(l.Intact.Value), number(g.Evidence), number(l.Lost), number(l.Refetched))
	}
	return t
}

// pickTable has a row for each result that is listed.
func (p replayLayout) pickTable(picks []replay.Pick) *Table {
	heads := append([]string{"tool", "call", "then"}, p.Levels...)
	t := NewTable(2, append(heads, "evidence", "lost")...)
	primary := max(0, slices.Index(p.Levels, p.Primary))
	for _, pick := range picks {
		row := []string{pick.Tool, pick.Call, number(pick.Then)}
		for _, n := range pick.Now {
			row = append(row, number(n))
		}
		t.Add(append(row, number(pick.Evidence), number(pick.Lost[primary]))...)
	}
	return t
}

// priceTable has a row for each model.
func (p replayLayout) priceTable() *Table {
	t := NewTable(2, "model", "priced as", "results", "input", "cached input")
	for _, m := range p.Prices.Models {
		t.Add(cmp.Or(m.Model, "(not named)"), m.Entry, number(m.Results), money(m.Input), money(m.Cached))
	}
	return t
}

// fileTable has a row for each file, transcripts first.
func (p replayLayout) fileTable() *Table {
	t := NewTable(2, "file", "format", "bytes", "records", "sessions", "results", "unknown", "bad", "what is wrong")
	t.Columns[len(t.Columns)-1].Num = false
	files := slices.Clone(p.Files)
	slices.SortStableFunc(files, func(a, b replay.File) int {
		return cmp.Compare(min(1, len(b.Format)), min(1, len(a.Format)))
	})
	for _, f := range files {
		unknown := 0
		for _, n := range f.Unknown {
			unknown += n
		}
		t.Add(f.Name, f.Format, number(f.Bytes), number(f.Records), number(f.Sessions), number(f.Results),
			number(unknown), number(f.Bad+f.TooLarge), strings.Join(problemsOf(&f), "; "))
	}
	return t
}

// problemsOf lists the faults of a file.
func problemsOf(f *replay.File) []string {
	var wrong []string
	if f.Error != "" {
		wrong = append(wrong, f.Error)
	}
	if f.Half {
		wrong = append(wrong, "it ends within a record")
	}
	return append(wrong, f.Problems...)
}

// modelTable has a row for each variant of the cost model, and one each for net by lines and by pages.
func (p replayLayout) modelTable() *Table {
	t := NewTable(1, "model")
	if len(p.Modelled) == 0 {
		return t
	}
	row := func(name string, of func(*replay.Modelled) replay.Estimate) {
		cells := []string{name}
		for i := range p.Modelled {
			e := of(&p.Modelled[i])
			cells = append(cells, percent(e.Value), interval(e))
		}
		t.Add(cells...)
	}
	for _, m := range p.Modelled {
		t.Columns = append(t.Columns, Column{m.Level, true}, Column{"95%", true})
	}
	for i, v := range p.Modelled[0].Variants {
		row(v.Name, func(m *replay.Modelled) replay.Estimate { return m.Variants[i].Cost })
	}
	row("net by lines", func(m *replay.Modelled) replay.Estimate { return m.ByLines })
	row("net by pages", func(m *replay.Modelled) replay.Estimate { return m.ByPages })
	return t
}

// interval returns the interval of an estimate, "-" for none.
func interval(e replay.Estimate) string {
	if e.Low == nil || e.High == nil {
		return "-"
	}
	return strings.TrimSuffix(percent(e.Low), "%") + " to " + percent(e.High)
}

func number[T int | int64](n T) string { return strconv.FormatInt(int64(n), 10) }

func money(v float64) string { return fmt.Sprintf("%.4f", v) }

// percent shows a share in percent: "91.6%", "-" for none.
func percent(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", *v*100)
}
