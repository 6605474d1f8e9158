package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/run/diskfile"
	"github.com/toktee/toktee/summarize"
)

// UntrustedError is the error of a project's file that sets what only a trusted file may set. Its other values count.
type UntrustedError struct {
	Path, Text string
	Keys       []string // whose values don't count
}

func (e *UntrustedError) Error() string {
	const most = 5
	var short []string
	for _, k := range e.Keys[:min(len(e.Keys), most)] {
		short = append(short, shortKey(k))
	}
	keys := strings.Join(short, ", ")
	if more := len(e.Keys) - most; more > 0 {
		keys += fmt.Sprintf(" and %d more keys", more)
	}
	return fmt.Sprintf("%s: not trusted, so its values of %s don't apply: see toktee rules trust", e.Path, keys)
}

// maxProject is the largest size of a project's file, in bytes. Its author may be a stranger.
const maxProject = 64 << 10

// maxDots is how many dots a line of it may have: the parser takes quadratic time for a key of many parts.
const maxDots = 200

// readProject takes over the settings of a project's file. On an error it takes over nothing, or, if that is an
// [*UntrustedError], all but the values that it names.
//
// ofCall is the budget of this call, 0 for none.
func (s *Settings) readProject(path string, ofCall int, trusts func(path, text string) bool) error {
	text, err := diskfile.Read(path, maxProject)
	if err != nil {
		return fmt.Errorf("reading settings: %w", err)
	}
	for line := range strings.Lines(text) {
		if strings.Count(line, ".") > maxDots {
			return fmt.Errorf("%s: a line has more than %d dots", path, maxDots)
		}
	}
	p := s.clone()
	if err := p.readText(settingsFile{path: path}, text); err != nil {
		return err
	}
	keys := p.restrict(s, path, ofCall, trusts != nil && trusts(path, text))
	*s = *p
	if len(keys) > 0 {
		return &UntrustedError{path, text, keys}
	}
	return nil
}

func (s *Settings) clone() *Settings {
	p := *s
	p.Tools, p.MCP, p.source = maps.Clone(s.Tools), maps.Clone(s.MCP), maps.Clone(s.source)
	for name, server := range p.MCP {
		server.Tools = maps.Clone(server.Tools)
		p.MCP[name] = server
	}
	return &p
}

// restrict takes back the values of a project's file that aren't allowed. s are the settings with them, user those
// without. It returns the keys.
//
// Trusted or not, a project that switches shortening off makes outputs pass whole, with their secrets masked. Without
// trust, it can only make the model see more and the person see plainer views: it can't switch on what the user has
// switched off, nor set a level or a budget that shows less than the user's.
func (s *Settings) restrict(user *Settings, path string, ofCall int, trusted bool) (keys []string) {
	r := restriction{s, user, path, trusted, nil}
	base := Tool{Level: user.Level, Budget: cmp.Or(ofCall, user.Budget)}
	all := r.tool(
		Tool{Enabled: user.Enabled, Level: user.Level, Budget: user.Budget}, Tool{Budget: user.anyBudget(ofCall)},
		Tool{Enabled: s.Enabled, Level: s.Level, Budget: s.Budget}, func(field string) string {
			return cmp.Or(map[string]string{"enabled": "agent.split_tool_results_enabled"}[field], field)
		})
	s.Enabled, s.Level, s.Budget, s.Whole = all.Enabled, all.Level, all.Budget, s.Whole || all.Whole
	for name, t := range s.Tools {
		t = r.tool(user.toolOf(name), base, t, func(field string) string { return ToolKey(name, field) })
		s.Tools[name] = t
		if _, isUsers := user.Tools[name]; !isUsers && t == (Tool{Enabled: true}) {
			delete(s.Tools, name) // as if nothing was set
		}
	}
	for name, server := range s.MCP {
		was, known := user.MCP[name]
		if !known {
			was.Enabled = true
		}
		server.Tool = r.tool(was.Tool, base, server.Tool, func(field string) string { return mcpKey(name, "", field) })
		for tool, t := range server.Tools {
			server.Tools[tool] = r.tool(user.MCPTool(name, tool), base, t, func(field string) string {
				return mcpKey(name, tool, field)
			})
		}
		s.MCP[name] = server
	}
	r.view("agent.tool_ui_rich_formatting", &s.RichFormatting, user.RichFormatting)
	r.view("agent.tool_ui_syntax_highlighting", &s.SyntaxHighlighting, user.SyntaxHighlighting)
	r.view("agent.tool_ui_clickable_paths", &s.ClickablePaths, user.ClickablePaths)
	slices.Sort(r.keys)
	return r.keys
}

// anyBudget returns a budget that holds for some tool, 0 if none is set.
func (s *Settings) anyBudget(ofCall int) int {
	n := cmp.Or(ofCall, s.Budget)
	for _, t := range s.Tools {
		n = cmp.Or(n, t.Budget)
	}
	for _, server := range s.MCP {
		n = cmp.Or(n, server.Budget)
		for _, t := range server.Tools {
			n = cmp.Or(n, t.Budget)
		}
	}
	return n
}

// toolOf returns the settings of a tool.
func (s *Settings) toolOf(name string) Tool {
	t, ok := s.Tools[name]
	if !ok {
		t.Enabled = true
	}
	return t
}

type restriction struct {
	s, user *Settings
	path    string
	trusted bool
	keys    []string // that need trust
}

// refuses reports whether a value of the project's file needs trust that the file doesn't have. Then the user's value
// counts.
func (r *restriction) refuses(key string, allowed bool) bool {
	if r.s.source[key] != r.path || allowed || r.trusted {
		return false
	}
	r.keys = append(r.keys, key)
	delete(r.s.source, key)
	if from, ok := r.user.source[key]; ok {
		r.s.source[key] = from
	}
	return true
}

// tool returns the settings of a tool that count: now are those with the project's file, user those without, and base
// is what holds where these are silent.
func (r *restriction) tool(user, base, now Tool, key func(field string) string) Tool {
	level, budget := cmp.Or(user.Level, base.Level), max(user.Budget, base.Budget)
	if r.refuses(key("level"), rank(now.Level, 0) >= rank(level, budget)) {
		now.Level = user.Level
	}
	if r.refuses(key("budget"), budget > 0 && now.Budget >= budget) {
		now.Budget = user.Budget
	}
	switch {
	case r.s.source[key("enabled")] != r.path:
	case !now.Enabled && user.Enabled:
		now.Enabled, now.Whole = true, true
	case r.refuses(key("enabled"), !now.Enabled || user.Enabled):
		now.Enabled = user.Enabled
	}
	return now
}

// rank orders levels by how much of an output they show. A budget without a level shows as much as it allows.
func rank(l summarize.Level, budget int) int {
	if l == "" && budget == 0 {
		l = summarize.Balanced
	}
	return slices.Index([]summarize.Level{
		summarize.Minimal, summarize.Balanced, summarize.Conservative, "", summarize.Lossless,
	}, l)
}

// view restricts a switch of the person's views.
func (r *restriction) view(key string, now *bool, user bool) {
	if r.refuses(key, !*now || user) {
		*now = user
	}
}
