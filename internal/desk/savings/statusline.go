package savings

import (
	"context"
	"strings"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/period"
)

// Statusline returns a line for the foot of an agent's window: the share saved in the session (if unknown, today), the
// tokens saved in both, and the number of re-reads.
//
//	toktee 98% saved · session 41,230 · today 212,904 tokens ($0.61) · 3 re-read
//	toktee 5% lost · session -1,230 · today 80,123 tokens ($0.22)
//	toktee nothing yet today
func Statusline(ctx context.Context, source Source, q Query) (string, error) {
	today, err := q.sum(ctx, source, Today, ledger.Query{Since: period.Day(q.Now)})
	if err != nil {
		return "", err
	}
	of, session := today, (*Figures)(nil)
	if q.Current != "" {
		if session, err = q.sum(ctx, source, Session, ledger.Query{Session: q.Current}); err != nil {
			return "", err
		}
		if session.Calls > 0 {
			of = session
		}
	}
	if of.Calls == 0 {
		return "toktee nothing yet today", nil
	}
	parts := []string{"toktee " + share(of)}
	if of == session {
		parts = append(parts, "session "+figures.Number(session.Saved))
	}
	saved := figures.Count(today.Saved, "token", "tokens")
	parts = append(parts, "today "+saved+" ("+figures.Money(today.CostSaved)+")")
	if of.Refetches > 0 {
		parts = append(parts, figures.Number(of.Refetches)+" re-read")
	}
	return strings.Join(parts, " · "), nil
}

// share is the share that was saved, or lost.
func share(f *Figures) string {
	if f.Loss() {
		return strings.TrimPrefix(figures.WholePercent(f.Saved, f.Raw), "-") + " lost"
	}
	return figures.WholePercent(f.Saved, f.Raw) + " saved"
}
