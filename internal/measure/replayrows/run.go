package replayrows

import (
	"context"
	"os"
	"strings"

	"github.com/toktee/toktee/internal/measure/transcript"
	"github.com/toktee/toktee/internal/run/parallel"
)

// A Summary has the numbers of a run.
type Summary struct {
	Files    int   // sources
	Others   int   // that are no transcripts
	Unread   int   // that can't be read now
	Written  int   // files
	Current  int   // files that were there already, unchanged
	Rows     int64 // of the files that were written
	Results  int
	Strays   int      // Parquet files in the folder that belong to none of the sources
	Problems []string // the faults of sources, in their order
}

// Run replays sources into a folder, a file each, so many at once. A source that can't be read is in the summary. The
// error is the context's, or that of the folder.
func Run(ctx context.Context, o Options, dir string, jobs int, sources []transcript.Source) (Summary, error) {
	if err := Distinct(sources); err != nil {
		return Summary{}, err
	}
	if err := Tidy(dir); err != nil {
		return Summary{}, err
	}
	sum := Summary{Files: len(sources)}
	if err := sum.strays(dir, sources); err != nil {
		return Summary{}, err
	}
	if o.Scratch == "" {
		o.Scratch = dir
	}
	outcomes := make([]Outcome, len(sources))
	worker := func() (func(context.Context, int) error, error) {
		w, err := NewWriter(o)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, i int) (err error) {
			outcomes[i], err = w.Into(ctx, dir, &sources[i])
			if outcomes[i].State == Current && o.Replay.Progress != nil {
				o.Replay.Progress(2 * int(sources[i].Size))
			}
			return err
		}, nil
	}
	err := parallel.Do(ctx, jobs, len(sources), worker)
	for _, out := range outcomes {
		sum.add(&out)
	}
	return sum, err
}

// strays counts the files of other sources.
func (s *Summary) strays(dir string, sources []transcript.Source) error {
	ours := map[string]bool{}
	for i := range sources {
		ours[FileName(&sources[i])] = true
	}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ending) && !ours[e.Name()] {
			s.Strays++
		}
	}
	return err
}

// add counts what came of a source.
func (s *Summary) add(out *Outcome) {
	switch out.State {
	case Written:
		s.Written++
	case Current:
		s.Current++
	case NoTranscript:
		s.Others++
	case Unreadable:
		s.Unread++
	}
	s.Rows += out.Rows
	s.Results += out.Results
	s.Problems = append(s.Problems, out.Problems...)
}
