package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// figures is a written report, as far as it is compared.
type figuresFile struct {
	SchemaVersion int    `json:"schema_version"`
	Encoding      string `json:"encoding"`
	Families      map[string]struct {
		Cases     int                       `json:"cases"`
		Facts     int                       `json:"facts"`
		RawTokens int                       `json:"raw_tokens"`
		Settings  map[string]map[string]any `json:"settings"`
	} `json:"families"`
	Violations []Violation `json:"violations"`
}

// Change is a figure that differs between two reports.
type Change struct {
	Family, Setting, Figure string
	Old, New                string
	Points                  float64 // by how much it got worse: points of percent, or percent; below 0 it got better
	Worse                   bool    // by more than is allowed
}

// comparedFigures are the figures that are compared. sign is 1 where more is better, -1 where less is; of a share the
// change is in points, of a number in percent, and of what must not be, any more is worse.
var comparedFigures = []struct {
	name  string
	sign  float64
	share bool
	never bool
}{
	{"recall", 1, true, false}, {"intact", 1, true, false}, {"hard", 1, true, false}, {"saved", 1, true, false}, {"net", 1, true, false},
	{"tokens", -1, false, false}, {"to_facts", -1, false, false},
	{"worse", -1, false, true}, {"over_budget", -1, false, true}, {"broken", -1, false, true},
}

// CompareReports compares two reports that [Report.JSON] wrote. maxLoss is how many points of a share, or percent of a
// number of tokens, may be lost. Reports of other cases, other settings or another encoding can't be compared, which is an
// error.
func CompareReports(old, now []byte, maxLoss float64) ([]Change, error) {
	a, err := readFigures(old)
	if err != nil {
		return nil, fmt.Errorf("the old report: %w", err)
	}
	b, err := readFigures(now)
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
		if f.Cases != g.Cases || f.Facts != g.Facts || f.RawTokens != g.RawTokens {
			return nil, fmt.Errorf("family %s has %d cases, %d facts and %d raw tokens in the old report, %d, %d and %d in the new one: other cases can't be compared",
				name, f.Cases, f.Facts, f.RawTokens, g.Cases, g.Facts, g.RawTokens)
		}
		for _, setting := range slices.Sorted(maps.Keys(f.Settings)) {
			row, ok := g.Settings[setting]
			if !ok {
				return nil, fmt.Errorf("the new report lacks %s at %s", name, setting)
			}
			list = append(list, compareRows(name, setting, f.Settings[setting], row, maxLoss)...)
		}
	}
	return list, nil
}

func readFigures(b []byte) (figuresFile, error) {
	var f figuresFile
	if err := json.Unmarshal(b, &f); err != nil {
		return f, err
	}
	if f.SchemaVersion != 1 || f.Families == nil {
		return f, fmt.Errorf("it has schema version %d and %d families: want what eval --json writes, version 1", f.SchemaVersion, len(f.Families))
	}
	return f, nil
}

func compareRows(family, setting string, old, now map[string]any, maxLoss float64) []Change {
	var list []Change
	for _, fig := range comparedFigures {
		a, hadA := old[fig.name].(float64)
		b, hasB := now[fig.name].(float64)
		c := Change{Family: family, Setting: setting, Figure: fig.name, Old: figure(old[fig.name], fig.share), New: figure(now[fig.name], fig.share)}
		switch {
		case !hadA && !hasB || hadA && hasB && a == b:
			continue
		case !hadA || !hasB: // as for recall when no case has a say any more
			c.Worse = hadA
		case fig.never:
			c.Points, c.Worse = b-a, b > a
		case fig.share:
			c.Points = (a - b) * 100 * fig.sign
			c.Worse = c.Points > maxLoss
		default:
			c.Points = (a - b) / max(a, 1) * 100 * fig.sign
			c.Worse = c.Points > maxLoss
		}
		list = append(list, c)
	}
	return list
}

// figure is a figure as it is printed.
func figure(v any, share bool) string {
	f, ok := v.(float64)
	switch {
	case !ok:
		return "-"
	case share:
		return fmt.Sprintf("%.2f%%", f*100)
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", f), ".0")
}

// Got returns those of the changes that got worse by more than is allowed, or with worse false, the others.
func Got(worse bool, changes []Change) []Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return c.Worse != worse })
}

// PrintChanges writes what got worse as a table, and says how many figures else have changed.
func PrintChanges(w io.Writer, changes []Change, markdown bool) error {
	worse, rest := Got(true, changes), Got(false, changes)
	if len(worse) > 0 {
		if err := printChanges(w, worse, markdown); err != nil {
			return err
		}
	}
	better := 0
	for _, c := range rest {
		if c.Points < 0 {
			better++
		}
	}
	_, err := fmt.Fprintf(w, "%d figures got worse by more than is allowed, %d by less, %d got better\n", len(worse), len(rest)-better, better)
	return err
}

func printChanges(w io.Writer, list []Change, markdown bool) error {
	head := []string{"family", "setting", "figure", "old", "new"}
	if markdown {
		fmt.Fprintf(w, "| %s |\n|%s\n", strings.Join(head, " | "), strings.Repeat(" --- |", len(head)))
		for _, c := range list {
			fmt.Fprintf(w, "| %s | %s | %s | %s | %s |\n", c.Family, c.Setting, c.Figure, c.Old, c.New)
		}
		_, err := fmt.Fprintln(w)
		return err
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, strings.Join(head, "\t"))
	for _, c := range list {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\n", c.Family, c.Setting, c.Figure, c.Old, c.New)
	}
	return tw.Flush()
}
