package pages

import (
	"io"

	"github.com/toktee/toktee/tokens"
)

// maxMetered limits the bytes of a page that are counted if a model may receive any part of it. Models seldom read
// more. A smaller page is counted as a whole, so the count is at most too high.
const maxMetered = 64 << 10

// A Meter counts the bytes and tokens that are printed for a model, on their way to w.
type Meter struct {
	w     io.Writer
	count *tokens.Writer
	part  bool
	bytes int64
}

// NewMeter returns a meter that writes to w. part means that the page passes through a program, such as a pipe, that
// decides how much of it the model receives. The count of tokens is then an upper bound.
func NewMeter(w io.Writer, enc tokens.Encoding, part bool) (*Meter, error) {
	count, err := tokens.NewWriter(enc)
	if err != nil {
		return nil, err
	}
	return &Meter{w: w, count: count, part: part}, nil
}

// Write implements [io.Writer].
func (m *Meter) Write(p []byte) (int, error) {
	n, err := m.w.Write(p)
	counted := p[:n]
	if m.part {
		counted = counted[:min(int64(n), max(0, maxMetered-m.bytes))]
	}
	m.bytes += int64(n)
	if _, e := m.count.Write(counted); err == nil {
		err = e
	}
	return n, err
}

// Printed returns the written bytes and tokens. It ends the meter.
func (m *Meter) Printed() (bytes int64, count int) {
	_ = m.count.Close() // which only ends the last token
	return m.bytes, m.count.Count()
}
