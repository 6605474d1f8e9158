package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/toktee/toktee/agent/session/internal/wire"
)

// members calls f for each member of a JSON object, in their order. The value isn't copied: it is f's until f returns.
func members(src []byte, f func(key string, value []byte) error) error {
	dec := newDecoder(src)
	t, err := dec.ReadToken()
	if err != nil {
		return err
	}
	if t.Kind() != jsontext.KindBeginObject {
		return fmt.Errorf("%.40q is not an object", src)
	}
	for dec.PeekKind() != jsontext.KindEndObject {
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		key := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if err := f(key, value); err != nil {
			return err
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		return errors.New("there is text after the object")
	}
	return nil
}

// newDecoder returns a decoder that is as tolerant as encoding/json is.
func newDecoder(src []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(src),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// appendMember appends a comma and a member of a JSON object, without white space.
func appendMember(dst []byte, key string, value []byte) ([]byte, error) {
	quoted, err := wire.Encode(key)
	if err != nil {
		return dst, err
	}
	w := bytes.NewBuffer(append(append(append(dst, ','), quoted...), ':'))
	if err := json.Compact(w, value); err != nil {
		return dst, err
	}
	return w.Bytes(), nil
}
