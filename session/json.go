package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/toktee/toktee/result"
)

// itemFields is an Item without its methods.
type itemFields Item

// MarshalJSON implements [json.Marshaler]: the fields in their order, then those of Extra.
func (it Item) MarshalJSON() ([]byte, error) {
	b, err := encode(itemFields(it))
	if err != nil {
		return nil, fmt.Errorf("encoding item %q: %w", it.ID, err)
	}
	if len(it.Extra) == 0 {
		return b, nil
	}
	own := itemFields{}
	extra := own.target()
	b = b[:len(b)-1]
	err = members(it.Extra, func(key string, value []byte) error {
		if extra[key] == nil { // else it is a field by now
			b, err = appendMember(b, key, value)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("encoding extra fields of item %q: %w", it.ID, err)
	}
	return append(b, '}'), nil
}

// target says where the fields of a record go.
func (f *itemFields) target() map[string]any {
	return map[string]any{
		"kind": &f.Kind, "id": &f.ID, "turn": &f.Turn, "time": &f.Time, "response": &f.Response, "text": &f.Text,
		"call": &f.Call, "result": &f.Result, "reasoning": &f.Thought, "stop": &f.Stop, "error": &f.Error,
	}
}

// UnmarshalJSON implements [json.Unmarshaler]. It goes over a record once, and a result once more. Where it is the result
// alone that can't be read, the item is there besides the error, with a result that says so.
func (it *Item) UnmarshalJSON(src []byte) error {
	if string(src) == "null" {
		return nil // the convention of json.Unmarshaler
	}
	var f itemFields
	fields := f.target()
	var extra []byte
	var unreadable error
	err := members(src, func(key string, value []byte) (err error) {
		switch to := fields[key]; {
		case key == "result" && value[0] == '{':
			f.Result = &Result{}
			unreadable, err = f.Result.decode(value)
			return err
		case to != nil:
			return json.Unmarshal(value, to)
		}
		extra, err = appendMember(extra, key, value)
		return err
	})
	if err != nil {
		return fmt.Errorf("decoding item: %w", err)
	}
	if extra != nil {
		extra[0] = '{'
		f.Extra = append(extra, '}')
	}
	*it = Item(f)
	if unreadable != nil {
		return fmt.Errorf("decoding item %q: %w", it.ID, unreadable)
	}
	return nil
}

// unreadableText is what the model is told of a result that can't be read. That the call was interrupted would be untrue.
const unreadableText = "The result of this call is lost: its record can't be read. The call did run."

// decode reads the result of a record. Fields that it doesn't know are left out. What is wrong with the tool's result alone
// is the first error.
func (r *Result) decode(src []byte) (unreadable, err error) {
	err = members(src, func(key string, value []byte) error {
		switch key {
		case "call_id":
			return json.Unmarshal(value, &r.CallID)
		case "synthetic":
			return json.Unmarshal(value, &r.Synthetic)
		case "tool_result":
			if unreadable = r.Tool.UnmarshalJSON(value); unreadable != nil {
				r.Tool = result.Failure("", result.ToolError{Kind: result.KindExit, Message: unreadableText}, "", nil)
			}
		}
		return nil
	})
	return unreadable, err
}

// members calls f for each member of an object, in their order. The value is f's until it returns.
func members(src []byte, f func(key string, value []byte) error) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(src), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
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
		return fmt.Errorf("something stands behind the object")
	}
	return nil
}

// appendMember appends a comma and a member of an object.
func appendMember(dst []byte, key string, value []byte) ([]byte, error) {
	quoted, err := encode(key)
	if err != nil {
		return dst, err
	}
	w := bytes.NewBuffer(append(append(append(dst, ','), quoted...), ':'))
	if err := json.Compact(w, value); err != nil {
		return dst, err
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
