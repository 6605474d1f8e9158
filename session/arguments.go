package session

import (
	"bytes"
	"encoding/json"
)

// Arguments makes a JSON object of the arguments that a model sent with a complete call. None at all are an empty object.
// What isn't a JSON object is wrapped in one, {"malformed_arguments": "..."}, and ok is false: the call can't be run, but
// it can be answered, and sent back to any provider.
func Arguments(sent string) (args json.RawMessage, ok bool) {
	if blank(sent) {
		return json.RawMessage("{}"), true
	}
	if args, ok := object([]byte(sent)); ok {
		return args, true
	}
	b, err := encode(struct {
		Malformed string `json:"malformed_arguments"`
	}{sent})
	if err != nil { // a string always encodes
		return json.RawMessage("{}"), false
	}
	return b, false
}

// object is src in compact form, if it is a JSON object.
func object(src []byte) (json.RawMessage, bool) {
	src = bytes.TrimSpace(src)
	if len(src) == 0 || src[0] != '{' {
		return nil, false
	}
	var w bytes.Buffer
	if err := json.Compact(&w, src); err != nil {
		return nil, false
	}
	return w.Bytes(), true
}
