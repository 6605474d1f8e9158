package main

import (
	"fmt"
	"io"
	"strings"
)

// A table holds the measurements of all parts.
type table struct {
	cases int
	whole figures
	rows  []row
}

// A row is one part, with the figures without it.
type row struct {
	part    part
	figures figures
	changes changes
}

// write writes the table as Markdown.
func (t *table) write(w io.Writer) error {
	var sb strings.Builder
	fmt.Fprintf(&sb, "# What each part contributes\n\n`go run ./benchmarks/ablate` writes "+
		"this file. It is about %d cases.\n"+
		"A row states what is lost without the part, in points of recall and of saved tokens, at three budgets "+
		"and at\n"+
		"the level balanced. Figures below 0 are gains. Lines are lines of Go without tests; shared ones "+
		"aren't counted.\n"+
		"Texts and outcomes are how many of %d differ. User rules aren't a part: without a rules file they do "+
		"nothing.\n\n", t.cases, t.cases*len(settings))
	sb.WriteString("| part | lines |")
	for _, kind := range []string{"recall", "saved"} {
		for _, s := range settings {
			sb.WriteString(" " + kind + " " + s.name + " |")
		}
	}
	sb.WriteString(" texts | outcomes |\n|---|---|" + strings.Repeat("---|", 2*len(settings)) + "---|---|\n")
	sb.WriteString("| (all parts) | |")
	for _, f := range t.whole {
		fmt.Fprintf(&sb, " %.2f |", f.recall)
	}
	for _, f := range t.whole {
		fmt.Fprintf(&sb, " %.2f |", f.saved)
	}
	sb.WriteString(" | |\n")
	for i := range t.rows {
		t.rows[i].write(&sb, &t.whole)
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

func (r *row) write(sb *strings.Builder, whole *figures) {
	lines := ""
	if r.part.lines > 0 {
		lines = fmt.Sprint(r.part.lines)
	}
	fmt.Fprintf(sb, "| %s | %s |", r.part.name, lines)
	for j := range whole {
		fmt.Fprintf(sb, " %s |", points(whole[j].recall-r.figures[j].recall))
	}
	for j := range whole {
		fmt.Fprintf(sb, " %s |", points(whole[j].saved-r.figures[j].saved))
	}
	fmt.Fprintf(sb, " %d | %d |\n", r.changes.texts, r.changes.outcomes)
}

// points formats a loss. A loss below 0.005 is "0".
func points(loss float64) string {
	s := fmt.Sprintf("%.2f", loss)
	if s == "0.00" || s == "-0.00" {
		return "0"
	}
	return s
}
