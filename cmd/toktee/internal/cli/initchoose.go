package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/toktee/toktee/internal/integrations/setup"
	"github.com/toktee/toktee/internal/run/proc"
)

// asks reports whether a person is asked about each agent.
func (o *setupFlags) asks(a *app) bool { return !o.yes && !o.dryRun && proc.IsTerminal(a.stdin) }

// An offer is what init does for agents.
type offer struct {
	plan   *setup.Plan
	agents []*setup.Agent // that get something
	shims  []string       // that they need
	made   bool           // there was something to choose
}

// choose lists what each agent gets, and asks about each if a person can be asked. shims are those that are missing,
// in a folder; needs reports whether an agent needs them. The offer holds what the person wants, or all.
func (a *app) choose(
	ctx context.Context, o *setupFlags, p *setup.Place, agents []*setup.Agent, dir string, shims []string,
	needs func(*setup.Agent) bool,
) *offer {
	all := &offer{plan: setup.Init(p, nil)}
	for _, g := range agents {
		p.AllowShow = o.allowShow
		with := all.plan.With(p, g)
		failed := with.Failed[len(all.plan.Failed):]
		a.leftAlone(failed)
		all.plan.Failed = with.Failed
		parts, missing := with.Parts[len(all.plan.Parts):], shims
		if len(all.shims) > 0 || !needs(g) {
			missing = nil
		}
		something := len(parts)+len(missing) > 0
		asksMore := o.asksAllow(a, p, g) != "" || o.asksPrefix(a, p, g) || len(o.asksFeatures(a, p, g)) > 0
		if len(failed) > 0 || !something && !asksMore {
			continue
		}
		all.made = true
		if something {
			a.list(o, p, g, parts, dir, missing)
			a.warnTracked(ctx, p, with.Since(all.plan))
			if o.asks(a) && !a.accepts(g, with.Since(all.plan), missing) {
				continue
			}
		}
		if rules := o.asksAllow(a, p, g); rules != "" {
			p.AllowShow = a.ask("Let "+g.Title+" fetch omitted lines without asking ("+rules+")?", "") == nil
			with = all.plan.With(p, g)
		}
		if o.asksPrefix(a, p, g) {
			p.Prefix = a.ask("Hooks can't shorten failed commands. Run the commands of "+g.Title+" by toktee, "+
				"which shortens them, too?", "") == nil
			with = all.plan.With(p, g)
		}
		isWanted, err := a.chooseFeatures(o, p, g)
		if err != nil {
			a.note("%v", err)
		}
		if isWanted {
			with = all.plan.With(p, g)
		}
		if something = something || p.AllowShow || p.Prefix || isWanted; something {
			all.plan, all.agents = with, append(all.agents, g)
		}
		all.shims = append(all.shims, missing...)
	}
	return all
}

// asksAllow returns the rules that a person is asked about, by which an agent may fetch omitted lines without asking.
func (o *setupFlags) asksAllow(a *app, p *setup.Place, g *setup.Agent) string {
	rules, is := g.Fetches(p)
	if is || o.allowShowSet || p.MCP || p.Gateway != "" || !o.asks(a) {
		return ""
	}
	return rules
}

// offerShow asks a person, once, whether Claude Code may fetch omitted lines without asking. A file in toktee's folder
// of data records that there was an answer.
func (a *app) offerShow() error {
	p, err := a.place(false)
	if err != nil || !proc.IsTerminal(a.stdin) {
		return nil
	}
	p.AllowShow, p.AllowOnly = true, true
	g := setup.Find("claude")
	plan := setup.Init(p, []*setup.Agent{g})
	answered := filepath.Join(p.Data, "allow-show-answered")
	if _, err := os.Stat(answered); err == nil || len(plan.Changes) == 0 {
		return nil
	}
	rules, _ := g.Fetches(p)
	no := a.ask(fmt.Sprintf("Let %s fetch omitted lines without asking (%s in %s)?", g.Title, rules,
		p.Short(plan.Changes[0].Path)), "")
	if err := errors.Join(os.MkdirAll(p.Data, 0o700), os.WriteFile(answered, nil, 0o600)); err != nil || no != nil {
		return err
	}
	return a.apply(plan)
}

// asksPrefix reports whether a person is asked if an agent's commands run by toktee.
func (o *setupFlags) asksPrefix(a *app, p *setup.Place, g *setup.Agent) bool {
	state, _ := g.ShellPrefix(p)
	isOpen := state == setup.LineMissing && runtime.GOOS == "linux" && !o.prefixSet
	return isOpen && !p.MCP && p.Gateway == "" && o.asks(a)
}

