package call

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toktee/toktee/agent/session"
)

// encode returns v as JSON on one line. It leaves <, > and & as they are: escaped they cost tokens, and all code has
// them.
func encode(v any) ([]byte, error) {
	var w bytes.Buffer
	enc := json.NewEncoder(&w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encoding the request: %w", err)
	}
	return bytes.TrimSuffix(w.Bytes(), []byte("\n")), nil
}

// Schema returns the schema to send for a tool. For a tool without one it is that of an object without properties.
func Schema(s json.RawMessage) json.RawMessage {
	if len(bytes.TrimSpace(s)) == 0 {
		return json.RawMessage(`{"type":"object","properties":{}}`)
	}
	return s
}

// IsObject reports whether arguments are a JSON object. If so they are complete, since no beginning of an object is
// one.
func IsObject(arguments string) bool {
	_, ok := session.Arguments(arguments)
	return ok && strings.TrimSpace(arguments) != ""
}
