package report

import (
	"fmt"
	"slices"
	"strings"
)

// A figure is a number that is compared, by its name in the JSON.
type figure struct {
	name string
	by   comparison
	// The names of the results that lack a fact, and their total, by their keys in the JSON; "" for no such list.
	pairs, total string
}

// A comparison defines how the change of a figure is measured.
type comparison int

const (
	shareUp  comparison = iota // a share, more is better; the change is in points of percent
	numberUp                   // a number, more is worse; the change is in percent
	never                      // a number of broken promises: any more is worse
)

var (
	settingFigures = []figure{
		{name: "recall"}, {name: "intact", pairs: "lost", total: "with_facts"}, {name: "hard"}, {name: "saved"},
		{name: "net"}, {name: "tokens", by: numberUp}, {name: "to_facts", by: numberUp},
		{name: "worse", by: never}, {name: "over_budget", by: never}, {name: "broken", by: never},
	}
	// tableFigures are those of a row of a table. Times depend too much on the machine.
	tableFigures = []figure{
		{name: "saved"}, {name: "recall"}, {name: "recall_long"}, {name: "tokens", by: numberUp},
		{name: "grew", by: numberUp}, {name: "failed_exit_0", by: never}, {name: "failed_passes", by: never},
		{name: "failed_hidden", by: never}, {name: "grew_most", by: never},
	}
	// benchmarkFigures are nearly the same on every machine.
	benchmarkFigures = []figure{{name: "allocs/op", by: numberUp}, {name: "B/op", by: numberUp}}
)

// A Change is a figure that differs between two reports.
type Change struct {
	Family, Setting, Figure string
	Old, New                string
	Points                  float64 // the loss in points of percent, or in percent; below 0 for a gain
	Worse                   bool    // by more than is allowed
	// Lost and Gained name the results that have all facts in the old report alone, and in the new one alone.
	Lost, Gained []string
}

// compareRows compares the figures of two rows. A figure may be null, as recall is if no case counts for it. A figure
// that has become null is worse.
func compareRows(family, setting string, old, now row, figures []figure, maxLoss float64) []Change {
	var list []Change
	for _, fig := range figures {
		a, hadA := old[fig.name].(float64)
		b, hasB := now[fig.name].(float64)
		lost, gained := pairs(old[fig.pairs], now[fig.pairs])
		if hadA == hasB && a == b && len(lost)+len(gained) == 0 {
			continue
		}
		c := Change{
			Family: family, Setting: setting, Figure: fig.name, Lost: lost, Gained: gained,
			Old: fig.print(old), New: fig.print(now),
		}
		if hadA && hasB {
			c.Points = fig.by.loss(a, b)
			c.Worse = c.Points > maxLoss || fig.by == never && b > a
		} else {
			c.Worse = hadA && !hasB
		}
		if total, ok := now[fig.total].(float64); ok && len(lost)+len(gained) > 0 {
			c.Figure = fmt.Sprintf("%s (%d lost, %d gained of %.0f)", c.Figure, len(lost), len(gained), total)
		}
		list = append(list, c)
	}
	return list
}

// loss is the change for the worse, below 0 for a gain.
func (c comparison) loss(old, now float64) float64 {
	switch c {
	case shareUp:
		return (old - now) * 100
	case numberUp:
		return (now - old) / max(old, 1) * 100
	}
	return now - old
}

// print returns a figure of a row with its interval: "91.20% (80.0-97.2)", "12.5", "-" for none.
func (fig figure) print(r row) string {
	v, ok := r[fig.name].(float64)
	switch {
	case !ok:
		return "-"
	case fig.by != shareUp:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0")
	}
	s := fmt.Sprintf("%.2f%%", v*100)
	spans, _ := r["interval95"].(map[string]any)
	if span, _ := spans[fig.name].([]any); len(span) == 2 {
		low, _ := span[0].(float64)
		high, _ := span[1].(float64)
		s += fmt.Sprintf(" (%.1f-%.1f)", low*100, high*100)
	}
	return s
}

// pairs returns the results that lack a fact in the new report alone, and in the old one alone. A share may stay equal
// although some results are lost and others gained. Reports of earlier versions have no such lists: then it is none.
func pairs(old, now any) (lost, gained []string) {
	a, inOld := old.([]any)
	b, inNow := now.([]any)
	if both := inOld && inNow; !both {
		return nil, nil
	}
	without := func(list, others []any) (names []string) {
		for _, v := range list {
			if s, ok := v.(string); ok && !slices.Contains(others, v) {
				names = append(names, s)
			}
		}
		return names
	}
	return without(b, a), without(a, b)
}

// Worse returns the changes that got worse by more than is allowed.
func Worse(changes []Change) []Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return !c.Worse })
}

// Changes lays out the figures that got worse, the results that were lost or gained, and the number of all other
// changes.
func Changes(changes []Change) *Doc {
	worse := NewTable(5, "family", "setting", "figure", "old", "new")
	paired := NewTable(4, "family", "setting", "lost", "gained")
	less, better := 0, 0
	for _, c := range changes {
		switch {
		case c.Worse:
			worse.Add(c.Family, c.Setting, c.Figure, c.Old, c.New)
		case c.Points > 0:
			less++
		case c.Points < 0:
			better++
		}
		if len(c.Lost)+len(c.Gained) > 0 {
			paired.Add(c.Family, c.Setting, names(c.Lost), names(c.Gained))
		}
	}
	return summed(fmt.Sprintf("%d figures got worse by more than is allowed, %d by less, %d got better",
		len(worse.Rows), less, better), worse, paired)
}

// summed lays out the tables that have rows, and a last line.
func summed(last string, tables ...*Table) *Doc {
	d := &Doc{}
	for _, t := range tables {
		if len(t.Rows) > 0 {
			d.Sections = append(d.Sections, Section{Table: t})
		}
	}
	d.Sections = append(d.Sections, Section{Title: last})
	return d
}

// maxNames is how many results of one setting are named.
const maxNames = 10

// names joins names, "-" for none.
func names(list []string) string {
	if len(list) == 0 {
		return "-"
	}
	s := strings.Join(list[:min(len(list), maxNames)], ", ")
	if more := len(list) - maxNames; more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}
