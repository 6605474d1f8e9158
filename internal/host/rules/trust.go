package rules

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/run/diskfile"
)

// Trust remembers the files of projects that the user trusts, by absolute path and SHA-256 of their content. A file
// that changes is no longer trusted. The record is a file of the user's with a line for each, in the form of sha256sum.
// A second file next to it records the warnings that the user has seen, so that none repeats.
type Trust struct {
	path string
	sums map[string]string // by path; read when first needed
}

// NewTrust returns the trust that a file records. The file need not exist, and is read when first needed.
func NewTrust(path string) *Trust { return &Trust{path: path} }

// state returns the state of a project's file.
func (t *Trust) state(f *File) State {
	if t == nil {
		return untrusted
	}
	t.load()
	switch sum, ok := t.sums[f.Path]; {
	case !ok:
		return untrusted
	case sum != hexSum(f):
		return changed
	}
	return Active
}

// Trusts reports whether this content of a project's file is trusted.
func (t *Trust) Trusts(path, text string) bool {
	t.load()
	return t.sums[path] == fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
}

// Told reports whether the user was already warned of this content of a project's file, and records it.
func (t *Trust) Told(path, text string) bool {
	return t.warned(&File{Path: path, Sum: sha256.Sum256([]byte(text))})
}

func hexSum(f *File) string { return fmt.Sprintf("%x", f.Sum) }

func (t *Trust) load() {
	if t.sums == nil {
		t.sums = readSums(t.path)
	}
}

// readSums reads lines of a sum and a path. A file that can't be read, or a line that isn't one, trusts nothing.
func readSums(path string) map[string]string {
	sums := map[string]string{}
	f, err := os.Open(path)
	if err != nil {
		return sums
	}
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if sum, name, ok := strings.Cut(sc.Text(), "  "); ok && len(sum) == 64 && filepath.IsAbs(name) {
			sums[name] = sum
		}
	}
	return sums
}

// Add trusts the content that was read of a file.
func (t *Trust) Add(f *File) error {
	if strings.ContainsAny(f.Path, "\n\r") {
		return fmt.Errorf("%q: a path with a line feed can't be trusted", f.Path)
	}
	t.sums = readSums(t.path)
	t.sums[f.Path] = hexSum(f)
	return t.write()
}

// Remove trusts a path no more, and reports whether it was trusted.
func (t *Trust) Remove(path string) (bool, error) {
	t.sums = readSums(t.path)
	if _, ok := t.sums[path]; !ok {
		return false, nil
	}
	delete(t.sums, path)
	return true, t.write()
}

// write replaces the file as a whole.
func (t *Trust) write() error {
	if t.path == "" {
		return errors.New("no folder for what is trusted: HOME is not set")
	}
	if err := os.MkdirAll(filepath.Dir(t.path), 0o700); err != nil {
		return err
	}
	var b bytes.Buffer
	for _, path := range slices.Sorted(maps.Keys(t.sums)) {
		fmt.Fprintf(&b, "%s  %s\n", t.sums[path], path)
	}
	return diskfile.Write(t.path, b.Bytes(), filepath.Dir(t.path), ".trusted-*")
}

// warning returns the warning about a file, nil for none. A broken file is reported each time, an untrusted one once
// for each content.
func (t *Trust) warning(f *File) error {
	switch f.State {
	case Broken:
		return f.Err
	case untrusted, changed:
		if t == nil || t.warned(f) {
			return nil
		}
		return fmt.Errorf("%s: %s, its rules don't apply: see toktee rules trust", f.Path, f.State)
	}
	return nil
}

// warned reports whether the user was already warned of this content of the file, and records it. If the record can't
// be written, the warning repeats.
func (t *Trust) warned(f *File) bool {
	path := t.path + ".told"
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	line := hexSum(f) + "  " + f.Path
	if slices.Contains(strings.Split(string(b), "\n"), line) {
		return true
	}
	if os.MkdirAll(filepath.Dir(path), 0o700) != nil {
		return false
	}
	w, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return false
	}
	defer w.Close()
	fmt.Fprintln(w, line) // if that fails, the warning repeats
	return false
}
