package report

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/toktee/toktee/internal/measure/stats"
)

// evalFile is a report that eval wrote as JSON.
type evalFile struct {
	SchemaVersion int    `json:"schema_version"`
	Encoding      string `json:"encoding"`
	Families      map[string]struct {
		size
		Settings map[string]row `json:"settings"`
	} `json:"families"`
}

// A row is the JSON of one setting of a family, or of one row of a table.
type row = map[string]any

// size is the population of a family. Two reports can be compared only if their sizes are equal.
type size struct {
	Cases     int `json:"cases"`
	Facts     int `json:"facts"`
	RawTokens int `json:"raw_tokens"`
}

// readEval reads a report and refuses files that eval didn't write.
func readEval(b []byte) (evalFile, error) {
	var f evalFile
	if err := json.Unmarshal(b, &f); err != nil {
		return f, err
	}
	if f.SchemaVersion != 1 || f.Families == nil {
		return f, fmt.Errorf("it has schema version %d and %d families: want what eval --json writes, version 1",
			f.SchemaVersion, len(f.Families))
	}
	return f, nil
}

// CompareEvals compares two reports of eval in JSON. maxLoss is the allowed loss: points of a share, or percent of a
// number of tokens. Reports of other cases, other settings or another encoding are an error.
func CompareEvals(old, now []byte, maxLoss float64) ([]Change, error) {
	a, err := readEval(old)
	if err != nil {
		return nil, fmt.Errorf("the old report: %w", err)
	}
	b, err := readEval(now)
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
			r, ok := g.Settings[setting]
			if !ok {
				return nil, fmt.Errorf("the new report lacks %s at %s", name, setting)
			}
			list = append(list, compareRows(name, setting, f.Settings[setting], r, settingFigures, maxLoss)...)
		}
	}
	return list, nil
}

// tableFile is a table that "tokbench table" wrote as JSON.
type tableFile struct {
	SchemaVersion int    `json:"schema_version"`
	Encoding      string `json:"encoding"`
	tableSize
	LeftOut []string `json:"left_out"`
	Rows    []row    `json:"rows"`
}

// tableSize is the population of a table.
type tableSize struct {
	size
	Runnable int `json:"runnable"`
	Shared   int `json:"shared"`
}

// IsTable reports whether a JSON text is a table, not a report of eval.
func IsTable(text []byte) bool {
	var f tableFile
	return json.Unmarshal(text, &f) == nil && f.Rows != nil
}

// CompareTables compares toktee's rows of two tables in JSON by the rules of [CompareEvals]. Rows of cuts and other
// programs aren't compared. Tables about other outputs are an error.
func CompareTables(old, now []byte, maxLoss float64) ([]Change, error) {
	var a, b tableFile
	for _, f := range []struct {
		name string
		text []byte
		file *tableFile
	}{{"old", old, &a}, {"new", now, &b}} {
		if err := json.Unmarshal(f.text, f.file); err != nil {
			return nil, fmt.Errorf("the %s table: %w", f.name, err)
		}
		if f.file.SchemaVersion != 1 || len(f.file.Rows) == 0 {
			return nil, fmt.Errorf("the %s table: want what table --json writes, version 1", f.name)
		}
	}
	if a.Encoding != b.Encoding || a.tableSize != b.tableSize || !slices.Equal(a.LeftOut, b.LeftOut) {
		return nil, fmt.Errorf("the old table is about %+v (%s) without %q, the new one about %+v (%s) without %q: "+
			"other outputs can't be compared", a.tableSize, a.Encoding, a.LeftOut, b.tableSize, b.Encoding, b.LeftOut)
	}
	var list []Change
	for _, r := range a.Rows {
		if r["kind"] != "toktee" {
			continue
		}
		at := slices.IndexFunc(b.Rows, func(other row) bool { return other["name"] == r["name"] })
		if at < 0 {
			return nil, fmt.Errorf("the new table lacks the row %v", r["name"])
		}
		list = append(list, compareRows("table", fmt.Sprint(r["name"]), r, b.Rows[at], tableFigures, maxLoss)...)
	}
	return list, nil
}

// CompareBenchmarks compares the allocations of Go benchmarks, printed by "go test -bench . -benchmem". maxLoss is the
// allowed growth in percent. Of several runs the least counts. A benchmark that is gone is an error.
func CompareBenchmarks(old, now []byte, maxLoss float64) ([]Change, error) {
	a, err := stats.Benchmarks(old)
	if err != nil {
		return nil, fmt.Errorf("the old benchmarks: %w", err)
	}
	b, err := stats.Benchmarks(now)
	if err != nil {
		return nil, fmt.Errorf("the new benchmarks: %w", err)
	}
	rows := map[string]row{}
	for _, x := range b {
		rows[x.Package+"."+x.Name] = leastRow(x)
	}
	var list []Change
	for _, x := range a {
		name := x.Package + "." + x.Name
		if rows[name] == nil {
			return nil, fmt.Errorf("the new benchmarks lack %s", name)
		}
		list = append(list, compareRows(name, "", leastRow(x), rows[name], benchmarkFigures, maxLoss)...)
	}
	return list, nil
}

// leastRow returns the figures of a benchmark as a row of a report's JSON.
func leastRow(b stats.Benchmark) row {
	r := row{}
	for unit, v := range b.Least {
		r[unit] = v
	}
	return r
}
