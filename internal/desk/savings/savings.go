// Package savings computes the figures of "toktee stats", its status line, and the page of savings from the sums of a
// ledger.
//
//	r, err := savings.Make(ctx, l.Stats, savings.Query{Query: ledger.Query{By: ledger.ByTool}, Now: time.Now()})
//	fmt.Print(r.Text(savings.Look{}))
//
// # Counts
//
// Raw are the tokens of outputs, and given those of the texts sent to models. Saved is raw less given less the tokens
// of re-reads. It is below zero if toktee cost more than it saved, and shown so. Untouched outputs are counted as
// passed, without tokens: they save and lose nothing.
//
// # Limits and cost
//
// Money is an estimate, not a bill ([cost.Model.Saved]). All other figures are exact, and groups add up exactly to
// their total. Periods overlap, so they don't. A report takes one query of the ledger; one without groups takes up to
// four.
package savings

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/period"
	"github.com/toktee/toktee/internal/measure/cost"
)

// SchemaVersion is the version of a report's JSON. It rises if a field changes its meaning or is removed; new fields
// may be added.
const SchemaVersion = 1

// A Source adds up calls: [ledger.Ledger.Stats].
type Source func(context.Context, ledger.Query) ([]ledger.Group, error)

// A Query selects the calls of a report. Its Location is that of Now.
type Query struct {
	ledger.Query
	Limit   int       // groups that are shown, 0 for all
	Now     time.Time // whose day and week are today and this week
	Current string    // the caller's session, "" if unknown
	Prices  Prices
	Store   string // the store's folder, for the report
}

// Prices are what tokens cost, by the name that the user has given them.
type Prices struct {
	Name string
	cost.Prices
}

// Figures are the sums of a group's calls.
type Figures struct {
	Value string    `json:"value"` // shared by its calls
	Last  time.Time `json:"last,omitzero"`
	ledger.Totals
	SavedPercent float64     `json:"saved_percent"` // of raw tokens, to one decimal; 0 without any
	PerCall      float64     `json:"saved_tokens_per_call"`
	CostSaved    cost.Amount `json:"cost_saved_usd"`
}

// Loss reports whether toktee cost more tokens than it saved.
func (f *Figures) Loss() bool { return f.Saved < 0 }

// A Report is the answer to a query.
type Report struct {
	Version int         `json:"schema_version"`
	Store   string      `json:"store"`
	Now     time.Time   `json:"now"`
	Since   time.Time   `json:"since,omitzero"`
	Until   time.Time   `json:"until,omitzero"`
	Session string      `json:"session,omitempty"`
	Prices  priceRecord `json:"prices"`
	By      ledger.By   `json:"by"` // "period" by default
	Groups  []Figures   `json:"groups"`
	LeftOut int         `json:"groups_left_out"` // beyond the limit
	Others  Figures     `json:"others"`          // their sum
	Total   Figures     `json:"total"`
	Billed  []Billed    `json:"billed,omitempty"` // of the calls' sessions and times, if the gateway saw requests
}

// Billed is what requests to a model cost, as the provider counted their tokens.
type Billed struct {
	ledger.Bill
	Cost    cost.Amount `json:"cost_usd"`
	Without cost.Amount `json:"cost_without_toktee_usd"` // of the same requests
}

// AddBills adds what providers billed for the requests of the query.
func (r *Report) AddBills(bills []ledger.Bill, p Prices) {
	for _, b := range bills {
		paid, without := b.Price(p.Prices)
		r.Billed = append(r.Billed, Billed{Bill: b, Cost: paid, Without: without})
	}
}

// ByPeriod groups a report without By: today, this week, all time, and the caller's session; or one group with the
// calls of the query.
const ByPeriod ledger.By = "period"

// The periods.
const (
	Today    = "today"
	Week     = "this week"
	AllTime  = "all time"
	Session  = "this session"
	Selected = "selected"
)

// Make asks the source and makes the report.
func Make(ctx context.Context, source Source, q Query) (*Report, error) {
	q.Location = q.Now.Location()
	r := &Report{
		Version: SchemaVersion, Store: q.Store, Now: q.Now.Truncate(time.Second), Since: q.Since, Until: q.Until,
		Session: q.Query.Session, By: q.By, Prices: recordOf(q.Prices), Groups: []Figures{},
	}
	if q.By == ledger.ByNothing {
		return r, r.periods(ctx, source, &q)
	}
	groups, err := source(ctx, q.Query)
	if err != nil {
		return nil, err
	}
	r.Total, r.Others = Figures{Value: "total"}, Figures{Value: "others"}
	first, end := 0, len(groups) // of those that are shown
	if q.Limit > 0 && q.Limit < len(groups) {
		if r.LeftOut = len(groups) - q.Limit; q.By == ledger.ByDay {
			first = r.LeftOut // the days before
		} else {
			end = q.Limit
		}
	}
	for i, g := range groups {
		r.Total.add(g)
		if i < first || i >= end {
			r.Others.add(g)
		} else {
			r.Groups = append(r.Groups, *q.figures(g.Value, g))
		}
	}
	q.derive(&r.Total)
	q.derive(&r.Others)
	return r, nil
}

// periods fills a report without groups.
func (r *Report) periods(ctx context.Context, source Source, q *Query) error {
	r.By = ByPeriod
	type selection struct {
		name string
		ledger.Query
	}
	list := []selection{{Selected, q.Query}}
	if q.Since.IsZero() && q.Until.IsZero() && q.Query.Session == "" {
		list = []selection{
			{Today, ledger.Query{Since: period.Day(q.Now)}},
			{Week, ledger.Query{Since: period.Week(q.Now)}},
			{AllTime, ledger.Query{}},
		}
		if q.Current != "" {
			list = slices.Insert(list, 0, selection{Session, ledger.Query{Session: q.Current}})
		}
	}
	for _, s := range list {
		f, err := q.sum(ctx, source, s.name, s.Query)
		if err != nil {
			return err
		}
		r.Groups = append(r.Groups, *f)
		r.Total = *f // the last one has all
	}
	r.Total.Value = "total"
	return nil
}

// sum asks for one group.
func (q *Query) sum(ctx context.Context, source Source, name string, of ledger.Query) (*Figures, error) {
	of.Location = q.Now.Location()
	groups, err := source(ctx, of)
	if err != nil {
		return nil, err
	}
	var g ledger.Group
	if len(groups) > 0 {
		g = groups[0]
	}
	return q.figures(name, g), nil
}

func (q *Query) figures(name string, g ledger.Group) *Figures {
	f := &Figures{Value: name, Last: g.Last, Totals: g.Totals}
	q.derive(f)
	return f
}

// derive computes what follows from the totals.
func (q *Query) derive(f *Figures) {
	tenth := func(x float64) float64 { return math.Round(10*x) / 10 }
	if f.Raw > 0 {
		f.SavedPercent = tenth(100 * float64(f.Saved) / float64(f.Raw))
	}
	if f.Calls > 0 {
		f.PerCall = tenth(float64(f.Saved) / float64(f.Calls))
	}
	f.CostSaved = cost.Default().Saved(q.Prices.Prices, cost.Savings{
		LeftOut: f.Raw - f.Given, Reread: f.Reread, Refetches: f.Refetches, RefetchTokens: f.RefetchTokens,
	})
}

// add adds the totals of a group.
func (f *Figures) add(g ledger.Group) {
	if g.Last.After(f.Last) {
		f.Last = g.Last
	}
	f.Totals.Add(g.Totals)
}
