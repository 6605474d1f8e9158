package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// A Doc is a report for people. It can be printed as text and as a web page, with the same sections and cells.
//
// A report is held in memory. A cell is one line: line feeds and control characters become blanks.
type Doc struct {
	Title    string   // "" for none
	Lead     []string // paragraphs under the title
	Sections []Section
	Foot     []string // paragraphs at the end that explain the figures; only the page shows them
}

// A Section is a heading with notes and a table, each of which may be missing.
type Section struct {
	Title string
	Notes []string
	Table *Table
	Brief int // rows of the table in the text; 0 for all
}

// A Table has a cell for each column in each of its rows.
type Table struct {
	Columns []Column
	Rows    [][]Cell
}

// A Column is one column of a table.
type Column struct {
	Head  string
	Hint  string // the meaning, with the unit
	Num   bool   // aligned to the right
	Wide  bool   // not in the text for a terminal
	Chart bool   // bars, which only the page shows
}

// A Cell is one cell. The page sorts numbers by Value.
type Cell struct {
	Text  string
	Value float64
	Null  bool // there is no value: sorted after all others
	Bar   *Bar
}

// A Bar compares two lengths on one scale: the tokens before and after.
type Bar struct{ Max, Then, Now float64 }

// newTable returns a table of texts. The first columns, as many as words, are aligned to the left.
func newTable(words int, heads ...string) *Table {
	t := &Table{}
	for i, head := range heads {
		t.Columns = append(t.Columns, Column{Head: head, Num: i >= words})
	}
	return t
}

// add appends a row of texts.
func (t *Table) add(cells ...string) {
	var row []Cell
	for _, s := range cells {
		row = append(row, textCell(s))
	}
	t.Rows = append(t.Rows, row)
}

// textCell returns a cell that sorts by the number at the start of its text, if there is one.
func textCell(s string) Cell {
	c := Cell{Text: s, Null: s == "-"}
	fmt.Sscanf(s, "%g", &c.Value)
	return c
}

// missing is the cell of a figure that doesn't exist.
var missing = Cell{Text: "-", Null: true}

func numberCell[T int | int64](n T) Cell {
	return Cell{Text: strconv.FormatInt(int64(n), 10), Value: float64(n)}
}

// percentCell shows a share in percent: "91.6%".
func percentCell(v *float64) Cell {
	if v == nil {
		return missing
	}
	return Cell{Text: fmt.Sprintf("%.1f%%", *v*100), Value: *v}
}

// floatCell shows a number in the given format, such as "%.4f".
func floatCell(format string, v float64) Cell { return Cell{Text: fmt.Sprintf(format, v), Value: v} }

// num returns a column of numbers, and wide one that the text for a terminal doesn't show.
func num(head, hint string) Column { return Column{Head: head, Hint: hint, Num: true} }
func wide(head, hint string) Column {
	return Column{Head: head, Hint: hint, Num: true, Wide: true}
}

// oneLine keeps a cell on its line.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case turnsDirection(r):
			return -1
		case unicode.IsControl(r), r == '\u2028', r == '\u2029': // control characters, line and paragraph separators
			return ' '
		}
		return r
	}, s)
}

// turnsDirection reports whether a character changes the direction of the text after it.
func turnsDirection(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
