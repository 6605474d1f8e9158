package sessiontest

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// A Format is one of the providers' wire formats.
type Format string

// The wire formats.
const (
	Anthropic Format = "anthropic" // Anthropic Messages
	Chat      Format = "chat"      // OpenAI Chat Completions
	Responses Format = "responses" // OpenAI Responses
)

// A Violation is one place of a request that breaks a rule of its format.
type Violation struct {
	Rule   string // the rule's id, such as "A2"
	Place  string // such as "messages[3].content[1]"; the system's text isn't counted as a message
	Detail string // the problem, with the offending value
}

// String returns the violation on one line.
func (v Violation) String() string { return v.Rule + " " + v.Place + ": " + v.Detail }

// Validate checks the messages of a request and returns every violation that it finds, in the order of the messages.
// The request is either the JSON array of messages (for Responses: of input items), or the whole body of a request
// that holds them. Only a whole body shows whether thinking is switched on, so only there is that part of rule A9
// checked.
//
// An error means that there was nothing to check: the format is unknown, or the request isn't JSON of such a form.
func Validate(format Format, request []byte) ([]Violation, error) {
	rules, ok := map[Format]struct {
		list  string // the member of the body that holds the messages
		check func(*checker)
	}{
		Anthropic: {"messages", (*checker).anthropic},
		Chat:      {"messages", (*checker).chat},
		Responses: {"input", (*checker).responses},
	}[format]
	if !ok {
		return nil, fmt.Errorf("validating a request: unknown provider %q: want anthropic, chat or responses", format)
	}
	c := &checker{list: rules.list}
	src := bytes.TrimSpace(request)
	if isObject(src) {
		if err := json.Unmarshal(src, &c.body); err != nil {
			return nil, fmt.Errorf("validating a request: %w", err)
		}
		src = c.body[rules.list]
		if format == Responses && isString(src) {
			return nil, nil // the input may be one text of the user
		}
	}
	if err := json.Unmarshal(src, &c.items); err != nil {
		return nil, fmt.Errorf("validating %s %.40q: want an array of objects: %w", rules.list, src, err)
	}
	rules.check(c)
	return c.found, nil
}
