package session

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// itemFields is an Item without its methods.
type itemFields Item

var knownFields = map[string]bool{
	"kind": true, "id": true, "turn": true, "time": true, "response": true, "text": true, "call": true,
	"result": true, "reasoning": true, "stop": true, "error": true,
}

// MarshalJSON implements [json.Marshaler]: the fields in their order, then those of Extra.
func (it Item) MarshalJSON() ([]byte, error) {
	b, err := encode(itemFields(it))
	if err != nil {
		return nil, fmt.Errorf("encoding item %q: %w", it.ID, err)
	}
	extra, err := unknownFields(it.Extra)
	if err != nil {
		return nil, fmt.Errorf("encoding extra fields of item %q: %w", it.ID, err)
	}
	if len(extra) > 2 {
		b = append(append(b[:len(b)-1], ','), extra[1:]...)
	}
	return b, nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (it *Item) UnmarshalJSON(src []byte) error {
	if string(src) == "null" {
		return nil // the convention of json.Unmarshaler
	}
	var f itemFields
	if err := json.Unmarshal(src, &f); err != nil {
		return fmt.Errorf("decoding item: %w", err)
	}
	extra, err := unknownFields(src)
	if err != nil {
		return fmt.Errorf("decoding item: %w", err)
	}
	f.Extra = extra
	*it = Item(f)
	return nil
}

// unknownFields is the object of those fields of an object that an Item doesn't have, nil for none.
func unknownFields(src []byte) (json.RawMessage, error) {
	if len(src) == 0 {
		return nil, nil
	}
	dec := jsontext.NewDecoder(bytes.NewReader(src), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	t, err := dec.ReadToken()
	if err != nil {
		return nil, err
	}
	if t.Kind() != jsontext.KindBeginObject {
		return nil, fmt.Errorf("%.40q is not an object", src)
	}
	var out []byte
	for dec.PeekKind() != jsontext.KindEndObject {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		if knownFields[key] {
			continue
		}
		quoted, err := encode(key)
		if err != nil {
			return nil, err
		}
		out = append(append(append(append(out, ','), quoted...), ':'), value...)
	}
	if out == nil {
		return nil, nil
	}
	out[0] = '{'
	var w bytes.Buffer
	if err := json.Compact(&w, append(out, '}')); err != nil {
		return nil, err
	}
	return w.Bytes(), nil
}

// encode is v's JSON on one line, without escaping <, > and &.
func encode(v any) ([]byte, error) {
	var w bytes.Buffer
	enc := json.NewEncoder(&w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(w.Bytes(), []byte("\n")), nil
}
