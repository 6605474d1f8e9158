package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/toktee/toktee/contrib/stores/postgres"
	"github.com/toktee/toktee/contrib/stores/team"
	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/run/repo"
)

// history lists the failures that the runs of all machines had last, as "toktee history" does of one.
func history(ctx context.Context, o desk.TeamHistory, std streams) error {
	h, err := open(std, false)
	if err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	r, _ := repo.Find(dir)
	name := r.Origin()
	if name == "" {
		return fmt.Errorf("%s: want a repository with a remote \"origin\", by which the team's machines know it", dir)
	}
	settings := h.Settings().Team
	db, err := postgres.Open(ctx, settings.Database)
	if err != nil {
		return team.Hide(err, settings)
	}
	defer db.Close()
	entries, err := db.Checks(ctx, name)
	if err != nil {
		return team.Hide(err, settings)
	}
	list := checks.Failures(entries, o.Query)
	if o.JSON {
		return json.NewEncoder(std.out).Encode(checks.Listing{Failures: append([]checks.Failing{}, list...)})
	}
	if len(list) == 0 {
		report(std.err, fmt.Errorf("no check of %s fails, in %d runs and edits in %s; toktee store sync pushes "+
			"those of a machine with share_history = true in [team]", name, len(entries),
			config.PublicURL(settings.Database)))
	}
	for i := range list {
		if _, err := io.WriteString(std.out, list[i].Describe("", time.Now())); err != nil {
			return err
		}
	}
	return nil
}
