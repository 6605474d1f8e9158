package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/toktee/toktee/cmd/tokbench/internal/report"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
)

// evaluation is what a run of eval came to.
type evaluation struct {
	bench  *score.Bench
	scores []score.CaseScore
	report *report.Report
	worst  []report.Explained
}

// write writes the report in the forms that are wanted, and prints the tables unless the JSON goes to standard output.
func (e *evaluation) write(f *evalFlags, stdout io.Writer) error {
	js := jsonForm(e.report.JSON)
	for _, file := range []struct {
		name string
		form func(io.Writer) error
	}{
		{f.html, func(w io.Writer) error { return e.report.HTML(w, e.worst) }},
		{f.md, e.report.Markdown},
		{f.texts, func(w io.Writer) error { return report.WriteTexts(w, e.bench, e.scores) }},
		{f.json, js},
	} {
		if file.name == "" || file.name == "-" {
			continue
		}
		if err := writeFile(file.name, file.form); err != nil {
			return err
		}
	}
	if f.svg != "" {
		if err := writeFrontiers(f.svg, e.report); err != nil {
			return err
		}
	}
	if f.json == "-" {
		return js(stdout)
	}
	if err := e.report.Print(stdout); err != nil || f.worst == 0 {
		return err
	}
	return e.printWorst(stdout)
}

// printWorst prints the worst losses as a table, then every lost fact with the reason.
func (e *evaluation) printWorst(w io.Writer) error {
	var losses []score.Loss
	for _, x := range e.worst {
		losses = append(losses, x.Loss)
	}
	if err := report.PrintWorst(w, losses); err != nil {
		return err
	}
	for _, x := range e.worst {
		fmt.Fprintf(w, "\n%s  %s\n", x.Case.ID, x.Setting)
		for _, fact := range x.Facts {
			printLost(w, fact)
		}
	}
	return nil
}

// writeFrontiers makes a file for each family whose recall can be drawn.
func writeFrontiers(dir string, r *report.Report) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("writing the frontiers: %w", err)
	}
	for name, svg := range r.Frontiers() {
		form := func(w io.Writer) error {
			_, err := io.WriteString(w, svg)
			return err
		}
		if err := writeFile(filepath.Join(dir, name+".svg"), form); err != nil {
			return err
		}
	}
	return nil
}
