package checks_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/result"
)

func TestLog(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "checks")
	log := checks.Open(dir, "/repo/.git")
	if got, err := log.Read(); err != nil || len(got) > 0 {
		t.Fatalf("a missing log: %v, %v", got, err)
	}
	code := 1
	want := []checks.Entry{
		{Event: checks.Edited, Time: time.Unix(10, 0).UTC(), Session: "s", Root: "/repo", File: "mux/mux.go"},
		{Event: checks.Ran, Time: time.Unix(20, 0).UTC(), Root: "/repo", Dir: "mux", ID: "401882137095", Code: &code,
			Command: "go test ./...", Outcome: "fail", Checks: []checks.Check{{
				Program: "go", Kind: checks.Tests, Outcome: "fail", Failures: []result.Finding{{Name: "TestMux"}},
			}}, State: checks.State{Head: "5c67d7fc", Branch: "main"}},
	}
	for _, e := range want {
		if err := log.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := checks.Open(dir, "/other/.git").Append(want[0]); err != nil {
		t.Fatal(err)
	}
	got, err := log.Read()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 2 {
		t.Fatalf("%d files, want 2 (%v)", len(files), err)
	}
	if info, err := files[0].Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("mode %v (%v)", info.Mode(), err)
	}
}

// A torn line and one of another form damage no other.
func TestLogTorn(t *testing.T) {
	dir := t.TempDir()
	log := checks.Open(dir, "/repo/.git")
	e := checks.Entry{Event: checks.Edited, Time: time.Unix(10, 0).UTC(), File: "a.go"}
	if err := log.Append(e); err != nil {
		t.Fatal(err)
	}
	files, _ := os.ReadDir(dir)
	f, err := os.OpenFile(filepath.Join(dir, files[0].Name()), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("[1]\n{\"event\":\"ran\",\"ti"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := log.Append(e); err != nil {
		t.Fatal(err)
	}
	if got, err := log.Read(); err != nil || len(got) != 2 {
		t.Errorf("%d entries, want 2 (%v)", len(got), err)
	}
}

func TestLogCutsLists(t *testing.T) {
	log := checks.Open(t.TempDir(), "/repo/.git")
	failures := make([]result.Finding, 1000)
	for i := range failures {
		failures[i] = result.Finding{Name: "TestSomething", Message: strings.Repeat("x", 100)}
	}
	e := checks.Entry{Event: checks.Ran, Time: time.Unix(10, 0), Checks: []checks.Check{
		{Program: "go", Failures: failures}, {Program: "vet"},
	}}
	if err := log.Append(e); err != nil {
		t.Fatal(err)
	}
	got, err := log.Read()
	if err != nil || len(got) != 1 {
		t.Fatalf("%d entries (%v)", len(got), err)
	}
	first, second := got[0].Checks[0], got[0].Checks[1]
	if n := len(first.Failures); n == 0 || n == 1000 || !first.Cut || second.Cut {
		t.Errorf("%d failures, cut %v and %v", n, first.Cut, second.Cut)
	}
	if len(e.Checks[0].Failures) != 1000 {
		t.Error("the caller's entry was changed")
	}
}
