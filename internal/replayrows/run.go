package replayrows

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/parallel"
	"github.com/toktee/toktee/internal/transcript"
)

// tempEnding is that of files which aren't complete.
const tempEnding = ".tmp"

// Summary is what a run came to.
type Summary struct {
	Files    int   // sources
	Others   int   // that are no transcripts
	Written  int   // files
	Current  int   // files that were there already, unchanged
	Rows     int64 // of the files that were written
	Results  int
	Strays   int      // Parquet files in the folder that belong to none of the sources
	Problems []string // what is wrong with sources, in their order
}

// Run replays sources into a folder, a file each, so many at once. A source that can't be read is in the summary. The
// error is the context's, or that of the folder.
func Run(ctx context.Context, o Options, dir string, jobs int, sources []transcript.Source) (Summary, error) {
	if err := Distinct(sources); err != nil {
		return Summary{}, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Summary{}, err
	}
	r := run{dir: dir, problems: make([][]string, len(sources))}
	if err := r.tidy(sources); err != nil {
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

// tidy removes what a run that was killed has left behind, and counts the files of other sources.
func (r *run) tidy(sources []transcript.Source) error {
	ours := map[string]bool{}
	for i := range sources {
		ours[FileName(&sources[i])] = true
	}
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, ".") && strings.HasSuffix(name, tempEnding):
			if err := os.Remove(filepath.Join(r.dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		case strings.HasSuffix(name, ending) && !ours[name]:
			r.sum.Strays++
		}
	}
	return nil
}

// source replays a source, unless its file is there.
func (r *run) source(ctx context.Context, w *Writer, i int, src *transcript.Source) error {
	sum, err := Sum(src)
	if err != nil {
		r.problems[i] = []string{fmt.Sprintf("%s: %v", src.Name, err)}
		return nil
	}
	path := filepath.Join(r.dir, FileName(src))
	if r.isCurrent(w, path, src, sum) {
		r.count(func(s *Summary) { s.Current++ })
		if w.o.Replay.Progress != nil {
			w.o.Replay.Progress(2 * int(src.Size))
		}
		return nil
	}
	temp, err := os.CreateTemp(r.dir, "."+filepath.Base(path)+".*"+tempEnding)
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // it isn't there any more where all went well
	defer temp.Close()
	rows, read, err := w.Write(ctx, src, sum, temp)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", src.Name, err)
	case errors.Is(read.Err, transcript.ErrNotTranscript):
		r.count(func(s *Summary) { s.Others++ })
		return nil
	case read.Err != nil:
		r.problems[i] = []string{fmt.Sprintf("%s: %v", src.Name, read.Err)}
		return nil
	}
	for _, p := range append(read.Problems, read.Failures...) {
		r.problems[i] = append(r.problems[i], src.Name+": "+p)
	}
	r.count(func(s *Summary) {
		s.Written++
		s.Rows += rows
		s.Results += read.Results
	})
	return publish(temp, path)
}

// isCurrent reports whether the file at a path is what would be written.
func (r *run) isCurrent(w *Writer, path string, src *transcript.Source, sum string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	st, err := f.Stat()
	return err == nil && w.Current(f, st.Size(), src, sum)
}

// publish gives a file that is complete its name.
func publish(temp *os.File, path string) error {
	if err := temp.Sync(); err != nil {
		return err
	}
	if err := temp.Close(); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}

func (r *run) count(f func(*Summary)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(&r.sum)
}
