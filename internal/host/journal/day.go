package journal

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// A Day is a file of the journal.
type Day struct {
	File string // its name, without the folder
	Size int64
}

// Days returns the files of a journal, the oldest first. A caller that keeps one [Position] for each of them misses
// nothing: a process that took the time before midnight may write to that day's file after others have begun the next.
func Days(dir string) ([]Day, error) {
	names, err := files(dir)
	if err != nil {
		return nil, fmt.Errorf("reading the journal: %w", err)
	}
	var days []Day
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil {
			days = append(days, Day{name, info.Size()})
		}
	}
	return days, nil
}

// ReadDay reads as [Read] does, but only the position's file.
func ReadDay(
	ctx context.Context, dir string, from Position, each func(Event, Position) error,
) (to Position, bad int, err error) {
	r := reader{ctx: ctx, each: each}
	if err = r.file(dir, &from); err != nil {
		err = fmt.Errorf("reading the journal: %w", err)
	}
	return from, r.bad, err
}
