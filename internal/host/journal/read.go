package journal

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Position is a place in the journal after an event. The zero Position is its beginning.
type Position struct {
	File   string // the day's file, without the folder
	Offset int64  // bytes of it
}

// Read passes each event after a position to a function, with the position that follows the event. It returns the last
// position, and the number of lines that aren't events. It ends early with the function's error or the context's. An
// event that another process is writing now stays for the next Read.
func Read(
	ctx context.Context, dir string, from Position, each func(Event, Position) error,
) (to Position, bad int, err error) {
	days, err := files(dir)
	if err != nil {
		return from, 0, fmt.Errorf("reading the journal: %w", err)
	}
	to = from
	for i, day := range days {
		if day < from.File {
			continue
		}
		if day > to.File {
			to = Position{File: day}
		}
		r := reader{ctx: ctx, each: each, over: i < len(days)-1}
		err = r.file(dir, &to)
		bad += r.bad
		if err != nil {
			return to, bad, fmt.Errorf("reading the journal: %w", err)
		}
	}
	return to, bad, nil
}

// ReadHaving passes each event whose line has a text to a function, from a day's file on, and the name of its file. It
// takes a fraction of the time of [Read], since other lines aren't parsed.
func ReadHaving(dir, first, text string, each func(e Event, day string)) error {
	days, err := files(dir)
	for _, day := range days {
		if day < first {
			continue
		}
		b, readErr := os.ReadFile(filepath.Join(dir, day))
		if readErr != nil && !errors.Is(readErr, fs.ErrNotExist) { // pruned meanwhile
			err = errors.Join(err, readErr)
		}
		for line := range bytes.Lines(b) {
			if !bytes.Contains(line, []byte(text)) {
				continue
			}
			if e, ok, bad := parse(line); ok && bad == nil {
				each(e, day)
			}
		}
	}
	if err != nil {
		return fmt.Errorf("reading the journal: %w", err)
	}
	return nil
}

// A reader reads one file.
type reader struct {
	ctx  context.Context
	each func(Event, Position) error
	over bool // a later day has begun: a line without its end is complete
	bad  int
}

func (r *reader) file(dir string, at *Position) error {
	f, err := os.Open(filepath.Join(dir, at.File))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // pruned meanwhile
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Seek(at.Offset, io.SeekStart); err != nil {
		return err
	}
	for br := bufio.NewReader(f); ; {
		line, err := br.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		if err == io.EOF && !r.over || len(line) == 0 {
			return nil
		}
		at.Offset += int64(len(line))
		switch e, ok, bad := parse(line); {
		case bad != nil:
			r.bad++
		case ok:
			if err := r.each(e, *at); err != nil {
				return err
			}
		}
		if err := r.ctx.Err(); err != nil {
			return err
		}
	}
}

// files returns the names of the journal's files, the oldest first. A missing journal has none.
func files(dir string) ([]string, error) {
	all, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var days []string
	for _, f := range all {
		if day, ok := strings.CutSuffix(f.Name(), suffix); ok {
			if _, err := time.Parse(time.DateOnly, day); err == nil {
				days = append(days, f.Name())
			}
		}
	}
	slices.Sort(days)
	return days, nil
}
