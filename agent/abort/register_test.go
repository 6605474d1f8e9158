package abort_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/agent/abort"
)

// ownRegister gives the test a user's register of its own, and returns the folder.
func ownRegister(t *testing.T) string {
	t.Helper()
	runtime := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", runtime)
	return filepath.Join(runtime, "toktee", "runs")
}

// Runs that name no register know of each other all the same: each of them hears a request to all, though the first one
// has ended and another one has begun before the last one looks.
func TestAllWithoutRegister(t *testing.T) {
	ownRegister(t)
	dir := t.TempDir()
	var runs []*abort.Run
	for range 3 {
		runs = append(runs, abort.Begin(abort.Options{Dir: dir}))
	}
	if _, err := abort.Request(dir, abort.All, "enough"); err != nil {
		t.Fatal(err)
	}
	for i, r := range runs {
		late := abort.Begin(abort.Options{Dir: dir})
		if got := reason(t, late); got != "" {
			t.Errorf("a run that begins later hears %q", got)
		}
		late.End()
		if got := reason(t, r); got != "enough" {
			t.Errorf("run %d hears %q, want %q", i, got, "enough")
		}
		r.End()
	}
	if names, _ := os.ReadDir(filepath.Join(dir, ".toktee", "abort")); len(names) > 0 {
		t.Errorf("left: %v", names)
	}
}

// The user's register is where others look for runs.
func TestUsersRegister(t *testing.T) {
	place := ownRegister(t)
	r := abort.Begin(abort.Options{Dir: t.TempDir(), What: "two\n\x1b[31mlines"})
	defer r.End()
	for _, register := range []string{"", place} {
		runs, err := abort.List(register)
		if err != nil || len(runs) != 1 || runs[0].ID != r.ID() || strings.ContainsAny(runs[0].What, "\n\x1b") {
			t.Errorf("List(%q) is %+v, error %v; want the run", register, runs, err)
		}
	}
}

// Without a register nobody knows who else is there: requests to all stay, and one that was there before is ignored.
func TestNoRegister(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "")
	var warnings []string
	begin := func() *abort.Run {
		return abort.Begin(abort.Options{Dir: dir, Register: file, Warn: func(err error) {
			warnings = append(warnings, err.Error())
		}})
	}
	first := begin()
	if _, err := abort.Request(dir, abort.All, "stop"); err != nil {
		t.Fatal(err)
	}
	second := begin()
	second.End()
	if got := reason(t, first); got != "stop" {
		t.Errorf("the first run hears %q, want %q", got, "stop")
	}
	if got := reason(t, second); got != "" {
		t.Errorf("the second run hears %q", got)
	}
	first.End()
	if !slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, "register") }) {
		t.Errorf("warnings %q; want one about the register", warnings)
	}
}

// A request that is written in place right after a run has begun is for the run, even if one of the same length was
// written right before.
func TestAllWrittenAgainAtOnce(t *testing.T) {
	b := newBox(t)
	b.begin("", "") // for which the first request stays
	missed := 0
	for range 25 {
		write(t, b.path("", abort.All), "before")
		r := b.begin("", "")
		write(t, b.path("", abort.All), "behind")
		if got := reason(t, r); got != "behind" {
			missed++
		}
		r.End()
	}
	if missed > 0 {
		t.Errorf("%d of 25 requests are missed", missed)
	}
}
