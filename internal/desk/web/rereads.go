package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
)

// A refetchRow is one time that a model needed what its text had left out.
type refetchRow struct {
	What             string // lines 210 to 321
	Href             string // the result, at these lines
	Given            string
	Age, Time, Clock string
	Call             row
}

// A refetchesPage is what rereads.html shows.
type refetchesPage struct {
	Since      choice
	Total      totals
	Changes    []change // of settings
	Refetches  []refetchRow
	Strategies []groupRow // those with re-reads, fallbacks or unknown outcomes
	Fallbacks  []row
	Unknown    []row
	More       bool // there are more in one of the lists
}

// rereads shows the calls whose short texts were not enough.
func (s *Site) rereads(r *http.Request, f filter) (frame, error) {
	p, err := s.refetchesOf(r.Context(), f)
	return frame{Title: "Re-reads", Section: "rereads", Body: p}, err
}

func (s *Site) refetchesOf(ctx context.Context, f filter) (*refetchesPage, error) {
	sp, err := s.savingsOf(ctx, f)
	if err != nil {
		return nil, err
	}
	p := &refetchesPage{Since: sp.Since, Total: sp.Total}
	q := s.query(f)
	list, err := s.o.Ledger.Refetches(ctx, q)
	if err != nil {
		return nil, err
	}
	if p.Changes, err = s.changes(ctx, q); err != nil {
		return nil, err
	}
	for _, g := range list[:min(len(list), pageSize)] {
		p.Refetches = append(p.Refetches, s.refetchRow(g))
	}
	p.More = len(list) > pageSize
	if p.Strategies, err = s.refetchedStrategies(ctx, q.Since); err != nil {
		return nil, err
	}
	fallbacks := q
	fallbacks.Fallback = true
	if p.Fallbacks, err = s.rows(ctx, fallbacks, p); err != nil {
		return nil, err
	}
	unknown := q
	unknown.Outcome = "unknown"
	p.Unknown, err = s.rows(ctx, unknown, p)
	return p, err
}

// A change is one of the settings, for calls whose short texts were often not enough.
type change struct {
	Kind, Why string
	Settings  string // lines of config.toml
}

// Bounds of the proposals.
const (
	fewRereads = 2    // nothing is proposed for fewer
	rareReread = 10   // nor for one in more calls
	manyReads  = 1000 // the newest re-reads, whose calls name the tools
	maxChanges = 8
)

// changes proposes settings for the calls that were re-read most: a level at which more is shown, or, if shortening
// them cost more than it saved, none.
func (s *Site) changes(ctx context.Context, q ledger.Filter) (list []change, err error) {
	groups, err := s.o.Ledger.Stats(ctx, ledger.Query{By: ledger.ByCommand, Since: q.Since})
	if err != nil {
		return nil, err
	}
	q.Limit = manyReads
	rereads, err := s.o.Ledger.Refetches(ctx, q)
	if err != nil {
		return nil, err
	}
	tools := map[string]string{} // by kinds
	for _, r := range rereads {
		tools[r.Call.Kind] = r.Call.Tool
	}
	slices.SortStableFunc(groups, func(a, b ledger.Group) int { return cmp.Compare(b.RefetchTokens, a.RefetchTokens) })
	for _, g := range groups {
		tool, ok := tools[g.Value]
		if !ok || g.Refetches < fewRereads || g.Refetches*rareReread < g.Calls || len(list) == maxChanges {
			continue
		}
		isCommand := toolname.FamilyOf(tool, shell.Line{}) == toolname.FamilyExec
		c := change{Kind: view.Text(g.Value)}
		c.Why = figures.Count(g.Refetches, "re-read", "re-reads") + " of " + figures.Count(g.Calls, "call", "calls") +
			": " + figures.Count(g.RefetchTokens, "token", "tokens")
		switch pattern := view.Text(g.Value) + " *"; {
		case g.Saved < 0 && isCommand:
			c.Settings = fmt.Sprintf("[commands]\nnever = [%q]", pattern)
		case isCommand:
			c.Settings = fmt.Sprintf("[commands.%q]\nlevel = \"conservative\"", pattern)
		case g.Saved < 0:
			c.Settings = fmt.Sprintf("[tools.%q]\nenabled = false", view.Text(tool))
		default:
			c.Settings = fmt.Sprintf("[tools.%q]\nlevel = \"conservative\"", view.Text(tool))
		}
		if g.Saved < 0 {
			c.Why += ". Shortening them cost more than it saved"
		}
		list = append(list, c)
	}
	return list, nil
}

// refetchedStrategies returns the strategies whose texts were not enough, those with the most re-reads first.
func (s *Site) refetchedStrategies(ctx context.Context, since time.Time) ([]groupRow, error) {
	groups, err := s.o.Ledger.Stats(ctx, ledger.Query{By: ledger.ByStrategy, Since: since})
	if err != nil {
		return nil, err
	}
	groups = slices.DeleteFunc(groups, func(g ledger.Group) bool { return g.Refetches+g.Fallbacks+g.Unknown == 0 })
	slices.SortStableFunc(groups, func(a, b ledger.Group) int {
		return cmp.Or(cmp.Compare(b.Refetches, a.Refetches), cmp.Compare(b.Fallbacks, a.Fallbacks))
	})
	return s.groupRows(groups, "strategy", plainName), nil
}

// rows are a list's first page.
func (s *Site) rows(ctx context.Context, q ledger.Filter, p *refetchesPage) ([]row, error) {
	calls, err := s.o.Ledger.Calls(ctx, q)
	if err != nil {
		return nil, err
	}
	p.More = p.More || len(calls) > pageSize
	out := make([]row, 0, len(calls))
	for _, c := range calls[:min(len(calls), pageSize)] {
		out = append(out, s.row(c))
	}
	return out, nil
}

func (s *Site) refetchRow(g ledger.Refetch) refetchRow {
	at := g.Time.Local()
	out := refetchRow{
		Given: figures.Number(g.Given), Age: figures.Age(g.Time, time.Now()),
		Time: at.Format(time.RFC3339), Clock: at.Format("2 January 2006, 15:04:05"), Call: s.row(g.Call),
	}
	first, last := g.Lines[0], g.Lines[1]
	out.Href = out.Call.Href
	switch {
	case g.How == "again":
		out.What = "the whole call again"
	case g.Grep:
		out.What = "lines that match a pattern"
	case first == 0:
		out.What = "the output"
	case last == 0:
		out.What, out.Href = fmt.Sprintf("lines from %d on", first), fmt.Sprintf("%s?lines=%d", out.Href, first)
	default:
		out.What = fmt.Sprintf("lines %d to %d", first, last)
		out.Href += fmt.Sprintf("?lines=%d-%d", first, last)
	}
	return out
}
