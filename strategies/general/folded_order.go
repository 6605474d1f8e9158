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
	maxOffered = 6   // rows of a group at most that come first
)

// coverage is what the groups so far have shown: kinds of messages, messages and files.
type coverage struct{ kinds, messages, files map[string]bool }

// ordered sorts the groups by how much that is new they show for their length: each kind of message once, then the
// rest. Ranks stay apart, and so do errors from milder messages. It sets how many rows of each group come before the
// later rows of any: the first row, and those after it that name a file for the first time.
func ordered(groups []group) []group {
	for i := range groups {
		groups[i].mild = groups[i].gravity()
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
	n := coverage{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for i := range groups {
		best, most, cost, again := i, -1, 1, true
		for j := i; j < len(groups) && groups[j].isPeer(&groups[i]); j++ {
			value, weight, old := n.worth(&groups[j])
			if i == 0 && j > 0 && groups[0].leads() {
				break
			}
			if old && !again || old == again && value*cost <= most*weight {
				continue
			}
			best, most, cost, again = j, value, weight, old
		}
		g := groups[best]
		copy(groups[i+1:best+1], groups[i:best])
		if again {
			g.now = 0
		}
		groups[i] = g
		for _, r := range g.rows[:max(g.now, 1)] {
			n.add(r)
		}
	}
	return groups
}

// leads reports whether a group that is the first of the gravest comes first, since what is below may follow from it:
// an error that is known by its form alone.
func (g *group) leads() bool {
	level := g.list[0].finding.Level
	return level == report.LevelFatal || level == report.LevelError
}

// isPeer reports whether two groups may change places.
func (g *group) isPeer(other *group) bool { return g.rank == other.rank && g.mild == other.mild }

// gravity orders groups by their level, those of no place behind the others.
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

// mild is 0 where a message calls itself an error, 1 otherwise: for lines that are known by their form alone, nothing
// else distinguishes errors from warnings.
func mild(list []*placed) int {
	for _, d := range list {
		m := strings.TrimLeft(d.message, "[(")
		if len(m) >= len("error") && strings.EqualFold(m[:len("error")], "error") {
			return 0
		}
	}
	return 1
}

// worth is how much that is new the first rows of a group show, and what they cost. old: it is no new kind of message.
func (n *coverage) worth(g *group) (value, cost int, old bool) {
	old = true
	files, messages := map[string]bool{}, map[string]bool{}
	g.now = 0
	if g.byFile {
		n.freshFirst(g)
	}
	for i, r := range g.rows[:min(len(g.rows), maxOffered)] {
		fresh := i == 0 || len(r.diagnostics) == 0 && g.now == i && g.rows[0].short == ""
		for _, d := range r.diagnostics {
			if !n.kinds[d.kind] {
				old = false
			}
			if !n.files[d.file] && !files[d.file] || g.byFile && !n.messages[d.key] && !messages[d.key] {
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
	return value, max(cost, 1), old
}

// freshFirst puts the rows of a file that show a message for the first time before the others.
func (n *coverage) freshFirst(g *group) {
	own := map[string]bool{}
	var fresh, old []row
	for i, r := range g.rows {
		switch {
		case len(r.diagnostics) == 0 && i == 0: // the file's name
			fresh = append(fresh, r)
		case len(r.diagnostics) > 0 && !n.messages[r.diagnostics[0].key] && !own[r.diagnostics[0].key]:
			own[r.diagnostics[0].key] = true
			fresh = append(fresh, r)
		default:
			old = append(old, r)
		}
	}
	g.rows = append(fresh, old...)
}

func (n *coverage) add(r row) {
	for _, d := range r.diagnostics {
		n.kinds[d.kind], n.messages[d.key], n.files[d.file] = true, true, true
	}
}

// weight is about what a text costs: its words and signs, of which paths have more than prose of the same length.
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

// byteClass is 'a' for a letter, '0' for a digit, ' ' for a blank, '.' for all else.
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
