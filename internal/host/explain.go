package host

import (
	"slices"
	"strconv"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/strategies"
)

// Explain lists what applies to the output of a tool's command line, with the source of each: whether it is shortened,
// its level, its budget, and the rules that match, the strongest first.
func (h *Host) Explain(tool, command string) []config.Entry {
	s, words := h.settings, shell.Words(command)
	for _, p := range s.CommandsNever {
		if p.MatchesAny(words) {
			return []config.Entry{{
				Key: "shortened", Value: "never, as " + strconv.Quote(p.String()), Source: s.Source("commands.never"),
			}}
		}
	}
	entries := s.Entries()
	entry := func(key, name string, ofTool bool) config.Entry {
		for _, k := range []string{config.ToolKey(tool, name), key} {
			i := slices.IndexFunc(entries, func(e config.Entry) bool { return e.Key == k })
			if i >= 0 && (ofTool || k == key) {
				return config.Entry{Key: name, Value: entries[i].Value, Source: entries[i].Source}
			}
		}
		return config.Entry{Key: name}
	}
	cfg := h.Config()
	t := cfg.Tools[tool]
	enabled := entry("agent.split_tool_results_enabled", "enabled", cfg.Enabled)
	enabled.Key = "shortened"
	if s.Raw {
		enabled.Value, enabled.Source = "false", s.Source("raw")
	}
	level, budget := entry("level", "level", t.Level != ""), entry("budget", "budget", t.Budget != 0)
	m := cfg.Rules.For(&strategies.Input{Tool: tool, Command: command, Shell: shell.Parse(command)})
	if m == nil {
		return []config.Entry{enabled, level, budget}
	}
	var list []config.Entry
	for _, r := range slices.Backward(m.Rules()) {
		l, n := r.Limits()
		if l != "" && m.Level() != "" {
			level.Value, level.Source = l, r.File.Path
		}
		if n != 0 && m.Budget() != 0 {
			budget.Value, budget.Source = strconv.Itoa(n), r.File.Path
		}
		list = append(list, config.Entry{Key: "rule", Value: r.Name + ": " + r.Summary(), Source: r.File.Path})
	}
	slices.Reverse(list)
	return append([]config.Entry{enabled, level, budget}, list...)
}
