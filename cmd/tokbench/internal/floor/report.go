package floor

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// MaxExceptions is how many exceptions a check takes. More of them would be no floor.
const MaxExceptions = 3

// A Breach is a family that is below the floor at a budget.
type Breach struct {
	Family       string
	Budget       int
	Over         int
	Recall, Best float64
	Cut          string // the plain cut that keeps more
}

// Name is the breach as an exception names it: family@budget.
func (b *Breach) Name() string { return b.Family + "@" + strconv.Itoa(b.Budget) }

// reportFile is a report of eval in JSON, as far as the floor is concerned. Where no output of a family has a say, its
// recall is null, and so is its floor.
type reportFile struct {
	SchemaVersion int `json:"schema_version"`
	Families      map[string]struct {
		Settings map[string]struct {
			Over   int
			Recall *float64
			Floor  *struct {
				Cut    string
				Recall float64
			}
		}
	}
}

// Breaches lists the families of a report, as eval writes it in JSON, that are below the floor.
func Breaches(report []byte) ([]Breach, error) {
	var f reportFile
	if err := json.Unmarshal(report, &f); err != nil {
		return nil, fmt.Errorf("reading the report: %w", err)
	}
	if f.SchemaVersion != 1 || f.Families == nil {
		return nil, fmt.Errorf("the report has schema version %d and %d families: "+
			"want what eval --json writes, version 1", f.SchemaVersion, len(f.Families))
	}
	var list []Breach
	judged := 0
	for _, name := range slices.Sorted(maps.Keys(f.Families)) {
		for _, budget := range Budgets() {
			s, measured := f.Families[name].Settings[strconv.Itoa(budget)]
			if !measured || s.Recall == nil || s.Floor == nil {
				continue
			}
			judged++
			if Judge(s.Over, *s.Recall, s.Floor.Recall) == Below {
				list = append(list, Breach{name, budget, s.Over, *s.Recall, s.Floor.Recall, s.Floor.Cut})
			}
		}
	}
	if judged == 0 {
		return nil, fmt.Errorf("the report has no family to judge at any of the budgets %v", Budgets())
	}
	return list, nil
}

// Except takes the excepted ones out of the breaches. An exception that isn't needed is an error: it would hide what
// comes later.
func Except(list []Breach, names []string) ([]Breach, error) {
	if len(names) > MaxExceptions {
		return nil, fmt.Errorf("%d exceptions: want at most %d", len(names), MaxExceptions)
	}
	for _, name := range names {
		at := slices.IndexFunc(list, func(b Breach) bool { return b.Name() == name })
		if at < 0 {
			return nil, fmt.Errorf("the exception %q isn't needed: nothing of that name is below the floor", name)
		}
		list = slices.Delete(list, at, at+1)
	}
	return list, nil
}

// Print writes the breaches as a table, in Markdown if wanted, and how many there are.
func Print(w io.Writer, list []Breach, markdown bool) error {
	var b strings.Builder
	if markdown && len(list) > 0 {
		b.WriteString("| family | budget | over | recall | best plain cut | recall of it |\n" +
			"| --- | ---: | ---: | ---: | --- | ---: |\n")
	}
	for _, x := range list {
		form := "%s at %d tokens, %d outputs over: recall %.1f%%, %s %.1f%%\n"
		if markdown {
			form = "| %s | %d | %d | %.1f%% | %s | %.1f%% |\n"
		}
		fmt.Fprintf(&b, form, x.Family, x.Budget, x.Over, x.Recall*100, x.Cut, x.Best*100)
	}
	if markdown && len(list) > 0 {
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "%d below the best plain cut at the same tokens\n", len(list))
	_, err := io.WriteString(w, b.String())
	return err
}
