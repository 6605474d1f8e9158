package checks

import (
	"bytes"
	"cmp"
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
)

const (
	suffix   = ".jsonl"
	maxEntry = 32 << 10 // bytes of a line
	maxRead  = 8 << 20  // bytes of a file's end
	maxAbout = 512 << 10

	maxDecoded = 100 // runs
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

// About returns the newest entries that [History] needs for the failures of a run, the earliest first. It decodes no
// others, and at most 100 runs, to take about a millisecond. isComplete means that the log has no older ones: else
// nothing is certain, since another command's earlier run may have had the failure.
func (l Log) About(now *Entry) (entries []Entry, isComplete bool, err error) {
	b, isAll, err := tail(l.path, maxAbout)
	if err != nil {
		return nil, false, fmt.Errorf("reading checks: %w", err)
	}
	texts := map[string]bool{}
	for i := range now.Checks {
		c := &now.Checks[i]
		for j := range c.Failures {
			f := &c.Failures[j]
			texts[cmp.Or(f.Name, f.File)] = true
		}
	}
	// First the runs that mention a failure: another run of their commands may be without it.
	failed, isComplete := mentions(b, texts)
	for i := range failed {
		texts[failed[i].Command] = true
	}
	texts[now.Command], texts[string(Edited)] = true, true
	entries, isAllOfThem := mentions(b, texts)
	return entries, isAll && isComplete && isAllOfThem, nil
}

// mentions returns the newest entries whose lines have one of some texts as a string; any, if one text is empty. isAll
// means that there are no more.
func mentions(lines []byte, texts map[string]bool) (entries []Entry, isAll bool) {
	var needles [][]byte
	for text := range texts {
		if b, err := json.Marshal(text); err == nil {
			needles = append(needles, b)
		}
	}
	for runs := 0; len(lines) > 0; {
		at := bytes.LastIndexByte(lines[:len(lines)-1], '\n') + 1
		line := lines[at:]
		lines = lines[:at]
		if !texts[""] && !slices.ContainsFunc(needles, func(n []byte) bool { return bytes.Contains(line, n) }) {
			continue
		}
		if runs == maxDecoded {
			return inOrder(entries), false
		}
		if entries = decode(entries, line); len(entries) > 0 && entries[len(entries)-1].Event == Ran {
			runs++
		}
	}
	return inOrder(entries), true
}

func inOrder(entries []Entry) []Entry {
	slices.Reverse(entries)
	return entries
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
