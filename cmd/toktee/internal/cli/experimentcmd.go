package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/measure/experiment/assign"
)

// newExperiment is "toktee experiment".
func newExperiment(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "experiment",
		Short: "Measure on your own sessions whether toktee saves money",
		Long: `Starts, stops and reports experiments. An experiment assigns each session of your agents at random to
treatment (outputs are shortened) or control (outputs pass through unchanged). The report compares the costs of the two
groups, with a confidence interval. The costs come from the usage records in the agents' own transcripts.
docs/experiment.md explains the method.`,
		Example: `  toktee experiment start
  toktee experiment report`,
		Args: cobra.ArbitraryArgs,
		RunE: helpOnly,
	}
	cmd.AddCommand(newExperimentStart(a), newExperimentStop(a), newExperimentStatus(a), newExperimentReport(a))
	return cmd
}

func newExperimentStart(a *app) *cobra.Command {
	share, effect := given[float64]{value: 0.5}, given[float64]{value: 0.1}
	var name string
	cmd := &cobra.Command{
		Use:   "start [--share SHARE] [--effect SHARE] [--name NAME]",
		Short: "Start an experiment: new sessions are treatment or control",
		Long: `Starts an experiment. Run this command while no agent runs. Sessions that began before the experiment
aren't counted. But some of these sessions may get unchanged outputs after the start of the experiment.

--effect is the smallest difference in cost that the experiment should detect, by default 10%. To detect half as large
a difference, an experiment needs four times as many sessions.

In control sessions, toktee doesn't keep outputs, and doesn't mask secrets in outputs.`,
		Example: `  toktee experiment start
  toktee experiment start --share 30% --effect 20% --name winter`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			now := time.Now()
			return a.startExperiment(assign.Experiment{
				Name: cmp.Or(name, now.Format("2006-01-02T150405")), Started: now,
				Share: share.value, Effect: effect.value,
			})
		},
	}
	cmd.Flags().SortFlags = false
	share.add(cmd, "share", "SHARE", parseShare, "share of control sessions, such as 30%; by default 50%", "50%")
	effect.add(cmd, "effect", "SHARE", parseShare,
		"the smallest difference in cost to detect, such as 20%; by default 10%", "5%", "10%", "20%", "30%")
	cmd.Flags().StringVar(&name, "name", "", "the `NAME` of the experiment; by default the time of its start")
	complete(cmd, "name")
	return cmd
}

// parseShare reads "30%" or "0.3".
func parseShare(s string) (float64, error) {
	number, percent := strings.CutSuffix(s, "%")
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return 0, errors.New("want a share such as 30%")
	}
	if percent {
		v /= 100
	}
	return v, nil
}

// experiments opens the host whose store has the experiments.
func (a *app) experiments() (*host.Host, error) {
	h, err := a.open()
	if err == nil && h.StoreDir() == "" {
		err = failed(errors.New("there is no folder for the store: HOME and XDG_DATA_HOME are not set"))
	}
	return h, err
}

// startExperiment starts an experiment if the calls of its sessions are kept.
func (a *app) startExperiment(e assign.Experiment) error {
	h, err := a.experiments()
	if err != nil {
		return err
	}
	if h.Settings().NoStore {
		return usage("outputs aren't kept (%s): a report couldn't know the group of a session",
			h.Settings().Source("no_store"))
	}
	if err := assign.Start(h.StoreDir(), e); err != nil {
		return &exitError{exitUsage, err}
	}
	return a.printExperiment(&e)
}

// printExperiment prints one line about an experiment.
func (a *app) printExperiment(e *assign.Experiment) error {
	const form = "2006-01-02 15:04"
	state := "runs since " + e.Started.Local().Format(form)
	if !e.Ended.IsZero() {
		state = "ran from " + e.Started.Local().Format(form) + " to " + e.Ended.Local().Format(form)
	}
	_, err := fmt.Fprintf(a.stdout, "%s %s: %s of sessions are control, to find a difference of %s\n",
		e.Name, state, assign.Percent(e.Share), assign.Percent(e.Effect))
	return failed(err)
}

func newExperimentStop(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "stop",
		Short:   "Stop the experiment: outputs of all sessions are shortened again",
		Example: "  toktee experiment stop",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			h, err := a.experiments()
			if err != nil {
				return err
			}
			e, err := assign.Stop(h.StoreDir(), time.Now())
			if err != nil {
				return failed(err)
			}
			return a.printExperiment(e)
		},
	}
}

func newExperimentStatus(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "status",
		Short:   "List the experiments, the latest first",
		Example: "  toktee experiment status",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			h, err := a.experiments()
			if err != nil {
				return err
			}
			list, err := assign.List(h.StoreDir())
			for _, e := range list {
				if err := a.printExperiment(&e); err != nil {
					return err
				}
			}
			if len(list) == 0 && err == nil {
				_, err = fmt.Fprintln(a.stdout, "no experiment was started: toktee experiment start")
			}
			return failed(err)
		},
	}
}

func newExperimentReport(a *app) *cobra.Command {
	var o desk.ExperimentReport
	cmd := &cobra.Command{
		Use:   "report [--name NAME] [--transcripts PATH]... [--json]",
		Short: "Compare the costs of treatment and control sessions",
		Long: `Compares the costs of treatment and control sessions. The first line of the report has the result. You
may run the report as often as you like: its confidence interval stays valid.

Costs are computed from the usage records in the agents' own transcripts, at the prices in the settings. The command
reads the transcripts of Claude Code, Codex, Copilot CLI, opencode and pi, or those at the paths of --transcripts.
Agents delete old transcripts, so run the report at least once a month. Each report keeps the usage records that it has
read.`,
		Example: `  toktee experiment report
  toktee experiment report --json | jq .cost`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.handOver(cmd.Context(), desk.Experiment, o) },
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&o.Name, "name", "", "the `NAME` of the experiment to report on; by default the latest")
	complete(cmd, "name")
	cmd.Flags().StringArrayVar(&o.Transcripts, "transcripts", nil,
		"read only transcripts at this `PATH`, a file or a folder; may be repeated")
	cmd.Flags().BoolVar(&o.JSON, "json", false, "print one object of JSON")
	return cmd
}
