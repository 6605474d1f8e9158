package result

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Details is a typed payload for the person's view: a JSON object whose "type" says what it holds. The zero Details
// holds nothing. It is a value; what it holds can't be changed.
type Details struct {
	typ string
	raw string // the object, with its type
}

// NewDetails makes details of the given type from a value that marshals to a JSON object.
func NewDetails(typ string, v any) (Details, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return Details{}, fmt.Errorf("making %s details: %w", typ, err)
	}
	if len(b) < 2 || b[0] != '{' {
		return Details{}, fmt.Errorf("making %s details: %T is not an object", typ, v)
	}
	var w bytes.Buffer
	t, err := json.Marshal(typ)
	if err != nil {
		return Details{}, fmt.Errorf("making details: %w", err)
	}
	w.WriteString(`{"type":`)
	w.Write(t)
	if len(b) > 2 {
		w.WriteByte(',')
	}
	w.Write(b[1:])
	return Details{typ, w.String()}, nil
}

// Type is the details' type tag, "" for none.
func (d Details) Type() string { return d.typ }

// Decode reads the details into v.
func (d Details) Decode(v any) error {
	if d.typ == "" {
		return fmt.Errorf("there are no details")
	}
	return json.Unmarshal([]byte(d.raw), v)
}
