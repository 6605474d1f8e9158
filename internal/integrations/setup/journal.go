package setup

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A journal keeps what files were before toktee changed them, so that they can become that again: in the folder
// "setup" of toktee's data, a copy of each file and a record, mode 0600.
type journal struct{ data string }

// A record describes init's change of a file.
type record struct {
	Path  string `json:"path"`
	Made  bool   `json:"made"`  // there was no such file
	After string `json:"after"` // SHA-256 of what init wrote
	// Folders are those that were made for it, the innermost first.
	Folders []string `json:"folders,omitempty"`
}

// name returns a file of the journal for a file of settings.
func (j journal) name(path, suffix string) string {
	sum := sha256.Sum256([]byte(path))
	return filepath.Join(j.data, "setup", hex.EncodeToString(sum[:6])+"-"+filepath.Base(path)+suffix)
}

const (
	copySuffix   = ".before"
	recordSuffix = ".json"
)

// Kept returns the path of the earlier file's copy after [Plan.Apply], "" if none is kept.
func (plan *Plan) Kept(c *Change) string {
	if c.original == nil || plan.undo {
		return ""
	}
	return plan.journal.name(c.Path, copySuffix)
}

func (j journal) record(path string) (r record, ok bool) {
	text, err := os.ReadFile(j.name(path, recordSuffix))
	return r, err == nil && json.Unmarshal(text, &r) == nil && r.Path == path
}

// original returns a file's contents before init; ok is false if they aren't known, or the file was changed since.
func (j journal) original(path string, now []byte) (b []byte, ok bool) {
	r, ok := j.record(path)
	if !ok || r.After != sumOf(now) {
		return nil, false
	}
	if r.Made {
		return nil, true
	}
	b, err := os.ReadFile(j.name(path, copySuffix))
	if err != nil {
		return nil, false
	}
	if b == nil {
		b = []byte{}
	}
	return b, true
}

// without returns a file as it would be without toktee: as it was before, if only init has changed it.
func (j journal) without(c *Change, e edit) ([]byte, error) {
	if c.Before == nil {
		return nil, nil
	}
	rest, err := e.remove(c.Before)
	if err != nil {
		return nil, err
	}
	if equal(rest, c.Before) {
		return c.Before, nil // nothing of it is toktee's
	}
	if b, ok := j.original(c.Path, c.Before); ok {
		return b, nil
	}
	return rest, nil
}

// keep writes a file by write, and records its old and new contents. The copy comes first and the record last, so that
// no record is of a file that wasn't written.
func (j journal) keep(c *Change, write func() error) error {
	r := record{Path: c.Path, Made: c.original == nil, After: sumOf(c.After)}
	if before, ok := j.record(c.Path); ok {
		r.Folders = before.Folders
	}
	for dir := filepath.Dir(c.Path); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		r.Folders = append(r.Folders, dir)
	}
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if c.original != nil {
		if err := replace(j.name(c.Path, copySuffix), c.original, 0o600); err != nil {
			return fmt.Errorf("keeping what it was: %w", err)
		}
	}
	if err := write(); err != nil {
		return err
	}
	if err := replace(j.name(c.Path, recordSuffix), append(b, '\n'), 0o600); err != nil {
		return fmt.Errorf("it is written, but not recorded: %w", err)
	}
	return nil
}

// forget drops the copy and the record of a file, and the folders that were made for it, if they are empty.
func (j journal) forget(path string) error {
	if r, ok := j.record(path); ok {
		for _, dir := range r.Folders {
			os.Remove(dir)
		}
	}
	for _, suffix := range [...]string{recordSuffix, copySuffix} {
		if err := os.Remove(j.name(path, suffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	j.clean()
	return nil
}

func (j journal) clean() {
	os.Remove(filepath.Join(j.data, "setup"))
	os.Remove(j.data)
}

// Left returns the files, of any project, that init has changed and that weren't changed back.
func (p *Place) Left() (paths []string) {
	j := journal{p.Data}
	names, err := filepath.Glob(filepath.Join(j.data, "setup", "*"+recordSuffix))
	if err != nil {
		return nil
	}
	for _, name := range names {
		var r record
		text, err := os.ReadFile(name)
		if err != nil || json.Unmarshal(text, &r) != nil {
			continue
		}
		if now, _, err := readSettings(r.Path); err != nil || bytes.Contains(now, []byte("toktee")) {
			paths = append(paths, r.Path)
		}
	}
	return paths
}

func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
