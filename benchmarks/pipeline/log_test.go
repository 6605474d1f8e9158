package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder that is named gives its logs of CI jobs and nothing else; without one, testdata has some.
func TestCaptured(t *testing.T) {
	t.Chdir("../..")
	dir := t.TempDir()
	cases := `{"id":"a","family":"ci","tool":"exec","command":"make","raw":"a.log"}
{"id":"b","family":"lint","tool":"exec","command":"lint","raw":"b.log"}
{"id":"c","family":"cidiff","tool":"exec","command":"make","raw":"c.log"}
`
	files := map[string]string{
		"cases.jsonl": cases, "a.log": "the first job\n", "b.log": "a linter\n", "c.log": "another\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	m := &meter{o: &options{jobs: dir, size: minSize}}
	logs, err := m.captured()
	if err != nil || len(logs) != 2 || string(logs[0])+string(logs[1]) != "the first job\nanother\n" {
		t.Errorf("logs %q, error %v", logs, err)
	}
	m.o.jobs = ""
	if logs, err := m.captured(); err != nil || len(logs) < 100 {
		t.Errorf("testdata has %d logs, error %v", len(logs), err)
	}
	m.o.jobs = "testdata/corpus"
	if _, err := m.captured(); err == nil || !strings.Contains(err.Error(), "none of the logs that are measured") {
		t.Errorf("error %v", err)
	}
}
