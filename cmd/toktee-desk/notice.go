package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/desk/savings"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/host"
)

// notice prints a line about a session, or nothing. Its figures are those of "toktee stats --session". It counts red
// commands as the session's page does, but without transcripts, since reading them takes too long.
func notice(ctx context.Context, o desk.NoticeOptions, std streams) error {
	ctx, cancel := context.WithTimeout(ctx, statusTime)
	defer cancel()
	h, err := host.Open(host.Options{Getenv: os.LookupEnv, Warn: warner(std.err)})
	if err != nil {
		return err
	}
	l, err := openLedger(ctx, h, nil)
	if err != nil {
		return err
	}
	if err := indexInTime(ctx, l); err != nil {
		return err
	}
	q := savingsQuery(h, time.Now())
	q.Query.Session = o.Session
	r, err := savings.Make(ctx, l.Stats, q)
	if err != nil {
		return err
	}
	sessions := session.New(session.Options{Ledger: l, Store: h.Store(), Prices: q.Prices.Prices})
	one, err := sessions.Load(ctx, session.Key{Session: o.Session})
	if err != nil {
		return err
	}
	if line := savings.Notice(&r.Total, savings.Work{
		Results: one.Calls, Shortened: one.Shortened(), Red: one.Red,
	}); line != "" {
		fmt.Fprintln(std.out, line)
	}
	return nil
}
