package pages

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies/general"
	"github.com/toktee/toktee/strategies/genericdiag"
	"github.com/toktee/toktee/strategies/report"
)

// Failure selects the lines of the n-th failure that the result of an output lists, counted from 1: failed tests and
// errors, or else warnings. If no known program reported any, lines that have the form of diagnostics count. If only
// one line of a failure is known, it selects the lines [Part.Around] that line.
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
	if len(reports) == 0 && r.Metadata().Strategy == (general.Engine{}).Name() {
		if all, err = p.diagnostics(st, rec); err != nil {
			return err
		}
	}
	noun := "warning"
	isWarning := func(f result.Finding) bool { return f.Warning }
	if failures := slices.DeleteFunc(slices.Clone(all), isWarning); len(failures) > 0 || len(all) == 0 {
		all, noun = failures, "failure"
	}
	if len(all) == 0 {
		return fmt.Errorf("toktee found no failure in %s", rec.ID)
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

// diagnostics returns the diagnostics that an output has by the form of its lines. The result doesn't list them,
// because no program is known to have reported them.
func (p *Part) diagnostics(st *store.Store, rec *store.Record) (all []result.Finding, err error) {
	r := genericdiag.Diagnostics.Read(report.Call{})
	for n, l := range p.lines(st, rec, &err) {
		r.Line(report.NewLine(n, textline.ToolText(clean.Text(strings.TrimSuffix(l, "\n")))))
	}
	for _, f := range r.Report().Findings {
		lines := []int{f.At, f.At}
		if f.Span.Len() > 0 {
			lines = []int{f.Span.First, f.Span.Last}
		}
		all = append(all, result.Finding{Lines: lines, Warning: f.Warning || f.Level >= report.LevelWarning})
	}
	return all, err
}

// resultOf decodes the result of a record.
func resultOf(rec *store.Record) (r result.ToolResult, err error) {
	if err = json.Unmarshal(rec.Result, &r); err != nil {
		err = fmt.Errorf("reading the result of %s: %w", rec.ID, err)
	}
	return r, err
}
