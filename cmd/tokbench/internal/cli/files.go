package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/toktee/toktee/cmd/tokbench/internal/report"
)

// A form is a report in one format.
type form func() ([]byte, error)

// A target is a file that a flag names, and what is written to it. "-" is standard output.
type target struct {
	file string
	form form
}

// writeReports writes the files that are named, with the permissions mode. The text of doc goes to standard output, in
// place of it what a target of the name "-" has.
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
