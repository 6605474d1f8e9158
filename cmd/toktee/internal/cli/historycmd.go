package cli

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/text/words"
)

// history is what "toktee history --json" prints.
type history struct {
	Worktree string           `json:"worktree"`
	Failures []checks.Failing `json:"failures"`
}

// newHistory is "toktee history".
func newHistory(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "history [TEST|FILE]",
		Short: "List failing checks of this repository, and since when they fail",
		Long: `Lists the failures of tests, builds and linters that agents' runs in this repository had last, the newest
first. For each, it prints since when it fails, the last run without it, the files edited between, and other branches
that had it. Runs of all sessions, agents and worktrees count.

With the name of a test or a file, the command lists its runs and the edits between them, also if it is fixed.

A run is without a failure if it is a complete run of a command that had the failure in another run.`,
		Example: `  toktee history
  toktee history TestMux
  toktee history --json | jq -r '.failures[].failure.name'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("%d arguments: want one test or file", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.history(strings.Join(args, ""), asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// history lists failures.
func (a *app) history(query string, asJSON bool) error {
	h, err := a.open()
	if err != nil {
		return err
	}
	log, root := h.Checks()
	entries, err := log.Read()
	if err != nil {
		return failed(err)
	}
	list := checks.Failures(entries, strings.TrimPrefix(query, "./"))
	if asJSON {
		return failed(a.printLine(history{root, append([]checks.Failing{}, list...)}))
	}
	if len(list) == 0 {
		a.note("%s", a.noFailures(entries, root, query, h.Settings().NoHistory))
	}
	for i := range list {
		if _, err := a.stdout.Write([]byte(describeFailing(&list[i], root, time.Now()))); err != nil {
			return failed(err)
		}
	}
	return nil
}

// noFailures words that nothing is listed, and what to do.
func (a *app) noFailures(entries []checks.Entry, root, query string, isDisabled bool) string {
	runs := 0
	for _, e := range entries {
		if e.Event == checks.Ran {
			runs++
		}
	}
	switch {
	case isDisabled && runs == 0:
		return "nothing is recorded: history.enabled is false in your settings"
	case runs == 0:
		return "no check is recorded in " + root + " yet: run one with toktee run -- CMD, or in an agent that " +
			"toktee init has set up"
	case query != "":
		return fmt.Sprintf("no failure of %q in %s", query, words.Count(runs, "recorded run", "recorded runs"))
	}
	return "no check fails, in " + words.Count(runs, "recorded run", "recorded runs")
}

// describeFailing words a failure for people:
//
//	TestMux  example.com/mux  mux_test.go:12: got 3, want 4
//	  red since 14:02 on f, in 4 runs; last without it 13:51; edits between: mux.go, chain.go
//	  also red at 13:20 with main checked out
func describeFailing(f *checks.Failing, root string, now time.Time) string {
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
	at := func(r *checks.Run) string { return checks.Clock(r.Time, now, time.Local) }
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
