package rules

import (
	"slices"
	"strconv"

	"github.com/toktee/toktee/internal/text/shell"
)

// Set has the rules that count. A nil Set has none; use [New] or [Load] for one with the built-in rules. It is safe for
// concurrent use once it is made.
type Set struct {
	// NoLimits means that the call has a level or a budget of its own: those of rules don't count.
	NoLimits bool

	files   []*File
	rules   []*Rule         // of files that count, the strongest first
	names   map[string]bool // of all rules of those files, which replace weaker ones of the same name
	builtin builtins
	limits  int // of rules, the first: see [Set.Limit]
}

// New returns the built-in rules under those of the files, the strongest file first. Files that aren't [Active]
// are kept for [Set.Files], and their rules don't count.
func New(files ...*File) *Set {
	s := &Set{files: files, names: map[string]bool{}, builtin: newBuiltins()}
	for i := 0; i < len(files); {
		mine := map[string]bool{} // names within an origin may be used in several files
		origin := files[i].Origin
		for ; i < len(files) && files[i].Origin == origin; i++ {
			if files[i].State != Active {
				continue
			}
			for _, r := range files[i].Rules {
				mine[r.Name] = true
				if !s.names[r.Name] {
					s.rules = append(s.rules, r)
				}
			}
		}
		for name := range mine {
			s.names[name] = true
		}
	}
	return s
}

// Limit puts a rule before all others: a level and a budget for the commands that a pattern selects, as a file of
// settings sets them. "" and 0 set nothing.
func (s *Set) Limit(path string, p shell.Pattern, level string, budget int) {
	f := &File{Path: path, Origin: User, State: Active}
	r := &Rule{Name: "commands." + strconv.Quote(p.String()), File: f, words: &p, level: level, budget: budget}
	s.rules = slices.Insert(s.rules, s.limits, r)
	s.limits++
}

// Replaced reports whether a stronger rule of the same name takes the place of a rule.
func (s *Set) Replaced(r *Rule) bool {
	if r.File.Origin == BuiltIn {
		return s.names[r.Name]
	}
	return r.File.State == Active && !slices.Contains(s.rules, r)
}

// Files returns the user's and the project's files, the strongest first, whether they count or not.
func (s *Set) Files() []*File { return s.files }
