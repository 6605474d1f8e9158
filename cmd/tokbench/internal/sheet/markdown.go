package sheet

import (
	"bytes"
	"fmt"
	"strings"
)

// Markdown is the report as Markdown with GitHub's tables.
func (d *Doc) Markdown() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n", mdText(d.Title))
	for _, p := range d.Lead {
		fmt.Fprintf(&b, "\n%s\n", mdText(p))
	}
	for _, s := range d.Sections {
		fmt.Fprintf(&b, "\n## %s\n", mdText(s.Title))
		for _, n := range s.Notes {
			fmt.Fprintf(&b, "\n%s\n", mdText(n))
		}
		if s.Table != nil && len(s.Table.Rows) > 0 {
			b.WriteByte('\n')
			s.Table.markdown(&b)
		}
	}
	for i, p := range d.Foot {
		if i == 0 {
			b.WriteString("\n## What the figures mean\n")
		}
		fmt.Fprintf(&b, "\n%s\n", mdText(p))
	}
	return b.Bytes()
}

// markdown writes the table without its charts.
func (t *Table) markdown(b *bytes.Buffer) {
	var head, rule strings.Builder
	for _, c := range t.Columns {
		if c.Chart {
			continue
		}
		head.WriteString("| " + mdText(c.Head) + " ")
		if c.Num {
			rule.WriteString("|---:")
		} else {
			rule.WriteString("|---")
		}
	}
	fmt.Fprintf(b, "%s|\n%s|\n", head.String(), rule.String())
	for _, row := range t.Rows {
		for i, c := range t.Columns {
			if !c.Chart {
				b.WriteString("| " + mdText(row[i].Text) + " ")
			}
		}
		b.WriteString("|\n")
	}
}

// mdText writes a text so that none of it is taken for markup, or for a link that a viewer would fetch.
func mdText(s string) string {
	var sb strings.Builder
	for _, r := range oneLine(s) {
		switch r {
		case '\\', '`', '*', '_', '[', ']', '<', '>', '|', '#', '~', '!', '$':
			sb.WriteByte('\\')
		case '&':
			sb.WriteString("&amp;")
			continue
		case ':': // "https://" would become a link
			sb.WriteString("&#58;")
			continue
		case '@':
			sb.WriteString("&#64;")
			continue
		}
		sb.WriteRune(r)
	}
	return sb.String()
}
