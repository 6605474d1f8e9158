package call

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// JSON is v on one line, with <, > and & as they are: escaped they cost tokens, and every code has them.
func JSON(v any) ([]byte, error) {
	var w bytes.Buffer
	enc := json.NewEncoder(&w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encoding the request: %w", err)
	}
	return bytes.TrimSuffix(w.Bytes(), []byte("\n")), nil
}

// Schema is a tool's schema, that of an object without properties where it has none.
func Schema(s json.RawMessage) json.RawMessage {
	if len(bytes.TrimSpace(s)) == 0 {
		return json.RawMessage(`{"type":"object","properties":{}}`)
	}
	return s
}
