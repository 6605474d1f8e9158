package replay

import (
	"bytes"
	"encoding/json"
)

// JSON returns the report for programs: the same bytes for the same figures.
func (r *Report) JSON() ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(r)
	return buf.Bytes(), err
}
