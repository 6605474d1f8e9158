package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/toktee/toktee/contrib/stores/team"
	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/progress"
	"github.com/toktee/toktee/internal/text/words"
)

// sync pushes the ledger and the shared outputs, and prints the team's state:
//
//	synced: 1204 calls of anna-laptop; 3 shared outputs, 1 new, 0 removed
func sync(ctx context.Context, o desk.TeamSync, std streams) error {
	h, err := open(std, true)
	if err != nil {
		return err
	}
	if h.StoreDir() == "" {
		return errors.New("there is no place for the store: HOME and XDG_DATA_HOME are not set")
	}
	warn := func(err error) { report(std.err, team.Hide(err, h.Settings().Team)) }
	st := h.Store()
	_, prices := h.Settings().EffectivePrices()
	l, err := ledger.Open(ctx, ledger.Options{
		Path: filepath.Join(h.StoreDir(), ledger.Name), Journal: st.JournalDir(), Store: st, Warn: warn,
		Window: prices.Window,
	})
	if err != nil {
		return err
	}
	defer l.Close()
	f, ok := std.err.(*os.File)
	line := progress.New(std.err, ok && proc.IsTerminal(f), time.Now)
	defer line.Done()
	_, err = l.IndexCalls(ctx, func(done, total int64) { line.Report("reading the journal", done, total) })
	if err != nil {
		return err
	}
	s := team.Sync{
		Settings: h.Settings().Team, Ledger: l, Store: st, TakeOver: o.TakeOver,
		Warn:     func(err error) { line.Done(); warn(err) },
		Progress: func(done, total int) { line.Report("putting outputs", int64(done), int64(total)) },
	}
	if o.Remove {
		done, err := s.Remove(ctx)
		if err == nil {
			_, err = fmt.Fprintf(std.out, "removed: the calls of this machine, and %s\n",
				words.Count(done.Removed, "shared output", "shared outputs"))
		}
		return err
	}
	done, err := s.Run(ctx)
	line.Done()
	if err != nil {
		return err
	}
	if done.NoBucket {
		warn(errors.New("outputs are shared, and no bucket is set for them: want [team] bucket"))
	}
	text := fmt.Sprintf("synced: %s of %s", words.Count(done.Calls, "call", "calls"), s.Settings.Machine)
	if s.Settings.Bucket != "" {
		text += fmt.Sprintf("; %s, %d new, %d removed", words.Count(done.Shared, "shared output", "shared outputs"),
			done.Put, done.Removed)
	}
	_, err = fmt.Fprintln(std.out, text)
	return err
}
