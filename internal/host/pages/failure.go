package pages

import (
	"encoding/json"
	"fmt"
	"slices"

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
	var all []result.Finding
	for _, run := range reports {
		all = append(all, run.Failures...)
	}
	noun := "warning"
	isWarning := func(f result.Finding) bool { return f.Warning }
	if failures := slices.DeleteFunc(slices.Clone(all), isWarning); len(failures) > 0 || len(all) == 0 {
		all, noun = failures, "failure"
	}
	if n > len(all) {
		found := words.Count(len(all), noun, noun+"s")
		return fmt.Errorf("toktee found %s in %s, none is number %d", found, rec.ID, n)
	}
	switch lines := all[n-1].Lines; {
	case len(lines) != 2 || lines[0] < 1:
		return fmt.Errorf("the lines of %s %d of %s aren't known", noun, n, rec.ID)
	case lines[0] < lines[1]:
		p.Lines = Lines{lines[0], lines[1]}
		return nil
	default:
		return p.Around(st, rec, lines[0])
	}
}

// resultOf decodes the result of a record.
func resultOf(rec *store.Record) (r result.ToolResult, err error) {
	if err = json.Unmarshal(rec.Result, &r); err != nil {
		err = fmt.Errorf("reading the result of %s: %w", rec.ID, err)
	}
	return r, err
}
