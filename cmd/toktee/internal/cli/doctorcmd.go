package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/integrations/baseurl"
	"github.com/toktee/toktee/internal/integrations/hook"
	"github.com/toktee/toktee/internal/integrations/permit"
	"github.com/toktee/toktee/internal/integrations/setup"
	"github.com/toktee/toktee/internal/integrations/shim"
	"github.com/toktee/toktee/internal/measure/experiment/assign"
	"github.com/toktee/toktee/internal/text/words"
)

// newDoctor is "toktee doctor".
func newDoctor(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor [AGENT]...",
		Short: "Check the setup, and name problems with their fixes",
		Long: `Checks toktee and the named agents. Without names, it checks all agents on this machine. For each agent,
the command prints the parts of toktee that are set up, and the sessions in which the agent called toktee. It prints
each problem with its fix. Lines with "!" are problems. If there is a problem, the exit status is 1. The command starts
each agent's program to learn its version. It also sends a test request through a gateway to a test provider on this
machine. The command changes nothing.

AGENT is one of ` + strings.Join(setup.Names(), ", ") + `.`,
		Example:   "  toktee doctor\n  toktee doctor claude",
		ValidArgs: setup.Names(),
		RunE:      func(cmd *cobra.Command, args []string) error { return a.examine(cmd.Context(), args) },
	}
}

// examine prints the state of toktee itself, then of each agent.
func (a *app) examine(ctx context.Context, names []string) error {
	agents, err := named(names)
	if err != nil {
		return err
	}
	p, err := a.place(false)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		agents = p.Found()
	}
	project, err := a.place(true)
	if err != nil {
		project = nil // the home folder is none
	}
	own := a.examineOwn(ctx, p)
	used := a.used(p.Store)
	healths := make([]setup.Health, len(agents))
	var all sync.WaitGroup
	for i, agent := range agents {
		at := *p
		if project != nil && !agent.Installed(p) && agent.Installed(project) {
			at.Project = project.Project // it is set up there alone
		}
		if !p.UsesPath(agent) {
			at.Shims = ""
		}
		all.Go(func() { healths[i] = at.Check(ctx, agent, used[agent.Name]) })
	}
	all.Wait()
	a.addCovers(healths)
	a.addGateways(ctx, p, healths)
	problems := 0
	fmt.Fprintf(a.stdout, "toktee %s, %s\n", version(), p.Program)
	problems += a.printNotes(own)
	for i := range healths {
		problems += a.printHealth(&healths[i])
	}
	if len(agents) == 0 {
		fmt.Fprintf(a.stdout, "\nno agent is found here: name one of %s\n", strings.Join(setup.Names(), ", "))
	}
	if problems > 0 {
		return &exitError{exitFailure, nil}
	}
	return nil
}

// printHealth prints the state of an agent, and returns the number of problems.
func (a *app) printHealth(h *setup.Health) (problems int) {
	title := h.Agent.Title
	if h.Version != "" {
		title += " " + h.Version
	}
	if h.Program != "" {
		title += ", " + h.Program
	}
	fmt.Fprintf(a.stdout, "\n%s\n", title)
	for _, f := range h.Files {
		fmt.Fprintf(a.stdout, "  %s\n", f)
	}
	return a.printNotes(h.Notes)
}

// addCovers adds the agents' rules that allow everything through toktee.
func (a *app) addCovers(healths []setup.Health) {
	covers, err := permit.Covers(permit.Places{Getenv: a.getenv, Dir: workingDir()})
	if err != nil {
		a.warn(err)
	}
	for i := range healths {
		h := &healths[i]
		for _, c := range covers {
			if c.Agent == h.Agent.Name {
				h.Notes = append(h.Notes, setup.Note{Problem: true, Text: fmt.Sprintf(
					"%s in %s allows every command through toktee run: remove it", c.Rule, c.File)})
			}
		}
	}
}

// printNotes prints notes and returns how many are problems.
func (a *app) printNotes(notes []setup.Note) (problems int) {
	for _, n := range notes {
		mark := " "
		if n.Problem {
			mark = "!"
			problems++
		}
		fmt.Fprintf(a.stdout, "%s %s\n", mark, n.Text)
	}
	return problems
}

