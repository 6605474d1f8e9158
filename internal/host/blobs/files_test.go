package blobs_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/toktee/toktee/internal/host/blobs"
	"github.com/toktee/toktee/internal/host/blobs/blobtest"
)

func TestFiles(t *testing.T) {
	blobtest.RunTests(t, func(t testing.TB) blobs.Blobs {
		f := &blobs.Files{Dir: t.TempDir(), Tmp: t.TempDir(), Ext: ".zst"}
		t.Cleanup(func() {
			if left, err := os.ReadDir(f.Tmp); err != nil || len(left) > 0 {
				t.Errorf("%d files are left in the folder for temporary ones, %v", len(left), err)
			}
		})
		return f
	})
}

// TestFilesAdopt makes a file a blob, over one that was there.
func TestFilesAdopt(t *testing.T) {
	f := &blobs.Files{Dir: t.TempDir(), Tmp: t.TempDir()}
	key := blobtest.Key(1)
	for _, text := range []string{"first", "second"} {
		from := filepath.Join(f.Tmp, "file")
		if err := os.WriteFile(from, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := f.Adopt(key, func(to string) error { return os.Rename(from, to) }); err != nil {
			t.Fatal(err)
		}
		r, err := f.Get(t.Context(), key, 0, blobs.All)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		r.Close()
		if err != nil || string(got) != text {
			t.Errorf("Get = %q, %v, want %q", got, err, text)
		}
	}
	if err := f.Adopt("../x", func(string) error { return nil }); err == nil {
		t.Error("a bad key is no error")
	}
}

// TestFilesStrangers: what else is in the folder is no blob, and what others can read is closed to them.
func TestFilesStrangers(t *testing.T) {
	f := &blobs.Files{Dir: t.TempDir(), Tmp: t.TempDir(), Ext: ".zst"}
	for _, name := range []string{"README", blobtest.Key(1), blobtest.Key(2) + ".zst.part", blobtest.Key(3) + ".zst"} {
		if err := os.WriteFile(filepath.Join(f.Dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for info, err := range f.List(t.Context()) {
		if n++; err != nil || info.Key != blobtest.Key(3) {
			t.Errorf("List yields %+v, %v", info, err)
		}
	}
	if n != 1 {
		t.Errorf("List yields %d blobs", n)
	}
	if info, err := os.Stat(f.Path(blobtest.Key(3))); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("its file has mode %v, %v", info.Mode(), err)
	}
	missing := &blobs.Files{Dir: filepath.Join(f.Dir, "missing")}
	for info, err := range missing.List(t.Context()) {
		t.Errorf("of no folder, List yields %+v, %v", info, err)
	}
}
