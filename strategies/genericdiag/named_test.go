package genericdiag

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestMayNameFile: no line of a captured output that has one of the forms is taken for a line without a file's name.
func TestMayNameFile(t *testing.T) {
	files, err := filepath.Glob("../../testdata/corpus/raw/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no captured outputs: %v", err)
	}
	fs := allForms(nil)
	found := 0
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(b) {
			s := string(bytes.TrimRight(line, "\r\n"))
			_, isPlace := fs.diagnosticAt(s)
			_, isHeading := heading(s)
			if isPlace || isHeading {
				found++
				if !mayNameFile(s) {
					t.Errorf("%s: mayNameFile(%q) = false", name, s)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no line has one of the forms")
	}
}
