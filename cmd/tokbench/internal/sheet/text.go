package sheet

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// textCell bounds a cell in the text, in characters.
const textCell = 48

// Text writes the report for a terminal, without its foot.
func (d *Doc) Text(w io.Writer) error {
	var sb strings.Builder
	fmt.Fprintln(&sb, oneLine(d.Title))
	for _, p := range d.Lead {
		fmt.Fprintln(&sb, oneLine(p))
	}
	for _, s := range d.Sections {
		fmt.Fprintf(&sb, "\n%s\n", oneLine(s.Title))
		for _, n := range s.Notes {
			fmt.Fprintln(&sb, "  "+oneLine(n))
		}
		if s.Table != nil && len(s.Table.Rows) > 0 {
			s.Table.text(&sb, s.Brief)
		}
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

// text writes the table for a terminal: brief rows of it, all for 0, without charts and wide columns.
func (t *Table) text(sb *strings.Builder, brief int) {
	rows := t.Rows
	if brief > 0 && len(rows) > brief {
		rows = rows[:brief]
	}
	var lines = make([]strings.Builder, 1+len(rows))
	for i, c := range t.Columns {
		if c.Wide || c.Chart {
			continue
		}
		cells := []string{c.Head}
		for _, row := range rows {
			cells = append(cells, short(oneLine(row[i].Text)))
		}
		width := 0
		for _, s := range cells {
			width = max(width, utf8.RuneCountInString(s))
		}
		for j, s := range cells {
			pad := strings.Repeat(" ", width-utf8.RuneCountInString(s))
			if c.Num {
				s = pad + s
			} else {
				s += pad
			}
			lines[j].WriteString("  " + s)
		}
	}
	for i := range lines {
		sb.WriteString(strings.TrimRight(lines[i].String(), " ") + "\n")
	}
	if more := len(t.Rows) - len(rows); more > 0 {
		fmt.Fprintf(sb, "  and %d more\n", more)
	}
}

// short cuts a cell for the terminal.
func short(s string) string {
	if utf8.RuneCountInString(s) <= textCell {
		return s
	}
	return string([]rune(s)[:textCell-1]) + "…"
}
