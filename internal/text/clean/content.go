package clean

import (
	"bytes"
	"io"
)

// Content is [Bytes] for text that holds the contents of files, such as a diff or the lines that a search found: a \r
// or \b in it is a byte of some file and moves no cursor, so nothing is written over. They are removed like other
// controls.
func Content(b []byte) []byte {
	if bytes.IndexByte(b, '\b') >= 0 || bytes.Count(b, []byte{'\r'}) > bytes.Count(b, []byte("\r\n")) {
		var out bytes.Buffer
		out.Grow(len(b))
		unmoved{dst: &out}.Write(b) // a Buffer takes everything
		b = out.Bytes()
	}
	return Bytes(b)
}

// Text is [Content] for a string.
func Text(s string) string {
	b := []byte(s)
	if plain(b) == len(b) {
		return s
	}
	return string(Content(b))
}

// NewContentWriter is [NewWriter] for such text. Closing it closes the cleaning, not dst.
func NewContentWriter(dst io.Writer) io.WriteCloser {
	w := NewWriter(dst)
	return contentWriter{unmoved{dst: w, pending: new(bool)}, w}
}

// A contentWriter cleans what [unmoved] leaves.
type contentWriter struct {
	unmoved
	w *Writer
}

// Close settles the rest. It doesn't close dst.
func (c contentWriter) Close() error { return c.w.Close() }

// unmoved passes on its input without \b, and without \r except before \n.
type unmoved struct {
	dst     io.Writer
	pending *bool // the last byte was a \r whose next byte is still to come; nil if all comes at once
}

// Write passes p on but for what moves a cursor. An error is dst's.
func (u unmoved) Write(p []byte) (int, error) {
	n := len(p)
	if u.pending != nil && *u.pending && n > 0 {
		*u.pending = false
		if p[0] == '\n' {
			if _, err := u.dst.Write([]byte{'\r'}); err != nil {
				return 0, err
			}
		}
	}
	for len(p) > 0 {
		i := bytes.IndexAny(p, "\r\b")
		if i < 0 {
			i = len(p)
		}
		keep := i
		if i+1 < len(p) && p[i] == '\r' && p[i+1] == '\n' {
			keep = i + 1
		}
		if keep > 0 {
			if _, err := u.dst.Write(p[:keep]); err != nil {
				return 0, err
			}
		}
		if i == len(p) {
			break
		}
		if u.pending != nil && i+1 == len(p) && p[i] == '\r' {
			*u.pending = true
		}
		p = p[i+1:]
	}
	return n, nil
}
