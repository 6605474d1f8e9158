package setup

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
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
	// Earlier is that of what init replaced, in case it was stopped before it did.
	Earlier string `json:"earlier,omitempty"`
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
	return plan.journal.name(c.key, copySuffix)
}

// key returns the path under which a file's change is recorded: without links. Earlier versions recorded it with them.
func (j journal) key(path string, t target) string {
	if _, ok := j.record(path); ok {
		return path
	}
	return t.path
}

func (j journal) record(path string) (r record, ok bool) {
	text, err := os.ReadFile(j.name(path, recordSuffix))
	return r, err == nil && json.Unmarshal(text, &r) == nil && r.Path == path
}

// original returns a file's contents before init; ok is false if they aren't known, or the file was changed since.
func (j journal) original(path string, now []byte) (b []byte, ok bool) {
	r, ok := j.record(path)
	if sum := sumOf(now); !ok || r.After != sum && r.Earlier != sum {
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
func (j journal) without(c *Change, e several) ([]byte, error) {
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
	if b, ok := j.original(c.key, c.Before); ok {
		return b, nil
	}
	return rest, nil
}

// keep records a file's text without toktee, and a hash of its new text. back gets a function that takes that back.
func (j journal) keep(c *Change, back *[]func() error) error {
	r := record{Path: c.key, Made: c.original == nil, After: sumOf(c.After), Earlier: sumOf(c.Before)}
	before, _ := j.record(c.key)
	r.Folders = append(missing(filepath.Dir(c.target.path)), before.Folders...)
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if c.original != nil {
		if err := j.put(j.name(c.key, copySuffix), c.original, back); err != nil {
			return err
		}
	}
	return j.put(j.name(c.key, recordSuffix), append(b, '\n'), back)
}

// put writes a file of the journal. back gets what takes that back.
func (j journal) put(name string, b []byte, back *[]func() error) error {
	old, err := os.ReadFile(name)
	*back = append(*back, func() error {
		if err == nil {
			return replace(name, old, 0o600, nil)
		}
		os.Remove(name)
		j.clean()
		return nil
	})
	return replace(name, b, 0o600, nil)
}

// forget drops the copies and the records of files, what a process that was killed has left beside them, and the
// folders that were made for them, if they are empty.
func (j journal) forget(keys []string) error {
	var folders []string
	for _, key := range keys {
		if r, ok := j.record(key); ok {
			folders = append(folders, r.Folders...)
			left, _ := filepath.Glob(filepath.Join(filepath.Dir(key), stagePrefix+"[0-9]*"))
			for _, name := range left {
				os.Remove(name)
			}
		}
		for _, suffix := range [...]string{recordSuffix, copySuffix} {
			if err := os.Remove(j.name(key, suffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	removeEmpty(folders)
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
