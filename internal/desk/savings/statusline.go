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

// A Work counts an agent's results in a session, so far.
type Work struct {
	Results   int // all of them
	Shortened int // those whose text has fewer tokens than the agent would have sent
	Red       int // commands whose last run failed
}

// Notice returns a line about a session for the person, "" if nothing was shortened and nothing is red.
//
//	toktee on: 12 of 42 results shortened, 18,400 tokens not sent; 1 command still failing
//	toktee on: 1 of 3 results shortened, 120 tokens more than without it
func Notice(f *Figures, w Work) string {
	var parts []string
	if w.Shortened > 0 {
		results := figures.Number(w.Shortened) + " of " + figures.Count(w.Results, "result", "results") + " shortened, "
		tokens := figures.Count(max(f.Saved, -f.Saved), "token", "tokens")
		if f.Loss() {
			parts = append(parts, results+tokens+" more than without it")
		} else {
			parts = append(parts, results+tokens+" not sent")
		}
	}
	if w.Red > 0 {
		parts = append(parts, figures.Count(w.Red, "command", "commands")+" still failing")
	}
	if len(parts) == 0 {
		return ""
	}
	return "toktee on: " + strings.Join(parts, "; ")
}

// share is the share that was saved, or lost.
func share(f *Figures) string {
	if f.Loss() {
		return strings.TrimPrefix(figures.WholePercent(f.Saved, f.Raw), "-") + " lost"
	}
	return figures.WholePercent(f.Saved, f.Raw) + " saved"
}
