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
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/run/diskfile"
	"github.com/toktee/toktee/internal/text/writejson"
)

const (
	suffix   = ".jsonl"
	maxEntry = 32 << 10 // bytes of a line
	maxRead  = 8 << 20  // bytes of a file's end
	maxAbout = 128 << 10

	maxDecoded = 64 // entries
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
		err = diskfile.AppendLine(l.path, line)
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
		b, err := writejson.Marshal(e)
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

// Failures returns the number of failures of a run.
func (e *Entry) Failures() (n int) {
	for i := range e.Checks {
		n += len(e.Checks[i].Failures)
	}
	return n
}

// Read returns the log's newest entries, the earliest first. A missing log has none.
func (l Log) Read() ([]Entry, error) {
	b, _, err := tail(l.path, maxRead)
	if err != nil {
		return nil, fmt.Errorf("reading checks: %w", err)
	}
	var all []Entry
	for line := range bytes.Lines(b) {
		all = decode(all, line)
	}
	return all, nil
}

// decode appends the entry of a line, if it is one.
func decode(to []Entry, line []byte) []Entry {
	var e Entry
	if json.Unmarshal(line, &e) == nil && e.Event != "" && !e.Time.IsZero() {
		to = append(to, e)
	}
	return to
}

// About returns the newest entries that [History] needs for the failures of a run, the earliest first: runs of the
// failed programs, passes of the same kinds of checks, and edits. It decodes at most 64 entries, to take a third of a
// millisecond. isAll means that the log has no older ones.
func (l Log) About(now *Entry) (entries []Entry, isAll bool, err error) {
	lines, isAll, err := tail(l.path, maxAbout)
	if err != nil {
		return nil, false, fmt.Errorf("reading checks: %w", err)
	}
	needles := [][]byte{fmt.Appendf(nil, `"event":%q`, Edited)}
	for i := range now.Checks {
		if c := &now.Checks[i]; len(c.Failures) > 0 {
			name, _ := json.Marshal(c.Program) // of a string, it can't fail
			needles = append(needles, append([]byte(`"program":`), name...),
				fmt.Appendf(nil, `"kind":%q,"outcome":"pass"`, c.Kind))
		}
	}
	for len(lines) > 0 {
		at := bytes.LastIndexByte(lines[:len(lines)-1], '\n') + 1
		line := lines[at:]
		if slices.ContainsFunc(needles, func(n []byte) bool { return bytes.Contains(line, n) }) {
			if len(entries) == maxDecoded {
				isAll = false
				break
			}
			entries = decode(entries, line)
		}
		lines = lines[:at]
	}
	slices.Reverse(entries)
	return entries, isAll, nil
}

// tail returns the end of a file, from the start of a line. isAll means that it is the whole file.
func tail(path string, most int64) (b []byte, isAll bool, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	from := max(0, info.Size()-most)
	b = make([]byte, info.Size()-from)
	n, err := f.ReadAt(b, from)
	if b = b[:n]; err == io.EOF {
		err = nil
	}
	if from > 0 {
		_, b, _ = bytes.Cut(b, []byte("\n"))
	}
	return b, from == 0, err
}
