package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/toktee/toktee/cmd/tokbench/internal/report"
)

// A target is a file that a flag names, with the form of the report that is written to it. "-" is standard output.
type target struct {
	file string
	form func() ([]byte, error)
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
