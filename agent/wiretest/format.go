package wiretest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
)

// format is what the server knows of one wire format.
type format struct {
	wire    Wire
	keys    []string // that a request may have, at its top
	key     func(http.Header) string
	events  func(n int, t Turn, piece int) []event
	failure func(message string) event
}

// formats are the formats by path.
var formats = map[string]format{
	"/v1/messages": {
		wire:    Anthropic,
		keys:    []string{"model", "max_tokens", "system", "messages", "tools", "stream", "thinking"},
		key:     func(h http.Header) string { return h.Get("X-Api-Key") },
		events:  anthropicEvents,
		failure: anthropicFailure,
	},
	"/v1/chat/completions": {
		wire:    Chat,
		keys:    []string{"model", "messages", "tools", "stream", "stream_options", "max_completion_tokens", "max_tokens", "reasoning_effort"},
		key:     bearer,
		events:  chatEvents,
		failure: chatFailure,
	},
	"/v1/responses": {
		wire:    Responses,
		keys:    []string{"model", "instructions", "input", "tools", "stream", "store", "include", "reasoning", "max_output_tokens"},
		key:     bearer,
		events:  responsesEvents,
		failure: responsesFailure,
	},
}

func bearer(h http.Header) string {
	const scheme = "Bearer "
	v := h.Get("Authorization")
	if len(v) < len(scheme) || v[:len(scheme)] != scheme {
		return ""
	}
	return v[len(scheme):]
}

var errKey = errors.New("invalid key")

// check returns the first rule that a request breaks.
func (f format) check(h http.Header, body []byte, key string) error {
	if key != "" && f.key(h) != key {
		return errKey
	}
	if f.wire == Anthropic && h.Get("Anthropic-Version") == "" {
		return errors.New("anthropic-version: header is required")
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(body, &top); err != nil {
		return fmt.Errorf("the body isn't a JSON object: %w", err)
	}
	for k := range top {
		if !slices.Contains(f.keys, k) {
			return fmt.Errorf("%s: extra inputs are not permitted", k)
		}
	}
	if string(top["stream"]) != "true" {
		return errors.New("stream: want true")
	}
	if f.wire == Anthropic && top["max_tokens"] == nil {
		return errors.New("max_tokens: field required")
	}
	return validate(f.wire, body)
}

// object is a JSON object whose keys stand in the order of writing: what is sent is the same bytes every time.
func object(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // scripts hold strings and numbers only
	}
	return string(b)
}

type m = map[string]any

// pieces cuts s in pieces of n bytes, not within a character.
func pieces(s string, n int) []string {
	var out []string
	start, size := 0, 0
	for i, r := range s {
		if size = i - start; size >= n {
			out = append(out, s[start:i])
			start = i
		}
		_ = r
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

func callID(n, i int, c Call) string {
	if c.ID != "" {
		return c.ID
	}
	return fmt.Sprintf("call_%d_%d", n, i)
}
