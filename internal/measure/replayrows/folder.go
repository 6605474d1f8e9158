package replayrows

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/internal/measure/transcript"
)

// tempEnding is the ending of incomplete files.
const tempEnding = ".tmp"

// ours are the names of such files: [FileName]'s between a dot and a number, and [textsPattern]'s.
var ours = regexp.MustCompile(`^\.(.*[0-9a-f]{16}\.parquet|toktee-texts)\.[0-9]+\.tmp$`)

// A State is the fate of a source in a run.
type State string

// The states.
const (
	Written      State = "written"
	Current      State = "current" // its file was there, unchanged
	NoTranscript State = "not a transcript"
	Unreadable   State = "unreadable"
)

// Outcome is what came of a source.
type Outcome struct {
	State    State
	Rows     int64 // of the file, if it was written
	Results  int
	Problems []string // the faults of the source, with its name
}

// Tidy makes a folder for files, and removes files of a killed run.
func Tidy(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !ours.MatchString(e.Name()) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Into replays a source into its file in a folder, unless that is there. The error is the context's, or that of the
// folder.
func (w *Writer) Into(ctx context.Context, dir string, src *transcript.Source) (Outcome, error) {
	path := filepath.Join(dir, FileName(src))
	sum, err := Sum(src)
	if err != nil {
		return unreadable(src, path, err), nil
	}
	if w.isCurrent(path, src, sum) {
		return Outcome{State: Current}, nil
	}
	temp, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*"+tempEnding)
	if err != nil {
		return Outcome{}, err
	}
	defer os.Remove(temp.Name()) // gone if all went well
	defer temp.Close()
	rows, read, err := w.Write(ctx, src, sum, temp)
	if err != nil {
		return Outcome{}, fmt.Errorf("%s: %w", src.Name, err)
	}
	switch {
	case errors.Is(read.Err, transcript.ErrNotTranscript):
		out := Outcome{State: NoTranscript}
		if _, err := os.Stat(path); err == nil {
			out.Problems = []string{src.Name + ": it is no transcript any more; the rows of what it was stay"}
		}
		return out, nil
	case read.Err != nil:
		return unreadable(src, path, read.Err), nil
	}
	return outcomeOf(src, rows, &read), publish(temp, path)
}

// outcomeOf returns the outcome of a source whose file was written.
func outcomeOf(src *transcript.Source, rows int64, read *replay.SourceRead) Outcome {
	out := Outcome{State: Written, Rows: rows, Results: read.Results}
	for _, list := range [][]string{read.Problems, read.Failures} {
		for _, p := range list {
			out.Problems = append(out.Problems, src.Name+": "+p)
		}
	}
	return out
}

// unreadable returns the outcome of a source that can't be read now. Its file stays, if it has one.
func unreadable(src *transcript.Source, path string, err error) Outcome {
	problem := fmt.Sprintf("%s: %v", src.Name, err)
	if _, err := os.Stat(path); err == nil {
		problem += "; its rows are what was read of it earlier"
	}
	return Outcome{State: Unreadable, Problems: []string{problem}}
}

// isCurrent reports whether the file at a path is what would be written.
func (w *Writer) isCurrent(path string, src *transcript.Source, sum string) bool {
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
