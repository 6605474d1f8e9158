package session

import (
	"encoding/json"
	"fmt"

	"github.com/toktee/toktee/agent/session/internal/wire"
	"github.com/toktee/toktee/result"
)

// itemFields is an Item without its methods, so that encoding/json looks at its fields.
type itemFields Item

// MarshalJSON implements [json.Marshaler]. A member of Extra that has the name of a field is left out.
func (it Item) MarshalJSON() ([]byte, error) {
	b, err := wire.Encode(itemFields(it))
	if err != nil {
		return nil, fmt.Errorf("encoding item %q: %w", it.ID, err)
	}
	if len(it.Extra) == 0 {
		return b, nil
	}
	own := itemFields{}
	known := own.targets()
	b = b[:len(b)-1]
	err = members(it.Extra, func(key string, value []byte) error {
		if known[key] == nil {
			b, err = appendMember(b, key, value)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("encoding extra fields of item %q: %w", it.ID, err)
	}
	return append(b, '}'), nil
}

// targets returns the field of each member of a record.
func (f *itemFields) targets() map[string]any {
	return map[string]any{
		"kind": &f.Kind, "id": &f.ID, "turn": &f.Turn, "time": &f.Time, "response": &f.Response, "text": &f.Text,
		"call": &f.Call, "result": &f.Result, "reasoning": &f.Thought, "stop": &f.Stop, "error": &f.Error,
		"calls": &f.Calls,
	}
}

// UnmarshalJSON implements [json.Unmarshaler]. If only the tool's result can't be read, the item is complete apart
// from it, its result states that the output is lost, and there is an error.
//
// It reads a record once, and a result twice.
func (it *Item) UnmarshalJSON(src []byte) error {
	if string(src) == "null" {
		return nil // the convention of json.Unmarshaler
	}
	var f itemFields
	targets := f.targets()
	var extra []byte
	var unreadable error
	err := members(src, func(key string, value []byte) (err error) {
		switch target := targets[key]; {
		case key == "result" && value[0] == '{':
			f.Result = &Result{}
			unreadable, err = f.Result.decode(value)
			return err
		case target != nil:
			return json.Unmarshal(value, target)
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

// unreadableText is the model's text for a result that can't be read. "Interrupted" would be untrue.
const unreadableText = "The result of this call is lost: its record can't be read. The call did run."

// decode reads the result of a record. Fields that this version doesn't know are left out. If only the tool's result
// can't be read, that is the first error.
func (r *Result) decode(src []byte) (unreadable, err error) {
	err = members(src, func(key string, value []byte) error {
		switch key {
		case "call_id":
			return json.Unmarshal(value, &r.CallID)
		case "synthetic":
			return json.Unmarshal(value, &r.Synthetic)
		case "not_run":
			return json.Unmarshal(value, &r.NotRun)
		case "tool_result":
			if unreadable = r.Tool.UnmarshalJSON(value); unreadable != nil {
				lost := result.ToolError{Kind: result.KindExit, Message: unreadableText}
				r.Tool = result.Failure("", lost, "", nil)
			}
		}
		return nil
	})
	return unreadable, err
}
