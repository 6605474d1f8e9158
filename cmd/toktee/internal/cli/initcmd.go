package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/integrations/hook"
	"github.com/toktee/toktee/internal/integrations/mcpproxy"
	"github.com/toktee/toktee/internal/integrations/setup"
	"github.com/toktee/toktee/internal/integrations/shim"
	"github.com/toktee/toktee/internal/text/words"
)

// setupFlags are those of init and uninstall.
type setupFlags struct {
	project, dryRun, yes, shims bool
	shimsSet                    bool
	mcp, statusLine, gateway    bool
	allowShow, allowShowSet     bool
	prefix, prefixSet           bool
	claims, notices             bool
	featuresSet                 map[string]bool // by the names of features: the person isn't asked about them
}

// newInit is "toktee init".
func newInit(a *app) *cobra.Command {
	var o setupFlags
	cmd := &cobra.Command{
		Use:   "init [AGENT]...",
		Short: "Set up coding agents: hooks, shims and instructions",
		Long: `Sets up toktee in the named agents, or in all agents on this machine. Hooks replace results with short
texts. Shims print short texts for commands whose results no hook can replace. A paragraph in the agents' instructions
explains how to get omitted lines. The command lists the changes for each agent and asks about each agent. It keeps a
copy of each file that it changes. The agents' permission rules don't change, unless you agree that an agent may run
toktee show and toktee ls without asking you (--allow-show). If you run init again, it offers only parts that are
missing. If you have moved toktee to another folder, init updates the paths.

With --mcp, the command only puts toktee mcp-proxy between the agents and their MCP servers. This proxy shortens the
servers' results. The servers keep their names, so the agents' permission rules still apply.

With --gateway, the command only sets up a system service (systemd or launchd) that runs toktee gateway. claude and
codex then send their requests to this gateway. init changes the agents' settings only after the gateway has answered a
test.

AGENT is one of ` + strings.Join(setup.Names(), ", ") + `.`,
		Example: `  toktee init
  toktee init claude --project
  toktee init --dry-run
  toktee init codex --shims
  toktee init claude --prefix --statusline
  toktee init --mcp
  toktee init claude --gateway`,
		ValidArgs: setup.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.shimsSet, o.allowShowSet = cmd.Flags().Changed("shims"), cmd.Flags().Changed("allow-show")
			o.prefixSet, o.featuresSet = cmd.Flags().Changed("prefix"), map[string]bool{}
			for _, f := range setup.Features() {
				o.featuresSet[f.Name] = cmd.Flags().Changed(f.Name)
			}
			if o.gateway {
				return a.useGateway(cmd.Context(), &o, args)
			}
			if o.mcp {
				return a.wrapServers(cmd.Context(), &o, args)
			}
			return a.initAgents(cmd.Context(), &o, args)
		},
	}
	cmd.SuggestFor = []string{"install", "setup"}
	cmd.Flags().BoolVar(&o.project, "project", false,
		"change the settings of this folder's project instead of the user's, for agents that have project settings")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "show what would change, and change nothing")
	cmd.Flags().BoolVar(&o.yes, "yes", false, "make the changes without asking")
	cmd.Flags().BoolVar(&o.shims, "shims", false,
		"put shims in the PATH of claude and codex; by default only of claude, with --shims=false of neither")
	cmd.Flags().BoolVar(&o.statusLine, "statusline", false,
		"show the savings in the status line of claude; an existing status line stays above them")
	cmd.Flags().BoolVar(&o.allowShow, "allow-show", false,
		"let claude and gemini run toktee show and toktee ls without asking you; without this flag, init asks")
	cmd.Flags().BoolVar(&o.prefix, "prefix", false,
		"run all commands of claude by toktee, which shortens those that fail (Linux); without this flag, init asks")
	cmd.Flags().BoolVar(&o.claims, "claims", false,
		"check what the model claims at the end of a turn (claude, codex, gemini); without this flag, init asks")
	cmd.Flags().BoolVar(&o.notices, "notices", false,
		"show a line at the start and end of a session, if the agent can show it; without this flag, init asks")
	cmd.Flags().BoolVar(&o.mcp, "mcp", false,
		"only put toktee mcp-proxy between the agents and their MCP servers")
	cmd.Flags().BoolVar(&o.gateway, "gateway", false,
		"only make claude and codex send their requests to a gateway that the system starts")
	return cmd
}

