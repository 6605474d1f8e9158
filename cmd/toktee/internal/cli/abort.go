package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/internal/run/proc"
)

// abortOptions are the flags of "toktee abort".
type abortOptions struct {
	run  string
	all  bool
	list bool
	json bool
}

// newAbort is "toktee abort".
func newAbort(a *app) *cobra.Command {
	var o abortOptions
	cmd := &cobra.Command{
		Use:   "abort [--run ID | --all] REASON",
		Short: "Ask running commands or agents to stop",
		Long: `Asks runs to stop. A run is a command under toktee, such as "toktee run -- make", or a run of an agent
that uses toktee's Go library. --run stops one run. --all stops all runs in this folder and in the folders below it.
Without these flags, "toktee abort" stops the run that it is a part of (TOKTEE_RUN_ID). Outside of a run, it does the
same as --all. A run that is asked to stop ends within a moment. "toktee run" then keeps the output so far, prints the
reason, and exits with 2.

A program can also stop runs without this command. It writes the reason into the file .toktee/abort/ID or
.toktee/abort/all, in the folder of the run or in a folder above.`,
		Example: `  toktee abort --list
  toktee abort --run 4211-3k9f2-xq7dfa 'the branch is gone'
  toktee abort --all 'wrong folder'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case o.list && (o.all || o.run != "" || len(args) > 0):
				return usage("--list can be used only with --json, and without a reason")
			case o.list:
				return a.listRuns(o.json)
			case o.json:
				return usage("--json needs --list")
			case o.all && o.run != "":
				return usage("--run and --all can't be used together")
			case cmd.Flags().Changed("run") && o.run == "":
				return usage("--run needs a run's id: see toktee abort --list")
			}
			return a.requestAbort(&o, strings.Join(args, " "))
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&o.run, "run", "", "the `ID` of the run to stop, as --list prints it")
	cmd.Flags().BoolVar(&o.all, "all", false, "stop all runs in this folder and in the folders below it")
	cmd.Flags().BoolVar(&o.list, "list", false, "list the runs that haven't ended")
	cmd.Flags().BoolVar(&o.json, "json", false, "with --list, print JSON lines")
	complete(cmd, "run")
	return cmd
}

// requestAbort writes the request, and warns if no known run would see it.
func (a *app) requestAbort(o *abortOptions, reason string) error {
	if strings.TrimSpace(reason) == "" {
		return usage("no reason: want toktee abort [--run ID | --all] REASON")
	}
	id := a.abortTarget(o)
	if err := abort.CheckID(id); err != nil {
		return usage("--run: %w", err)
	}
	here, err := os.Getwd()
	if err != nil {
		return failed(err)
	}
	time.Sleep(abort.Settle)
	runs, err := abort.List("")
	if err != nil {
		a.warn(err) // a request is heard without it
	}
	dir, known := requestFolder(runs, id, here)
	switch {
	case known:
	case id == abort.All:
		a.note("no run is known in %s or below it: if there is one, it will stop", dir)
	default:
		a.note("no run %s is known: a run with this id in %s or below it will stop", id, dir)
	}
	path, err := abort.Request(dir, id, reason)
	if err != nil {
		return failed(err)
	}
	_, err = fmt.Fprintf(a.stdout, "asked to stop: %s\n", path)
	return failed(err)
}

// abortTarget is the id of the run to stop: that of --run, else of the run that this command is a part of, else all.
// The environment of a run that has ended names none.
func (a *app) abortTarget(o *abortOptions) string {
	outer, _ := a.getenv(abort.Variable)
	switch {
	case o.run != "":
		return o.run
	case proc.Lives(outer) && !o.all:
		return outer
	}
	return abort.All
}

// requestFolder returns the folder for a request: the run's, or here. known reports that a run will see it.
func requestFolder(runs []abort.Running, id, here string) (dir string, known bool) {
	for _, r := range runs {
		switch {
		case r.ID == id:
			return r.Dir, true
		case id == abort.All && isBelow(here, r.Dir):
			known = true
		}
	}
	return here, known
}

// isBelow reports whether folder sub is dir or below it, so that a run there obeys a request to all in dir.
func isBelow(dir, sub string) bool {
	rel, err := filepath.Rel(dir, sub)
	return err == nil && filepath.IsLocal(rel)
}

// listRuns prints the runs that are alive.
func (a *app) listRuns(asJSON bool) error {
	time.Sleep(abort.Settle)
	runs, err := abort.List("")
	if err != nil {
		return failed(err)
	}
	if asJSON {
		for _, r := range runs {
			if err := a.printLine(r); err != nil {
				return err
			}
		}
		return nil
	}
	if len(runs) == 0 {
		a.note("nothing runs under toktee")
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, r := range runs {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.ID, r.Started.Local().Format(time.DateTime), r.Dir, oneLine(r.What, 80))
	}
	return failed(w.Flush())
}
