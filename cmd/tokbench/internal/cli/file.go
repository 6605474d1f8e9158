package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// writeFile makes a file of a report.
func writeFile(name string, form func(io.Writer) error) error {
	var b bytes.Buffer
	if err := form(&b); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// jsonForm is a report's JSON as a form that writes it.
func jsonForm(encode func() ([]byte, error)) func(io.Writer) error {
	return func(w io.Writer) error {
		js, err := encode()
		if err == nil {
			_, err = w.Write(js)
		}
		return err
	}
}
