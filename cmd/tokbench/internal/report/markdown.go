package report

import (
	"fmt"
	"io"
	"strings"
)

// Markdown writes the report as tables for the summary of a CI job: at each setting what was saved and kept, beside the
// baselines, the floors, whole sessions, and the broken promises.
func (r *Report) Markdown(w io.Writer) error {
	var b strings.Builder
	for i := range r.Families {
		r.Families[i].markdown(&b)
	}
	r.markdownFloors(&b)
	r.markdownSessions(&b)
	if len(r.Violations) == 0 {
		b.WriteString("No promise is broken.\n")
	} else {
		fmt.Fprintf(&b, "**%d broken promises**\n\n", len(r.Violations))
		plain := strings.NewReplacer("|", "\\|", "`", "'")
		for _, v := range r.Violations[:min(len(r.Violations), violationsListed)] {
			fmt.Fprintf(&b, "- %s: %s at %s: %s\n", v.Kind, v.Case, v.Setting, plain.Replace(oneLine(v.Detail)))
		}
		if more := len(r.Violations) - violationsListed; more > 0 {
			fmt.Fprintf(&b, "- and %d more\n", more)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown writes the family as a heading and a table.
func (f *Family) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "### %s\n\n%d cases, %d facts, %d tokens raw\n\n", f.Name, f.Cases, f.Facts, f.RawTokens)
	var heads []string
	for _, g := range f.groups() {
		for _, c := range g.Columns {
			heads = append(heads, strings.TrimSpace(g.Title+" "+c.Head))
		}
	}
	fmt.Fprintf(b, "| %s |\n|%s\n", strings.Join(heads, " | "), strings.Repeat(" ---: |", len(heads)))
	for _, cells := range f.cells() {
		fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
	}
	b.WriteString("\n")
}
