package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// A kind defines whether a row is a gate.
type kind int

const (
	absolute kind = iota // on a quiet machine
	ratio                // on a shared one
	always
)

// row is something that was measured, and has a limit.
type row struct {
	kind    kind
	name    string
	value   float64
	limit   float64
	unit    string
	atLeast bool // the limit is a lower one
	problem string
	note    string
}

// table gathers the measurements.
type table struct {
	ci      bool
	rows    []row
	samples []sample
}

func (t *table) add(r row) { t.rows = append(t.rows, r) }

// truth adds a row for something that is true or false: a problem is the fault, "" for none.
func (t *table) truth(name, problem string) {
	t.add(row{kind: always, name: name, problem: problem})
}

func (r row) isTruth() bool { return r.unit == "" }

// ok reports whether the row keeps to its limit.
func (r row) ok() bool {
	switch {
	case r.isTruth():
		return r.problem == ""
	case r.atLeast:
		return r.value >= r.limit
	}
	return r.value <= r.limit
}

// holds reports whether a row is a gate in the mode of the table.
func (t *table) holds(r row) bool {
	return r.kind == always || r.kind == absolute && !t.ci || r.kind == ratio && t.ci
}

func (t *table) gates() int {
	n := 0
	for _, r := range t.rows {
		if t.holds(r) {
			n++
		}
	}
	return n
}

func (t *table) missed() int {
	n := 0
	for _, r := range t.rows {
		if t.holds(r) && !r.ok() {
			n++
		}
	}
	return n
}

// untrue counts the rows whose text isn't true, whatever the speed.
func (t *table) untrue() int {
	n := 0
	for _, r := range t.rows {
		if t.holds(r) && r.isTruth() && !r.ok() {
			n++
		}
	}
	return n
}

// print writes the table.
func (t *table) print(w io.Writer) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "what\tmeasured\tgate\t")
	for _, r := range t.rows {
		measured, limit, verdict := "", "", ""
		if !r.isTruth() {
			measured = fmt.Sprintf("%.4g %s", r.value, r.unit)
			sign := "<="
			if r.atLeast {
				sign = ">="
			}
			limit = fmt.Sprintf("%s %.4g", sign, r.limit)
		}
		switch {
		case !t.holds(r):
			verdict = "(not held in this mode)"
		case r.ok():
			verdict = "ok"
		default:
			verdict = "MISSED"
		}
		if r.problem != "" {
			verdict += ": " + r.problem
		}
		if r.note != "" {
			verdict += "  " + r.note
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\n", r.name, measured, limit, verdict)
	}
	tw.Flush()
}
