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
//	also failed: rye_02 rye_03 rye_04 … 36 more
//
// So there is room for what the first few of them say, one failure after the other.

const (
	growBytes   = 80  // bytes by which the row grows, at least
	maxNamesRow = 256 // names in the row
	maxNameLine = 32  // bytes that a line has besides a test's name and still says no more than it
	maxNameLen  = 32  // bytes of a name in the row: a longer one costs about as much as its line
	bodyTurns   = 6   // how often the row grows before another failure is shown with what it says
)

// nameRow makes the row of the failed tests that follow the first, and lets their lines come after it, each with what
// it says. ok is false where there are few, or where their lines say more. The lines are read once more.
func nameRow(
	reports []parsed, marks []mark, byLine map[int]role, lines strategies.Lines, text func(strategies.Line) string,
) (f strategies.Fact, ok bool) {
	list, first := rowOf(reports)
	if len(list) <= manyNames || !standApart(list) || !sayOnlyNames(list, lines, text) {
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
		byLine[at.At] = says
	}
	from, _ := slices.BinarySearchFunc(marks, list[0].At, compareLine)
	for i := from; i < len(marks) && list[0].At > first.At; i++ {
		if m := &marks[i]; m.rank == strategies.Critical && m.flags&second != 0 {
			m.rank = strategies.Evidence // it is said with its test's name, or not at all
		}
	}
	f = strategies.Fact{Kind: "test", Rank: strategies.Critical, Extra: true, Group: "names", Count: len(list)}
	last := len(list) - 1
	grown := len(list[last].Name)
	for n := range min(last, maxNamesRow) {
		if grown += len(list[n].Name); grown >= growBytes {
			f.Forms = append(f.Forms, rowText(list[:n+1], last-n-1, list[last].Name))
			grown = 0
		}
	}
	n := min(last, maxNamesRow)
	f.Text = rowText(list[:n], last-n, list[last].Name)
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
			case f.Name == "" || f.At == 0 || f.Text != "" || len(f.Name) > maxNameLen, strings.Contains(f.Name, " "):
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

// sayOnlyNames reports whether each of the lines has its test's name and little besides.
func sayOnlyNames(list []*report.Finding, lines strategies.Lines, text func(strategies.Line) string) bool {
	byLine := make(map[int]*report.Finding, len(list))
	for _, f := range list {
		byLine[f.At] = f
	}
	if len(byLine) < len(list) {
		return false // several are named by one line
	}
	for l := range lines.All() {
		f, ok := byLine[l.N]
		if !ok {
			continue
		}
		if s := strings.TrimSpace(text(l)); len(s) > len(f.Name)+maxNameLine || !strings.Contains(s, f.Name) {
			return false
		}
		if delete(byLine, l.N); len(byLine) == 0 {
			break
		}
	}
	return len(byLine) == 0
}

// rowText is the row of some names, the number of those that it leaves out, and the last of all.
func rowText(list []*report.Finding, more int, last string) string {
	var sb strings.Builder
	sb.WriteString("also failed: ")
	for _, f := range list {
		sb.WriteString(f.Name + " ")
	}
	if more > 0 {
		sb.WriteString("… " + strconv.Itoa(more) + " more ")
	}
	sb.WriteString(last)
	return sb.String()
}
