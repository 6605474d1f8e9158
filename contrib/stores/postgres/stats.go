package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger"
)

// ByMachine groups calls by the machine that they were made on.
const ByMachine ledger.By = "machine"

// values are the SQL expressions of what calls are grouped by. The session is the main one.
var values = map[ledger.By]string{
	ledger.ByNothing:  "''",
	ledger.ByTool:     "c.tool",
	ledger.ByCommand:  "c.kind",
	ledger.BySession:  "split_part(c.session, '/', 1)",
	ledger.ByAgent:    "c.program",
	ledger.ByStrategy: "c.strategy",
	ByMachine:         "c.machine",
}

// sums are the SQL expressions of a group. The savings of a call count for each later request of its context, and
// fetched lines count against that for each request after the fetch; see [ledger.Totals].
const sums = `max(c.time), count(*) FILTER (WHERE NOT c.passed), count(*) FILTER (WHERE c.passed),
	sum(c.bytes)::bigint, sum(c.raw)::bigint, sum(c.given)::bigint, sum(coalesce(r.n, 0))::bigint,
	sum(coalesce(r.given, 0))::bigint,
	sum((c.raw - c.given) * (coalesce(x.requests, c.at) - c.at) - coalesce(r.given, 0) * coalesce(x.requests, 0)
		+ coalesce(r.lag, 0))::bigint,
	count(*) FILTER (WHERE NOT c.passed AND c.outcome = 'fail'),
	count(*) FILTER (WHERE NOT c.passed AND c.outcome = 'unknown'),
	count(*) FILTER (WHERE c.fallback)`

const from = ` FROM toktee.calls c
	LEFT JOIN toktee.contexts x ON c.session <> '' AND x.machine = c.machine AND x.session = c.session AND
		x.epoch = c.epoch
	LEFT JOIN (SELECT machine, call, count(*) AS n, sum(given) AS given, sum(given * at) AS lag FROM toktee.regrets
		GROUP BY 1, 2) r ON r.machine = c.machine AND r.call = c.seq
	WHERE c.time >= $1 AND c.time < $2 AND ($3 = '' OR c.session = $3 OR starts_with(c.session, $3 || '/'))
	GROUP BY 1`

// Stats adds up the calls of all machines, as [ledger.Ledger.Stats] does those of one.
func (l *Ledger) Stats(ctx context.Context, q ledger.Query) ([]ledger.Group, error) {
	groups, err := l.stats(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("adding up the team's calls: %w", err)
	}
	var list []ledger.Group
	for _, g := range groups {
		list = append(list, *g)
	}
	return ledger.Ordered(list, q.By), nil
}

func (l *Ledger) stats(ctx context.Context, q ledger.Query) (map[string]*ledger.Group, error) {
	groups := map[string]*ledger.Group{}
	all := ledger.SpanOf(q.Since, q.Until)
	if q.By != ledger.ByDay {
		value, ok := values[q.By]
		if !ok {
			return nil, fmt.Errorf("by %q: want tool, command, session, day, agent, strategy or machine", q.By)
		}
		return groups, l.add(ctx, groups, "SELECT "+value+", "+sums+from, all.From, all.To, q.Session)
	}
	var first, last int64
	err := l.pool.QueryRow(ctx, "SELECT coalesce(min(time), 0), coalesce(max(time), -1) FROM toktee.calls").
		Scan(&first, &last)
	if err != nil {
		return nil, err
	}
	all.From, all.To = max(all.From, first), min(all.To, last+1)
	for _, o := range all.Offsets(q.Location) {
		err := l.add(ctx, groups, fmt.Sprintf(
			"SELECT to_char(to_timestamp((c.time / 1000000000 + %d) / 86400 * 86400) AT TIME ZONE 'UTC', "+
				"'YYYY-MM-DD'), ", o.Seconds)+sums+from, o.From, o.To, q.Session)
		if err != nil {
			return nil, err
		}
	}
	return groups, nil
}

func (l *Ledger) add(ctx context.Context, groups map[string]*ledger.Group, text string, args ...any) error {
	rows, err := l.pool.Query(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var value string
		var last int64
		var s ledger.Totals
		err := rows.Scan(&value, &last, &s.Calls, &s.Passed, &s.Bytes, &s.Raw, &s.Given, &s.Refetches, &s.RefetchTokens,
			&s.Reread, &s.Failed, &s.Unknown, &s.Fallbacks)
		if err != nil {
			return err
		}
		g := groups[value]
		if g == nil {
			g = &ledger.Group{Value: value}
			groups[value] = g
		}
		if t := time.Unix(0, last).UTC(); t.After(g.Last) {
			g.Last = t
		}
		s.Saved = s.Raw - s.Given - s.RefetchTokens
		g.Totals.Add(s) // a day of 25 hours has two parts
	}
	return rows.Err()
}
