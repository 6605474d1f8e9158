package report

// A Doc is a report for people. [Doc.Text] prints it.
//
// A report is held in memory. A cell is one line: line feeds and control characters become blanks.
type Doc struct {
	Title    string   // "" for none
	Lead     []string // paragraphs under the title
	Sections []Section
}

// A Section is a heading with notes and a table, each of which may be missing.
type Section struct {
	Title string
	Notes []string
	Table *Table
	Brief int // rows of the table that are printed; 0 for all
}

// A Table has a cell for each column in each of its rows.
type Table struct {
	Columns []Column
	Rows    [][]string
}

// A Column is one column of a table.
type Column struct {
	Head string
	Num  bool // aligned to the right
}

// NewTable returns a table without rows. The first columns, as many as words, are aligned to the left.
func NewTable(words int, heads ...string) *Table {
	t := &Table{}
	for i, head := range heads {
		t.Columns = append(t.Columns, Column{head, i >= words})
	}
	return t
}

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }
