package spool

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/toktee/toktee/internal/run/diskfile"
)

func spilled(t *testing.T, dir string, n int) (*Spool, []byte) {
	t.Helper()
	s := New(Options{Dir: dir, Threshold: 10})
	want := logText(n)
	if _, err := s.Write(Stderr, want); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Remove() })
	return s, want
}

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

// TestPrivate checks that nobody else can read the file, whatever the folder was.
func TestPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no modes here")
	}
	old := umask(0)
	defer umask(old)
	base := t.TempDir()
	shared := filepath.Join(base, "shared")
	if err := os.Mkdir(shared, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(shared, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, dir string }{
		{"new folder", filepath.Join(base, "a", "b")},
		{"shared folder", shared},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, _ := spilled(t, tt.dir, 100)
			s.Close()
			if m := mode(t, s.File()); m != 0o600 {
				t.Errorf("the file has mode %o", m)
			}
			if m := mode(t, filepath.Dir(s.File())); m != 0o700 {
				t.Errorf("its folder has mode %o", m)
			}
			if m := mode(t, shared); m != 0o777 {
				t.Errorf("the shared folder now has mode %o", m)
			}
			s.Remove()
			if left, _ := os.ReadDir(shared); len(left) > 0 {
				t.Errorf("Remove left %v", left)
			}
		})
	}
}

// TestNoFolder: a recording without a folder has no name that a crash could leave.
func TestNoFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file can't be removed here")
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	s, want := spilled(t, "", 3*segment)
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Errorf("the folder has %v, %v", left, err)
	}
	s.Close()
	verify(t, s, want)
	if s.File() != "" || s.Adopt(filepath.Join(dir, "x")) == nil {
		t.Error("it can be adopted")
	}
	if err := s.Remove(); err != nil {
		t.Error(err)
	}
}

// TestAdopt checks that an adopted file stays, with everything in it, and that the spool can still be read.
func TestAdopt(t *testing.T) {
	dir := t.TempDir()
	s, want := spilled(t, dir, 3*segment)
	to := filepath.Join(dir, "payload.zst")
	if err := s.Adopt(to); err == nil {
		t.Error("adopting an unfinished file: no error")
	}
	s.Close()
	if err := s.Adopt(filepath.Join(dir, "none", "x")); err == nil {
		t.Error("adopting to a folder that isn't there: no error")
	}
	from := s.File()
	if err := s.Adopt(to); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(from); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the old name: %v", err)
	}
	if s.Adopted() != to {
		t.Errorf("Adopted = %q", s.Adopted())
	}
	if s.File() != "" || s.Adopt(to) == nil {
		t.Error("it can be adopted twice")
	}
	verify(t, s, want)
	if err := s.Remove(); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(to)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := NewReader(f)
	if got := readAll(t, r, err); !bytes.Equal(got, want) {
		t.Errorf("the adopted file holds %d bytes that differ from the %d written", len(got), len(want))
	}
}

// TestAbandoned: a recording's file is in use as long as its process is.
func TestAbandoned(t *testing.T) {
	s, _ := spilled(t, t.TempDir(), 2*segment)
	path := s.file.path
	if diskfile.Abandoned(path) {
		t.Error("a file in use counts as abandoned")
	}
	s.file.f.Close() // as the end of the process does
	if !diskfile.Abandoned(path) {
		t.Error("a crash's leftover counts as in use")
	}
	if diskfile.Abandoned(path + "x") {
		t.Error("a file that isn't there counts as abandoned")
	}
}

// TestNoDisk checks that a folder that can't be made costs nothing but a warning.
func TestNoDisk(t *testing.T) {
	blocker := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocker, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, want := spilled(t, filepath.Join(blocker, "x"), 3*segment+5)
	verify(t, s, want)
	var de *DiskError
	if err := s.Close(); !errors.As(err, &de) || de.Lost != 0 {
		t.Errorf("Close = %v, want a DiskError without loss", err)
	}
	verify(t, s, want)
	if s.File() != "" {
		t.Errorf("File = %q", s.File())
	}
}

// TestDiskFails checks a disk that fails half way: what was written stays there, the rest is in memory.
func TestDiskFails(t *testing.T) {
	s, want := spilled(t, t.TempDir(), 2*segment+100)
	s.file.f.Truncate(s.file.size)
	broken, err := os.Open(s.file.path) // can't be written
	if err != nil {
		t.Fatal(err)
	}
	s.file.f.Close()
	s.file.f = broken
	more := logText(2 * segment)
	if n, err := s.Write(Stdout, more); n != len(more) || err != nil {
		t.Fatalf("Write = %d, %v", n, err)
	}
	want = append(want, more...)
	verify(t, s, want)
	if err := s.Close(); err == nil {
		t.Error("Close: no error")
	}
	verify(t, s, want)
	if s.File() != "" || s.Adopt(s.file.path+"x") == nil {
		t.Error("a part of an output can be adopted as the whole")
	}
}

// TestLost checks that the end of an output that fits nowhere is counted to the byte.
func TestLost(t *testing.T) {
	blocker := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocker, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	const room = 2*segment + 1000
	s := New(Options{Dir: blocker, Threshold: 10, MaxMemory: room})
	want := logText(4 * segment)
	for rest := want; len(rest) > 0; rest = rest[min(len(rest), 65536):] {
		p := rest[:min(len(rest), 65536)]
		if n, err := s.Write(Stdout, p); n != len(p) || err != nil {
			t.Fatalf("Write = %d, %v", n, err)
		}
	}
	var de *DiskError
	if err := s.Close(); !errors.As(err, &de) || de.Lost != int64(len(want)-room) {
		t.Errorf("Close = %v, want %d bytes lost", err, len(want)-room)
	}
	verify(t, s, want[:room])
}
