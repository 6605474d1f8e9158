package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Details is a JSON object for the person's view of a result, such as the list of failed tests. Its "type" names its
// contents. The model never sees it. The zero Details holds nothing. Details are immutable. Any number of round trips
// keeps the order of keys and the digits of numbers.
type Details struct {
	typ  string
	raw  string       // the object, with its type; compact, valid UTF-8
	runs *[]RunReport // the same, as [RunDetails] received it; nil for details of another type or from a record
}

// Equal reports whether two details have the same JSON.
func (d Details) Equal(o Details) bool { return d.raw == o.raw }

// NewDetails makes details from a type and a value. The value must marshal to a JSON object without a "type" of its
// own.
func NewDetails(typ string, v any) (Details, error) {
	if typ == "" {
		return Details{}, fmt.Errorf("making details: the type is empty")
	}
	typ = valid(typ)
	b, err := appendJSON(nil, v)
	if err != nil {
		return Details{}, fmt.Errorf("making %s details: %w", typ, err)
	}
	if len(b) < 2 || b[0] != '{' {
		return Details{}, fmt.Errorf("making %s details: %T is not an object", typ, v)
	}
	// A second "type" would win over the first when the details are read.
	var own struct {
		Type json.RawMessage `json:"type"`
	}
	if err := json.Unmarshal(b, &own); err != nil {
		return Details{}, fmt.Errorf("making %s details: %w", typ, err)
	}
	if own.Type != nil {
		return Details{}, fmt.Errorf("making %s details: %T has a type of its own, %.40s", typ, v, own.Type)
	}
	var w bytes.Buffer
	t, err := appendJSON(nil, typ)
	if err != nil {
		return Details{}, fmt.Errorf("making details: %w", err)
	}
	w.WriteString(`{"type":`)
	w.Write(t)
	if len(b) > 2 {
		w.WriteByte(',')
	}
	w.Write(b[1:])
	return Details{typ: typ, raw: canonical(w.String())}, nil
}

// Type returns the "type" of the object, "" if there are no details.
func (d Details) Type() string { return d.typ }

// Decode reads the object, with its "type", into v, as [json.Unmarshal] does. It returns an error if there are no
// details.
func (d Details) Decode(v any) error {
	if d.typ == "" {
		return fmt.Errorf("there are no details")
	}
	if err := json.Unmarshal([]byte(d.raw), v); err != nil {
		return fmt.Errorf("decoding %s details: %w", d.typ, err)
	}
	return nil
}

// MarshalJSON implements [json.Marshaler]: the object with its "type", or null for the zero Details.
func (d Details) MarshalJSON() ([]byte, error) {
	if d.typ == "" {
		return []byte("null"), nil
	}
	return []byte(d.raw), nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (d *Details) UnmarshalJSON(src []byte) error {
	src = bytes.TrimSpace(src)
	if string(src) == "null" {
		*d = Details{}
		return nil
	}
	if len(src) == 0 || src[0] != '{' {
		return fmt.Errorf("decoding details: %.40q is not an object", src)
	}
	var own struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(src, &own); err != nil {
		return fmt.Errorf("decoding details: %w", err)
	}
	if own.Type == "" {
		return fmt.Errorf("decoding details: %.40q has no type", src)
	}
	var w bytes.Buffer
	if err := json.Compact(&w, src); err != nil {
		return fmt.Errorf("decoding details: %w", err)
	}
	*d = Details{typ: own.Type, raw: canonical(w.String())}
	return nil
}

// canonical writes compact JSON as [ToolResult.MarshalJSON] does, whichever encoder it went through: valid UTF-8; <, >
// and & as they are; the line separators U+2028 and U+2029 escaped.
func canonical(s string) string {
	s = valid(s)
	if !strings.Contains(s, `\u`) && !strings.Contains(s, "\u2028") && !strings.Contains(s, "\u2029") {
		return s
	}
	var w strings.Builder
	w.Grow(len(s))
	for i := 0; i < len(s); {
		n, out := 1, ""
		switch rest := s[i:]; {
		case strings.HasPrefix(rest, `\u00`) && len(rest) >= 6:
			n, out = 6, plainEscape(rest[:6])
		case rest[0] == '\\' && len(rest) >= 2:
			n, out = 2, rest[:2]
		case strings.HasPrefix(rest, "\u2028"):
			n, out = 3, `\u2028`
		case strings.HasPrefix(rest, "\u2029"):
			n, out = 3, `\u2029`
		default:
			out = rest[:1]
		}
		w.WriteString(out)
		i += n
	}
	return w.String()
}

// plainEscape returns the character of an escape that some encoders write and others don't, such as \u003c for <. It
// returns other escapes unchanged.
func plainEscape(esc string) string {
	switch strings.ToLower(esc[4:]) {
	case "3c":
		return "<"
	case "3e":
		return ">"
	case "26":
		return "&"
	}
	return esc
}
