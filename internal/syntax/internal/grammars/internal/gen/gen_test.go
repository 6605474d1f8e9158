package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// The files in the tree are what the generator writes.
func TestFiles(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler prints the tables:", err)
	}
	if !sweep.Full() {
		t.Skip("ten seconds of compiling, in full sweeps only")
	}
	dir := t.TempDir()
	if err := run(dir); err != nil {
		t.Fatal(err)
	}
	made, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(made) != 2*len(languages)+len(shared) {
		t.Fatalf("%d files, %v", len(made), err)
	}
	for _, path := range made {
		name := filepath.Base(path)
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join("..", "..", name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is stale: run go generate ./internal/syntax/internal/grammars (%v)", name, err)
		}
	}
}
