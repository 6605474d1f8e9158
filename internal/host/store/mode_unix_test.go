//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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

// TestOthersFolder checks folders that other users own or could write to.
func TestOthersFolder(t *testing.T) {
	const other = 12345
	if os.Geteuid() != 0 {
		t.Skip("only root can give a folder to another user")
	}
	for _, tt := range []struct {
		name         string
		mode         fs.FileMode
		uid, within  int // of the folder, and of a file in it
		refused, now string
		want         fs.FileMode // afterwards
	}{
		{"private", 0o700, 0, 0, "", "", 0o700},
		{"readable", 0o755, 0, 0, "", "", 0o700},
		{"of a group", 0o775, 0, 0, "", "", 0o700},
		{"of everybody", 0o777, 0, 0, "", "other users could write to DIR (mode 0777): now only you can", 0o700},
		{"of another user", 0o700, other, 0,
			"DIR belongs to another user (12345): want a folder of your own", "", 0o700},
		{"with a file of another user", 0o777, 0, other,
			"another user (12345) has put note into DIR: want a folder of your own", "", 0o777},
		{"shared", 0o777 | fs.ModeSticky, 0, other, "", "", 0o777 | fs.ModeSticky},
		{"shared, of another user", 0o777 | fs.ModeSticky, other, 0,
			"DIR belongs to another user (12345): want a folder of your own", "", 0o777 | fs.ModeSticky},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "note")
			err := errors.Join(os.WriteFile(file, nil, 0o600), os.Chown(file, tt.within, 0),
				os.Chmod(dir, tt.mode), os.Chown(dir, tt.uid, 0))
			if err != nil {
				t.Fatal(err)
			}
			text := func(err error) string {
				if err == nil {
					return ""
				}
				return strings.ReplaceAll(err.Error(), dir, "DIR")
			}
			var warned error
			s := Open(Options{Dir: dir})
			if err := s.Check(func(err error) { warned = err }); text(err) != tt.refused {
				t.Errorf("Check = %v, want %q", err, tt.refused)
			}
			if text(warned) != tt.now {
				t.Errorf("the warning is %v, want %q", warned, tt.now)
			}
			if err := s.Put(t.Context(), record(1, day0)); (err == nil) != (tt.refused == "") {
				t.Errorf("Put: %v", err)
			}
			if info, err := os.Stat(dir); err != nil || info.Mode()&^fs.ModeDir != tt.want {
				t.Errorf("its mode is %v, %v, want %v", info.Mode(), err, tt.want)
			}
		})
	}
}