// examineOwn looks at toktee itself: whether agents find it, its settings, its store, its shims.
func (a *app) examineOwn(ctx context.Context, p *setup.Place) (notes []setup.Note) {
	add := func(problem bool, format string, args ...any) {
		notes = append(notes, setup.Note{Problem: problem, Text: fmt.Sprintf(format, args...)})
	}
	switch found, err := exec.LookPath("toktee"); {
	case err != nil:
		add(true, "it isn't on PATH, so agents can't run toktee show: ln -s %s ~/.local/bin/", p.Program)
	case found != p.Program:
		add(true, "PATH has another toktee, %s, which agents would run: remove one of them", found)
	}
	if raw, err := config.Switch(a.getenv, "raw"); err == nil && raw {
		add(true, "TOKTEE_RAW is set: nothing is shortened")
	}
	h, err := a.openWith(host.Options{Warn: func(err error) { add(true, "%v", err) }})
	if err != nil {
		add(true, "%v", err)
		return notes
	}
	p.Store = h.StoreDir()
	switch err := writable(p.Store); {
	case h.Settings().NoStore:
		add(true, "no_store is set: hooks shorten nothing, since omitted lines would be lost")
	case err != nil:
		add(true, "the store can't be written, so hooks shorten nothing: %v", err)
	default:
		add(false, "outputs are kept in %s", p.Store)
		if h.Settings().NoHistory {
			add(false, "checks aren't recorded: enabled = false in [history]")
		} else if size, logs := checks.Size(h.Store().ChecksDir()); logs > 0 {
			add(false, "checks of %s are recorded, %s: toktee history", words.Count(logs, "repository", "repositories"),
				words.Count(size>>10, "KiB", "KiB"))
		}
	}
	if e, err := assign.Running(p.Store); err != nil {
		add(true, "%v", err)
	} else if e != nil {
		add(false, "the experiment %s runs: %s of sessions are control", e.Name, assign.Percent(e.Share))
	}
	if p.Shims != "" {
		examineShims(p, add)
	}
	switch s := h.Settings(); {
	case s.Gateway.Off:
		add(false, "agents start without a gateway: enabled = false in [gateway]")
	case !s.Disabled() && !s.NoStore:
		examineGateway(ctx, add)
	}
	return notes
}

// examineGateway sends a request through a gateway, if toktee-desk is there.
func examineGateway(ctx context.Context, add func(problem bool, format string, args ...any)) {
	if _, err := deskArgv(desk.GatewayCheck, nil); err != nil {
		add(false, "no gateway: %v", err)
		return
	}
	line, err := deskLine(ctx, desk.GatewayCheck, struct{}{})
	if err != nil {
		add(true, "a gateway doesn't work: %v", err)
		return
	}
	add(false, "%s", line)
}

// addGateways adds whether the agents use a gateway that answers, or start with one by "toktee agent".
func (a *app) addGateways(ctx context.Context, p *setup.Place, healths []setup.Health) {
	for i := range healths {
		h := &healths[i]
		name := h.Agent.Program
		if port := h.Agent.GatewayPort(p); port != 0 {
			note := setup.Note{Text: fmt.Sprintf("its requests go through the gateway at port %d", port)}
			if _, err := deskLine(ctx, desk.GatewayURL, desk.Address{Port: port, Wait: 1}); err != nil {
				note.Problem = true
				note.Text += fmt.Sprintf(", which doesn't answer: toktee init %s --gateway: %v", h.Agent.Name, err)
			}
			h.Notes = append(h.Notes, note)
			continue
		}
		plan, err := baseurl.For(baseurl.Start{Argv: []string{name}, Dir: workingDir(), Getenv: a.getenv})
		switch {
		case err != nil:
			h.Notes = append(h.Notes, setup.Note{Text: fmt.Sprintf("no gateway with toktee agent: %v", err)})
		case plan != nil:
			h.Notes = append(h.Notes, setup.Note{Text: "toktee agent -- " + name + " starts it with a gateway"})
		}
	}
}

// examineShims adds a note on the shims.
func examineShims(p *setup.Place, add func(problem bool, format string, args ...any)) {
	links, err := (&shim.Folder{Dir: p.Shims, Self: p.Program}).Links()
	if err != nil {
		add(true, "shims: %v", err)
	}
	var stale []string
	for _, l := range links {
		if l.Stale {
			stale = append(stale, l.Name)
		}
	}
	switch {
	case len(stale) > 0:
		add(true, "shims that are links to another program: toktee shims install %s", strings.Join(stale, " "))
	case len(links) > 0:
		add(false, "%d shims in %s", len(links), p.Shims)
	}
}

// writable reports whether files can be made in a folder, or the folder itself, which it leaves to others.
func writable(dir string) error {
	if dir == "" {
		return errors.New("there is no folder for the store: HOME and XDG_DATA_HOME are not set")
	}
	for parent := filepath.Dir(dir); parent != dir; parent = filepath.Dir(dir) {
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		dir = parent
	}
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// used sums up the sessions in which agents have called the hook.
func (a *app) used(storeDir string) map[string]setup.Used {
	list, err := hook.Sessions(storeDir)
	if err != nil {
		a.warn(err)
	}
	sums := map[string]setup.Used{}
	for _, s := range list { // the latest first
		u := sums[s.Agent]
		if u.Sessions == 0 {
			u.Last, u.Dir, u.Program = s.Last, s.Dir, s.Program
		}
		u.Sessions++
		u.Results += s.Results
		u.Short += s.Short
		sums[s.Agent] = u
	}
	return sums
}
