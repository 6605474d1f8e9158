package tool

import (
	"errors"
	"os"
	"path/filepath"
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

func TestRollBack(t *testing.T) {
	for _, patch := range []string{
		"*** Begin Patch\n*** Update File: a\n-one\n+two\n*** Add File: new\n+x\n*** Delete File: gone\n*** Update File: last\n-one\n+two\n*** End Patch\n",
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
