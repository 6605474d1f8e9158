package store

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestID: all who ask at once get the same id, which stays; another store has another one.
func TestID(t *testing.T) {
	dir := t.TempDir()
	ids := make([]string, 8)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			id, err := Open(Options{Dir: dir}).ID()
			if err != nil {
				t.Error(err)
			}
			ids[i] = id
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id != ids[0] || len(id) != 32 {
			t.Errorf("the ids are %q", ids)
			break
		}
	}
	if other, err := Open(Options{Dir: t.TempDir()}).ID(); err != nil || other == ids[0] {
		t.Errorf("another store has the id %q, %v", other, err)
	}
	path := filepath.Join(dir, "id")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("its file: %v, %v", info, err)
	}
	if left, err := os.ReadDir(filepath.Join(dir, "tmp")); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if id, err := Open(Options{Dir: dir}).ID(); err == nil {
		t.Errorf("of a damaged file, the id is %q", id)
	}
}
