package rules

import (
	"slices"

	"github.com/toktee/toktee/strategies"
)

// Match has the rules for one call, the strongest first.
type Match struct {
	rules    []*Rule
	noLimits bool
}

// For returns the rules about a call, nil for none. A nil Set has none.
func (s *Set) For(in *strategies.Input) *Match {
	if s == nil {
		return nil
	}
	var found []*Rule
	for _, r := range s.rules {
		if r.matches(in) {
			found = append(found, r)
		}
	}
	for _, r := range s.builtin.about(in) {
		if !s.names[r.Name] && r.matches(in) {
			found = append(found, r)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return &Match{found, s.NoLimits}
}

// Rules returns the rules, the strongest first.
func (m *Match) Rules() []*Rule { return m.rules }

// Level returns the level that the rules set, "" for none.
func (m *Match) Level() string {
	i := slices.IndexFunc(m.rules, func(r *Rule) bool { return r.level != "" })
	if i < 0 || m.noLimits {
		return ""
	}
	return m.rules[i].level
}

// Budget returns the budget that the rules set, 0 for none.
func (m *Match) Budget() int {
	i := slices.IndexFunc(m.rules, func(r *Rule) bool { return r.budget != 0 })
	if i < 0 || m.noLimits {
		return 0
	}
	return m.rules[i].budget
}

// entry returns the entry for a line, nil for none: the first entry that matches, of the strongest rule that has one.
func (m *Match) entry(line string) *entry {
	line = seen(line)
	for _, r := range m.rules {
		for _, e := range r.lines {
			if e.match.matches(line) && (e.unless == nil || !e.unless.matches(line)) {
				return e
			}
		}
	}
	return nil
}
