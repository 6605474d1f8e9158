package checks

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	suffix   = ".jsonl"
	maxEntry = 32 << 10 // bytes of a line
	maxRead  = 2 << 20  // bytes of a file's end
)

// A Log has the entries of one repository.
type Log struct{ path string }

// Open returns the log of a repository in a folder of logs. repository is the absolute path of its git folder that all
// worktrees share; without git, the working folder. It doesn't touch the disk.
func Open(dir, repository string) Log {
	sum := sha256.Sum256([]byte(repository))
	return Log{filepath.Join(dir, hex.EncodeToString(sum[:16])+suffix)}
}

// Append adds an entry. It makes the folder if necessary.
func (l Log) Append(e Entry) error {
	line, err := e.encode()
	if err == nil {
		err = add(l.path, line)
	}
	if err != nil {
		return fmt.Errorf("noting a check: %w", err)
	}
	return nil
}

// encode returns the entry as JSON, with lists that are halved until it fits.
func (e Entry) encode() ([]byte, error) {
	const longest = 4 << 10
	if len(e.Command) > longest {
		e.Command = strings.ToValidUTF8(e.Command[:longest], "") + "…"
	}
	e.Checks = append([]Check(nil), e.Checks...)
	for {
		b, err := json.Marshal(e)
		if err != nil || len(b) <= maxEntry {
			return b, err
		}
		cut := false
		for i := range e.Checks {
			if c := &e.Checks[i]; len(c.Failures) > 0 {
				c.Failures, c.Cut, cut = c.Failures[:len(c.Failures)/2], true, true
			}
		}
		if !cut {
			return nil, fmt.Errorf("an entry has %d bytes, want at most %d", len(b), maxEntry)
		}
	}
}

func add(path string, line []byte) error {
	const flags = os.O_CREATE | os.O_APPEND | os.O_WRONLY
	f, err := os.OpenFile(path, flags, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
			f, err = os.OpenFile(path, flags, 0o600)
		}
	}
	if err != nil {
		return err
	}
	text := make([]byte, 0, len(line)+2)
	text = append(append(append(text, '\n'), line...), '\n')
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// Read returns the log's newest entries, the earliest first. A missing log has none.
func (l Log) Read() ([]Entry, error) {
	b, err := tail(l.path)
	if err != nil {
		return nil, fmt.Errorf("reading checks: %w", err)
	}
	var all []Entry
	for line := range bytes.Lines(b) {
		var e Entry
		if json.Unmarshal(line, &e) == nil && e.Event != "" && !e.Time.IsZero() {
			all = append(all, e)
		}
	}
	return all, nil
}

// tail returns the end of a file, from the start of a line.
func tail(path string) ([]byte, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	from := max(0, info.Size()-maxRead)
	b, err := io.ReadAll(io.NewSectionReader(f, from, maxRead))
	if from > 0 {
		_, b, _ = bytes.Cut(b, []byte("\n"))
	}
	return b, err
}
