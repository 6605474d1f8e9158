package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/text/words"
)

// newHistory is "toktee history".
func newHistory(a *app) *cobra.Command {
	var asJSON, ofTeam bool
	cmd := &cobra.Command{
		Use:   "history [TEST|FILE]",
		Short: "List failing checks of this repository, and since when they fail",
		Long: `Lists the failures of tests, builds and linters in this repository that aren't fixed, as far as the
recorded runs show. Runs of all sessions, agents and worktrees count. The failure that was seen last comes first.

For each failure, the command prints since when the runs have this failure, and the last run without the failure before
that time. The command also prints the files that were edited in between, and other branches with the failure.

With the name of a test or a file, the command lists only failures of this test or file, including fixed ones. It also
lists the runs of these checks and the edits between the runs.

A run counts as a run without the failure only if it is complete, and if its command had the failure in another run.`,
		Example: `  toktee history
  toktee history TestMux
  toktee history --json | jq -r '.failures[].failure.name'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("%d arguments: want one test or file", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			query := strings.TrimPrefix(strings.Join(args, ""), "./")
			if ofTeam {
				return a.start(cmd.Context(), desk.TeamArgv, desk.History, desk.TeamHistory{Query: query, JSON: asJSON})
			}
			return a.history(query, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&ofTeam, "team", false, "list failures on all machines that share their history, from the "+
		"team's database")
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
	list := checks.Failures(entries, query)
	if asJSON {
		return failed(a.printLine(checks.Listing{Worktree: root, Failures: append([]checks.Failing{}, list...)}))
	}
	if len(list) == 0 {
		a.note("%s", a.noFailures(entries, root, query, h.Settings().NoHistory))
	}
	for i := range list {
		if _, err := a.stdout.Write([]byte(list[i].Describe(root, time.Now()))); err != nil {
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
