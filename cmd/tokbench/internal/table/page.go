package table

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/cmd/tokbench/internal/report"
)

// columns returns the columns of the table with their meanings, which every form prints.
func (d *Doc) columns() []report.Column {
	num := func(head, hint string) report.Column { return report.Column{Head: head, Hint: hint, Num: true} }
	failed := fmt.Sprintf("of the %d outputs of commands that failed, ", d.Failed)
	list := []report.Column{
		{Head: "row", Hint: "the raw output, a program that the command is run through, or a cut"},
		{Head: "tokens, of raw", Chart: true, Hint: "bar: tokens of all texts (dark), of all raw outputs (light)"},
		num("tokens", "tokens of all texts together ("+d.Encoding+"); a program's text is what it prints on both "+
			"streams"),
		num("saved", "1 - tokens / tokens of the raw outputs"),
		{Head: "facts kept, of all", Chart: true, Hint: "bar: facts kept (dark), all facts (light)"},
		num("facts kept", fmt.Sprintf("mean share of an output's labelled facts that are in the text, over the %d "+
			"outputs that have any, short ones too", d.WithFacts)),
		num("of long outputs", fmt.Sprintf("the same over the %d of them that are longer than %d tokens",
			d.Long, LongTokens)),
		num("failed: exit 0", failed+"those that end with exit code 0 through the program; - for a server of tools, "+
			"which gives no exit code"),
		num("failed: reads green", "those of them, and of a server's answers that aren't marked as errors, whose "+
			"text says that all is well and has no word of a failure: nothing tells that it failed"),
		num("failed: hidden", fmt.Sprintf("of the %d outputs of commands that failed and have labelled facts, those "+
			"of which none is in the text", d.FailedFacts)),
		num("grew", "outputs with more tokens than the raw one"),
		num("by at most", "tokens that the one that grew most has beyond the raw one"),
	}
	if d.Machine == "" {
		return list
	}
	return append(list,
		num("start, ms", fmt.Sprintf("beyond a program that does nothing: median of the differences in %d rounds",
			d.Rounds)),
		num("start, times", "the same as a quotient: its time, to that of the program alone in the same round"),
		num("MB/s", fmt.Sprintf("of a log of %.1f MB, by the clock: all outputs in a row, as one run of make",
			float64(d.LogBytes)/1e6)),
		num("MB per CPU s", "the same to the processor time, of all processors: a busy machine moves it least"),
		num("log, times", "its time for that log, to that of the command alone in the same round; median of rounds"))
}

// thousands is a number with a comma before each three digits.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// cells are the cells of a row.
func (d *Doc) cells(r *Row) []report.Cell {
	count := func(n int) report.Cell { return report.Cell{Text: thousands(n), Value: float64(n)} }
	exit0 := none
	if r.FailedExit0 != nil {
		exit0 = count(*r.FailedExit0)
	}
	share := func(v float64) report.Cell { return report.Cell{Text: fmt.Sprintf("%.1f%%", v*100), Value: v} }
	list := []report.Cell{
		{Text: r.Name},
		{Bar: &report.Bar{Max: float64(d.RawTokens), Then: float64(d.RawTokens), Now: float64(r.Tokens)}},
		count(r.Tokens), share(r.Saved),
		{Bar: &report.Bar{Max: 100, Then: 100, Now: r.Recall * 100}},
		share(r.Recall), share(r.RecallLong),
		exit0, count(r.FailedPasses), count(r.FailedHidden), count(r.Grew), count(r.GrewMost),
	}
	if d.Machine == "" {
		return list
	}
	return append(list, d.costs(r)...)
}

// none is the cell of a figure that a row doesn't have.
var none = report.Cell{Text: "-", Null: true}

// costs returns the cells of the times, "-" for cuts and servers.
func (d *Doc) costs(r *Row) []report.Cell {
	list := []report.Cell{none, none, none, none, none}
	number := func(format string, v float64) report.Cell { return report.Cell{Text: fmt.Sprintf(format, v), Value: v} }
	if c := r.Start; c != nil {
		list[0], list[1] = number("%.1f", c.BeyondMS), number("%.1f", c.Times)
	}
	if c := r.Log; c != nil {
		list[2], list[3], list[4] = number("%.0f", c.MBps), number("%.1f", c.MBPerCPU), number("%.1f", c.Times)
	}
	return list
}

