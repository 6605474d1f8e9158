package ledger

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host/journal"
)

// filled is a ledger of some calls, closed.
func filled(t *testing.T, calls int) home {
	t.Helper()
	h := home{t.TempDir()}
	for n := range calls {
		h.keep(t, n+1, fmt.Sprintf("output %d\n", n), journal.Event{
			Tool: "Bash", Command: "make", Raw: 100, Given: 10, Session: "s",
		})
	}
	l := h.open(t)
	index(t, l)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return h
}

// TestNewer leaves a ledger of a newer toktee as it is.
func TestNewer(t *testing.T) {
	h := filled(t, 3)
	path := h.options().Path
	db, err := sql.Open("sqlite", source(path))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(fmt.Sprintf("PRAGMA user_version = %d", schemaVersion+1)); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), h.options())
	if !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), path) {
		t.Errorf("Open: %v, want %v and the path", err, ErrNewer)
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file has changed, %v", err)
	}
	if files, _ := filepath.Glob(path + "*damaged*"); files != nil {
		t.Errorf("it was moved aside: %q", files)
	}
}

// TestDamaged moves what is no database any more aside, and makes it again from the journal.
func TestDamaged(t *testing.T) {
	tests := map[string]func([]byte) []byte{
		"no database":     func(b []byte) []byte { return bytes.Repeat([]byte("not a database\n"), 1000) },
		"its end is gone": func(b []byte) []byte { return b[:5000] },
		"zeros at its start": func(b []byte) []byte {
			clear(b[100:4096])
			return b
		},
		"zeros in the middle": func(b []byte) []byte {
			clear(b[4096:])
			return b
		},
	}
	for name, damage := range tests {
		t.Run(name, func(t *testing.T) {
			h := filled(t, 3)
			o := h.options()
			b, err := os.ReadFile(o.Path)
			if err != nil {
				t.Fatal(err)
			}
			damagedBytes := damage(b)
			if err := os.WriteFile(o.Path, damagedBytes, 0o600); err != nil {
				t.Fatal(err)
			}
			var said []string
			o.Warn = func(err error) { said = append(said, err.Error()) }
			l, err := Open(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			if done := index(t, l); done.Calls != 3 {
				t.Errorf("indexed %+v, want 3 calls", done)
			}
			groups, err := l.Stats(t.Context(), Query{})
			if err != nil || groups[0].Calls != 3 || groups[0].Raw != 300 {
				t.Errorf("stats: %+v, %v", groups, err)
			}
			aside, _ := filepath.Glob(o.Path + ".damaged-*")
			if len(aside) == 0 || len(said) != 1 || !strings.Contains(said[0], aside[0]) {
				t.Fatalf("moved to %q, said %q", aside, said)
			}
			if kept, err := os.ReadFile(aside[0]); err != nil || !bytes.Equal(kept, damagedBytes) {
				t.Errorf("the old file has changed, %v", err)
			}
		})
	}
}

// TestPrivate checks that all files are the owner's alone.
func TestPrivate(t *testing.T) {
	h := home{filepath.Join(t.TempDir(), "store")}
	l := h.open(t)
	h.keep(t, 1, "x\n", journal.Event{})
	index(t, l)
	files, _ := filepath.Glob(filepath.Join(h.dir, Name+"*"))
	if len(files) < 2 {
		t.Errorf("files: %q", files)
	}
	for _, f := range append(files, h.dir) {
		if info, err := os.Stat(f); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: mode %v, %v", f, info.Mode(), err)
		}
	}
}
