package setup

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/integrations/permit"
)

// versionPatience limits the time that an agent takes to print its version.
const versionPatience = 15 * time.Second

// A Health describes an agent on this machine.
type Health struct {
	Agent   *Agent
	Program string // the path of its program, "" if PATH has none
	Version string // "" if it doesn't print one
	Files   []string
	Notes   []Note
}

// A Note is something in the way of toktee in an agent, or worth knowing.
type Note struct {
	Problem bool
	Text    string // each problem, with its fix
}

// Used describes the hook's calls by an agent.
type Used struct {
	Sessions int
	Last     time.Time
	Dir      string // the folder of the last
	Program  bool   // in the last, programs of the model's made the calls
	Results  int    // that the hook was asked about in all of them
	Short    int    // that it replaced
}

func (h *Health) problem(format string, args ...any) {
	h.Notes = append(h.Notes, Note{true, fmt.Sprintf(format, args...)})
}

func (h *Health) note(format string, args ...any) {
	h.Notes = append(h.Notes, Note{false, fmt.Sprintf(format, args...)})
}

// Check examines an agent. It starts the agent's program, and Node's if the agent needs it, to ask for versions.
func (p *Place) Check(ctx context.Context, a *Agent, used Used) Health {
	h := Health{Agent: a, Program: a.program(p)}
	if h.Program != "" {
		h.Version = version(ctx, h.Program)
		h.checkNode(ctx, p)
	}
	for _, e := range a.edits(p) {
		old, _, err := readSettings(e.file())
		without, err2 := e.remove(old)
		isSet := err == nil && err2 == nil && !equal(old, without)
		if isSet && !slices.Contains(h.Files, e.file()) {
			h.Files = append(h.Files, e.file())
		}
	}
	h.Notes = append(h.Notes, a.ServerLines(p)...)
	if len(h.Files) == 0 {
		h.note("not set up: toktee init %s", a.Name)
		return h
	}
	h.checkFiles(p)
	for _, line := range h.Agent.OtherLines(p) {
		h.note("%s", line)
	}
	h.noteStatusLine(p)
	h.notePrefix(p)
	h.noteFeatures(p)
	if rules, is := h.Agent.Fetches(p); rules != "" && !is {
		h.note("it asks before the model fetches omitted lines; without a person to ask, it refuses: "+
			"toktee init %s --allow-show allows it", h.Agent.Name)
	}
	if a.check != nil {
		a.check(p, &h)
	}
	if a.Tested != "" && h.Version != "" && newer(h.Version, a.Tested) {
		h.note("version %s is newer than %s, which was tested: its results may have another form", h.Version, a.Tested)
	}
	h.noteCalls(p, used)
	return h
}

// OtherLines returns a line for each hook of another's that may replace the same results as toktee's.
func (a *Agent) OtherLines(p *Place) (lines []string) {
	then := "toktee leaves these results unchanged (beside_others in [hooks] of its settings)"
	if p.BesideOthers {
		then = "toktee replaces them, too, and the agent uses one of the two texts"
	}
	getenv := func(name string) (string, bool) {
		if name == "HOME" {
			return p.Home, true
		}
		return p.Getenv(name)
	}
	for _, r := range (permit.Places{Getenv: getenv, Dir: cmp.Or(p.Project, p.Dir)}).Rewriters(a.Name) {
		if a.Replaces != nil && !slices.ContainsFunc(a.Replaces, r.Takes) {
			continue
		}
		lines = append(lines, fmt.Sprintf("a hook in %s may replace results of %s: %s",
			r.File, cmp.Or(r.Tools, "all tools"), then))
	}
	return lines
}

// checkFiles reports files that Init would change, and those that it couldn't.
func (h *Health) checkFiles(p *Place) {
	plan, fix := Init(p, []*Agent{h.Agent}), "toktee init "+h.Agent.Name
	if p.Project != "" {
		fix += " --project"
	}
	for _, c := range plan.Changes {
		h.problem("%s isn't as this toktee sets it up: %s", c.Path, fix)
	}
	for _, err := range plan.Failed {
		h.problem("%v", err)
	}
}

// noteCalls reports whether the agent has called the hook since it was set up.
func (h *Health) noteCalls(p *Place, used Used) {
	switch set := p.setSince(h.Files); {
	case h.Agent.NoHooks:
		h.note("its hooks can't replace results: toktee adds only instructions")
	case used.Sessions == 0 || used.Last.Before(set):
		h.notCalled(p, set)
	default:
		sessions := "sessions"
		if used.Sessions == 1 {
			sessions = "session"
		}
		h.note("its hook was called, in %d %s so far, the last on %s in %s: %d of %d results shortened",
			used.Sessions, sessions, used.Last.Format("2006-01-02 15:04"), used.Dir, used.Short, used.Results)
	}
	if used.Program && h.Agent.GatewayPort(p) == 0 {
		h.note("its last session was in code mode, where hooks can't replace results. A gateway shortens them: "+
			"toktee agent -- %s, or toktee init --gateway %[1]s", h.Agent.Name)
	}
}

