package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/measure/experiment"
	"github.com/toktee/toktee/internal/measure/experiment/assign"
	"github.com/toktee/toktee/internal/measure/transcript"
	"github.com/toktee/toktee/internal/run/progress"
	"github.com/toktee/toktee/internal/text/words"
)

// compare reports the costs of an experiment's treatment and control sessions.
func compare(ctx context.Context, o desk.ExperimentReport, std streams) error {
	h, err := openHost(std)
	if err != nil {
		return err
	}
	e, err := theExperiment(h.StoreDir(), o.Name)
	if err != nil {
		return err
	}
	g := experiment.Gather(*e, time.Now())
	if err := g.Journal(ctx, h.Store().JournalDir()); err != nil {
		return err
	}
	rows, err := experiment.Rows(h.StoreDir(), e.Name)
	if err != nil {
		return err
	}
	g.Keep(rows)
	if err := readTranscripts(ctx, g, o.Transcripts, std); err != nil {
		return err
	}
	if err := addRefetches(ctx, h, g, e, std); err != nil {
		warner(std.err)(fmt.Errorf("re-reads of the sessions aren't known: %w", err))
	}
	r := g.Report(pricesOf(h.Settings()))
	if err := experiment.KeepRows(h.StoreDir(), e.Name, g.Sessions()); err != nil {
		warner(std.err)(err)
	}
	if o.JSON {
		return r.JSON(std.out)
	}
	_, err = io.WriteString(std.out, r.Text())
	return err
}

// theExperiment is the one of that name, or the one that began last.
func theExperiment(storeDir, name string) (*assign.Experiment, error) {
	list, err := assign.List(storeDir)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if name == "" || list[i].Name == name {
			return &list[i], nil
		}
	}
	if name != "" {
		return nil, usageError{fmt.Errorf("there is no experiment %q: toktee experiment status lists them", name)}
	}
	return nil, usageError{errors.New("no experiment was started: toktee experiment start")}
}

// readTranscripts reads the sources at the paths, or those of the agents that are about sessions of the experiment.
func readTranscripts(ctx context.Context, g *experiment.Gathering, paths []string, std streams) error {
	wanted := func(*transcript.Source) bool { return true }
	if len(paths) == 0 {
		paths, wanted = experiment.Places(os.LookupEnv), g.Wanted
	}
	all, err := transcript.Find(ctx, paths)
	if err != nil {
		return usageError{err}
	}
	line := progress.New(std.err, isTerminal(std.err), time.Now)
	var list []transcript.Source
	for i := range all {
		if wanted(&all[i]) {
			list = append(list, all[i])
		}
	}
	skipped, err := g.Transcripts(ctx, list, func(done int) {
		line.Report("transcripts read", int64(done), int64(len(list)))
	})
	line.Done()
	if skipped > 0 {
		warner(std.err)(fmt.Errorf("%s can't be read", words.Count(skipped, "transcript", "transcripts")))
	}
	return err
}

// addRefetches adds how often sessions fetched what their texts left out, which the ledger knows.
func addRefetches(ctx context.Context, h *host.Host, g *experiment.Gathering, e *assign.Experiment, std streams) error {
	l, err := openLedger(ctx, h, warner(std.err))
	if err != nil {
		return err
	}
	defer l.Close()
	if _, err := l.IndexCalls(ctx, nil); err != nil {
		return err
	}
	groups, err := l.Stats(ctx, ledger.Query{Since: e.Started, By: ledger.BySession})
	if err != nil {
		return err
	}
	of := map[string]int{}
	for _, group := range groups {
		of[group.Value] = int(group.Refetches)
	}
	g.Refetches(of)
	return nil
}

// pricesOf are the prices of a model: those that the user has set under its name, else those that hold for all.
func pricesOf(s *config.Settings) experiment.Prices {
	_, all := s.EffectivePrices()
	return func(model string) cost.Prices {
		if p, ok := s.Prices[model]; ok {
			return p
		}
		return all
	}
}
