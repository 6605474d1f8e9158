package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/text/words"
)

// groupings are what "toktee stats --by" takes.
var groupings = []string{"tool", "command", "session", "day", "agent", "strategy"}

// byMachine is what "toktee stats --team --by" takes besides.
const byMachine = "machine"

// statsLimit is the default number of groups in a text.
const statsLimit = 20

// statsOptions are the flags of "toktee stats".
type statsOptions struct {
	since, until given[time.Time]
	by           given[string]
	session      string
	limit        given[int]
	json, csv    bool
	statusline   bool
	after        string
	team         bool
}

// newStats is "toktee stats".
func newStats(a *app) *cobra.Command {
	var o statsOptions
	cmd := &cobra.Command{
		Use:   "stats [flags]",
		Short: "Print saved tokens and re-reads",
		Long: `Prints the savings of today, this week and all time, and of the current session if Claude Code started
this command. With --by, it prints the savings for each tool, command, session, day, agent or strategy.

With --team, the command counts the calls of all machines of the team that "toktee store sync" has pushed. --by machine
prints a line for each machine.

The tokens of re-reads are subtracted from the savings. A re-read is a call that fetches omitted lines, or that repeats
an earlier call because of omitted lines. A line with "!" is a loss: toktee cost more tokens than it saved. Costs are
estimates at prices that you can set.
docs/stats.md explains every column.

TIME is today, yesterday, week (since Monday), month, days or hours such as 7d or 12h, or a date such as 2026-11-23.`,
		Example: `  toktee stats
  toktee stats --by command --since week
  toktee stats --by day --since 2026-11-01 --until 2026-12-01 --csv
  toktee stats --team --by machine --since month
  toktee stats --json | jq .total.saved_tokens`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.statusline {
				return a.statusline(cmd.Context(), &o, otherFlags(cmd, "statusline", "after"))
			}
			if o.after != "" {
				return usage("--after needs --statusline")
			}
			if cmd.Flags().Changed("session") && o.session == "" {
				return usage(`--session "": want a session's id`)
			}
			return a.stats(cmd.Context(), &o)
		},
	}
	cmd.Flags().SortFlags = false
	times := []string{"today", "week", "month", "7d"}
	o.since.add(cmd, "since", "TIME", parsePeriod, "only calls from this time on", times...)
	o.until.add(cmd, "until", "TIME", parsePeriod, "only calls before this time", times...)
	cmd.Flags().StringVar(&o.session, "session", "", "only calls of the session with this `KEY`, and of its sub-agents")
	complete(cmd, "session")
	o.by.add(cmd, "by", "GROUP", parseGrouping,
		"print a line for each "+strings.Join(groupings, ", ")+"; with --team also machine",
		slices.Concat(groupings, []string{byMachine})...)
	o.limit.add(cmd, "limit", "N", natural, fmt.Sprintf("print at most N lines, 0 for all; by default %d, or all "+
		"with --json and --csv", statsLimit))
	cmd.Flags().BoolVar(&o.json, "json", false, "print one object of JSON")
	cmd.Flags().BoolVar(&o.csv, "csv", false, "print CSV, with a header")
	cmd.Flags().BoolVar(&o.team, "team", false, "count the calls of all machines, from the team's database")
	cmd.Flags().BoolVar(&o.statusline, "statusline", false,
		"print one line for an agent's status line, even after an error")
	cmd.Flags().StringVar(&o.after, "after", "",
		"with --statusline: run the shell command `CMD` of another status line, and print its output first")
	return cmd
}

func parseGrouping(s string) (string, error) {
	if name := words.Closest(s, groupings); name != "" && name != s {
		return "", fmt.Errorf("unknown group: did you mean %s?", name)
	}
	if !slices.Contains(groupings, s) && s != byMachine {
		return "", fmt.Errorf("unknown group: want %s, or %s with --team", strings.Join(groupings, ", "), byMachine)
	}
	return s, nil
}

// stats hands over to the second executable.
func (a *app) stats(ctx context.Context, o *statsOptions) error {
	q := desk.StatsQuery{
		Since: o.since.value, Until: o.until.value, Session: o.session, By: o.by.value, Limit: statsLimit, Form: "text",
	}
	switch {
	case !q.Since.IsZero() && !q.Until.IsZero() && !q.Since.Before(q.Until):
		return usage("--until %s: want a time after that of --since, %s", o.until.value.Format(time.RFC3339),
			o.since.value.Format(time.RFC3339))
	case o.json && o.csv:
		return usage("--json and --csv can't be used together")
	case o.by.value == byMachine && !o.team:
		return usage("--by machine needs --team")
	case o.limit.set && !o.by.set:
		return usage("--limit needs --by")
	case o.json:
		q.Form, q.Limit = "json", 0
	case o.csv:
		q.Form, q.Limit = "csv", 0
	}
	if o.limit.set {
		q.Limit = o.limit.value
	}
	if o.team {
		return a.start(ctx, desk.TeamArgv, desk.Stats, q)
	}
	return a.handOver(ctx, desk.Stats, q)
}

// otherFlags are the names of the flags on the command line, without one.
func otherFlags(cmd *cobra.Command, but ...string) (names []string) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(but, f.Name) {
			names = append(names, f.Name)
		}
	})
	return names
}

// statusline prints a line that an agent shows. Whatever happens, the agent goes on: it gets an empty line then.
func (a *app) statusline(ctx context.Context, o *statsOptions, others []string) error {
	if len(others) > 0 {
		return usage("--statusline can be used only with --after: got --%s", strings.Join(others, ", --"))
	}
	if err := a.handOver(ctx, desk.Statusline, desk.StatuslineOptions{After: o.after}); err != nil {
		a.warn(err)
		if o.after != "" {
			return a.runRaw(ctx, []string{"sh", "-c", o.after}, 0)
		}
		fmt.Fprintln(a.stdout)
	}
	return nil
}
