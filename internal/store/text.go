package store

import (
	"io"
	"regexp"
)

// CopyLines is [Store.Lines] for a text that is read already, such as one stream of a payload.
func CopyLines(w io.Writer, r io.Reader, a, b int) (int, error) { return copyLines(w, r, a, b) }

// GrepLines is [Store.Grep] for such a text.
func GrepLines(w io.Writer, r io.Reader, re *regexp.Regexp) (int, error) { return grep(w, r, re) }
