package secrets

import (
	"bytes"
	"io"
)

// A Writer masks its input and writes the result to another writer. It passes on whole lines before Write returns; it
// holds a line without its end, up to 64 KiB of it. A Writer is not safe for concurrent use.
type Writer struct {
	dst  io.Writer
	m    *Masker
	held []byte // of the last line
	long bool   // the start of that line was handed on
}

// NewWriter returns a writer that masks by m.
func NewWriter(dst io.Writer, m *Masker) *Writer { return &Writer{dst: dst, m: m} }

// Write implements [io.Writer].
func (w *Writer) Write(p []byte) (int, error) {
	n := len(p)
	if len(w.held) > 0 || w.long {
		end := bytes.IndexByte(p, '\n') + 1
		if end == 0 {
			end = len(p)
		}
		w.held = append(w.held, p[:end]...)
		p = p[end:]
		if w.held[len(w.held)-1] != '\n' {
			return n, w.flushFull()
		}
		if err := w.endLine(); err != nil {
			return 0, err
		}
	}
	if end := bytes.LastIndexByte(p, '\n') + 1; end > 0 {
		if _, err := w.dst.Write(w.m.Text(p[:end])); err != nil {
			return 0, err
		}
		p = p[end:]
	}
	w.held = append(w.held, p...)
	return n, w.flushFull()
}

// Close hands on the line that is held back. It doesn't close the other writer.
func (w *Writer) Close() error { return w.endLine() }

// endLine passes on the last line, or its rest.
func (w *Writer) endLine() error {
	if len(w.held) == 0 {
		return nil
	}
	mask := w.m.Text
	if w.long {
		mask = w.m.part
	}
	_, err := w.dst.Write(mask(w.held))
	w.held, w.long = w.held[:0], false
	return err
}

// flushFull hands on parts of a line that is too long to be held back.
func (w *Writer) flushFull() error {
	for len(w.held) > maxLine {
		n := partOf(w.held)
		if _, err := w.dst.Write(w.m.part(w.held[:n])); err != nil {
			return err
		}
		w.held, w.long = append(w.held[:0], w.held[n:]...), true
	}
	return nil
}