// asksFeatures returns the features that a person is asked about: those that an agent lacks, and that weren't declined.
func (o *setupFlags) asksFeatures(a *app, p *setup.Place, g *setup.Agent) (list []*setup.Feature) {
	if p.MCP || p.Gateway != "" || !o.asks(a) {
		return nil
	}
	for _, f := range setup.Features() {
		if is, ok := g.Has(p, f); ok && !is && !o.featuresSet[f.Name] && !p.Declined(f, g) {
			list = append(list, f)
		}
	}
	return list
}

// chooseFeatures asks about features of an agent, and notes those that the person doesn't want.
func (a *app) chooseFeatures(o *setupFlags, p *setup.Place, g *setup.Agent) (isWanted bool, err error) {
	for _, f := range o.asksFeatures(a, p, g) {
		if a.ask("Let "+g.Title+" "+f.Question+"?", "") == nil {
			p.Wants[f.Name+" "+g.Name], isWanted = true, true
		} else {
			err = errors.Join(err, p.Decline(f, g))
		}
	}
	return isWanted, err
}

// preparePrefix checks the flag --prefix, and writes the program of a prefix that is set up if toktee has moved.
func (a *app) preparePrefix(o *setupFlags, p *setup.Place, agents []*setup.Agent) error {
	if o.prefix && runtime.GOOS != "linux" {
		return usage("--prefix: Claude Code's output can be read back only on Linux")
	}
	for _, g := range agents {
		if state, path := g.ShellPrefix(p); state == setup.LineOthers && o.prefix {
			fmt.Fprintf(a.stdout, "%s: the prefix of its shell in %s stays as it is\n", g.Title, path)
		}
	}
	if path := p.MissingPrefix(); path != "" && p.HasPrefix() && !o.dryRun {
		if err := p.WritePrefix(); err != nil {
			return failed(err)
		}
		fmt.Fprintf(a.stdout, "written: %s\n", path)
	}
	return nil
}

// list prints the parts that an agent gets, a line for each file:
//
//	Codex: short results of MCP tools
//	  ~/.codex/hooks.json: hooks for PostToolUse, PreCompact
func (a *app) list(
	o *setupFlags, p *setup.Place, g *setup.Agent, parts []setup.Part, folder string, shims []string,
) {
	title, others := g.Title+": "+g.Gains, g.OtherLines(p)
	if p.MCP || p.Gateway != "" {
		title, others = g.Title+":", nil
	}
	fmt.Fprintln(a.stdout, title)
	for _, line := range others {
		fmt.Fprintf(a.stdout, "  %s\n", visible(line))
	}
	for i, part := range parts {
		switch {
		case i == 0 || part.Path != parts[i-1].Path:
			fmt.Fprintf(a.stdout, "  %s: %s", visible(p.Short(part.Path)), part.What)
		case part.What != parts[i-1].What:
			fmt.Fprintf(a.stdout, "; %s", part.What)
		}
		if i+1 == len(parts) || part.Path != parts[i+1].Path {
			fmt.Fprintln(a.stdout)
		}
	}
	if len(shims) > 0 {
		of := "programs that build and test"
		if !o.asks(a) {
			of = strings.Join(shims, " ")
		}
		fmt.Fprintf(a.stdout, "  %s: %d shims, wrappers of %s\n", visible(p.Short(folder)), len(shims), of)
	}
}

// accepts asks whether an agent is set up; the person may look at the changes first.
func (a *app) accepts(g *setup.Agent, changes []setup.Change, shims []string) bool {
	for {
		switch a.answer("Set up " + g.Title + "? [y/N, d: show the changes]") {
		case "y", "yes":
			return true
		case "d":
			for _, c := range changes {
				fmt.Fprint(a.stdout, visible(c.Diff()))
			}
			if len(shims) > 0 {
				fmt.Fprintf(a.stdout, "shims: %s\n", strings.Join(shims, " "))
			}
		default:
			return false
		}
	}
}

// warnTracked names files of a project that others get with the next commit.
func (a *app) warnTracked(ctx context.Context, p *setup.Place, changes []setup.Change) {
	if p.Project == "" {
		return
	}
	if paths := setup.Tracked(ctx, changes); len(paths) > 0 {
		a.note("Git tracks %s: a commit would set toktee up for others too", strings.Join(paths, ", "))
	}
}

// confirmed reports whether the offer may be carried out: a person has chosen, or the plan is shown as diffs and agreed
// to. done is the text that is printed if there is nothing to do.
func (a *app) confirmed(o *setupFlags, all *offer, done string) (bool, error) {
	switch {
	case !all.made && len(all.plan.Failed) > 0:
		return false, a.ended(all.plan, "nothing has changed")
	case !all.made:
		return false, a.ended(all.plan, done)
	case !o.asks(a):
		a.showPlan(all.plan, o.dryRun)
		return a.agreed(o, all.plan)
	case len(all.agents) == 0:
		return false, failed(errors.New("nothing has changed"))
	}
	return true, nil
}
