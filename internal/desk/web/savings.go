package web

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/period"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/text/words"
)

// Totals are added up calls as a page shows them. The numbers are those of the ledger, in digits for a person.
type totals struct {
	Calls, Raw, Given, Refetches, RefetchTokens string
	Saved, Percent, Worth                       string
	Loss                                        bool
	Unknown, Fallbacks                          string
	Exact                                       ledger.Totals
}

// totals formats totals for a person. Their worth is that of "toktee stats".
func (s *Site) totals(t ledger.Totals) totals {
	worth := cost.Default().Saved(s.o.Prices, cost.Savings{
		LeftOut: t.Raw - t.Given, Reread: t.Reread, Refetches: t.Refetches, RefetchTokens: t.RefetchTokens,
	})
	n := figures.Number[int64]
	return totals{
		Calls: n(t.Calls), Raw: n(t.Raw), Given: n(t.Given), Refetches: n(t.Refetches),
		RefetchTokens: n(t.RefetchTokens),
		Saved:         n(t.Saved), Percent: figures.WholePercent(t.Saved, t.Raw), Worth: figures.Estimate(worth),
		Loss:    t.Saved < 0,
		Unknown: n(t.Unknown), Fallbacks: n(t.Fallbacks), Exact: t,
	}
}

// A groupRow is one value in a table of savings.
type groupRow struct {
	Name, Href string // Href is the list of its calls, "" if no list has just them
	Bar        bar
	totals
}

// A groupTable is the savings by one thing that calls differ in.
type groupTable struct {
	By, Heading, Column string
	Rows                []groupRow
	More                int // values that aren't listed
}

// A savingsPage is what savings.html shows.
type savingsPage struct {
	Since    choice
	Total    totals
	Today    totals
	Days     chart
	DayTable groupTable
	Tables   []groupTable
	Empty    bool
	StoreDir string
}

// listed is how many values a table of savings lists.
const listed = 15

// groupings are the tables of the savings page. Key is the parameter of the list that shows the calls of a value.
var groupings = []struct {
	by                   ledger.By
	heading, column, key string
}{
	{ledger.ByTool, "By tool", "Tool", "tool"},
	{ledger.ByCommand, "By command", "Command", ""},
	{ledger.ByStrategy, "By strategy", "Strategy", "strategy"},
	{ledger.BySession, "By session", "Session", "session"},
	{ledger.ByAgent, "By agent", "Agent", "agent"},
}

// savings shows the savings, grouped in each way.
func (s *Site) savings(r *http.Request, f filter) (frame, error) {
	p, err := s.savingsOf(r.Context(), f)
	return frame{Title: "Savings", Section: "savings", Body: p}, err
}

func (s *Site) savingsOf(ctx context.Context, f filter) (*savingsPage, error) {
	from, _ := since(f.Since, time.Now())
	q := ledger.Query{Since: from, Location: time.Local}
	p := &savingsPage{Since: pick("since", "Time", "all time", times, f.Since), StoreDir: view.Text(s.o.StoreDir)}
	all, err := s.o.Ledger.Stats(ctx, q)
	if err != nil {
		return nil, err
	}
	if len(all) > 0 {
		p.Total = s.totals(all[0].Totals)
	} else {
		p.Total = s.totals(ledger.Totals{})
	}
	p.Empty = p.Total.Exact.Calls+p.Total.Exact.Passed == 0
	if p.Today, err = s.today(ctx); err != nil {
		return nil, err
	}
	q.By = ledger.ByDay
	days, err := s.o.Ledger.Stats(ctx, q)
	if err != nil {
		return nil, err
	}
	p.Days = dayChart(days)
	slices.Reverse(days) // the newest first
	p.DayTable = groupTable{By: "day", Heading: "By day", Column: "Day", Rows: s.groupRows(days, "", dayName)}
	for _, g := range groupings {
		q.By = g.by
		groups, err := s.o.Ledger.Stats(ctx, q)
		if err != nil {
			return nil, err
		}
		t := groupTable{By: string(g.by), Heading: g.heading, Column: g.column, More: max(0, len(groups)-listed)}
		t.Rows = s.groupRows(groups[:min(len(groups), listed)], g.key, plainName)
		p.Tables = append(p.Tables, t)
	}
	return p, nil
}

// today returns the savings since midnight.
func (s *Site) today(ctx context.Context) (totals, error) {
	g, err := s.o.Ledger.Stats(ctx, ledger.Query{Since: period.Day(time.Now()), Location: time.Local})
	if err != nil || len(g) == 0 {
		return s.totals(ledger.Totals{}), err
	}
	return s.totals(g[0].Totals), nil
}

// groupRows are the rows of a table, with bars that are drawn to one scale.
func (s *Site) groupRows(groups []ledger.Group, key string, name func(string) string) []groupRow {
	saved := make([]int64, len(groups))
	for i, g := range groups {
		saved[i] = g.Saved
	}
	bars := barsOf(saved)
	rows := make([]groupRow, 0, len(groups))
	for i, g := range groups {
		row := groupRow{Name: name(g.Value), Bar: bars[i], totals: s.totals(g.Totals)}
		if key != "" && g.Value != "" {
			row.Href = "/search?" + url.Values{key: {g.Value}}.Encode()
		}
		rows = append(rows, row)
	}
	return rows
}

// plainName is a value's name in a table.
func plainName(value string) string { return cmp.Or(words.Cut(view.Text(value), 40), "(none)") }

// dayName is a day as people write it: 23 Nov 2026.
func dayName(value string) string {
	d, err := time.Parse(time.DateOnly, value)
	if err != nil {
		return view.Text(value)
	}
	return d.Format("2 Jan 2006")
}
