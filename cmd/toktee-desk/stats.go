package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/savings"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/progress"
	"github.com/toktee/toktee/internal/text/secrets"
)

// sessionVariable has the session in which Claude Code runs a command.
const sessionVariable = "CLAUDE_CODE_SESSION_ID"

// stats prints the savings.
func stats(ctx context.Context, o desk.StatsQuery, std streams) error {
	h, err := openHost(std)
	if err != nil {
		return err
	}
	l, err := openLedger(ctx, h, warner(std.err))
	if err != nil {
		return err
	}
	defer l.Close()
	line := progress.New(std.err, isTerminal(std.err), time.Now)
	_, err = l.IndexCalls(ctx, func(done, total int64) { line.Report("reading the journal", done, total) })
	line.Done()
	if err != nil {
		return err
	}
	q := savingsQuery(h, time.Now())
	q.Since, q.Until, q.Query.Session, q.By = o.Since, o.Until, o.Session, ledger.By(o.By)
	q.Limit, q.Current = o.Limit, os.Getenv(sessionVariable)
	r, err := savings.Make(ctx, l.Stats, q)
	if err != nil {
		return err
	}
	bills, err := l.Bills(ctx, q.Query)
	if err != nil {
		return err
	}
	r.AddBills(bills, q.Prices)
	switch o.Form {
	case "json":
		return r.JSON(std.out)
	case "csv":
		return r.CSV(std.out)
	}
	look := savings.Look{Colour: colours(h.Settings(), std.out)}
	if f, ok := std.out.(*os.File); ok {
		look.Width = proc.Columns(f)
	}
	_, err = io.WriteString(std.out, r.Text(look))
	return err
}

// openHost opens the host of a command in the working folder. Bad settings are bad usage.
func openHost(std streams) (*host.Host, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("the working folder: %w", err)
	}
	h, err := host.Open(host.Options{Dir: dir, Getenv: os.LookupEnv, Warn: warner(std.err)})
	if err != nil {
		return nil, usageError{err}
	}
	return h, nil
}

// openLedger opens the ledger in a host's store. Without warn, it doesn't replace a damaged one.
func openLedger(ctx context.Context, h *host.Host, warn func(error)) (*ledger.Ledger, error) {
	dir := h.StoreDir()
	if dir == "" {
		return nil, errors.New("there is no place for the store: HOME and XDG_DATA_HOME are not set")
	}
	st := h.Store()
	_, prices := h.Settings().EffectivePrices()
	return ledger.Open(ctx, ledger.Options{
		Path: filepath.Join(dir, ledger.Name), Journal: st.JournalDir(), Store: st, Warn: warn, Window: prices.Window,
		Mask: mask(h.Settings()), KeepDamaged: warn == nil,
	})
}

// mask hides secrets in indexed lines and search results, unless the settings switch that off.
func mask(s *config.Settings) func([]byte) []byte {
	if !s.MaskSecrets {
		return nil
	}
	return func(text []byte) []byte {
		var m secrets.Masker
		return m.Text(text)
	}
}

// savingsQuery returns a query with the prices of the settings.
func savingsQuery(h *host.Host, now time.Time) savings.Query {
	name, prices := h.Settings().EffectivePrices()
	return savings.Query{Now: now, Prices: savings.Prices{Name: name, Prices: prices}, Store: h.StoreDir()}
}

// colours reports whether escape sequences may be written: on a terminal, unless switched off.
func colours(s *config.Settings, out io.Writer) bool {
	return s.RichFormatting && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(out)
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && proc.IsTerminal(f)
}
