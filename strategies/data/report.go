package data

import (
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// The keys of the numbers of rows and columns, and of the top-level keys of a document.
const (
	keyRows    strategies.Key = "rows"
	keyColumns strategies.Key = "columns"
	keyDocs    strategies.Key = "documents"
	keyKeys    strategies.Key = "keys"
)

const (
	maxTables = 50  // tables and lists in the details
	maxNames  = 50  // names of columns or keys there
	maxName   = 200 // bytes of one
)

// report gathers the facts about the whole.
type report struct {
	format  string         // "JSON", "YAML", "CSV"
	docs    int            // documents that are read one by one, 0 for one or for rows
	keys    []string       // of the document, the first [maxNames]
	nkeys   int            // all of them
	tables  []tableDetails // the first [maxTables]
	ntables int            // all of them
	cut     breakage       // why the last document has no end
	part    bool           // the output was cut before it came in
}

// details is the person's view: "type": "data".
type details struct {
	Format    string         `json:"format"`
	Keys      []string       `json:"keys,omitempty"` // of a document that is one object
	Tables    []tableDetails `json:"tables"`
	Cut       bool           `json:"cut"`       // the text ends inside a document
	Truncated bool           `json:"truncated"` // there are more keys, columns or tables than are listed
}

// tableDetails is an array of objects, or of values, which has no columns.
type tableDetails struct {
	Path    string   `json:"path"` // "" for the document itself
	Rows    int      `json:"rows"`
	Columns []string `json:"columns,omitempty"`
	LeftOut int      `json:"left_out,omitempty"` // columns that no row shows
	// Values is how often each value occurs, of columns that have few, by the column's name.
	Values  map[string]map[string]int64 `json:"values,omitempty"`
	columns int                         // how many there are, which may be more than are listed
}

// table notes a table. exact means that all of its rows were seen.
func (r *report) table(path string, n int, t *table, left []string, exact bool) {
	d := tableDetails{Path: path, Rows: n, LeftOut: len(left), columns: len(t.cols)}
	if t.uniform() {
		d.describe(t, exact)
	}
	r.note(d)
}

// describe adds the columns' names and, if all rows were seen, how often each value of a column occurs.
func (d *tableDetails) describe(t *table, exact bool) {
	for i := range t.cols {
		c := &t.cols[i]
		d.Columns = append(d.Columns, c.name)
		vs := c.classes(t.rows)
		if vs == nil || !exact {
			continue
		}
		if d.Values == nil {
			d.Values = map[string]map[string]int64{}
		}
		counts := map[string]int64{}
		for _, v := range vs {
			counts[plainText(v.text)] += int64(v.n)
		}
		d.Values[c.name] = counts
	}
}

// list notes an array of values.
func (r *report) list(path string, n int) { r.note(tableDetails{Path: path, Rows: n}) }

// note adds a table to the details, the first fifty with their columns.
func (r *report) note(d tableDetails) {
	if r.ntables++; r.ntables <= maxTables {
		d.Path = clip(d.Path)
		d.Columns = clipAll(d.Columns)
		r.tables = append(r.tables, d)
	}
}

// clip cuts a name to [maxName] bytes.
func clip(s string) string {
	return strings.ToValidUTF8(s[:textline.RuneStart(s, min(len(s), maxName))], "")
}

// clipAll cuts a list of names to [maxNames], and each of them.
func clipAll(names []string) []string {
	out := make([]string, 0, min(len(names), maxNames))
	for _, n := range names[:min(len(names), maxNames)] {
		out = append(out, clip(n))
	}
	return out
}

// finish hands the numbers on.
func (r *report) finish(c *strategies.Collector) {
	d := details{
		Format:    r.format,
		Keys:      clipAll(r.keys),
		Tables:    r.tables,
		Cut:       r.cut != unbroken,
		Truncated: r.ntables > maxTables || r.nkeys > maxNames,
	}
	if d.Tables == nil {
		d.Tables = []tableDetails{}
	}
	if r.cut == ends || r.part {
		c.Upstream = true
	}
	if r.nkeys > 0 {
		c.Count(keyKeys, int64(r.nkeys))
	}
	if r.docs > 0 {
		c.Count(keyDocs, int64(r.docs))
	} else if m := r.main(); m != nil {
		c.Count(keyRows, int64(m.Rows))
		if len(m.Columns) > 0 {
			c.Count(keyColumns, int64(m.columns))
		}
		d.Truncated = d.Truncated || m.columns > maxNames
	}
	c.Verdict(r.verdict())
	if made, err := result.NewDetails("data", d); err == nil {
		c.Details(made)
	}
}

// main is the table that the document is about: the largest of those that come first.
func (r *report) main() *tableDetails {
	var m *tableDetails
	for i := range r.tables {
		if m == nil || r.tables[i].Rows > m.Rows && len(m.Path) > 0 {
			m = &r.tables[i]
		}
	}
	return m
}

// verdict sums up the data in three lengths:
//
//	40 rows
//	JSON, 40 rows, 6 columns
//	JSON, 3 keys, 40 rows in items
//	JSON, 2 documents
func (r *report) verdict() (short, medium, long string) {
	m := r.main()
	switch {
	case r.docs > 0:
		m, short = nil, words.Count(r.docs, "document", "documents")
	case m != nil && (m.Path == "" || r.nkeys == 0):
		short = countOf(m)
	case r.nkeys > 0:
		short = words.Count(r.nkeys, "key", "keys")
	default:
		return "", "", ""
	}
	part := r.partWord()
	medium = r.format + ", " + short + part
	long = medium
	if m != nil {
		inDocument := m.Path != ""
		switch {
		case !inDocument && len(m.Columns) > 0:
			medium = r.format + ", " + short + ", " + words.Count(m.columns, "column", "columns") + part
			long = medium
		case inDocument && r.nkeys > 0 && len(m.Path) <= maxValue:
			long = r.format + ", " + short + ", " + countOf(m) + " in " + m.Path + part
		}
	}
	switch r.cut {
	case ends:
		long += "; it breaks off"
	case noJSON:
		long += "; something else follows"
	}
	return short + part, medium, long
}

// partWord is what follows counts of a text that isn't all there.
func (r *report) partWord() string {
	switch {
	case r.cut == unseen:
		return " in the part read"
	case r.cut != unbroken || r.part:
		return " in the part shown"
	}
	return ""
}

// countOf is the number of a table's rows, or of a list's values.
func countOf(d *tableDetails) string {
	if len(d.Columns) == 0 && d.columns == 0 {
		return words.Count(d.Rows, "value", "values")
	}
	return words.Count(d.Rows, "row", "rows")
}
