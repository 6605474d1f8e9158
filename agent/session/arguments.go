package session

import (
	"bytes"
	"encoding/json"

	"github.com/toktee/toktee/agent/session/internal/wire"
)

// Arguments makes a JSON object of the arguments that a model sent with a complete call. None at all become an empty
// object. What isn't a JSON object is wrapped in one, {"malformed_arguments": "..."}, and ok is false: such a call
// can't be run, but it can be answered, and it can be sent back to any provider.
func Arguments(sent string) (args json.RawMessage, ok bool) {
	if blank(sent) {
		return json.RawMessage("{}"), true
	}
	if args, ok := compactObject([]byte(sent)); ok {
		return args, true
	}
	b, err := wire.Encode(struct {
		Malformed string `json:"malformed_arguments"`
	}{sent})
	if err != nil { // a string always encodes
		return json.RawMessage("{}"), false
	}
	return b, false
}

// compactObject returns src without white space between its parts. It is not ok if src isn't a JSON object.
func compactObject(src []byte) (object json.RawMessage, ok bool) {
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
