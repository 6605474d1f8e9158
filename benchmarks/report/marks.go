package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// marks are two lines of a document; this command writes the text between them.
type marks struct{ opens, closes string }

var (
	keyMarks     = marks{"<!-- key figures: go run ./benchmarks/report -->\n", "<!-- end of key figures -->\n"}
	figuresMarks = marks{"<!-- figures: go run ./benchmarks/report -->\n", "<!-- end of figures -->\n"}
	tableMarks   = marks{"<!-- table: go run ./benchmarks/report -only table -install -->\n", "<!-- end of table -->\n"}
)

// write puts a text between the marks of a file.
func (m marks) write(file, text string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	now, err := m.between(string(old), text)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if now == string(old) {
		return nil
	}
	return os.WriteFile(file, []byte(now), 0o644)
}

// between puts a text between the marks of a document.
func (m marks) between(doc, text string) (string, error) {
	head, rest, ok := strings.Cut(doc, m.opens)
	_, tail, ok2 := strings.Cut(rest, m.closes)
	if !ok || !ok2 {
		return "", errors.New("the marks of the figures are missing")
	}
	return head + m.opens + "\n" + text + "\n" + m.closes + tail, nil
}
