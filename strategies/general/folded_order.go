package general

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/report"
)

const (
	maxOrdered = 256 // groups that are sorted; more than these stay in reading order
	maxOffered = 6   // most rows of a group that come first
)

// coverage is the content that the groups so far have shown: kinds of messages, messages and files.
type coverage struct {
	kinds           kindCounts
	messages, files map[string]bool
}

// ordered sorts the groups by how much new content they show for their length: one of each kind of message, then the
// rest. Ranks stay apart, and so do errors and milder messages. In each group, it counts the rows that come before the
// later rows of any group: the first row, and the next ones while they name a new file.
func ordered(groups []group) []group {
	errors := unratedErrors(groups)
	for i := range groups {
		groups[i].mild = groups[i].gravity()
		if errors && groups[i].list[0].finding.Level == report.Unrated {
			groups[i].mild = 0
		}
	}
	slices.SortStableFunc(groups, func(a, b group) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.mild, b.mild))
	})
	if len(groups) > maxOrdered {
		for i := range groups {
			groups[i].now = 1
		}
		return groups
	}
	n := coverage{messages: map[string]bool{}, files: map[string]bool{}}
	for i := range groups {
		for _, d := range groups[i].list {
			n.kinds.count(d.kind)
		}
	}
	for i := range groups {
		best, bestValue, cost, news := i, -1, 1, knownKind
		for j := i; j < len(groups) && groups[j].isPeer(&groups[i]); j++ {
			value, weight, its := n.worth(&groups[j])
			if i == 0 && j > 0 && groups[0].leads() {
				break
			}
			if its > news || its == news && value*cost <= bestValue*weight {
				continue
			}
			best, bestValue, cost, news = j, value, weight, its
		}
		g := groups[best]
		copy(groups[i+1:best+1], groups[i:best])
		switch news {
		case knownKind:
			g.now = 0
		case rareKind:
			n.kinds.rare += len(g.list)
		}
		groups[i] = g
		for _, r := range g.rows[:max(g.now, 1)] {
			n.add(r)
		}
	}
	return groups
}

// unratedErrors reports whether diagnostics without a level are the errors, since only warnings and notes name theirs:
//
//	ledger.erl:5:25: field amout undefined in record entry
//	ledger.erl:9:1: Warning: function helper/1 is unused
func unratedErrors(groups []group) bool {
	rated := false
	for i := range groups {
		switch level := groups[i].list[0].finding.Level; {
		case level == report.Unrated:
		case level < report.LevelWarning:
			return false
		default:
			rated = true
		}
	}
	return rated
}

// leads reports whether the first group stays first although others show more. That is so for errors, since later
// messages may follow from them.
func (g *group) leads() bool { return isError(g.list[0].finding) }

// isPeer reports whether two groups may change places.
func (g *group) isPeer(other *group) bool { return g.rank == other.rank && g.mild == other.mild }

// gravity returns the order of a group by its level. Within a level, groups without a file come last.
func (g *group) gravity() int {
	f := g.list[0].finding
	n := 2 * gravity(f.Level)
	if f.Level == report.Unrated {
		return n + mild(g.list)
	}
	if f.File == "" {
		n++
	}
	return n
}

// mild returns 0 if a message calls itself an error, and 1 otherwise. For lines known by their form alone, no other
// sign distinguishes errors from warnings.
func mild(list []*placed) int {
	for _, d := range list {
		m := strings.TrimLeft(d.message, "[(")
		if len(m) >= len("error") && strings.EqualFold(m[:len("error")], "error") {
			return 0
		}
	}
	return 1
}

// news is how new the kinds of a group's messages are, the newest first.
type news int

const (
	newKind  news = iota
	rareKind      // few are of that kind
	knownKind
)

// worth returns the new content of the first rows of a group, their cost, and how new their kinds are.
func (n *coverage) worth(g *group) (value, cost int, is news) {
	is = knownKind
	files, messages := map[string]bool{}, map[string]bool{}
	g.now = 0
	for i, r := range g.rows[:min(len(g.rows), maxOffered)] {
		fresh := i == 0 || len(r.diagnostics) == 0 && g.now == i && g.rows[0].short == ""
		for _, d := range r.diagnostics {
			switch {
			case !n.kinds.shown[d.kind]:
				is = newKind
			case n.kinds.isRare(d.kind):
				is = min(is, rareKind)
			}
			if !n.files[d.file] && !files[d.file] {
				fresh = true
			}
		}
		if !fresh {
			break
		}
		for _, d := range r.diagnostics {
			if !n.files[d.file] && !files[d.file] {
				files[d.file] = true
				value += 2
			}
			if !n.messages[d.key] && !messages[d.key] {
				messages[d.key] = true
				value += 2
			}
		}
		cost += weight(r.text) + 1
		g.now = i + 1
	}
	return value, max(cost, 1), is
}

func (n *coverage) add(r row) {
	for _, d := range r.diagnostics {
		n.kinds.shown[d.kind], n.messages[d.key], n.files[d.file] = true, true, true
	}
}

// weight estimates the cost of a text by its words and signs. A path has more of them than prose of the same length.
func weight(s string) int {
	n, run := 0, 0
	var last byte
	for i := range len(s) {
		c := byteClass(s[i])
		if c != last {
			run = 0
		}
		last = c
		switch {
		case c == 'a' && run%7 == 0, c == '0' && run%3 == 0, c == '.' && run%2 == 0:
			n++
		}
		run++
	}
	return n
}

// byteClass returns 'a' for a letter, '0' for a digit, ' ' for a blank and '.' for all else.
func byteClass(c byte) byte {
	switch {
	case c|0x20 >= 'a' && c|0x20 <= 'z':
		return 'a'
	case parse.Digit(c):
		return '0'
	case c == ' ':
		return ' '
	}
	return '.'
}
