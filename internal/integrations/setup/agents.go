package setup

import (
	_ "embed"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/text/shell"
)

// An Agent is a coding agent that toktee can be switched on in.
type Agent struct {
	Name    string // as in "toktee hook NAME"
	Title   string
	Program string // the command that starts it
	Tested  string // the version that its forms were measured with, "" for none
	MinNode int    // the first version of Node that it runs with, 0 if it needs none
	// Gains describes in a line what its model gets.
	Gains string
	// Then is the person's next step after init, "" for none.
	Then string
	// Shims means that shims, which its settings put in PATH, reach commands whose results no hook can replace.
	Shims bool

	// Replaces are tools whose results its hook replaces, one of an MCP server among them; nil for all.
	Replaces []string
	NoHooks  bool // its hooks can't replace anything

	home  func(p *Place) string     // its folder in the user's home
	edits func(p *Place) []edit     // its settings at a place
	mcp   func(p *Place) []servers  // its servers of MCP at a place; nil if it has none, or their form isn't known
	check func(p *Place, h *Health) // what may be in the way; nil for nothing known
}

// Agents returns all agents, by name.
func Agents() []*Agent {
	return []*Agent{claude(), cline(), codex(), copilot(), cursor(), gemini(), kilo(), opencode(), pi(), qwen()}
}

// Names returns the agents' names, in the order of [Agents].
func Names() []string {
	var names []string
	for _, a := range Agents() {
		names = append(names, a.Name)
	}
	return names
}

// Find returns the agent of a name, nil for none.
func Find(name string) *Agent {
	for _, a := range Agents() {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// A Place is a set-up: its folders and its purpose.
type Place struct {
	Home    string                      // the user's home folder
	Getenv  func(string) (string, bool) // the environment, in the form of [os.LookupEnv]
	Project string                      // the folder of the project to set up; "" sets up the user's own settings
	Program string                      // toktee, as an absolute path
	Shims   string                      // the folder of shims that agents get in their PATH; "" for none
	Path    string                      // the value of PATH
	Data    string                      // toktee's folder of data
	Dir     string                      // the folder whose settings also hold; "" is none
	// BesideOthers means that the hook replaces results that another's hook may replace.
	BesideOthers bool
	Now          time.Time // for Check
	Store        string    // the folder of outputs, for Check

	AllowShow  bool // Init adds rules that let the model fetch omitted lines without a question
	AllowOnly  bool // and does nothing else
	Prefix     bool // Init gives Claude Code's shell a prefix that has none
	StatusLine bool // Init gives agents that have none a status line that shows the savings

	Wants map[string]bool // features that Init adds: to all agents by their name, to one by "NAME AGENT"

	MCP   bool                                    // Init wraps servers of MCP, and does nothing else
	Never func(server string, argv []string) bool // servers that stay as they are

	Gateway string // Init sends the requests of agents to this URL, and does nothing else; "" for none

	Cline, OpenCode, Pi string // the plugins of these agents, which name the program as "toktee"
}

// Short returns a path for people: "~" means the home folder.
func (p *Place) Short(path string) string {
	if rest, ok := strings.CutPrefix(path, p.Home+string(filepath.Separator)); ok {
		return filepath.Join("~", rest)
	}
	return path
}

// variable returns a variable of the environment as a folder, or another.
func (p *Place) variable(name, other string) string {
	if v, ok := p.Getenv(name); ok && filepath.IsAbs(v) {
		return filepath.Clean(v)
	}
	return other
}

// at returns a file below an agent's folder: the user's, or in the project the one named so.
func (p *Place) at(home, inProject string, name ...string) string {
	if p.Project != "" {
		home = filepath.Join(p.Project, inProject)
	}
	return filepath.Join(append([]string{home}, name...)...)
}

// instructions returns a paragraph in a file of instructions: in the user's folder, or in the project itself.
func (p *Place) instructions(home, name, inProject, text string) edit {
	if p.Project != "" {
		return paragraph{filepath.Join(p.Project, inProject), text}
	}
	return paragraph{filepath.Join(home, name), text}
}

// command returns "toktee hook …" for a shell.
func (p *Place) command(args ...string) string {
	argv := append([]string{p.Program, "hook"}, args...)
	if strings.Contains(p.Program, `\`) { // Windows: both shells there take double quotes
		return `"` + p.Program + `" ` + strings.Join(argv[1:], " ")
	}
	return shell.Quote(argv)
}

// handler is one in the form that Claude Code, Codex and Gemini CLI share; timeout is in the agent's own unit.
type handler struct {
	Type    string   `json:"type"`
	Command string   `json:"command"`
	Args    []string `json:"args,omitempty"`
	Name    string   `json:"name,omitempty"`
	Timeout int      `json:"timeout"`
}

// matched is a group of handlers for the tools that a pattern matches.
type matched struct {
	Matcher string    `json:"matcher,omitempty"`
	Hooks   []handler `json:"hooks"`
}

// hookSeconds is how long an agent waits for the hook, which itself gives up after 20 seconds.
const hookSeconds = 30

// The model's instructions for agents with hooks, and for those without.
var (
	//go:embed shorter.md
	shorter string
	//go:embed byhand.md
	byHand string
)

// pathWith returns a value of PATH that begins with a folder.
func pathWith(dir, path string) string {
	list := slices.DeleteFunc(filepath.SplitList(path), func(d string) bool { return d == dir })
	return strings.Join(append([]string{dir}, list...), string(filepath.ListSeparator))
}

func (a *Agent) servers(p *Place) (list []servers) {
	if a.mcp == nil {
		return nil
	}
	for _, e := range a.mcp(p) {
		e.program, e.never = p.Program, p.Never
		list = append(list, e)
	}
	return list
}

func (a *Agent) wanted(p *Place) []edit {
	if e := a.gatewayEdit(p); e != nil && p.Gateway != "" {
		return []edit{e}
	}
	if !p.MCP {
		return slices.DeleteFunc(a.edits(p), func(e edit) bool {
			_, isAllow := e.(allow)
			return p.AllowOnly && !isAllow
		})
	}
	var list []edit
	for _, e := range a.servers(p) {
		list = append(list, e)
	}
	return list
}

// own returns all edits that toktee may have made for the agent.
func (a *Agent) own(p *Place) (list several) {
	list = append(list, a.edits(p)...)
	for _, e := range a.servers(p) {
		list = append(list, e)
	}
	if e := a.gatewayEdit(p); e != nil {
		list = append(list, e)
	}
	return list
}
