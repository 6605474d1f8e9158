// Package sheet writes a report as text for a terminal, as Markdown, and as a web page that needs no network: the same
// sections, the same cells, the same numbers in each.
//
// The page has its style and its few lines of script in itself, follows the reader's choice of light or dark, prints on
// white, and its tables are sorted by a click on a heading. Its policy lets it load nothing.
//
// # Limits
//
// A report is held in memory. Cells are one line each: line feeds and control characters become blanks.
package sheet

import (
	"strings"
	"unicode"
)

// Doc is a report.
type Doc struct {
	Title    string
	Lead     []string // paragraphs under the title
	Sections []Section
	Foot     []string // paragraphs at the end: what the figures mean
}

// Section is a heading with paragraphs and a table, each of which may be missing.
type Section struct {
	Title string
	Notes []string
	Table *Table
	Brief int // rows that the text has of the table; 0 is all
}

// Table is a table. Its rows have a cell for each column.
type Table struct {
	Columns []Column
	Rows    [][]Cell
}

// Column is one column of a table.
type Column struct {
	Head  string
	Hint  string // what it means, with its unit; the page has it under the table
	Num   bool   // numbers, which are aligned to the right
	Wide  bool   // left out of the text for a terminal
	Chart bool   // its cells are bars alone, which only the page shows
}

// Cell is one cell. A number is sorted by its value.
type Cell struct {
	Text  string
	Value float64
	Null  bool // there is no value: it is sorted behind all others
	Bar   *Bar
}

// Bar is two lengths on one scale: what there was, and what is left.
type Bar struct{ Max, Then, Now float64 }

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

// turnsDirection reports whether a character turns the direction of the text behind it.
func turnsDirection(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
