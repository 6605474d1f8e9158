package main

import (
	"path/filepath"
	"testing"
)

// TestOriginals: of a folder with sessions in all forms, those of one file are repeated.
func TestOriginals(t *testing.T) {
	const fixtures = "../../internal/measure/transcript/testdata"
	list, err := originals(t.Context(), fixtures)
	if err != nil {
		t.Fatal(err)
	}
	want, err := filepath.Glob(fixtures + "/*.*")
	if err != nil || len(list) != len(want) || len(want) == 0 {
		t.Errorf("%d transcripts, want %d (%v)", len(list), len(want), err)
	}
}