// userSettings reads the settings without those of a project, which don't affect the installation.
func (a *app) userSettings() (*config.Settings, error) {
	return config.Load(config.Options{Getenv: a.getenv})
}

// place returns the folders and files of agents' settings; project selects this folder's.
func (a *app) place(project bool) (*setup.Place, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, failed(fmt.Errorf("no home folder: %w", err))
	}
	p := &setup.Place{
		Home: home, Getenv: a.getenv, Data: config.DataDir(a.getenv),
		Cline: hook.ClinePlugin, OpenCode: hook.OpenCodePlugin, Pi: hook.PiExtension, Now: time.Now(),
	}
	p.Path, _ = a.getenv("PATH")
	if p.Program, err = ownProgram(); err != nil {
		return nil, failed(err)
	}
	if p.Data == "" {
		return nil, failed(errors.New("no folder for copies of changed files: HOME and XDG_DATA_HOME are not set"))
	}
	if runtime.GOOS != "windows" {
		p.Shims = filepath.Join(p.Data, "shims")
	}
	settings, _ := a.userSettings() // doctor and uninstall do without
	p.BesideOthers, p.Dir = settings.BesideOthers, workingDir()
	p.Never = func(server string, argv []string) bool { return mcpproxy.Never(server, argv, settings.MCPNever) }
	if project {
		p.Project = projectDir(workingDir())
		if p.Project == home {
			return nil, usage("--project: %s is the home folder, and no project", home)
		}
	}
	return p, nil
}

// ownProgram is the path of this program: as PATH finds it, if that is the same file, since that stays when a package
// of another version comes.
func ownProgram() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if found, err := exec.LookPath("toktee"); err == nil {
		one, err1 := os.Stat(self)
		other, err2 := os.Stat(found)
		if err1 == nil && err2 == nil && os.SameFile(one, other) {
			return filepath.Abs(found)
		}
	}
	return self, nil
}

// projectDir is the nearest folder with a repository, or the folder itself.
func projectDir(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, ".git")); err == nil {
			return d
		}
		if d == filepath.Dir(d) {
			return dir
		}
	}
}

// named are the agents of these names.
func named(names []string) ([]*setup.Agent, error) {
	var list []*setup.Agent
	for _, name := range names {
		agent := setup.Find(name)
		if agent == nil {
			return nil, usage("unknown agent %q: %s", name, words.Wanted(name, setup.Names()))
		}
		if !slices.ContainsFunc(list, func(b *setup.Agent) bool { return b.Name == name }) {
			list = append(list, agent)
		}
	}
	return list, nil
}

// chosen returns the agents for init, and the place of their settings.
func (a *app) chosen(o *setupFlags, names []string) (p *setup.Place, agents []*setup.Agent, err error) {
	if agents, err = named(names); err != nil {
		return nil, nil, err
	}
	if _, err = a.userSettings(); err != nil {
		return nil, nil, usage("%w", err)
	}
	if p, err = a.place(o.project); err != nil {
		return nil, nil, err
	}
	if err := mustStay(p.Program); err != nil && !o.dryRun {
		return nil, nil, err
	}
	if len(names) == 0 {
		if agents = p.Found(); len(agents) == 0 {
			return nil, nil, failed(fmt.Errorf("no agent is found here: name one of %s",
				strings.Join(setup.Names(), ", ")))
		}
	}
	return p, agents, nil
}

