package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/internal/measure/replayrows"
	"github.com/toktee/toktee/internal/measure/transcript"
)

// replayRows replays the sources into Parquet files, and says what came of it.
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
	if err := printRows(a.stdout, &sum); err != nil {
		return err
	}
	if sum.Written+sum.Current == 0 {
		return noTranscript(sum.Files)
	}
	return nil
}

// printRows prints what a run wrote.
func printRows(w io.Writer, s *replayrows.Summary) error {
	if s.Files == s.Others {
		return nil
	}
	_, err := fmt.Fprintf(w, "%d files written: %d rows of %d results; %d files were there, unchanged\n",
		s.Written, s.Rows, s.Results, s.Current)
	say := func(n int, what string) {
		if n > 0 && err == nil {
			_, err = fmt.Fprintf(w, "%d %s\n", n, what)
		}
	}
	say(s.Others, "files named are no transcripts")
	say(s.Unread, "can't be read")
	say(s.Strays, "Parquet files in the folder are of other sources, and stay")
	shown := min(len(s.Problems), problemsShown)
	for _, p := range s.Problems[:shown] {
		if err == nil {
			_, err = fmt.Fprintf(w, "problem: %s\n", p)
		}
	}
	say(len(s.Problems)-shown, "more problems")
	return err
}

// problemsShown bounds the list: what is wrong with a file is counted in its metadata too.
const problemsShown = 20