// table is the table as a sheet has it.
func (d *Doc) table() *report.Table {
	t := &report.Table{Columns: d.columns()}
	for i := range d.Rows {
		t.Rows = append(t.Rows, d.cells(&d.Rows[i]))
	}
	return t
}

// reasons are what counts are of, by name.
func reasons(of map[string]int) string {
	var why []string
	for _, k := range slices.Sorted(maps.Keys(of)) {
		why = append(why, fmt.Sprintf("%d: %s", of[k], k))
	}
	return strings.Join(why, "; ")
}

// lead describes the outputs of the rows.
func (d *Doc) lead() []string {
	list := []string{fmt.Sprintf("%d recorded outputs of %s, %d of them of commands that failed: "+
		"%s tokens, %s labelled facts. Every row is about these same outputs. "+
		"The rules of this table, and what it measures, were chosen by toktee's authors.",
		d.Shared, d.Corpus, d.Failed, thousands(d.RawTokens), thousands(d.Facts))}
	left := fmt.Sprintf("The corpus has %d; %d can be run through a program", d.Cases, d.Runnable)
	if len(d.NotRun) > 0 {
		left += " (the others: " + reasons(d.NotRun) + ")"
	}
	if n := d.Runnable - d.Shared; n > 0 {
		left += fmt.Sprintf("; of %d of these some program ran another command", n)
	}
	list = append(list, left+".")
	if d.Machine != "" {
		list = append(list, "Times: "+d.Machine+".")
	}
	return list
}

// rowNotes describes each row, and the programs that are missing.
func (d *Doc) rowNotes() []string {
	kinds := map[string]string{
		KindSame:  "a cut of as many tokens as toktee's text of that output has at balanced; ",
		KindFixed: "a cut of a fixed size; ",
		KindPipe:  "a pipe behind every command; ",
		KindServer: "a server of tools, called once for each output; not timed, since each call here starts it, and " +
			"an agent does so once; ",
	}
	var list []string
	all := true
	for i := range d.Rows {
		r := &d.Rows[i]
		note := r.Name + ": " + kinds[r.Kind] + r.How
		if r.Version != "" && r.Kind == KindProgram {
			note += " (" + r.Version + ")"
		}
		if r.Answered < d.Runnable {
			all = false
			note += fmt.Sprintf("; it answered %d of the %d (%s)", r.Answered, d.Runnable, reasons(r.NotRun))
		}
		list = append(list, note)
	}
	if !all {
		list = append(list, "what isn't answered: where a program asked for something else, the output is left out of "+
			"every row; any other is in its row without facts, at the price of the raw output")
	}
	for _, m := range d.Missing {
		list = append(list, m.Name+": not measured, "+m.Why)
	}
	return list
}

// Report lays out the table for people.
func (d *Doc) Report() *report.Doc {
	return &report.Doc{
		Title: "toktee beside plain cuts and other programs", Lead: d.lead(),
		Sections: []report.Section{
			{Title: "The same outputs", Table: d.table()},
			{Title: "What the rows are", Notes: d.rowNotes()},
		},
	}
}

// Markdown returns the table as a part of a document: without a heading, with the meaning of columns and rows.
func (d *Doc) Markdown() []byte {
	var b bytes.Buffer
	for _, p := range d.lead() {
		b.WriteString(report.Escape(p) + "\n\n")
	}
	t := d.table()
	b.WriteString(t.Markdown() + "\n")
	for _, c := range t.Columns {
		if !c.Chart {
			b.WriteString("- **" + report.Escape(c.Head) + "**: " + report.Escape(c.Hint) + "\n")
		}
	}
	b.WriteString("\nThe rows:\n\n")
	for _, n := range d.rowNotes() {
		b.WriteString("- " + report.Escape(n) + "\n")
	}
	return b.Bytes()
}
