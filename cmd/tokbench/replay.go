package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/toktee/toktee/internal/bench"
	"github.com/toktee/toktee/internal/replay"
	"github.com/toktee/toktee/internal/rules"
	"github.com/toktee/toktee/internal/transcript"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// replayFlags are the flags of replay.
type replayFlags struct {
	levels, html, md, json, prices string
	input, cached                  float64
	jobs                           int
	seed                           uint64
	calls, redact                  bool
}

func (f *replayFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&f.levels, "levels", "", "")
	fs.StringVar(&f.html, "html", "", "")
	fs.StringVar(&f.md, "md", "", "")
	fs.StringVar(&f.json, "json", "", "")
	fs.StringVar(&f.prices, "prices", "", "")
	fs.Float64Var(&f.input, "price-input", -1, "")
	fs.Float64Var(&f.cached, "price-cached", -1, "")
	fs.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "")
	fs.Uint64Var(&f.seed, "seed", 1, "")
	fs.BoolVar(&f.calls, "calls", false, "")
	fs.BoolVar(&f.redact, "redact", false, "")
}

// replaySessions replays the transcripts at the paths and writes the reports.
func replaySessions(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var f replayFlags
	fs := newFlags("replay")
	f.register(fs)
	paths, err := parseAny(fs, args)
	if err != nil {
		return err
	}
	o, err := f.options()
	if err != nil {
		return usageError{err}
	}
	if len(paths) == 0 {
		return usageError{errors.New("replay wants the argument PATH: a transcript, or a folder of them")}
	}
	sources, err := transcript.Find(ctx, paths)
	if err != nil {
		return usageError{err}
	}
	bar := newBar(stderr, sources)
	o.Progress = bar.add
	r, err := replay.Run(ctx, o, sources)
	bar.done()
	if err != nil {
		return err
	}
	if r.Input.Transcripts == 0 {
		return usageError{fmt.Errorf("no transcript among %d files: want one of %v", r.Input.Files, transcript.Formats())}
	}
	if f.redact {
		r.Redact()
	}
	return f.write(r, stdout)
}

// options checks the flags.
func (f *replayFlags) options() (replay.Options, error) {
	o := replay.Options{Summarise: summariseCall, Encoding: tokens.Default, Jobs: f.jobs, Seed: f.seed, Calls: f.calls}
	if f.jobs < 1 {
		return o, fmt.Errorf("--jobs %d: want at least 1", f.jobs)
	}
	settings, err := bench.Settings(f.levels, "none")
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
		return nil, errors.New("--price-input and --price-cached go together: want both, 0 or more for a million tokens")
	}
	price := replay.Price{Input: f.input, Cached: f.cached}
	return &replay.Prices{Source: "flags", Currency: table.Currency, Default: price}, nil
}

// write writes the reports that are wanted, and the table, unless JSON goes to standard output.
func (f *replayFlags) write(r *replay.Report, stdout io.Writer) error {
	forms := []struct {
		file string
		form func() ([]byte, error)
	}{{f.json, r.JSON}, {f.md, r.Markdown}, {f.html, r.HTML}}
	toStdout := false
	for _, form := range forms {
		if form.file == "" {
			continue
		}
		b, err := form.form()
		if err != nil {
			return fmt.Errorf("writing the report: %w", err)
		}
		if form.file == "-" {
			toStdout = true
			_, err = stdout.Write(b)
		} else {
			err = os.WriteFile(form.file, b, 0o600) // it quotes the sessions
		}
		if err != nil {
			return fmt.Errorf("writing the report: %w", err)
		}
	}
	if toStdout {
		return nil
	}
	return r.Print(stdout)
}

// summariseCall is the summariser that is measured: a result becomes the request that a wrapped tool makes of it.
func summariseCall(ctx context.Context, c *replay.Call, level string) (text, strategy string, err error) {
	req := summarize.Request{
		Tool: c.Tool, Command: c.Command, Args: c.Args, Offset: c.Offset, Limit: c.Limit, Intent: c.Intent, Session: c.Session,
		Stdout: []byte(c.Raw),
	}
	switch {
	case c.Exit != nil:
		req.Status = result.Status{Known: true, Code: *c.Exit}
	case c.Failed:
		req.Status = result.Status{Failed: true}
	}
	cfg := summarize.Config{Enabled: true, Level: summarize.Level(level), Rules: rules.New()}
	r, err := summarize.Summarize(ctx, cfg, req)
	if err != nil {
		return "", "", err
	}
	return r.LLMContent(), r.Metadata().Strategy, nil
}
