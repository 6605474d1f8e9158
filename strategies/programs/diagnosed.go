package programs

import (
	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// diagnosed gathers what a checker says of places in files.
type diagnosed struct {
	findings         []report.Finding
	errors, warnings int64
	wrong            int64 // errors that have no place
	first, last      int
	summary          []int
	open             bool // the lines that come belong to the last finding
}

// add notes a diagnostic.
func (d *diagnosed) add(n int, at parse.Place, msg string, warning bool) {
	d.seen(n)
	if warning {
		d.warnings++
	} else {
		d.errors++
	}
	if d.open = len(d.findings) < MaxFindings; d.open {
		d.findings = append(d.findings, report.Finding{File: at.File, Row: at.Row, Col: at.Col, Message: report.Clip(msg), Warning: warning, At: n, Span: strategies.Span{First: n, Last: n}})
	}
}

// remark notes what is told of a place beside errors and warnings. It isn't counted.
func (d *diagnosed) remark(n int, at parse.Place, msg string) {
	d.add(n, at, msg, true)
	d.warnings--
}

// more notes a line that belongs to the last diagnostic. At most so many of them are told.
func (d *diagnosed) more(n, most int) {
	if !d.open {
		return
	}
	f := &d.findings[len(d.findings)-1]
	if n > f.Span.Last+2 {
		d.open = false
		return
	}
	d.seen(n)
	f.Span.Last = n
	if len(f.Evidence) < most {
		f.Evidence = append(f.Evidence, n)
	}
}

// end notes a line that says how it ended.
func (d *diagnosed) end(n int) {
	d.seen(n)
	d.open = false
	d.summary = appendLast(d.summary, n)
}

func (d *diagnosed) seen(n int) {
	if d.first == 0 {
		d.first = n
	}
	d.last = n
}

// report tells of all. It is a failure where there are errors; a pass is for the program to tell.
func (d *diagnosed) report() report.Report {
	r := report.Report{Counts: map[strategies.Key]int64{}, Findings: d.findings, Summary: d.summary, Region: strategies.Span{First: d.first, Last: d.last}}
	if d.errors > 0 {
		r.Counts[strategies.Errors] = d.errors
		r.Outcome = strategies.Fail
	}
	if d.warnings > 0 {
		r.Counts[strategies.Warnings] = d.warnings
	}
	return r
}

// maxSummary is how many of the lines that end a part are shown at most: the last ones.
const maxSummary = 2

func appendLast(list []int, n int) []int {
	if len(list) == maxSummary {
		copy(list, list[1:])
		list = list[:maxSummary-1]
	}
	return append(list, n)
}
