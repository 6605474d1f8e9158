package table

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toktee/toktee/cmd/tokbench/internal/report"
	"github.com/toktee/toktee/internal/text/words"
)

// A column is a column of the table with its meaning.
type column struct{ head, hint string }

// columns returns the columns of the table.
func (d *Doc) columns() []column {
	failed := fmt.Sprintf("of the %d outputs of commands that failed, ", d.Failed)
	list := []column{
		{"row", "the raw output, a cut of it, or a program through which the command runs"},
		{"tokens", "tokens of all texts (" + d.Encoding + "); a program's text is everything that it prints on " +
			"standard output and standard error"},
		{"saved", "1 - tokens / tokens of the raw outputs"},
		{"facts kept", fmt.Sprintf("share of an output's labelled facts that are in the text: the mean over the %d "+
			"outputs with facts, short outputs included", d.WithFacts)},
		{"of long outputs", fmt.Sprintf("the same mean as for facts kept, over the %d outputs that have facts and "+
			"more than %d tokens", d.Long, LongTokens)},
		{"failed: exit 0", failed + "the number for which the program exits with code 0; - for an MCP server, " +
			"which returns no exit code"},
		{"failed: reads green", failed + "the number that seem to have passed: the text reports success and has no " +
			"word of a failure, and the program reports neither an exit code nor an error mark"},
		{"failed: hidden", fmt.Sprintf("of the %d outputs of commands that failed and have labelled facts, the "+
			"number whose text contains none of these facts", d.FailedFacts)},
		{"grew", "number of outputs whose text has more tokens than the raw output"},
		{"by at most", "the largest number of tokens by which a text is longer than its raw output"},
	}
	if d.Machine == "" {
		return list
	}
	return append(list, []column{
		{"start, ms", fmt.Sprintf("milliseconds that the program adds to a command that does nothing: the median "+
			"difference of %d rounds", d.Rounds)},
		{"start, times", "time of the command that does nothing through the program, divided by its time alone: " +
			"the median of the rounds"},
		{"MB/s", fmt.Sprintf("size of a log of %.1f MB, divided by the median time for it; the log is all outputs "+
			"together, as if one run of make had printed them", float64(d.LogBytes)/1e6)},
		{"MB per CPU s", "size of the log of \"MB/s\", divided by the processor time on all processors; other load " +
			"on the machine changes this figure least"},
		{"log, times", "how long the command of \"MB/s\" takes if its log goes through the program, " +
			"divided by how long the command takes alone; the median of the rounds"},
	}...)
}

// cells are the cells of a row.
func (d *Doc) cells(r *Row) []string {
	exit0 := "-"
	if r.FailedExit0 != nil {
		exit0 = words.Thousands(*r.FailedExit0)
	}
	share := func(v float64) string { return fmt.Sprintf("%.1f%%", v*100) }
	list := []string{
		r.Name, words.Thousands(r.Tokens), share(r.Saved), share(r.Recall), share(r.RecallLong), exit0,
		words.Thousands(r.FailedPasses), words.Thousands(r.FailedHidden), words.Thousands(r.Grew),
		words.Thousands(r.GrewMost),
	}
	if d.Machine == "" {
		return list
	}
	costs := []string{"-", "-", "-", "-", "-"} // of cuts and servers
	if c := r.Start; c != nil {
		costs[0], costs[1] = fmt.Sprintf("%.1f", c.BeyondMS), fmt.Sprintf("%.1f", c.Times)
	}
	if c := r.Log; c != nil {
		costs[2], costs[3] = fmt.Sprintf("%.0f", c.MBps), fmt.Sprintf("%.1f", c.MBPerCPU)
		costs[4] = fmt.Sprintf("%.1f", c.Times)
	}
	return append(list, costs...)
}

// table is the table as a sheet has it.
func (d *Doc) table() *report.Table {
	t := &report.Table{}
	for i, c := range d.columns() {
		t.Columns = append(t.Columns, report.Column{Head: c.head, Num: i > 0})
	}
	for i := range d.Rows {
		t.Add(d.cells(&d.Rows[i])...)
	}
	return t
}

// reasons are what counts are of, by name.
func reasons(of map[string]int) string {
	var why []string
	for _, k := range slices.Sorted(maps.Keys(of)) {
		why = append(why, fmt.Sprintf("%d × %s", of[k], k))
	}
	return strings.Join(why, ", ")
}

// lead describes the outputs of the rows.
func (d *Doc) lead() []string {
	list := []string{fmt.Sprintf("The table uses %d recorded outputs of %s. In %d of these outputs, the command "+
		"failed. The outputs have %s tokens and %s labelled facts. All rows use the same outputs. "+
		"toktee's authors chose the rules and the measures of this table.",
		d.Shared, d.Corpus, d.Failed, words.Thousands(d.RawTokens), words.Thousands(d.Facts))}
	left := fmt.Sprintf("The corpus has %d outputs. For %d outputs, the command can be run through a program",
		d.Cases, d.Runnable)
	if len(d.NotRun) > 0 {
		left += " (reasons for the others: " + reasons(d.NotRun) + ")"
	}
	if n := d.Runnable - d.Shared; n > 0 {
		left += fmt.Sprintf(". The table leaves out %d of these outputs, because a program ran another command", n)
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
		KindSame:  "a cut with as many tokens as toktee's text of the same output at balanced: ",
		KindFixed: "a cut of a fixed size: ",
		KindPipe:  "a pipe added to every command: ",
		KindServer: "an MCP server, called once for each output. Its times aren't measured: this benchmark starts " +
			"the server for each call, but an agent starts it once. Call: ",
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
			note += fmt.Sprintf("; it answered for %d of the %d outputs (reasons for the others: %s)", r.Answered,
				d.Runnable, reasons(r.NotRun))
		}
		list = append(list, note)
	}
	if !all {
		list = append(list, "outputs without an answer: if a program ran another command, every row leaves out the "+
			"output. Otherwise, the output counts in the program's row with the tokens of the raw output and no facts")
	}
	for _, m := range d.Missing {
		list = append(list, m.Name+": not measured, "+m.Why)
	}
	return list
}

// Report lays out the table for people.
func (d *Doc) Report() *report.Doc {
	return &report.Doc{
		Title: "toktee next to plain cuts and other programs", Lead: d.lead(),
		Sections: []report.Section{
			{Title: "The same outputs", Table: d.table()},
			{Title: "The rows", Notes: d.rowNotes()},
		},
	}
}

// Markdown returns the table as a part of a document: without a heading, with the meaning of columns and rows.
func (d *Doc) Markdown() []byte {
	var b bytes.Buffer
	for _, p := range d.lead() {
		b.WriteString(report.Escape(p) + "\n\n")
	}
	b.WriteString(d.table().Markdown() + "\n")
	for _, c := range d.columns() {
		b.WriteString("- **" + report.Escape(c.head) + "**: " + report.Escape(c.hint) + "\n")
	}
	b.WriteString("\nThe rows:\n\n")
	for _, n := range d.rowNotes() {
		b.WriteString("- " + report.Escape(n) + "\n")
	}
	return b.Bytes()
}
