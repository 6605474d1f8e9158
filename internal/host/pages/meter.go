package pages

import (
	"io"

	"github.com/toktee/toktee/tokens"
)

// maxMetered is how much of a page is counted, in bytes, where a model may get any part of it: more is seldom read, and
// what it gets of less is counted whole, which is at most too much.
const maxMetered = 64 << 10

// A Meter counts what is printed for a model, on its way to w.
type Meter struct {
	w     io.Writer
	count *tokens.Writer
	part  bool
	bytes int64
}

// NewMeter returns a meter in front of a writer. part says that the page goes through something, such as a pipe, which
// decides how much of it the model gets: then a page's tokens are counted at most.
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

// Printed returns what was written, in bytes and tokens. It ends the meter.
func (m *Meter) Printed() (bytes int64, count int) {
	_ = m.count.Close() // which only ends the last token
	return m.bytes, m.count.Count()
}
