package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/words"
)

// maxCell is the most characters of a cell in a brief table.
const maxCell = 48

// Text writes the report for a terminal.
func (d *Doc) Text(w io.Writer) error {
	var sb strings.Builder
	if d.Title != "" {
		fmt.Fprintln(&sb, words.Printable(d.Title))
	}
	for _, p := range d.Lead {
		fmt.Fprintln(&sb, words.Printable(p))
	}
	for i, s := range d.Sections {
		if i > 0 || d.Title != "" {
			sb.WriteByte('\n')
		}
		if s.Title != "" {
			fmt.Fprintln(&sb, words.Printable(s.Title))
		}
		for _, n := range s.Notes {
			fmt.Fprintln(&sb, "  "+words.Printable(n))
		}
		if s.Table != nil && len(s.Table.Rows) > 0 {
			s.Table.text(&sb, s.Brief)
		}
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

// text writes the table. Above 0, brief is the most rows, and then long cells are cut.
func (t *Table) text(sb *strings.Builder, brief int) {
	rows := t.Rows
	if brief > 0 && len(rows) > brief {
		rows = rows[:brief]
	}
	var lines = make([]strings.Builder, 1+len(rows))
	for i, c := range t.Columns {
		cells := []string{c.Head}
		for _, row := range rows {
			cell := words.Printable(row[i])
			if brief > 0 {
				cell = words.Cut(cell, maxCell)
			}
			cells = append(cells, cell)
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

// markup escapes Markdown in a text. Colons stay, so that the text is readable as it is.
var markup = strings.NewReplacer(
	`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", ">", "&gt;", "[", `\[`, "]", `\]`,
)

// Markdown returns the sections in Markdown: their titles and tables.
func (d *Doc) Markdown() ([]byte, error) {
	var parts []string
	for _, s := range d.Sections {
		if s.Title != "" {
			parts = append(parts, Escape(s.Title)+"\n")
		}
		if s.Table != nil {
			parts = append(parts, s.Table.Markdown())
		}
	}
	return []byte(strings.Join(parts, "\n")), nil
}

// Markdown returns the table in Markdown.
func (t *Table) Markdown() string {
	var head, rule, rows strings.Builder
	for _, c := range t.Columns {
		if c.Num {
			rule.WriteString("| ---: ")
		} else {
			rule.WriteString("| --- ")
		}
		head.WriteString("| " + Escape(c.Head) + " ")
	}
	for _, row := range t.Rows {
		for _, cell := range row {
			rows.WriteString("| " + Escape(cell) + " ")
		}
		rows.WriteString("|\n")
	}
	return head.String() + "|\n" + rule.String() + "|\n" + rows.String()
}

// Escape returns a text that Markdown shows as it is.
func Escape(s string) string { return markup.Replace(words.Printable(s)) }
