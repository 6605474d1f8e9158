package ordered

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/measure/stats"
)

// A Row has the figures of the sessions of one file at one setting.
type Row struct {
	File     string
	Setting  score.Setting
	Sessions []Session

	headTail []Session // with a plain cut, with as many tokens
}

// Rows groups sessions by their file.
func Rows(s score.Setting, sessions []Session) []Row {
	var rows []Row
	for _, one := range sessions {
		i := slices.IndexFunc(rows, func(r Row) bool { return r.File == one.File })
		if i < 0 {
			i = len(rows)
			rows = append(rows, Row{File: one.File, Setting: s})
		}
		rows[i].Sessions = append(rows[i].Sessions, one)
	}
	return rows
}

// Rows measures all sessions at one setting, and with a plain cut to as many tokens.
func (b *Bench) Rows(ctx context.Context, sessions []corpus.Ordered, s score.Setting) ([]Row, error) {
	measured, err := b.Run(ctx, sessions, s)
	if err != nil {
		return nil, err
	}
	rows := Rows(s, measured)
	for i := range rows {
		if err := b.headTail(ctx, sessions, &rows[i]); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// A Share is a figure in percent with its interval.
type Share stats.Interval

// String returns "91.2 (88.0-93.1)", or "-" for none.
func (s Share) String() string {
	switch {
	case math.IsNaN(s.Value):
		return "-"
	case !s.OK:
		return fmt.Sprintf("%.1f", s.Value)
	}
	return fmt.Sprintf("%.1f (%.1f-%.1f)", s.Value, s.Low, s.High)
}

// Possible returns the share of calls that are still possible, of those that use an earlier result.
func (r *Row) Possible() Share {
	return share(r, func(s *Session) (int, int) { return s.Possible, s.Calls })
}

// Saved returns the share of the results' tokens that the short texts don't have.
func (r *Row) Saved() Share {
	return share(r, func(s *Session) (int, int) { return s.Then - s.Now, s.Then })
}

// Cost returns the cost of the sessions with short texts by a variant of the model, as a share of their own cost.
func (r *Row) Cost(variant int) Share {
	return share(r, func(s *Session) (float64, float64) { return s.Costs[variant].Now, s.Costs[variant].Then })
}

// Misses returns the part of [Row.Cost] that pays for calls that aren't possible any more, by the model itself.
func (r *Row) Misses() Share {
	return share(r, func(s *Session) (float64, float64) { return s.Costs[0].Misses, s.Costs[0].Then })
}

// share returns the sum of parts over the sum of wholes, over the sessions, with its interval.
func share[T int | float64](r *Row, of func(s *Session) (part, whole T)) Share {
	list := stats.Bootstrap(len(r.Sessions), 1, stats.Options{Seed: 1}, func(draw []int, out []float64) {
		var part, whole float64
		for _, i := range draw {
			p, w := of(&r.Sessions[i])
			part += float64(p)
			whole += float64(w)
		}
		if out[0] = math.NaN(); whole > 0 {
			out[0] = 100 * part / whole
		}
	})
	return Share(list[0])
}

// Counts returns the calls that use an earlier result, and the results.
func (r *Row) Counts() (calls, results int) {
	for _, s := range r.Sessions {
		calls += s.Calls
		results += s.Results
	}
	return calls, results
}
