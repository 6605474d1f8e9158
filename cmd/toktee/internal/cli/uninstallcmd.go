package cli

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/integrations/setup"
	"github.com/toktee/toktee/internal/integrations/shim"
)

// newUninstall is "toktee uninstall".
func newUninstall(a *app) *cobra.Command {
	var o setupFlags
	cmd := &cobra.Command{
		Use:   "uninstall [AGENT]...",
		Short: "Remove toktee from coding agents",
		Long: `Removes the parts that toktee init has added for the named agents, or for all agents. It removes them
from the user's settings and from the settings of this folder's project. If a file hasn't changed since init, the
command restores the earlier file, byte for byte. If no agent uses the gateway's service any more, the command removes
the service. The command shows its changes first and asks. Kept outputs stay, until toktee store forget --all deletes
them.

AGENT is one of ` + strings.Join(setup.Names(), ", ") + `.`,
		Example:   "  toktee uninstall\n  toktee uninstall claude\n  toktee uninstall --project --dry-run",
		ValidArgs: setup.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.uninstallAgents(cmd.Context(), &o, args)
		},
	}
	cmd.SuggestFor = []string{"remove"}
	cmd.Flags().BoolVar(&o.project, "project", false, "remove toktee only from the project of this folder")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "show what would change, and change nothing")
	cmd.Flags().BoolVar(&o.yes, "yes", false, "don't ask")
	return cmd
}

func (a *app) uninstallAgents(ctx context.Context, o *setupFlags, names []string) error {
	agents, err := named(names)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		agents = setup.Agents()
	}
	p, err := a.place(o.project)
	if err != nil {
		return err
	}
	plan := a.uninstallPlan(p, o.project, agents)
	folder := &shim.Folder{Dir: p.Shims, Self: p.Program}
	var shims []string
	if p.Shims != "" && !o.project && !p.NeedsShims(agents) {
		shims = p.RecordedShims()
	}
	service := setup.Services[runtime.GOOS]
	unit := &setup.Plan{}
	if service != nil && !o.project && !p.NeedsGateway(agents) {
		unit = service.Uninstall(p)
	}
	a.showPlan(plan, o.dryRun)
	a.showPlan(unit, o.dryRun)
	a.leftAlone(append(plan.Failed, unit.Failed...))
	if len(shims) > 0 {
		fmt.Fprintf(a.stdout, "shims to remove from %s: %s\n", folder.Dir, strings.Join(shims, " "))
	}
	if len(plan.Changes)+len(unit.Changes) == 0 && len(shims) == 0 {
		if !o.dryRun {
			if err := a.apply(plan); err != nil { // copies of files that are without toktee
				return err
			}
		}
		return a.ended(plan, "nothing to remove"+a.elsewhere(p))
	}
	if ok, err := a.agreed(o, plan); !ok {
		return err
	}
	if err := removeShims(p, folder, shims); err != nil {
		return failed(err)
	}
	if err := a.apply(plan); err != nil {
		return err
	}
	if len(unit.Changes) > 0 { // when no agent needs it any more
		if err := runAll(ctx, p, service.Stop); err != nil {
			a.warn(err)
		}
		if err := a.apply(unit); err != nil {
			return err
		}
	}
	if path := p.LeftPrefix(); path != "" && !p.HasPrefix() {
		fmt.Fprintf(a.stdout, "%s stays for sessions that run now: delete it when they have ended\n", path)
	}
	return a.ended(plan, "new sessions don't use toktee"+a.elsewhere(p))
}

// removeShims removes the shims that init has made.
func removeShims(p *setup.Place, folder *shim.Folder, shims []string) error {
	if len(shims) == 0 {
		return nil
	}
	if _, err := folder.Remove(shims); err != nil {
		return err
	}
	return p.RecordShims(nil)
}

// uninstallPlan returns the changes to the user's settings and to those of this folder's project, or to the latter
// only.
func (a *app) uninstallPlan(p *setup.Place, projectOnly bool, agents []*setup.Agent) *setup.Plan {
	places := []*setup.Place{p}
	if project, err := a.place(true); err == nil && !projectOnly {
		places = append(places, project)
	}
	return setup.Uninstall(agents, places...)
}
