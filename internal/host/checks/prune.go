package checks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Limits of a log.
const (
	maxAge   = 400 * 24 * time.Hour // as of the journal
	maxBytes = 8 << 20
)

// Prune removes the entries of all logs in a folder that are older than 400 days, and the older half of a log of more
// than 8 MiB. An entry that another process appends meanwhile may be lost.
func Prune(dir string, now time.Time) error {
	oldest := now.Add(-maxAge)
	return each(dir, func(path string, b []byte) error {
		skip := 0
		if len(b) > maxBytes {
			skip = len(b) / 2
		}
		kept := make([]byte, 0, len(b))
		at := 0
		for line := range bytes.Lines(b) {
			var e Entry
			if at += len(line); at > skip && json.Unmarshal(line, &e) == nil && !e.Time.Before(oldest) {
				kept = append(kept, line...)
			}
		}
		if len(kept) == 0 {
			return os.Remove(path)
		}
		f, err := os.CreateTemp(dir, "*.tmp")
		if err != nil {
			return err
		}
		_, err = f.Write(kept)
		if err = errors.Join(err, f.Close()); err == nil {
			err = os.Rename(f.Name(), path)
		}
		if err != nil {
			os.Remove(f.Name())
		}
		return err
	}, func(path string, size int64) bool { return size > maxBytes || isOld(path, oldest) })
}

// isOld reports whether a log's first entry is older than a time.
func isOld(path string, oldest time.Time) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 512)
	n, _ := f.Read(head)
	_, after, _ := bytes.Cut(head[:n], []byte(`"time":"`))
	stamp, _, _ := bytes.Cut(after, []byte(`"`))
	t, err := time.Parse(time.RFC3339, string(stamp))
	return err == nil && t.Before(oldest)
}

// Forget overwrites the entries of all logs in a folder for which drop returns true with blanks, since other processes
// may append meanwhile, and returns their number. It removes lines that are no entries, too.
func Forget(dir string, drop func(*Entry) bool) (n int, err error) {
	err = each(dir, func(path string, b []byte) error {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer f.Close()
		at := 0
		for line := range bytes.Lines(b) {
			text := bytes.TrimSpace(line)
			var e Entry
			isEntry := json.Unmarshal(text, &e) == nil
			if len(text) > 0 && (!isEntry || drop(&e)) {
				if isEntry {
					n++
				}
				if _, err := f.WriteAt(bytes.Repeat([]byte(" "), len(text)), int64(at)); err != nil {
					return err
				}
			}
			at += len(line)
		}
		return nil
	}, func(string, int64) bool { return true })
	return n, err
}

// Remove removes all logs in a folder.
func Remove(dir string) error {
	err := os.RemoveAll(dir)
	if err != nil {
		return fmt.Errorf("removing checks: %w", err)
	}
	return nil
}

// Size returns the bytes of all logs in a folder, and their number.
func Size(dir string) (bytes int64, logs int) {
	_ = each(dir, nil, func(_ string, size int64) bool { bytes, logs = bytes+size, logs+1; return false })
	return bytes, logs
}

// Of reports whether an entry belongs to a session, or to one of its sub-agents.
func (e *Entry) Of(session string) bool {
	return session != "" && (e.Session == session || strings.HasPrefix(e.Session, session+"/"))
}

// each passes the content of each log that a function selects by its size. Nothing in a missing folder is an error.
func each(dir string, use func(path string, b []byte) error, is func(path string, size int64) bool) error {
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("checks: %w", err)
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name())
		info, err := f.Info()
		if err != nil || !strings.HasSuffix(path, suffix) || !is(path, info.Size()) {
			continue
		}
		b, err := os.ReadFile(path)
		if err == nil {
			err = use(path, b)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("checks: %w", err)
		}
	}
	return nil
}
