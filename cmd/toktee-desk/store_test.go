package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// TestStore runs the commands that look after the ledger, one after the other, as a person would.
func TestStore(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "newer.jsonl"), `{"toktee_ledger":2}`)
	write(t, filepath.Join(dir, "other.txt"), "#!/bin/sh\n")
	steps := []struct {
		store string // the folder
		args  []string
		want  string // a regular expression of all that is printed
	}{
		{"a", []string{"run", "--", "sh", "-c", "echo one; echo two; exit 0"}, `^one\ntwo\n`},
		{"a", []string{"run", "--", "sh", "-c", "echo three"}, `^three\n`},
		{"a", []string{"store", "index"}, `^indexed: 2 calls, 3 lines\n$`},
		{"a", []string{"store", "index"}, `^indexed: 0 calls, 0 lines\n$`},
		{"a", []string{"store", "index", "--rebuild"}, `^indexed: 0 calls, 3 lines\n$`},
		{"a", []string{"store", "export"}, `^\{"toktee_ledger":1\}\n\{"call":\{.*\n.*\n$`},
		{"a", []string{"store", "export", "calls.jsonl"}, `^$`},
		{"b", []string{"store", "import", "calls.jsonl"}, `^added: 2 calls and re-reads\n$`},
		{"b", []string{"store", "import", "calls.jsonl"}, `^added: 0 calls and re-reads\n$`},
		{"b", []string{"store", "import", "newer.jsonl"}, `^toktee: importing: a newer toktee has made this ledger: ` +
			`the export has version 2, and this one reads up to 1\n.*exit status 1$`},
		{"b", []string{"store", "import", "other.txt"}, `^toktee: importing: it is no export of a ledger: .*\n.*1$`},
		{"b", []string{"store", "import", "none"}, `^toktee: open none: .*\n.*status 2$`},
		{"b", []string{"store", "gc"}, `^removed: 0 results, 0 KB; 0 days of the journal; 0 calls; ` +
			`the lines of 0 outputs\n$`},
		{"b", []string{"stats"}, `(?m)^ +2 +6 +6 .* all time$`},
	}
	for _, s := range steps {
		cmd := exec.Command(filepath.Join(programs, "toktee"), s.args...)
		cmd.Dir = dir
		cmd.Env = append(environment(t), "TOKTEE_STORE="+filepath.Join(dir, s.store))
		out, err := cmd.CombinedOutput()
		if err != nil {
			out = append(out, err.Error()...)
		}
		if !regexp.MustCompile(s.want).Match(out) {
			t.Errorf("%q in %s printed\n%s\nwant %s", s.args, s.store, out, s.want)
		}
	}
	info, err := os.Stat(filepath.Join(dir, "calls.jsonl"))
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the export: %v, %v", info, err)
	}
}
