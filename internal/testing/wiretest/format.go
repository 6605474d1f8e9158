package wiretest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/toktee/toktee/agent/session/sessiontest"
)

// A format has the server's knowledge of one wire format.
type format struct {
	wire    Wire
	rules   sessiontest.Format // whose rules of a conversation hold
	fields  []string           // that a request may have at its top
	key     func(http.Header) string
	events  func(n int, t Turn, piece int) []event // the answer to the n-th request
	failure func(message string) event
}

// formats are the formats by path.
var formats = map[string]format{
	"/v1/messages": {
		wire:    Anthropic,
		rules:   sessiontest.Anthropic,
		fields:  []string{"model", "max_tokens", "system", "messages", "tools", "stream", "thinking"},
		key:     func(h http.Header) string { return h.Get("X-Api-Key") },
		events:  anthropicEvents,
		failure: anthropicFailure,
	},
	"/v1/chat/completions": {
		wire:  Chat,
		rules: sessiontest.Chat,
		fields: []string{
			"model", "messages", "tools", "stream", "stream_options", "max_completion_tokens", "max_tokens",
			"reasoning_effort",
		},
		key:     bearerToken,
		events:  chatEvents,
		failure: chatFailure,
	},
	"/v1/responses": {
		wire:  Responses,
		rules: sessiontest.Responses,
		fields: []string{
			"model", "instructions", "input", "tools", "stream", "store", "include", "reasoning", "max_output_tokens",
		},
		key:     bearerToken,
		events:  responsesEvents,
		failure: responsesFailure,
	},
}

func bearerToken(h http.Header) string {
	token, ok := strings.CutPrefix(h.Get("Authorization"), "Bearer ")
	if !ok {
		return ""
	}
	return token
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
	for field := range top {
		if !slices.Contains(f.fields, field) {
			return fmt.Errorf("%s: extra inputs are not permitted", field)
		}
	}
	if string(top["stream"]) != "true" {
		return errors.New("stream: want true")
	}
	if f.wire == Anthropic && top["max_tokens"] == nil {
		return errors.New("max_tokens: field required")
	}
	return f.checkConversation(body)
}

// checkConversation returns the first rule of the provider that the conversation in a request breaks.
func (f format) checkConversation(body []byte) error {
	broken, err := sessiontest.Validate(f.rules, body)
	if err != nil {
		return fmt.Errorf("validating the request: %w", err)
	}
	if len(broken) > 0 {
		return fmt.Errorf("%d rules broken, the first is %v", len(broken), broken[0])
	}
	return nil
}
