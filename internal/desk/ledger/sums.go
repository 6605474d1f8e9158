package ledger

import (
	"context"
	"database/sql"
	"strings"
	"time"
)

// Sums are kept by UTC day and by quarter hour, since days of any time zone begin at a quarter hour.
const (
	byQuarter = 0 // widths of slots
	byDay     = 1

	quarter     = 15 * time.Minute
	day         = 24 * time.Hour
	quarterNS   = "900000000000"
	quartersDay = int64(day / quarter)
)

var widths = [...]time.Duration{byQuarter: quarter, byDay: day}

// dims are the groups with sums, by their number in the database. Each has the SQL expression for a call's value: c is
// the call, x its context.
var dims = [...]dimension{
	{ByNothing, "''"},
	{ByTool, "c.tool"},
	{ByCommand, "c.kind"},
	{BySession, "coalesce(x.main, '')"},
	{ByAgent, "c.program"},
	{ByStrategy, "c.strategy"},
}

type dimension struct {
	by    By
	value string
}

// A place names the sums that a call is part of.
type place struct {
	quarter                                int64 // since 1970
	tool, kind, session, program, strategy string
}

// value is that of a dim.
func (p *place) value(dim int) string {
	switch dims[dim].by {
	case ByTool:
		return p.tool
	case ByCommand:
		return p.kind
	case BySession:
		return p.session
	case ByAgent:
		return p.program
	case ByStrategy:
		return p.strategy
	}
	return ""
}

// A sum is what calls come to. last is the time of the newest, in nanoseconds.
type sum struct {
	Totals
	last int64
}

func (s *sum) add(o sum) {
	s.last = max(s.last, o.last)
	s.Totals.Add(o.Totals)
}

// columns are the names of a sum's parts in the table sums, in the order of fields.
var columns = []string{
	"calls", "passed", "bytes", "raw", "given", "regrets", "regretted", "reread", "failed", "unknown", "fallbacks",
}

func (s *sum) fields() []any {
	return []any{
		&s.Calls, &s.Passed, &s.Bytes, &s.Raw, &s.Given, &s.Refetches, &s.RefetchTokens, &s.Reread, &s.Failed,
		&s.Unknown, &s.Fallbacks,
	}
}

// ofCalls are the SQL expressions for the same parts of some calls, and for the time of the newest.
const ofCalls = `max(c.time), sum(c.passed = 0), sum(c.passed), sum(c.bytes), sum(c.raw), sum(c.given), sum(c.regrets),
	sum(c.regretted), sum(` + reread + `), sum(c.passed = 0 AND c.outcome = 'fail'),
	sum(c.passed = 0 AND c.outcome = 'unknown'), sum(c.fallback)`

// ofSums are those of some sums.
var ofSums = "max(last), sum(" + strings.Join(columns, "), sum(") + ")"

// A cell is one sum.
type cell struct {
	width, dim int
	slot       int64
	value      string
}

// cells are changes of sums.
type cells map[cell]*sum

// add adds to all sums that a call is in.
func (c cells) add(p place, s sum) {
	for dim := range dims {
		value := p.value(dim)
		for _, k := range [...]cell{
			{byQuarter, dim, p.quarter, value}, {byDay, dim, floorDiv(p.quarter, quartersDay), value},
		} {
			have := c[k]
			if have == nil {
				have = new(sum)
				c[k] = have
			}
			have.add(s)
		}
	}
}

// commit adds the changes to the table.
func (c cells) commit(ctx context.Context, tx *sql.Tx) error {
	text := "INSERT INTO sums (width, dim, slot, value, last, " + strings.Join(columns, ", ") +
		") VALUES (?, ?, ?, ?, ?" + strings.Repeat(", ?", len(columns)) + ") ON CONFLICT DO UPDATE SET " +
		"last = max(last, excluded.last)"
	for _, name := range columns {
		text += ", " + name + " = " + name + " + excluded." + name
	}
	add, err := tx.PrepareContext(ctx, text)
	if err != nil {
		return err
	}
	defer add.Close()
	for k, s := range c {
		args := append([]any{k.width, k.dim, k.slot, k.value, s.last}, values(s.fields())...)
		if _, err := add.ExecContext(ctx, args...); err != nil {
			return err
		}
	}
	return nil
}

// values are what pointers point to.
func values(fields []any) []any {
	for i, f := range fields {
		fields[i] = *f.(*int64)
	}
	return fields
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
