package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/cmd/tokbench/internal/report"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/internal/measure/replayrows"
	"github.com/toktee/toktee/internal/measure/transcript"
	"github.com/toktee/toktee/internal/run/progress"
	"github.com/toktee/toktee/summarize"
)

// replayFlags are the flags of replay.
type replayFlags struct {
	levels, json, prices string
	parquet              string // folder
	jobs                 int
	calls, redact, texts bool
}

// newReplay is "tokbench replay".
func newReplay(a *app) *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay PATH...",
		Short: "Measure what toktee would have saved in an agent's own sessions",
		Long: `replay shortens every tool result of an agent's sessions at each level. For each result, replay checks
which strings of the result the session's next calls used, and whether the short text contains them. Each PATH is a
transcript or a folder of transcripts. No command is executed and nothing leaves the machine. A report contains parts of
the sessions. To share a report, make it with --redact.

With --parquet, replay writes no report, but a Parquet file for each transcript. The file has a row for each result and
level. Each job holds one transcript in memory. If you run replay again, it skips complete files of unchanged
transcripts. docs/replay-parquet.md explains the columns and has queries.

In: transcripts of Claude Code, Codex, Copilot CLI, pi or opencode (docs/tokbench.md).
Out: tables on standard output; --json writes the report to a file that only you can read; --parquet writes a folder
of files.
Exit codes: 0 for success; 1 if a report can't be written; 2 for wrong arguments, or if there is no transcript.`,
		Example: `  tokbench replay ~/.claude/projects
  tokbench replay ~/.claude/projects --parquet rows
  tokbench replay ~/.codex/sessions session.jsonl --levels balanced --json report.json --calls`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.replay(cmd.Context(), &f, args) },
	}
	fs := cmd.Flags()
	fs.StringVar(&f.levels, "levels", "", "measure these levels `L,...` (default minimal,balanced,conservative)")
	fs.StringVar(&f.json, "json", "", "write the report as JSON to `FILE`; - is standard output")
	fs.BoolVar(&f.calls, "calls", false, "with --json, add every result with its short texts to the report")
	fs.StringVar(&f.parquet, "parquet", "", "write rows as Parquet files into the folder `DIR`, instead of a report")
	fs.BoolVar(&f.texts, "texts", false, "add the raw and the short texts to the rows of --parquet")
	fs.BoolVar(&f.redact, "redact", false, "replace sessions, paths, commands and texts with names such as file-1")
	fs.StringVar(&f.prices, "prices", "", "use the prices in the TOML `FILE`")
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
		return usage("replay wants the argument PATH: a transcript, or a folder of transcripts")
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
	const private = 0o600 // reports quote the sessions
	return writeReports(a.stdout, private, report.Replay(r), target{f.json, r.JSON})
}

// noTranscript returns the error if none of the files is a transcript.
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
		Summarise: replayrows.Summarise, Jobs: f.jobs, Seed: 1, Calls: f.calls,
	}
	if err := checkJobs(f.jobs); err != nil {
		return o, err
	}
	settings, err := score.Settings(f.levels, "none")
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
		return o, errors.New("--texts needs --parquet DIR")
	}
	if f.parquet != "" && (f.json != "" || f.calls || f.redact) {
		return o, errors.New("--parquet can't be used together with --json, --calls or --redact")
	}
	if f.calls && f.json == "" {
		return o, errors.New("--calls needs --json FILE")
	}
	o.Prices, err = f.priceTable()
	return o, err
}

// priceTable returns the built-in price table, or that of --prices.
func (f *replayFlags) priceTable() (*replay.Prices, error) {
	if f.prices == "" {
		return replay.DefaultPrices(), nil
	}
	file, err := os.Open(f.prices)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	table, err := replay.ReadPrices(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.prices, err)
	}
	return table, nil
}

// replayRows replays the sources into Parquet files and prints their numbers.
func (a *app) replayRows(ctx context.Context, f *replayFlags, o replay.Options, sources []transcript.Source) error {
	if err := replayrows.Distinct(sources); err != nil {
		return usageError{err}
	}
	line := a.progress()
	o.Progress = readTwice(line, sources)
	opts := replayrows.Options{Replay: o, Texts: f.texts, Version: replayrows.Version()}
	sum, err := replayrows.Run(ctx, opts, f.parquet, f.jobs, sources)
	line.Done()
	if err != nil {
		return fmt.Errorf("writing rows: %w", err)
	}
	if _, err := io.WriteString(a.stdout, rowsText(&sum)); err != nil {
		return err
	}
	if sum.Written+sum.Current == 0 {
		return noTranscript(sum.Files)
	}
	return nil
}

// maxProblems is the most problems that are listed. The metadata of a file counts its problems too.
const maxProblems = 20

// rowsText lists the numbers of a run with --parquet.
func rowsText(s *replayrows.Summary) string {
	if s.Files == s.Others {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d files written: %d rows of %d results; %d files were there, unchanged\n",
		s.Written, s.Rows, s.Results, s.Current)
	count := func(n int, of string) {
		if n > 0 {
			fmt.Fprintf(&b, "%d %s\n", n, of)
		}
	}
	count(s.Others, "files named are no transcripts")
	count(s.Unread, "can't be read")
	count(s.Strays, "Parquet files in the folder are of other sources, and stay")
	shown := min(len(s.Problems), maxProblems)
	for _, p := range s.Problems[:shown] {
		fmt.Fprintf(&b, "problem: %s\n", p)
	}
	count(len(s.Problems)-shown, "more problems")
	return b.String()
}
