package general

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Of many failed tests whose lines say no more than their names, and stand apart, the names are written once, in a row:
// shown line by line, each would take the mark of a gap besides.
//
//	also failed: rye_02 rye_03 rye_04 … 35 more rye_40
//	also failed, shop.CartTest > adds removes … 28 more sums
//
// So there is room for what the first few of them say, one failure after the other.

const (
	growBytes   = 80  // bytes by which the row grows, at least
	maxNamesRow = 256 // names in the row
	maxNameLine = 32  // bytes that a line has besides a test's name and still says no more than it
	maxNameLen  = 32  // bytes of a name in the row, on average: longer ones cost about as much as their lines
	maxRowName  = 96  // bytes of any of them
	bodyTurns   = 6   // how often the row grows before another failure is shown with what it says
)

// nameRow makes the row of the failed tests that follow the first, and lets their lines come after it, each with what
// it says. ok is false where there are few, or where their lines say more. The lines are read once more.
func nameRow(
	reports []parsed, marks []mark, byLine map[int]role, lines strategies.Lines, text func(strategies.Line) string,
) (f strategies.Fact, ok bool) {
	list, first := rowOf(reports)
	if len(list) <= manyNames || !standApart(list) {
		return f, false
	}
	names, ok := onlyNames(list, lines, text)
	if !ok {
		return f, false
	}
	shared, ok := cutShared(names, first.Name)
	if !ok {
		return f, false
	}
	for _, n := range first.Evidence[min(len(first.Evidence), manyEvidence):min(len(first.Evidence), leadEvidence)] {
		byLine[n] = role{rank: strategies.Critical, second: true, turn: 1}
	}
	for j, at := range list {
		turn := int32(bodyTurns * (j + 1))
		says := role{rank: strategies.Critical, second: true, turn: turn}
		for k, n := range at.Evidence {
			if r, told := byLine[n]; told && !r.lead && k < maxEvidence && r.text == "" {
				byLine[n] = says
			}
		}
		says.text = byLine[at.At].text
		byLine[at.At] = says
	}
	if shared != "" { // one line has a whole name
		byLine[list[len(list)-1].At] = role{rank: strategies.Critical, turn: lastName, group: "last"}
	}
	from, _ := slices.BinarySearchFunc(marks, list[0].At, compareLine)
	for i := from; i < len(marks) && list[0].At > first.At; i++ {
		if m := &marks[i]; m.rank == strategies.Critical && m.flags&second != 0 {
			m.rank = strategies.Evidence // it is said with its test's name, or not at all
		}
	}
	f = strategies.Fact{Kind: "test", Rank: strategies.Critical, Extra: true, Group: "names", Count: len(list)}
	last := len(names) - 1
	grown := len(names[last])
	for n := range min(last, maxNamesRow) {
		if grown += len(names[n]); grown >= growBytes {
			f.Forms = append(f.Forms, rowText(shared, names[:n+1], last-n-1, names[last]))
			grown = 0
		}
	}
	n := min(last, maxNamesRow)
	f.Text = rowText(shared, names[:n], last-n, names[last])
	return f, true
}

// rowOf are the failed tests of the report with the first failure, but for the first itself.
func rowOf(reports []parsed) (list []*report.Finding, first *report.Finding) {
	first = leading(reports)
	if first == nil || first.Name == "" || first.At == 0 {
		return nil, nil
	}
	for i := range reports {
		r := &reports[i]
		if r.Outcome != strategies.Fail {
			continue
		}
		list = list[:0]
		has := false
		for j := range r.Findings {
			switch f := &r.Findings[j]; {
			case f == first:
				has = true
			case f.Parent || f.Warning:
			case f.Name == "" || f.At == 0 || f.Text != "":
				return nil, nil
			default:
				list = append(list, f)
			}
		}
		if has {
			return list, first
		}
	}
	return nil, nil
}

// standApart reports whether most of the lines that name failed tests have others between them.
func standApart(list []*report.Finding) bool {
	apart := 0
	for i := 1; i < len(list); i++ {
		if d := list[i].At - list[i-1].At; d > 1 || d < 0 {
			apart++
		}
	}
	return 2*apart >= len(list)
}

// onlyNames are the names as the lines have them. ok is false where a line says more, or has no name for the row.
func onlyNames(
	list []*report.Finding, lines strategies.Lines, text func(strategies.Line) string,
) (names []string, ok bool) {
	at := make(map[int]int, len(list))
	for i, f := range list {
		at[f.At] = i
	}
	if len(at) < len(list) {
		return nil, false // several are named by one line
	}
	names = make([]string, len(list))
	for l := range lines.All() {
		i, ok := at[l.N]
		if !ok {
			continue
		}
		if names[i], ok = onlyName(strings.Trim(text(l), " \t_=-*"), list[i].Name); !ok {
			return nil, false
		}
		if delete(at, l.N); len(at) == 0 {
			break
		}
	}
	return names, len(at) == 0
}

// cutShared cuts what all names open with off them, "shop.CartTest > " of "shop.CartTest > adds", where they have
// blanks, and returns it. ok is false where the names are too long for a row, or have blanks still. first is the name
// of the failure that leads.
func cutShared(names []string, first string) (shared string, ok bool) {
	hasBlank := func(s string) bool { return strings.Contains(s, " ") }
	if slices.ContainsFunc(names, hasBlank) {
		i := strings.LastIndex(first, " > ")
		if i < 0 {
			return "", false
		}
		shared = first[:i+len(" > ")]
		for i, n := range names {
			if names[i], ok = strings.CutPrefix(n, shared); !ok || hasBlank(names[i]) {
				return "", false
			}
		}
	}
	bytes := 0
	for _, n := range names {
		bytes += len(n)
	}
	return shared, bytes <= maxNameLen*len(names)
}

// onlyName is what a line that says little besides a test's name calls it: the name, or the end of it.
func onlyName(s, name string) (string, bool) {
	if len(s) > len(name)+maxNameLine {
		return "", false
	}
	if !strings.Contains(s, name) {
		if !strings.HasSuffix(s, name[strings.LastIndexByte(name, ':')+1:]) {
			return "", false
		}
		name = s
	}
	return name, len(name) <= maxRowName
}

// rowText is the row of some names, the number of those that it leaves out, and the last of all. shared is what all
// names open with.
func rowText(shared string, names []string, more int, last string) string {
	s := "also failed: "
	if shared != "" {
		s = "also failed, " + shared
	}
	s += strings.Join(names, " ")
	if more > 0 {
		s += " … " + strconv.Itoa(more) + " more"
	}
	return s + " " + last
}
