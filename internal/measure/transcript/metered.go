package transcript

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// errTooLarge is the error of a value with more than [maxRecord] bytes.
var errTooLarge = errors.New("a value is too large")

// metered stops a decoder from gathering a value of any size.
type metered struct {
	in    io.Reader
	read  int64
	limit int64 // of read
}

// Read implements [io.Reader].
func (m *metered) Read(p []byte) (int, error) {
	if m.read >= m.limit {
		return 0, errTooLarge
	}
	n, err := m.in.Read(p[:min(int64(len(p)), m.limit-m.read)])
	m.read += int64(n)
	return n, err
}

// documentDecoder is a decoder whose values are bounded.
type documentDecoder struct {
	*jsontext.Decoder
	m *metered
}

func newDocumentDecoder(in io.Reader) *documentDecoder {
	m := &metered{in: in}
	return &documentDecoder{
		jsontext.NewDecoder(m, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)), m,
	}
}

// allowOne allows for one more value.
func (d *documentDecoder) allowOne() { d.m.limit = max(d.m.read, d.InputOffset()) + maxRecord }

// value reads a value and keeps it.
func (d *documentDecoder) value() (jsontext.Value, error) {
	d.allowOne()
	v, err := d.ReadValue()
	return bytes.Clone(v), err
}
