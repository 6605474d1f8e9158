package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/period"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/text/words"
)

// pageSize is how many results a page lists.
const pageSize = 50

// outcomes are the values of the filter by outcome, with their names.
var outcomes = []option{{Value: "fail", Label: "failed"}, {Value: "unknown", Label: "unknown"},
	{Value: "pass", Label: "passed"}}

// times are the values of the filter by time that a form offers. An address may have others, see [period.Parse].
var times = []option{
	{Value: "today", Label: "today"}, {Value: "week", Label: "this week"}, {Value: "7d", Label: "last 7 days"},
	{Value: "30d", Label: "last 30 days"},
}

// A filter has the values of a page's form, as in its address.
type filter struct {
	Text, Tool, Outcome, Session, Agent, Strategy, Since string
	Before                                               int64
}

// readFilter parses the parameters of an address. Its error names a bad value and the allowed ones.
func readFilter(q url.Values) (filter, error) {
	f := filter{
		Text: strings.TrimSpace(q.Get("text")), Tool: q.Get("tool"), Outcome: q.Get("outcome"),
		Session: q.Get("session"), Agent: q.Get("agent"), Strategy: q.Get("strategy"), Since: q.Get("since"),
	}
	if b := q.Get("before"); b != "" {
		n, err := strconv.ParseInt(b, 10, 64)
		if err != nil || n < 1 {
			return f, fmt.Errorf("before %q: want a number of 1 or more", b)
		}
		f.Before = n
	}
	if f.Outcome != "" && !slices.ContainsFunc(outcomes, func(o option) bool { return o.Value == f.Outcome }) {
		return f, fmt.Errorf("outcome %q: want pass, fail or unknown", f.Outcome)
	}
	if _, err := since(f.Since, time.Unix(0, 0)); err != nil {
		return f, fmt.Errorf("since %q: %w", f.Since, err)
	}
	return f, nil
}

// since is the time from which on a page looks, zero for all time.
func since(value string, now time.Time) (time.Time, error) {
	if value == "" {
		return time.Time{}, nil
	}
	return period.Parse(value, now)
}

// query is the filter for the ledger.
func (s *Site) query(f filter) ledger.Filter {
	from, _ := since(f.Since, time.Now()) // it was read once
	return ledger.Filter{
		Text: f.Text, Tool: f.Tool, Program: f.Agent, Session: f.Session, Strategy: f.Strategy, Outcome: f.Outcome,
		Since: from, Before: f.Before, Limit: pageSize + 1,
	}
}

// values are the parameters that make this filter, without the page.
func (f filter) values() url.Values {
	q := url.Values{}
	for name, v := range map[string]string{
		"text": f.Text, "tool": f.Tool, "outcome": f.Outcome, "session": f.Session, "agent": f.Agent,
		"strategy": f.Strategy, "since": f.Since,
	} {
		if v != "" {
			q.Set(name, v)
		}
	}
	return q
}

// An option is one entry of a choice in a form.
type option struct {
	Value, Label string
	Chosen       bool
}

// A choice is a field of a form with fixed values.
type choice struct {
	Name, Label, Any string
	Options          []option
}

// Chosen reports whether one of the values is chosen.
func (c choice) Chosen() bool {
	return slices.ContainsFunc(c.Options, func(o option) bool { return o.Chosen })
}

// maxOptions is how many values a choice offers: those that saved the most.
const maxOptions = 60

// fields returns the choices of a form, with the chosen ones.
func (s *Site) fields(ctx context.Context, f filter) ([]choice, error) {
	values, err := s.values(ctx)
	if err != nil {
		return nil, err
	}
	return []choice{
		pick("outcome", "Outcome", "any outcome", outcomes, f.Outcome),
		pick("tool", "Tool", "all tools", named(values[ledger.ByTool]), f.Tool),
		pick("strategy", "Strategy", "all strategies", named(values[ledger.ByStrategy]), f.Strategy),
		pick("agent", "Agent", "all agents", named(values[ledger.ByAgent]), f.Agent),
		pick("session", "Session", "all sessions", named(values[ledger.BySession]), f.Session),
		pick("since", "Time", "all time", times, f.Since),
	}, nil
}

// pick is a choice with one value chosen. A chosen value that isn't offered is offered too.
func pick(name, label, any string, offered []option, chosen string) choice {
	c := choice{Name: name, Label: label, Any: any, Options: slices.Clone(offered)}
	for i := range c.Options {
		c.Options[i].Chosen = c.Options[i].Value == chosen
	}
	if chosen != "" && !slices.ContainsFunc(c.Options, func(o option) bool { return o.Chosen }) {
		c.Options = append(c.Options, option{chosen, words.Cut(view.Text(chosen), 24), true})
	}
	return c
}

// named are options whose names are their values.
func named(values []string) []option {
	out := make([]option, 0, len(values))
	for _, v := range values {
		if v != "" {
			out = append(out, option{Value: v, Label: words.Cut(view.Text(v), 24)})
		}
	}
	return out
}

// values returns the values that calls have.
func (s *Site) values(ctx context.Context) (map[ledger.By][]string, error) {
	by := map[ledger.By][]string{}
	for _, b := range []ledger.By{ledger.ByTool, ledger.ByStrategy, ledger.ByAgent, ledger.BySession} {
		groups, err := s.o.Ledger.Stats(ctx, ledger.Query{By: b})
		if err != nil {
			return nil, err
		}
		if b == ledger.BySession { // the newest first
			slices.SortFunc(groups, func(x, y ledger.Group) int { return y.Last.Compare(x.Last) })
		}
		for _, g := range groups[:min(len(groups), maxOptions)] {
			by[b] = append(by[b], g.Value)
		}
	}
	return by, nil
}

// formed reads a page's filter, or answers with its error.
func (s *Site) formed(w http.ResponseWriter, r *http.Request) (filter, bool) {
	f, err := readFilter(r.URL.Query())
	if err != nil {
		s.fail(w, http.StatusBadRequest, view.Text(err.Error()))
	}
	return f, err == nil
}