func (a *app) initAgents(ctx context.Context, o *setupFlags, names []string) error {
	p, agents, err := a.chosen(o, names)
	if err != nil {
		return err
	}
	if o.shims && p.Shims == "" {
		return usage("--shims: there are no shims on Windows, which can't replace a process")
	}
	folder := &shim.Folder{Dir: p.Shims, Self: p.Program}
	var missing []string
	if folder.Dir != "" {
		if missing, err = folder.Missing(shim.Defaults); err != nil {
			return failed(err)
		}
	}
	if !o.shims {
		p.Shims = "" // whose PATH they come into only when asked for
	}
	p.StatusLine, p.AllowShow, p.Prefix = o.statusLine, o.allowShow, o.prefix
	p.Wants = map[string]bool{"claims": o.claims, "notices": o.notices}
	if err := a.preparePrefix(o, p, agents); err != nil {
		return err
	}
	if o.statusLine {
		a.sayStatusLines(p, agents)
	}
	all := a.choose(ctx, o, p, agents, folder.Dir, missing, func(g *setup.Agent) bool {
		return o.shims || g.Shims && !o.shimsSet
	})
	if ok, err := a.confirmed(o, all, "nothing to change: all of this is set up"); !ok {
		return err
	}
	if err := installShims(p, folder, all.shims); err != nil { // before the settings that bring them into PATH
		return failed(err)
	}
	if p.Prefix && p.MissingPrefix() != "" {
		if err := p.WritePrefix(); err != nil {
			return failed(err)
		}
	}
	if err := a.apply(all.plan); err != nil {
		return errors.Join(err, removeShims(p, folder, all.shims))
	}
	a.showNext(all.agents)
	return a.ended(all.plan, "new sessions have it; toktee doctor checks it, toktee uninstall removes it")
}

// showNext prints the steps that are left for agents after init.
func (a *app) showNext(agents []*setup.Agent) {
	for _, g := range agents {
		if g.Then != "" {
			fmt.Fprintf(a.stdout, "%s: %s\n", g.Title, g.Then)
		}
	}
	a.mustBeFound()
}

// installShims adds the shims that are missing.
func installShims(p *setup.Place, folder *shim.Folder, missing []string) error {
	if len(missing) == 0 {
		return nil
	}
	if err := folder.Install(missing); err != nil {
		return err
	}
	return p.RecordShims(missing)
}

// mustBeFound warns if agents couldn't run the commands that texts name.
func (a *app) mustBeFound() {
	if _, err := exec.LookPath("toktee"); err != nil {
		self, _ := os.Executable()
		a.note("toktee isn't on PATH, so agents can't run toktee show: ln -s %s ~/.local/bin/",
			self)
	}
}

// sayStatusLines names the agents that get no status line, with the reason, and those whose own is joined.
func (a *app) sayStatusLines(p *setup.Place, agents []*setup.Agent) {
	for _, g := range agents {
		switch state, path := g.StatusLine(p); state {
		case setup.LineUnknown:
			fmt.Fprintf(a.stdout, "%s: there is no way to set its status line\n", g.Title)
		case setup.LineOthers:
			fmt.Fprintf(a.stdout, "%s: the savings come below the status line in %s\n", g.Title, path)
		case setup.LineFixed:
			fmt.Fprintf(a.stdout, "%s: the status line in %s stays as it is\n", g.Title, path)
		}
	}
}

// wrapServers starts agents' MCP servers through the proxy.
func (a *app) wrapServers(ctx context.Context, o *setupFlags, names []string) error {
	switch {
	case o.shims:
		return usage("--mcp and --shims can't be used together")
	case o.statusLine:
		return usage("--mcp and --statusline can't be used together")
	}
	p, agents, err := a.chosen(o, names)
	if err != nil {
		return err
	}
	p.MCP = true
	all := a.choose(ctx, o, p, agents, "", nil, func(*setup.Agent) bool { return false })
	if !all.made {
		a.sayServers(p, agents)
	}
	if ok, err := a.confirmed(o, all, "nothing to change: all servers run through the proxy"); !ok {
		return err
	}
	if err := a.apply(all.plan); err != nil {
		return err
	}
	a.sayServers(p, agents)
	return a.ended(all.plan, "new sessions have it; toktee uninstall removes it")
}

// sayServers prints the state of agents' MCP servers.
func (a *app) sayServers(p *setup.Place, agents []*setup.Agent) {
	for _, g := range agents {
		for _, n := range g.ServerLines(p) {
			fmt.Fprintf(a.stdout, "%s: %s\n", g.Title, n.Text)
		}
	}
}
