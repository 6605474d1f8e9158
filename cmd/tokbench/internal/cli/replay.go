package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/cmd/tokbench/internal/replaypage"
	"github.com/toktee/toktee/cmd/tokbench/internal/subject"
	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/internal/replay"
	"github.com/toktee/toktee/internal/transcript"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// replayFlags are the flags of replay.
type replayFlags struct {
	levels, html, md, json, prices string
	input, cached                  float64 // prices; below 0 where they aren't named
	jobs                           int
	seed                           uint64
	calls, redact                  bool
}

// newReplay is "tokbench replay".
func newReplay(a *app) *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay PATH...",
		Short: "Say what toktee would have made of an agent's own sessions",
		Long: `replay puts every tool result of an agent's sessions through toktee at each level, and scores it by
what the session did next. Each PATH is a transcript or a folder of them. Nothing is run and nothing leaves the
machine. Reports quote the sessions; --redact makes one for sharing.

In: transcripts of Claude Code, Codex, Copilot CLI, pi, opencode or SWE-agent (docs/tokbench.md, What it reads).
Out: tables on standard output; --html, --md and --json write the report as files, which only you can read.
Exit codes: 0; 1 where a report can't be written; 2 for a mistake in the call, or where there is no transcript.`,
		Example: `  tokbench replay ~/.claude/projects --html report.html
  tokbench replay ~/.codex/sessions session.traj --levels balanced --json report.json --calls`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.replay(cmd.Context(), &f, args) },
	}
	fs := cmd.Flags()
	fs.StringVar(&f.levels, "levels", "", "levels `L,...` to measure (default minimal,balanced,conservative)")
	fs.StringVar(&f.html, "html", "", "write the report as a web page `FILE` that needs no network")
	fs.StringVar(&f.md, "md", "", "write it as Markdown `FILE`")
	fs.StringVar(&f.json, "json", "", "write it as JSON `FILE`; - is standard output, for any of the three")
	fs.BoolVar(&f.calls, "calls", false, "put every result into the JSON, with the summaries")
	fs.BoolVar(&f.redact, "redact", false, "replace sessions, paths, commands and texts by names that say nothing")
	fs.StringVar(&f.prices, "prices", "", "price table `FILE`, TOML")
	fs.Float64Var(&f.input, "price-input", -1, "price `N` of a million tokens of input, for all models")
	fs.Float64Var(&f.cached, "price-cached", -1, "price `N` of a million tokens of cached input, for all models")
	fs.Lookup("price-input").DefValue, fs.Lookup("price-cached").DefValue = "0", "0" // none, for the help
	fs.Uint64Var(&f.seed, "seed", 1, "seed `N` of the intervals")
	fs.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "read `N` files at once")
	return cmd
}

// replay replays the transcripts at the paths and writes the reports.
func (a *app) replay(ctx context.Context, f *replayFlags, paths []string) error {
	o, err := f.options()
	if err != nil {
		return usageError{err}
	}
	if len(paths) == 0 {
		return usage("replay wants the argument PATH: a transcript, or a folder of them")
	}
	sources, err := transcript.Find(ctx, paths)
	if err != nil {
		return usageError{err}
	}
	line, read, total := a.progress(), atomic.Int64{}, int64(0)
	for _, s := range sources {
		total += 2 * s.Size // each is read twice
	}
	o.Progress = func(n int) { line.Report("reading", read.Add(int64(n)), total) }
	r, err := replay.Run(ctx, o, sources)
	line.Done()
	if err != nil {
		return err
	}
	if r.Input.Transcripts == 0 {
		return usage("no transcript among %d files: want one of %v", r.Input.Files, transcript.Formats())
	}
	if f.redact {
		r.Redact()
	}
	return f.write(r, a.stdout)
}

// options checks the flags.
func (f *replayFlags) options() (replay.Options, error) {
	o := replay.Options{
		Summarise: subject.SummariseCall, Encoding: tokens.Default, Jobs: f.jobs, Seed: f.seed, Calls: f.calls,
	}
	if err := checkJobs(f.jobs); err != nil {
		return o, err
	}
	settings, err := summary.Settings(f.levels, "none")
	if err != nil {
		return o, err
	}
	for _, s := range settings {
		o.Levels = append(o.Levels, s.Level)
	}
	o.Primary = o.Levels[0]
	if slices.Contains(o.Levels, string(summarize.Balanced)) {
		o.Primary = string(summarize.Balanced)
	}
	if f.calls && f.json == "" {
		return o, errors.New("--calls is for --json FILE, which is missing")
	}
	o.Prices, err = f.priceTable()
	return o, err
}

// priceTable is the built-in price table, that of --prices, or one price for all models.
func (f *replayFlags) priceTable() (*replay.Prices, error) {
	table := replay.DefaultPrices()
	if f.prices != "" {
		file, err := os.Open(f.prices)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		if table, err = replay.ReadPrices(file); err != nil {
			return nil, fmt.Errorf("%s: %w", f.prices, err)
		}
	}
	if f.input < 0 && f.cached < 0 {
		return table, nil
	}
	if f.input < 0 || f.cached < 0 {
		return nil, errors.New("--price-input and --price-cached go together: " +
			"want both, 0 or more for a million tokens")
	}
	price := replay.Price{Input: f.input, Cached: f.cached}
	return &replay.Prices{Source: "flags", Currency: table.Currency, Default: price}, nil
}

// write writes the reports that are wanted, and the table, unless one of them goes to standard output.
func (f *replayFlags) write(r *replay.Report, stdout io.Writer) error {
	toStdout := false
	for _, file := range []struct {
		name string
		form func() ([]byte, error)
	}{
		{f.json, r.JSON},
		{f.md, func() ([]byte, error) { return replaypage.Markdown(r) }},
		{f.html, func() ([]byte, error) { return replaypage.HTML(r) }},
	} {
		if file.name == "" {
			continue
		}
		b, err := file.form()
		if err != nil {
			return fmt.Errorf("writing the report: %w", err)
		}
		if file.name == "-" {
			toStdout = true
			_, err = stdout.Write(b)
		} else {
			err = os.WriteFile(file.name, b, 0o600) // it quotes the sessions
		}
		if err != nil {
			return fmt.Errorf("writing the report: %w", err)
		}
	}
	if toStdout {
		return nil
	}
	return replaypage.Print(stdout, r)
}
