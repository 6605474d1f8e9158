package call

import (
	"encoding/json"
	"slices"

	"github.com/toktee/toktee/agent/model"
)

// kindUnknown is the kind of an error for which the provider has no word.
const kindUnknown = "error"

// temporaryKinds are the providers' own words for failures that may pass.
var temporaryKinds = []string{
	// Anthropic
	"overloaded_error", "api_error", "rate_limit_error", "timeout_error",
	// OpenAI and servers that imitate it
	"server_error", "rate_limit_exceeded", "internal_error", "service_unavailable", "timeout", "overloaded",
}

// lastingKinds are their words for failures that don't pass, though the status looks as if they would.
var lastingKinds = []string{"insufficient_quota", "billing_hard_limit_reached", "billing_error"}

// reportedError are the fields in which providers describe an error, either at the top or below "error".
type reportedError struct {
	Type    string          `json:"type"`
	Code    json.RawMessage `json:"code"`
	Message string          `json:"message"`
	Detail  string          `json:"detail"`
}

// Reported returns the error that a provider reports in an event of its stream, or in the body of a failed answer.
// Servers write it in several ways:
//
//	{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}, "request_id": "req_1"}
//	{"error": {"message": "You exceeded your quota", "type": "insufficient_quota", "code": "insufficient_quota"}}
//	{"error": {"message": "no such model", "code": 404}}
//	{"error": "no such model"}
//	{"detail": "Not Found"}
//
// Any other body becomes the message.
func Reported(body []byte) *model.Error {
	var top struct {
		Error     json.RawMessage `json:"error"`
		RequestID ID              `json:"request_id"`
		reportedError
	}
	if err := json.Unmarshal(body, &top); err != nil {
		return &model.Error{Kind: kindUnknown, Message: string(body)}
	}
	found := top.reportedError
	if len(top.Error) > 0 && string(top.Error) != "null" {
		found.add(top.Error)
	}
	e := &model.Error{Kind: found.kind(), Message: found.Message, RequestID: string(top.RequestID)}
	if e.Message == "" {
		e.Message = found.Detail
	}
	if e.Message == "" && e.Kind == kindUnknown {
		e.Message = string(body)
	}
	is := func(kinds []string) bool { return slices.Contains(kinds, e.Kind) || slices.Contains(kinds, found.Type) }
	e.Temporary = is(temporaryKinds) && !is(lastingKinds)
	return e
}

// add takes over the value of "error": a text, or an object with the fields of an error.
func (r *reportedError) add(raw json.RawMessage) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		r.Message = text
	} else if json.Unmarshal(raw, r) != nil {
		r.Message = string(raw)
	}
}

// kind returns the provider's word for the error. OpenAI's code is more exact than its type; other servers put the
// status there, as a number, which adds nothing.
func (r *reportedError) kind() string {
	var code string
	_ = json.Unmarshal(r.Code, &code)
	switch {
	case code != "":
		return code
	case r.Type != "":
		return r.Type
	}
	return kindUnknown
}
