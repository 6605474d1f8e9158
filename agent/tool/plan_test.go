package tool

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// refuses is a place where one name can't be renamed to or removed.
type refuses struct {
	place
	name string
}

func (r refuses) Rename(from, to string) error {
	if to == r.name {
		return errors.New("no")
	}
	return r.place.Rename(from, to)
}

func (r refuses) Remove(name string) error {
	if name == r.name {
		return errors.New("no")
	}
	return r.place.Remove(name)
}

// modes is a place that notes the mode of each new file.
type modes struct {
	place
	seen *[]os.FileMode
}

func (m modes) OpenFile(name string, flag int, perm os.FileMode) (*os.File, error) {
	if flag&os.O_CREATE != 0 {
		*m.seen = append(*m.seen, perm)
	}
	return m.place.OpenFile(name, flag, perm)
}

// A file's new content is readable for nobody else before it has the file's mode.
func TestReplacePrivately(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "key"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := openFiles(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	var seen []os.FileMode
	f.at = modes{f.at, &seen}
	if err := f.replace("key", "new", newMode); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]os.FileMode{0o600}, seen); diff != "" {
		t.Errorf("the modes of new files (-want +got):\n%s", diff)
	}
}

// A patch that names a file twice, once by a link, is refused: one change would replace the other.
func TestPatchSameFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "d"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "d", "a"), []byte("one\ntwo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("d", filepath.Join(dir, "link")); err != nil {
		t.Skip("links can't be made here: ", err)
	}
	f, err := openFiles(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	patches, err := parsePatch("*** Begin Patch\n*** Update File: d/a\n-one\n+1\n" +
		"*** Update File: link/a\n-two\n+2\n*** End Patch\n")
	if err != nil {
		t.Fatal(err)
	}
	p := plan{files: f, state: map[string]*fileState{}}
	for i := range patches {
		err = errors.Join(err, p.apply(&patches[i]))
	}
	if err == nil || !strings.Contains(err.Error(), "d/a and link/a are the same file") {
		t.Errorf("error %v; want that d/a and link/a are the same file", err)
	}
}

func TestRollBack(t *testing.T) {
	for _, patch := range []string{
		"*** Begin Patch\n*** Update File: a\n-one\n+two\n*** Add File: new\n+x\n*** Delete File: gone\n" +
			"*** Update File: last\n-one\n+two\n*** End Patch\n",
		"*** Begin Patch\n*** Update File: a\n*** Move to: moved\n-one\n+two\n*** Delete File: last\n*** End Patch\n",
	} {
		dir := t.TempDir()
		before := map[string]string{"a": "one\n", "gone": "one\n", "last": "one\n"}
		for name, content := range before {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		f, err := openFiles(dir, false)
		if err != nil {
			t.Fatal(err)
		}
		defer f.close()
		f.at = refuses{f.at, "last"}
		patches, err := parsePatch(patch)
		if err != nil {
			t.Fatal(err)
		}
		p := plan{files: f, state: map[string]*fileState{}}
		for i := range patches {
			if err := p.apply(&patches[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.commit(); err == nil {
			t.Error("it was done")
		}
		after := map[string]string{}
		names, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range names {
			b, err := os.ReadFile(filepath.Join(dir, n.Name()))
			if err != nil {
				t.Fatal(err)
			}
			after[n.Name()] = string(b)
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("it wasn't taken back (-before +after):\n%s", diff)
		}
	}
}
