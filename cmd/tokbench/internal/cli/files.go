package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/toktee/toktee/cmd/tokbench/internal/report"
)

// A form is a report in one format.
type form func() ([]byte, error)

// A target is a file that a flag names, with its form. "-" is standard output.
type target struct {
	file string
	form form
}

// writeReports writes the named files with the permissions mode. Then it prints doc, unless a target went to standard
// output.
func writeReports(stdout io.Writer, mode os.FileMode, doc *report.Doc, targets ...target) error {
	toStdout := false
	for _, t := range targets {
		if t.file == "" {
			continue
		}
		b, err := t.form()
		switch {
		case err != nil:
		case t.file == "-":
			toStdout = true
			_, err = stdout.Write(b)
		default:
			err = os.WriteFile(t.file, b, mode)
		}
		if err != nil {
			return fmt.Errorf("writing the report: %w", err)
		}
	}
	if toStdout {
		return nil
	}
	return doc.Text(stdout)
}

// printed writes what print writes to standard output, and as Markdown to a file, if one is named.
func printed(stdout io.Writer, file string, print func(w io.Writer, markdown bool) error) error {
	if file != "" {
		f, err := os.Create(file)
		if err == nil {
			err = print(f, true)
		}
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			return fmt.Errorf("writing the report: %w", err)
		}
	}
	return print(stdout, false)
}
