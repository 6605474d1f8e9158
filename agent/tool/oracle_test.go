package tool

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// ApplyByLibrary applies a unified diff to files as go-gitdiff does, which wants exact counts and places. Patches
// that it accepts have to give the same files with our lenient reader.
func ApplyByLibrary(before map[string]string, patch string) (after map[string]string, err error) {
	list, _, err := gitdiff.Parse(strings.NewReader(patch))
	if err != nil {
		return nil, err
	}
	after = maps.Clone(before)
	for _, f := range list {
		if !strings.Contains(patch, "diff --git ") { // it takes the letters off only then
			f.OldName, f.NewName = strings.TrimPrefix(f.OldName, "b/"), strings.TrimPrefix(f.NewName, "b/")
		}
		if err := suits(f, after); err != nil {
			return nil, err
		}
		var content bytes.Buffer
		if err := gitdiff.Apply(&content, strings.NewReader(after[f.OldName]), f); err != nil {
			return nil, err
		}
		delete(after, f.OldName)
		if !f.IsDelete {
			after[f.NewName] = content.String()
		}
	}
	if maps.Equal(before, after) {
		return nil, errors.New("it changes nothing")
	}
	return after, nil
}

// suits returns what keeps a file's patch from being compared.
func suits(f *gitdiff.File, files map[string]string) error {
	if f.IsBinary || f.IsCopy || f.OldMode != f.NewMode && f.OldMode != 0 && f.NewMode != 0 {
		return errors.New("it is more than text")
	}
	if _, exists := files[f.OldName]; exists == f.IsNew {
		return fmt.Errorf("%q exists: %v", f.OldName, exists)
	}
	if _, exists := files[f.NewName]; exists && (f.IsNew || f.IsRename) {
		return fmt.Errorf("%q exists", f.NewName)
	}
	for _, h := range f.TextFragments {
		if h.OldLines == 0 && h.OldPosition > 0 {
			return errors.New("the library adds lines without context one line too early")
		}
	}
	return nil
}
