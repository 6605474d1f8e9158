package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Limits of the journal.
const (
	maxAge   = 400 * 24 * time.Hour // as long as the ledger keeps calls
	maxBytes = 64 << 20
)

// Prune removes days that are older than 400, and the oldest ones if all together take more than 64 MiB. The last one
// stays.
func Prune(dir string, now time.Time) error {
	days, err := files(dir)
	if err != nil {
		return fmt.Errorf("pruning the journal: %w", err)
	}
	oldest := now.Add(-maxAge).UTC().Format(time.DateOnly) + suffix
	var total int64
	for i := len(days) - 1; i >= 0; i-- {
		path := filepath.Join(dir, days[i])
		if info, err := os.Stat(path); err == nil {
			total += info.Size()
		}
		if i == len(days)-1 || days[i] >= oldest && total <= maxBytes {
			continue
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("pruning the journal: %w", err)
		}
	}
	return nil
}

// Forget overwrites the lines of some events with blanks: those for which drop returns true.
func Forget(dir string, drop func(Event) bool) error {
	days, err := files(dir)
	for i, day := range days {
		if err == nil {
			err = blank(filepath.Join(dir, day), i < len(days)-1, drop)
		}
	}
	if err != nil {
		return fmt.Errorf("forgetting in the journal: %w", err)
	}
	return nil
}

// blank overwrites lines of a file. Its length stays, since other processes append to it. over means that a later day
// has begun: a line without its end isn't being written any more.
func blank(path string, over bool, drop func(Event) bool) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	var at int64
	for br := bufio.NewReader(f); ; {
		line, err := br.ReadBytes('\n')
		if err == io.EOF && (len(line) == 0 || !over) {
			return nil // a line without its end is being written now, after the request to forget
		}
		if err != nil && err != io.EOF {
			return err
		}
		if e, ok, bad := parse(line); bad != nil || ok && drop(e) {
			blanks := bytes.Repeat([]byte{' '}, len(bytes.TrimSuffix(line, []byte("\n"))))
			if _, err := f.WriteAt(blanks, at); err != nil {
				return err
			}
		}
		at += int64(len(line))
	}
}

// Of reports whether an event belongs to a session, or to one of its sub-agents.
func (e *Event) Of(session string) bool {
	return session != "" && (e.Session == session || strings.HasPrefix(e.Session, session+"/"))
}
