package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Provider names a wire format.
type Provider string

// The wire formats.
const (
	Anthropic Provider = "anthropic" // Anthropic Messages
	Chat      Provider = "chat"      // OpenAI Chat Completions
	Responses Provider = "responses" // OpenAI Responses
)

// Violation is a place where messages break a rule of a provider.
type Violation struct {
	Rule   string // A1 to A13, C1 to C9, O1 to O10
	Place  string // such as "messages[3].content[1]", where messages are numbered behind the system's text
	Detail string
}

// String is the violation on one line.
func (v Violation) String() string { return v.Rule + " " + v.Place + ": " + v.Detail }

// Validate checks messages as they would be sent, whoever made them: the JSON array of messages, or of the input for
// Responses; or the whole body of a request, which it finds them in.
// Its error says that this isn't JSON of such a form, or that the provider is unknown. An empty list breaks no rule but A1.
//
// What can't be seen in the messages isn't checked: whether a signature is genuine (A9), which servers want more than C8
// has options for, and whether a thought was dropped in front of a call that has kept its id (O5).
func Validate(p Provider, request []byte) ([]Violation, error) {
	rules, ok := map[Provider]struct {
		key   string
		check func(*checker)
	}{
		Anthropic: {"messages", (*checker).anthropic},
		Chat:      {"messages", (*checker).chat},
		Responses: {"input", (*checker).responses},
	}[p]
	if !ok {
		return nil, fmt.Errorf("validating a request: unknown provider %q: want anthropic, chat or responses", p)
	}
	c := &checker{list: rules.key}
	src := bytes.TrimSpace(request)
	if len(src) > 0 && src[0] == '{' {
		if err := json.Unmarshal(src, &c.body); err != nil {
			return nil, fmt.Errorf("validating a request: %w", err)
		}
		src = c.body[rules.key]
		if p == Responses && isString(src) {
			return nil, nil // one text of the user
		}
	}
	if err := json.Unmarshal(src, &c.items); err != nil {
		return nil, fmt.Errorf("validating %s %.40q: want an array of objects: %w", rules.key, src, err)
	}
	rules.check(c)
	return c.found, nil
}

// fields is a JSON object.
type fields map[string]json.RawMessage

// checker gathers the violations of one request.
type checker struct {
	list  string // the name of the list
	body  fields // nil where only the list is known
	items []fields
	found []Violation
}

func (c *checker) broken(rule, place, format string, args ...any) {
	c.found = append(c.found, Violation{rule, place, fmt.Sprintf(format, args...)})
}

func (c *checker) place(i int) string { return fmt.Sprintf("%s[%d]", c.list, i) }

// keys reports fields that aren't known.
func (c *checker) keys(rule, place string, f fields, known ...string) {
	var odd []string
	for k := range f {
		if !slices.Contains(known, k) {
			odd = append(odd, k)
		}
	}
	slices.Sort(odd)
	for _, k := range odd {
		c.broken(rule, place, "unknown field %q", k)
	}
}

// leadSystem takes out the system's text that the list starts with, and reports any that comes later.
func (c *checker) leadSystem(rule string) {
	system := func(f fields) bool {
		role := f.text("role")
		return role == "system" || role == "developer"
	}
	if len(c.items) > 0 && system(c.items[0]) {
		c.items = c.items[1:]
	}
	for i, f := range c.items {
		if system(f) {
			c.broken(rule, c.place(i), "role %q behind the start", f.text("role"))
		}
	}
}

// text is a string field, "" where it is missing or isn't a string.
func (f fields) text(key string) string {
	var s string
	if json.Unmarshal(f[key], &s) != nil {
		return ""
	}
	return s
}

// null reports whether a field is missing or null.
func (f fields) null(key string) bool { return len(f[key]) == 0 || string(f[key]) == "null" }

// content is a field that holds a text or a list of parts.
func (f fields) content(key string) (text string, parts []fields, err error) {
	if f.null(key) {
		return "", nil, nil
	}
	if isString(f[key]) {
		return f.text(key), nil, nil
	}
	parts = []fields{}
	if err := json.Unmarshal(f[key], &parts); err != nil {
		return "", nil, fmt.Errorf("%s is neither a text nor a list of objects", key)
	}
	return "", parts, nil
}

func isString(src json.RawMessage) bool { return len(src) > 0 && src[0] == '"' }

func isObject(src json.RawMessage) bool { return len(src) > 0 && src[0] == '{' }
