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
	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/internal/measure/replayrows"
	"github.com/toktee/toktee/internal/measure/transcript"
	"github.com/toktee/toktee/internal/run/progress"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// replayFlags are the flags of replay.
type replayFlags struct {
	levels, html, md, json, prices string
	parquet                        string  // folder
	input, cached                  float64 // prices; below 0 where they aren't named
	jobs                           int
	seed                           uint64
	calls, redact, texts           bool
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

With --parquet, it writes a row for each result at each level instead, for queries over any number of sessions: a
Parquet file for each transcript. Memory is that of one transcript a job. Started again, it passes over what is complete
and unchanged. The columns and ready queries are in docs/replay-parquet.md.

In: transcripts of Claude Code, Codex, Copilot CLI, pi, opencode, OpenHands or SWE-agent, or in ATIF (docs/tokbench.md).
Out: tables on standard output; --html, --md and --json write the report as files, which only you can read;
--parquet writes a folder of them.
Exit codes: 0; 1 where a report can't be written; 2 for a mistake in the call, or where there is no transcript.`,
		Example: `  tokbench replay ~/.claude/projects --html report.html
  tokbench replay ~/.claude/projects --parquet rows
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
	fs.StringVar(&f.parquet, "parquet", "", "write rows into the folder `DIR`, and no report")
	fs.BoolVar(&f.texts, "texts", false, "put the texts, raw and summarised, into the rows of --parquet")
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
	if f.parquet != "" {
		return a.replayRows(ctx, f, o, sources)
	}
	line := a.progress()
	o.Progress = readTwice(line, sources)
	r, err := replay.Run(ctx, o, sources)
	line.Done()
	if err != nil {
		return err
	}
	if r.Input.Transcripts == 0 {
		return noTranscript(r.Input.Files)
	}
	if f.redact {
		r.Redact()
	}
	return f.write(r, a.stdout)
}

// noTranscript is the error where none of so many files is one.
func noTranscript(files int) error {
	return usage("no transcript among %d files: want one of %v", files, transcript.Formats())
}

// readTwice shows how much of the sources has been read.
func readTwice(line *progress.Line, sources []transcript.Source) func(bytes int) {
	read, total := new(atomic.Int64), int64(0)
	for _, s := range sources {
		total += 2 * s.Size // each is read twice
	}
	return func(n int) { line.Report("reading", read.Add(int64(n)), total) }
}

// options checks the flags.
func (f *replayFlags) options() (replay.Options, error) {
	o := replay.Options{
		Summarise: replayrows.Summarise, Encoding: tokens.Default, Jobs: f.jobs, Seed: f.seed, Calls: f.calls,
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
	if f.texts && f.parquet == "" {
		return o, errors.New("--texts is for --parquet DIR, which is missing")
	}
	if f.parquet != "" && (f.html != "" || f.md != "" || f.json != "" || f.calls || f.redact) {
		return o, errors.New("--parquet writes rows and no report: want it without --html, --md, --json, --calls and " +
			"--redact")
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
