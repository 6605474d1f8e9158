package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/integrations/setup"
)

// useGateway makes agents send their requests to a gateway that the system starts. Their settings change only when the
// gateway answers: without it, they couldn't reach their models.
func (a *app) useGateway(ctx context.Context, o *setupFlags, names []string) error {
	service := setup.Services[runtime.GOOS]
	switch {
	case o.mcp || o.shims || o.statusLine || o.project:
		return usage("--gateway excludes --mcp, --project, --shims and --statusline")
	case service == nil:
		return failed(fmt.Errorf("no service can be set up on %s: toktee agent starts an agent with a gateway",
			runtime.GOOS))
	}
	p, agents, err := a.gatewayAgents(o, names)
	if err != nil {
		return err
	}
	url, err := deskLine(ctx, desk.GatewayURL, desk.Address{Port: service.Port(p), Keep: !o.dryRun})
	if err != nil {
		return failed(err)
	}
	p.Gateway = url
	port := p.GatewayPort()
	unit := service.Init(p, port)
	if len(unit.Failed) > 0 {
		a.leftAlone(unit.Failed)
		return a.ended(unit, "without its service there is no gateway: nothing has changed")
	}
	if len(unit.Parts) > 0 {
		a.list(o, p, unit.Changes[0].Agent, unit.Parts, "", nil)
	}
	if !o.asks(a) {
		a.showPlan(unit, true)
	}
	all := a.choose(ctx, o, p, agents, "", nil, func(*setup.Agent) bool { return false })
	plan := all.plan
	a.warnOthers(p, plan)
	var ok bool
	if !all.made && len(unit.Changes) > 0 { // the service alone
		ok, err = a.agreed(o, unit)
	} else {
		ok, err = a.confirmed(o, all, "nothing to change: all of this is set up")
	}
	if !ok {
		return err
	}
	start, fresh := service.Start, service.Port(p) == 0
	if !fresh {
		start = service.Restart
	}
	if err := a.apply(unit); err != nil {
		return err
	}
	err = runAll(ctx, p, start)
	if err == nil {
		_, err = deskLine(ctx, desk.GatewayURL, desk.Address{Port: port, Wait: startPatience})
	}
	if err != nil {
		return failed(fmt.Errorf("the gateway doesn't start, so agents stay as they are; "+
			"toktee uninstall removes the service: %w", err))
	}
	if err := a.apply(plan); err != nil {
		if fresh {
			err = errors.Join(err, runAll(ctx, p, service.Stop), service.Uninstall(p).Apply())
		}
		return err
	}
	return a.ended(plan, "new sessions have it; toktee doctor checks it, toktee uninstall removes it")
}

// startPatience is how long the system may take to start a gateway.
const startPatience = 10 * time.Second

// gatewayAgents returns the agents that can be set up to use a gateway.
func (a *app) gatewayAgents(o *setupFlags, names []string) (*setup.Place, []*setup.Agent, error) {
	p, agents, err := a.chosen(o, names)
	if err != nil {
		return nil, nil, err
	}
	cannot := func(g *setup.Agent) bool { return !g.TakesGateway(p) }
	if i := slices.IndexFunc(agents, cannot); i >= 0 && len(names) > 0 {
		return nil, nil, usage("--gateway: %q can't be set up, want claude or codex: "+
			"see toktee agent and docs/gateway.md", agents[i].Name)
	}
	return p, slices.DeleteFunc(agents, cannot), nil
}

// warnOthers names the risks from other users of the machine.
func (a *app) warnOthers(p *setup.Place, plan *setup.Plan) {
	homes := filepath.Dir(p.Home)
	if homes != "/home" && homes != "/Users" {
		return
	}
	entries, _ := os.ReadDir(homes) // who can't read it has no neighbours to name
	var others []string
	for _, e := range entries {
		if name := e.Name(); e.IsDir() && name != filepath.Base(p.Home) && name != "Shared" && name != "lost+found" {
			others = append(others, name)
		}
	}
	if len(others) == 0 {
		return
	}
	a.note("this machine has other users (%s): while the gateway doesn't run, a program of theirs could take its port "+
		"and get your credentials; toktee agent uses a new port each time", strings.Join(others, ", "))
	for _, c := range plan.Changes {
		if info, err := os.Stat(c.Path); err == nil && info.Mode()&0o044 != 0 {
			a.note("they could read the URL of the gateway in %s: chmod 600 %[1]s", c.Path)
		}
	}
}

// runAll runs the commands of a service.
func runAll(ctx context.Context, p *setup.Place, commands [][]string) error {
	place := strings.NewReplacer("HOME", p.Home, "UID", strconv.Itoa(os.Getuid()))
	for _, words := range commands {
		argv := make([]string, len(words))
		for i, w := range words {
			argv[i] = place.Replace(w)
		}
		if out, err := exec.CommandContext(ctx, argv[0], argv[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", strings.Join(argv, " "), err, bytes.TrimSpace(out))
		}
	}
	return nil
}

// deskLine runs a command of toktee-desk, and returns the line that it prints.
func deskLine(ctx context.Context, command string, options any) (string, error) {
	argv, err := deskArgv(command, options)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*startPatience)
	defer cancel()
	out, err := exec.CommandContext(ctx, argv[0], argv[1:]...).Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		err = errors.New(strings.TrimPrefix(strings.TrimSpace(string(exit.Stderr)), "toktee: "))
	}
	return strings.TrimSpace(string(out)), err
}
