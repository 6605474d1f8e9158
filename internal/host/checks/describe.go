package checks

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/text/words"
)

// Describe words a failure for people who are in a worktree:
//
//	TestMux  example.com/mux  mux_test.go:12: got 3, want 4
//	  red since 14:02 on f, in 4 runs; last without it 13:51; edits between: mux.go, chain.go
//	  also red at 13:20 with main checked out
func (f *Failing) Describe(root string, now time.Time) string {
	place := f.Failure.File
	if place != "" && f.Failure.Line > 0 {
		place += ":" + strconv.Itoa(f.Failure.Line)
	}
	var title []string
	for _, s := range []string{f.Failure.Name, f.Failure.Package, place, f.Failure.Message} {
		if s != "" {
			title = append(title, oneLine(s, 120))
		}
	}
	lines := []string{strings.Join(title, "  ")}
	add := func(form string, args ...any) { lines = append(lines, "  "+fmt.Sprintf(form, args...)) }
	at := func(r *Run) string { return Clock(r.Time, now, time.Local) }
	since := "red since " + at(f.Since)
	if f.Fixed != nil {
		since = "was red from " + at(f.Since) + " to " + at(f.Last)
	}
	if f.Last.Branch != "" {
		since += " on " + oneLine(f.Last.Branch, 60)
	}
	since += ", in " + words.Count(f.Runs, "run", "runs")
	if f.Without != nil {
		since += "; last without it " + at(f.Without)
	}
	if f.Green != nil {
		since += ", passed"
	}
	if len(f.Edits) > 0 {
		since += "; edits between: " + oneLine(strings.Join(f.Edits, ", "), 200)
	}
	add("%s", since)
	if f.Flaky() {
		add("red in %d of %d runs on the same tracked files", f.Red, f.Same)
	}
	for i := range f.Also {
		add("also red at %s with %s checked out", at(&f.Also[i]), oneLine(f.Also[i].Branch, 60))
	}
	if f.Root != root {
		add("in the worktree %s", oneLine(f.Root, 200))
	}
	if f.Fixed != nil {
		add("fixed at %s", at(f.Fixed))
	}
	for i := range f.Timeline {
		m := &f.Timeline[i]
		what := m.Command
		if m.File != "" {
			what = m.File
		}
		by := strings.TrimSpace(m.Agent + " " + words.Cut(m.Session, 8))
		add("%s  %-7s  %.8s  %-12s  %-12s  %s", m.Time.Local().Format(time.DateTime), m.Verdict,
			cmp.Or(m.Head, "-"), cmp.Or(m.ID, "-"), cmp.Or(oneLine(by, 40), "-"), oneLine(what, 80))
	}
	return strings.Join(lines, "\n") + "\n"
}

func oneLine(s string, limit int) string { return words.Cut(words.Printable(s), limit) }
