package replayrows

import (
	"context"
	"os"
	"strings"
	"sync"

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
	r := run{dir: dir, problems: make([][]string, len(sources))}
	if err := r.strays(sources); err != nil {
		return Summary{}, err
	}
	if o.Scratch == "" {
		o.Scratch = dir
	}
	worker := func() (func(context.Context, int) error, error) {
		w, err := NewWriter(o)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, i int) error { return r.source(ctx, w, i, &sources[i]) }, nil
	}
	err := parallel.Do(ctx, jobs, len(sources), worker)
	r.sum.Files = len(sources)
	for _, list := range r.problems {
		r.sum.Problems = append(r.sum.Problems, list...)
	}
	return r.sum, err
}

// run is a run that is under way.
type run struct {
	dir      string
	problems [][]string // by source

	mu  sync.Mutex // guards what follows
	sum Summary
}

// strays counts the files of other sources.
func (r *run) strays(sources []transcript.Source) error {
	ours := map[string]bool{}
	for i := range sources {
		ours[FileName(&sources[i])] = true
	}
	entries, err := os.ReadDir(r.dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ending) && !ours[e.Name()] {
			r.sum.Strays++
		}
	}
	return err
}

// source replays a source, and counts what came of it.
func (r *run) source(ctx context.Context, w *Writer, i int, src *transcript.Source) error {
	out, err := w.Into(ctx, r.dir, src)
	if err != nil {
		return err
	}
	r.problems[i] = out.Problems
	if out.State == Current && w.o.Replay.Progress != nil {
		w.o.Replay.Progress(2 * int(src.Size))
	}
	r.count(func(s *Summary) {
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
	})
	return nil
}

func (r *run) count(f func(*Summary)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(&r.sum)
}
