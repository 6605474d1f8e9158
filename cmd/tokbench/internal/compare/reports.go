// Package compare says by how much a report of eval, a table, or what Go benchmarks allocate, differs from an earlier
// one.
package compare

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// reportFile is a report that eval wrote, as far as it is compared.
type reportFile struct {
	SchemaVersion int    `json:"schema_version"`
	Encoding      string `json:"encoding"`
	Families      map[string]struct {
		size
		Settings map[string]map[string]any `json:"settings"`
	} `json:"families"`
	Ordered []orderedRow `json:"ordered"`
}

// size is what two reports of a family must have in common to be compared.
type size struct {
	Cases     int `json:"cases"`
	Facts     int `json:"facts"`
	RawTokens int `json:"raw_tokens"`
}

// comparison is how the change of a figure is measured.
type comparison int

const (
	shareUp  comparison = iota // a share, more is better; the change is in points of percent
	numberUp                   // a number, more is worse; the change is in percent
	never                      // a number of what must not be: any more is worse
)

// figure is a figure that is compared, by its name in the report.
type figure struct {
	name string
	by   comparison
}

// comparedFigures are those of a setting.
var comparedFigures = []figure{
	{"recall", shareUp}, {"intact", shareUp}, {"hard", shareUp}, {"saved", shareUp}, {"net", shareUp},
	{"tokens", numberUp}, {"to_facts", numberUp},
	{"worse", never}, {"over_budget", never}, {"broken", never},
}

// Reports compares two reports of eval in JSON. maxLoss is how many points of a share, or percent of a number of
// tokens, may be lost. Reports of other cases, other settings or another encoding can't be compared, which is an error.
func Reports(old, now []byte, maxLoss float64) ([]Change, error) {
	a, err := readReport(old)
	if err != nil {
		return nil, fmt.Errorf("the old report: %w", err)
	}
	b, err := readReport(now)
	if err != nil {
		return nil, fmt.Errorf("the new report: %w", err)
	}
	if a.Encoding != b.Encoding {
		return nil, fmt.Errorf("the old report counts as %q, the new one as %q", a.Encoding, b.Encoding)
	}
	var list []Change
	for _, name := range slices.Sorted(maps.Keys(a.Families)) {
		f := a.Families[name]
		g, ok := b.Families[name]
		if !ok {
			return nil, fmt.Errorf("the new report lacks the family %s", name)
		}
		if f.size != g.size {
			return nil, fmt.Errorf("family %s has %d cases, %d facts and %d raw tokens in the old report, "+
				"%d, %d and %d in the new one: other cases can't be compared",
				name, f.Cases, f.Facts, f.RawTokens, g.Cases, g.Facts, g.RawTokens)
		}
		for _, setting := range slices.Sorted(maps.Keys(f.Settings)) {
			row, ok := g.Settings[setting]
			if !ok {
				return nil, fmt.Errorf("the new report lacks %s at %s", name, setting)
			}
			list = append(list, compareRows(name, setting, f.Settings[setting], row, comparedFigures, maxLoss)...)
		}
	}
	sessions, err := compareOrdered(a.Ordered, b.Ordered, maxLoss)
	return append(list, sessions...), err
}

// readReport reads a report and refuses what eval didn't write.
func readReport(b []byte) (reportFile, error) {
	var f reportFile
	if err := json.Unmarshal(b, &f); err != nil {
		return f, err
	}
	if f.SchemaVersion != 1 || f.Families == nil {
		return f, fmt.Errorf("it has schema version %d and %d families: want what eval --json writes, version 1",
			f.SchemaVersion, len(f.Families))
	}
	return f, nil
}

// compareRows compares the figures of a family at one setting. A figure may be null, as recall is when it is about no
// case: that it has become so is worse.
func compareRows(family, setting string, old, now map[string]any, figures []figure, maxLoss float64) []Change {
	var list []Change
	for _, fig := range figures {
		a, hadA := old[fig.name].(float64)
		b, hasB := now[fig.name].(float64)
		var lost, gained []string
		if fig.name == "intact" {
			lost, gained = pairs(old["lost"], now["lost"])
		}
		if hadA == hasB && a == b && len(lost)+len(gained) == 0 {
			continue
		}
		c := Change{
			Family: family, Setting: setting, Figure: fig.name,
			Old: fig.by.print(old[fig.name]) + spanOf(old, fig.name),
			New: fig.by.print(now[fig.name]) + spanOf(now, fig.name),
		}
		if hadA && hasB {
			c.Points = fig.by.loss(a, b)
			c.Worse = c.Points > maxLoss || fig.by == never && b > a
		} else {
			c.Worse = hadA && !hasB
		}
		if len(lost)+len(gained) > 0 {
			c.Lost, c.Gained = lost, gained
			n, _ := now["with_facts"].(float64)
			c.Figure = pairedName(fig.name, lost, gained, int(n))
		}
		list = append(list, c)
	}
	return list
}

// loss is by how much a figure got worse, below 0 when it got better.
func (c comparison) loss(old, now float64) float64 {
	switch c {
	case shareUp:
		return (old - now) * 100
	case numberUp:
		return (now - old) / max(old, 1) * 100
	}
	return now - old
}

// print is a figure as it is printed.
func (c comparison) print(v any) string {
	f, ok := v.(float64)
	switch {
	case !ok:
		return "-"
	case c == shareUp:
		return fmt.Sprintf("%.2f%%", f*100)
	}
	return printNumber(f)
}

func printNumber(f float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", f), ".0") }
