package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/toktee/toktee/contrib/stores/postgres"
	"github.com/toktee/toktee/contrib/stores/team"
	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/savings"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/run/proc"
)

// stats prints the savings of all machines, as far as they were synced.
func stats(ctx context.Context, o desk.StatsQuery, std streams) error {
	h, err := open(std, false)
	if err != nil {
		return err
	}
	settings := h.Settings()
	db, err := postgres.Open(ctx, settings.Team.Database)
	if err != nil {
		return team.Hide(err, settings.Team)
	}
	defer db.Close()
	name, prices := settings.EffectivePrices()
	at := config.PublicURL(settings.Team.Database)
	q := savings.Query{
		Limit: o.Limit, Now: time.Now(), Prices: savings.Prices{Name: name, Prices: prices}, Store: at,
		Query: ledger.Query{Since: o.Since, Until: o.Until, Session: o.Session, By: ledger.By(o.By)},
	}
	r, err := savings.Make(ctx, db.Stats, q)
	if err != nil {
		return team.Hide(err, settings.Team)
	}
	switch {
	case o.Form == "json":
		return r.JSON(std.out)
	case o.Form == "csv":
		return r.CSV(std.out)
	case r.Total.Calls == 0 && r.Total.Passed == 0:
		_, err = fmt.Fprintf(std.out, "no such calls are in %s; toktee store sync pushes those of a machine\n", at)
		return err
	}
	var look savings.Look
	if f, ok := std.out.(*os.File); ok {
		look.Width = proc.Columns(f)
		look.Colour = settings.RichFormatting && proc.IsTerminal(f) && os.Getenv("NO_COLOR") == "" &&
			os.Getenv("TERM") != "dumb"
	}
	_, err = io.WriteString(std.out, r.Text(look))
	return err
}
