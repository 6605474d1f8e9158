package report

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/cmd/tokbench/internal/ordered"
)

// sessionsLegend says what the table of whole sessions has in its cells.
const sessionsLegend = "of the calls that use something of an earlier result, how many could still be made from the " +
	"short texts; what these save of the results' tokens; what the sessions would have cost, calls for what was " +
	"missed included, of what they did; 95% intervals draw sessions again"

// sessionsTable is the table of whole sessions, empty where none were measured.
func (r *Report) sessionsTable() [][]string {
	if len(r.Ordered) == 0 {
		return nil
	}
	return ordered.Table(r.Ordered)
}

// markdownSessions writes the table of whole sessions.
func (r *Report) markdownSessions(b *strings.Builder) {
	markdownTable(b, "Whole sessions", sessionsLegend, r.sessionsTable(), 2)
}

// markdownTable writes a table under a heading, with its legend, and nothing for no rows. The first columns are words,
// the others numbers.
func markdownTable(b *strings.Builder, title, legend string, rows [][]string, words int) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(b, "## %s\n\n%s%s.\n\n", title, strings.ToUpper(legend[:1]), legend[1:])
	for i, row := range rows {
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(b, "|%s%s\n", strings.Repeat(" --- |", words), strings.Repeat(" ---: |", len(row)-words))
		}
	}
	b.WriteString("\n")
}