// settled is how long after it was set up a hook that wasn't called is a problem, and not just new.
const settled = 24 * time.Hour

// notCalled reports that the hook hasn't been called since it was set up: a problem if the person has to do something
// first, or has had the time for a session.
func (h *Health) notCalled(p *Place, set time.Time) {
	say := h.note
	if h.Agent.Then != "" || set.IsZero() || p.Now.Sub(set) > settled {
		say = h.problem
	}
	say("its hook hasn't been called since it was set up: %s",
		cmp.Or(h.Agent.Then, "start a session and let it run a command with a long output"))
}

// setSince returns when the first of an agent's files was last changed.
func (p *Place) setSince(files []string) time.Time {
	j := journal{p.Data}
	t, err := targetOf(files[0])
	if err != nil {
		return time.Time{}
	}
	info, err := os.Stat(j.name(j.key(files[0], t), recordSuffix))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// versionNumber matches a program's version.
var versionNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\d+\.\d+(\.\d+)?`)
})

func version(ctx context.Context, program string) string {
	ctx, cancel := context.WithTimeout(ctx, versionPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--version")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return versionNumber().FindString(string(out))
}

// newer reports whether a version is higher than another.
func newer(a, b string) bool {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(as), len(bs)) {
		x, _ := strconv.Atoi(as[i])
		y, _ := strconv.Atoi(bs[i])
		if x != y {
			return x > y
		}
	}
	return len(as) > len(bs)
}

// checkNode compares Node's version with the one that a script for it needs.
func (h *Health) checkNode(ctx context.Context, p *Place) {
	if h.Agent.MinNode == 0 || !isNodeScript(h.Program) {
		return
	}
	node := (&Agent{Program: "node"}).program(p)
	if node == "" {
		h.problem("it needs Node %d, and there is none in PATH", h.Agent.MinNode)
		return
	}
	v := version(ctx, node)
	if major, _, _ := strings.Cut(v, "."); v != "" {
		if n, err := strconv.Atoi(major); err == nil && n < h.Agent.MinNode {
			h.problem("it needs Node %d, and %s is %s", h.Agent.MinNode, node, v)
		}
	}
}

func isNodeScript(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	line, _ := bufio.NewReaderSize(f, 256).ReadSlice('\n')
	return bytes.HasPrefix(line, []byte("#!")) && bytes.Contains(line, []byte("node"))
}

// setting reads a file of settings into v, if it can be read.
func setting(path string, v any) {
	b, _, err := readSettings(path)
	if err != nil || b == nil {
		return
	}
	if j, err := readJSONC(b); err == nil {
		_ = j.top().decode(v)
	}
}

// claudeManaged are the settings of Claude Code that an administrator makes.
var claudeManaged = []string{
	"/etc/claude-code/managed-settings.json", "/Library/Application Support/ClaudeCode/managed-settings.json",
}

func checkClaude(home string, p *Place, h *Health) {
	var s struct{ DisableAllHooks, AllowManagedHooksOnly bool }
	files := append([]string{filepath.Join(home, "settings.json")}, claudeManaged...)
	if p.Project != "" {
		files = append(files, filepath.Join(p.Project, ".claude", "settings.json"),
			filepath.Join(p.Project, ".claude", "settings.local.json"))
	}
	for _, path := range files {
		s.DisableAllHooks, s.AllowManagedHooksOnly = false, false
		setting(path, &s)
		switch {
		case s.DisableAllHooks:
			h.problem("%s has disableAllHooks: remove it, or no hook is called", path)
		case s.AllowManagedHooksOnly:
			h.problem("%s allows only managed hooks: ask the administrator of this machine", path)
		}
	}
}

func checkGemini(settings string, h *Health) {
	var s struct {
		HooksConfig struct {
			Enabled  *bool
			Disabled []string
		}
	}
	setting(settings, &s)
	switch {
	case s.HooksConfig.Enabled != nil && !*s.HooksConfig.Enabled:
		h.problem("%s has hooksConfig.enabled false: set it to true, or no hook is called", settings)
	case strings.Contains(strings.Join(s.HooksConfig.Disabled, " "), "toktee"):
		h.problem("%s has toktee in hooksConfig.disabled: remove it there", settings)
	}
}
