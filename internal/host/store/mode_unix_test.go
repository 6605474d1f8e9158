//go:build unix

package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/run/spool"
)

// wantModes checks every folder and file of a store.
func wantModes(t *testing.T, dir string) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %o, want %o", path, info.Mode().Perm(), want)
		}
		n++
		return nil
	})
	if err != nil || n < 8 {
		t.Errorf("walked over %d files: %v", n, err)
	}
}

// TestModes checks that nobody else can read anything, whatever the umask is.
func TestModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	s := newStore(t, Options{})
	put(t, s, record(1, day0))
	sp := spool.New(spool.Options{Dir: s.SpoolDir(), Threshold: 1})
	sp.Write(spool.Stdout, []byte("on disk\n"))
	sp.Close()
	r := record(2, day0)
	r.Source = sp
	put(t, s, r)
	prune(t, s)
	wantModes(t, s.dir)
}

// TestTighten checks that modes which are too loose are mended.
func TestTighten(t *testing.T) {
	s := newStore(t, Options{})
	put(t, s, large(1, time.Time{}))
	put(t, s, large(2, time.Time{}))
	err := filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.Chmod(path, 0o755)
		}
		return os.Chmod(path, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	other := Open(Options{Dir: s.dir})
	p, err := other.Payload("000000000001") // reading mends the files that it reads
	readAll(t, p, err)
	for _, dir := range []string{s.records(), s.payloads()} {
		tight := 0
		for _, name := range files(t, dir) {
			if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().Perm() == 0o600 {
				tight++
			}
		}
		if tight != 1 {
			t.Errorf("%d files of %s were mended, want 1", tight, dir)
		}
	}
	put(t, other, large(1, time.Time{}))
	prune(t, other)
	os.Chmod(other.stamp(), 0o600) // holds nothing
	wantModes(t, s.dir)
}

// TestSharedFolder checks that a folder which everybody shares keeps its mode.
func TestSharedFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o777|fs.ModeSticky); err != nil {
		t.Fatal(err)
	}
	s := Open(Options{Dir: dir})
	put(t, s, record(1, day0))
	info, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o777 {
		t.Errorf("the shared folder now has mode %v", info.Mode())
	}
	for _, d := range []string{s.records(), s.payloads(), s.tmp()} {
		if info, err := os.Stat(d); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", d, info.Mode(), err)
		}
	}
}
