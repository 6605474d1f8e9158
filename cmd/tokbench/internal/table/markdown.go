package table

import (
	"bytes"
	"fmt"
	"strings"
)

// markup keeps a text from being taken for markup. Colons stay, so that the text is readable as it is.
var markup = strings.NewReplacer(
	`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", ">", "&gt;", "[", `\[`, "]", `\]`, "\n", " ",
)

// Markdown is the table as Markdown, to stand within a document: without a heading, with what columns and rows mean.
func (d *Doc) Markdown() []byte {
	var b bytes.Buffer
	for _, p := range d.lead() {
		b.WriteString(markup.Replace(p) + "\n\n")
	}
	t := d.table()
	var heads, rule strings.Builder
	for _, c := range t.Columns {
		switch {
		case c.Chart:
			continue
		case c.Num:
			rule.WriteString("| ---: ")
		default:
			rule.WriteString("| --- ")
		}
		heads.WriteString("| " + markup.Replace(c.Head) + " ")
	}
	fmt.Fprintf(&b, "%s|\n%s|\n", heads.String(), rule.String())
	for _, row := range t.Rows {
		for i, c := range t.Columns {
			if !c.Chart {
				b.WriteString("| " + markup.Replace(row[i].Text) + " ")
			}
		}
		b.WriteString("|\n")
	}
	b.WriteString("\n")
	for _, c := range t.Columns {
		if !c.Chart {
			b.WriteString("- **" + markup.Replace(c.Head) + "**: " + markup.Replace(c.Hint) + "\n")
		}
	}
	b.WriteString("\nThe rows:\n\n")
	for _, n := range d.rowNotes() {
		b.WriteString("- " + markup.Replace(n) + "\n")
	}
	return b.Bytes()
}
