package shape

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// A tabular program prints a header and a row for each thing: ps, df, docker ps.
//
//	NAME                  READY   STATUS             RESTARTS   AGE
//	api-7d4b9c6f8b-2xk9q  1/1     Running            0          3d2h
//	web-5f6d7c8b9d-qw4rt  0/1     CrashLoopBackOff   17         65m
//
// The rows are counted; those that report trouble come first, and the header and the first rows before the others. A
// table is an answer: nothing of it is dull.
type Table struct {
	report.Program
	Headers []string                          // how its header begins, without indentation
	Bad     func(row string, at Columns) bool // reports whether a row reports trouble
	Trouble string                            // what bad rows are: "not ready"
}

const (
	firstRows = 8   // rows that come before the others
	maxBad    = 100 // rows of trouble that are shown

	badRows strategies.Key = "trouble" // how many rows report trouble
)

// Tabulate makes the program of a row.
func Tabulate(t Table) report.Program {
	p := t.Program
	p.Extent = report.Nowhere
	p.New = func(report.Call) report.Parser { return &tableParser{Table: &t} }
	return p
}

type tableParser struct {
	*Table
	columns Columns
	inside  bool // below a header

	rows, troubles int64
}

// Line implements [report.Parser].
func (p *tableParser) Line(l report.Line, run *report.Run) {
	switch {
	case l.Bare == "":
		p.inside = false
	case parse.StartsWith(strings.TrimLeft(l.Text, " "), p.Headers...):
		p.inside = true
		p.columns = columnsOf(l.Text)
		run.Summary = report.AppendFirst(run.Summary, l.N, maxBad)
	case parse.StartsWith(l.Text, "Warning: ", "WARNING: "):
		NoteLine(run, l.N)
	case p.inside:
		p.row(l, run)
	}
}

func (p *tableParser) row(l report.Line, run *report.Run) {
	p.rows++
	switch {
	case p.Bad(l.Text, p.columns):
		p.troubles++
		run.Adds(badRows, 1, report.Counted)
		if p.troubles <= maxBad {
			run.Found("", report.Finding{Message: l.Bare, At: l.N})
		}
	case p.rows <= firstRows:
		run.Summary = report.AppendFirst(run.Summary, l.N, maxBad)
	}
}

// Close implements [report.Closer].
func (p *tableParser) Close(run *report.Run) {
	if p.rows == 0 {
		run.Claim(report.NotOurs)
		return
	}
	run.Answer = true
	run.Adds(strategies.Entries, p.rows, report.Counted)
	run.Verdict = Many(p.rows, "row")
	if p.troubles > 0 {
		run.Verdict += ", " + strconv.FormatInt(p.troubles, 10) + " " + p.Trouble
	}
}

// Columns are where the columns of a table start.
type Columns map[string]int

// columnName is the name of a column: words with one blank between them.
var columnName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\S+( \S+)*`)
})

// columnsOf reads a header.
func columnsOf(header string) Columns {
	out := Columns{}
	for _, at := range columnName().FindAllStringIndex(header, -1) {
		out[header[at[0]:at[1]]] = at[0]
	}
	return out
}

// cell is a row's text in a column, up to two blanks; "" where the row has none.
func (at Columns) Cell(row, column string) string {
	i, ok := at[column]
	if !ok || i >= len(row) || i > 0 && row[i-1] != ' ' && row[i-1] != '\t' {
		return ""
	}
	text, _, _ := strings.Cut(row[i:], "  ")
	return strings.TrimRight(text, " \t")
}
