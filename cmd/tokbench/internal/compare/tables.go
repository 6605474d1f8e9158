package compare

import (
	"encoding/json"
	"fmt"
	"slices"
)

// tableFile is a table that "tokbench table" wrote, as far as it is compared.
type tableFile struct {
	SchemaVersion int    `json:"schema_version"`
	Encoding      string `json:"encoding"`
	tableSize
	LeftOut []string         `json:"left_out"`
	Rows    []map[string]any `json:"rows"`
}

// tableSize is what two tables must have in common to be compared.
type tableSize struct {
	size
	Runnable int `json:"runnable"`
	Shared   int `json:"shared"`
}

// tableFigures are the figures of a row that are compared. Times say more of the machine.
var tableFigures = []figure{
	{"saved", shareUp}, {"recall", shareUp}, {"recall_long", shareUp}, {"tokens", numberUp}, {"grew", numberUp},
	{"failed_exit_0", never}, {"failed_passes", never}, {"failed_hidden", never}, {"grew_most", never},
}

// IsTable reports whether a JSON text is a table, rather than a report.
func IsTable(text []byte) bool {
	var f tableFile
	return json.Unmarshal(text, &f) == nil && f.Rows != nil
}

// Tables compares toktee's rows of two tables in JSON, by the rules of [Reports]. Cuts and other programs aren't
// compared: that they do worse is no loss of toktee's. Tables of other outputs can't be compared, which is an error.
func Tables(old, now []byte, maxLoss float64) ([]Change, error) {
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
	for _, row := range a.Rows {
		if row["kind"] != "toktee" {
			continue
		}
		name := fmt.Sprint(row["name"])
		at := slices.IndexFunc(b.Rows, func(r map[string]any) bool { return r["name"] == name })
		if at < 0 {
			return nil, fmt.Errorf("the new table lacks the row %s", name)
		}
		list = append(list, compareRows("table", name, row, b.Rows[at], tableFigures, maxLoss)...)
	}
	return list, nil
}
