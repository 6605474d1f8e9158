package term

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/result"
)

// A Source supplies the calls of the list.
type Source struct {
	// Calls lists calls, the newest first.
	Calls func(ctx context.Context, f ledger.Filter) ([]ledger.Call, error)
	// Totals adds up the calls of a query. It may be nil.
	Totals func(ctx context.Context, q ledger.Query) (ledger.Totals, error)
	// Changed reads new calls, and returns a number that grows with each change.
	Changed func(ctx context.Context) (int64, error)
	// Sessions lists sessions, the newest first, Session reads one, and Fill adds the store's facts about its entries.
	// They are nil without a ledger: then the view begins with the list of calls.
	Sessions func(ctx context.Context, skip, n int) (list []session.Head, more bool, err error)
	Session  func(ctx context.Context, k session.Key) (*session.Session, error)
	Fill     func(ctx context.Context, entries []session.Entry, unsent int) error
	// Note is a warning about the source for the person, "" for none.
	Note string
}

// FromLedger lists the calls of a ledger, and its sessions.
func FromLedger(l *ledger.Ledger, s *session.Sessions) Source {
	return Source{
		Sessions: s.List, Session: s.Load, Fill: s.Fill,
		Calls: l.Calls,
		Totals: func(ctx context.Context, q ledger.Query) (ledger.Totals, error) {
			groups, err := l.Stats(ctx, q)
			if err != nil || len(groups) == 0 {
				return ledger.Totals{}, err
			}
			return groups[0].Totals, nil
		},
		Changed: func(ctx context.Context) (int64, error) {
			if _, err := l.IndexCalls(ctx, nil); err != nil {
				return 0, err
			}
			return l.Changed(ctx)
		},
	}
}

// maxRecords limits the records that are read without a ledger.
const maxRecords = 1000

// FromStore lists the newest 1,000 records of a store, for a ledger that can't be opened.
func FromStore(s *store.Store, why error) Source {
	return Source{
		Calls: func(_ context.Context, f ledger.Filter) ([]ledger.Call, error) {
			list, _, err := s.List(maxRecords)
			if err != nil {
				return nil, err
			}
			return selectCalls(list, f), nil
		},
		Changed: func(context.Context) (int64, error) {
			last, err := s.Last()
			if errors.Is(err, store.ErrNotFound) {
				return 0, nil
			}
			return last.Time.UnixNano(), err
		},
		Note: "no savings, since the ledger can't be read: " + why.Error(),
	}
}

// selectCalls are the calls of records that a filter lets through.
func selectCalls(list []store.Record, f ledger.Filter) []ledger.Call {
	var calls []ledger.Call
	for _, r := range list {
		if c := callOf(r); passes(f, c) {
			calls = append(calls, c)
		}
		if len(calls) == cmp.Or(f.Limit, 100) {
			break
		}
	}
	return calls
}

// callOf returns the call of a record.
func callOf(r store.Record) ledger.Call {
	c := ledger.Call{
		Seq: r.Time.UnixNano(), Time: r.Time, ID: r.ID, Session: r.Session, Command: secrets.Mask(r.Command),
		Bytes: r.Bytes, Kept: true,
	}
	var res result.ToolResult
	if r.Newer == 0 && json.Unmarshal(r.Result, &res) == nil {
		m := res.Metadata()
		c.Tool, c.Outcome, c.Strategy, c.Level = res.ToolName(), res.Outcome().String(), m.Strategy, m.Level
		c.Raw, c.Given, c.Encoding = m.UITokens, m.LLMTokens, m.Encoding
		if code, ok := res.ExitCode(); ok {
			c.ExitCode = &code
		}
	}
	return c
}

// passes reports whether a filter selects a call, as the ledger does. Records have no agents and no re-reads.
func passes(f ledger.Filter, c ledger.Call) bool {
	if f.Program != "" || f.Refetched || f.Fallback || f.Before != 0 && c.Seq >= f.Before {
		return false
	}
	for _, field := range [][2]string{
		{c.Tool, f.Tool}, {c.Strategy, f.Strategy}, {c.Outcome, f.Outcome}, {c.ID, f.ID},
	} {
		if field[1] != "" && field[0] != field[1] {
			return false
		}
	}
	inSession := f.Session == "" || c.Session == f.Session || strings.HasPrefix(c.Session, f.Session+"/")
	text := strings.ToLower(c.Command + " " + c.Tool + " " + c.ID)
	return inSession && strings.Contains(text, strings.ToLower(f.Text)) && within(c.Time, f)
}

// within reports whether a time is in a filter's period.
func within(t time.Time, f ledger.Filter) bool {
	return (f.Since.IsZero() || !t.Before(f.Since)) && (f.Until.IsZero() || t.Before(f.Until))
}
