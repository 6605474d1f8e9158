package pages

import (
	"encoding/json"
	"fmt"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
)

// Failure selects the lines of the n-th failure that the result of an output lists, counted from 1: failed tests and
// errors, or else warnings. If only one line of it is known, it selects the lines [Part.Around] that line.
func (p *Part) Failure(st *store.Store, rec *store.Record, n int) error {
	r, err := resultOf(rec)
	if err != nil {
		return err
	}
	reports, _ := r.Details().Runs() // details of another type list none
	var failures, warnings []result.Finding
	one, many := "failure", "failures"
	for _, run := range reports {
		for _, f := range run.Failures {
			if f.Warning {
				warnings = append(warnings, f)
			} else {
				failures = append(failures, f)
			}
		}
	}
	if len(failures) == 0 && len(warnings) > 0 {
		failures, one, many = warnings, "warning", "warnings"
	}
	switch {
	case len(failures) == 0:
		return fmt.Errorf("toktee found no failures in %s", rec.ID)
	case n > len(failures):
		return fmt.Errorf("toktee found %s in %s, none is number %d", words.Count(len(failures), one, many), rec.ID, n)
	}
	lines := failures[n-1].Lines
	switch {
	case len(lines) != 2 || lines[0] < 1:
		return fmt.Errorf("the lines of %s %d of %s aren't known", one, n, rec.ID)
	case lines[1] <= lines[0]:
		return p.Around(st, rec, lines[0])
	}
	p.Lines = Lines{lines[0], lines[1]}
	return nil
}

// resultOf decodes the result of a record.
func resultOf(rec *store.Record) (r result.ToolResult, err error) {
	if err = json.Unmarshal(rec.Result, &r); err != nil {
		err = fmt.Errorf("reading the result of %s: %w", rec.ID, err)
	}
	return r, err
}
