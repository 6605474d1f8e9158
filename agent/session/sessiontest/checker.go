package sessiontest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A checker gathers the violations of one request.
type checker struct {
	list  string // the name of the list of messages, for places
	body  fields // the whole request; nil if there are only messages
	items []fields
	found []Violation
}

func (c *checker) broken(rule, place, format string, args ...any) {
	c.found = append(c.found, Violation{rule, place, fmt.Sprintf(format, args...)})
}

// place names the i-th message, as "messages[3]".
func (c *checker) place(i int) string { return fmt.Sprintf("%s[%d]", c.list, i) }

// keys reports the fields of an object that the format doesn't have, in alphabetical order.
func (c *checker) keys(rule, place string, f fields, known ...string) {
	var unknown []string
	for k := range f {
		if !slices.Contains(known, k) {
			unknown = append(unknown, k)
		}
	}
	slices.Sort(unknown)
	for _, k := range unknown {
		c.broken(rule, place, "unknown field %q", k)
	}
}

// leadSystem removes the system's text from the start of the list, and reports any system's text that comes later.
// From here on, messages are counted without it.
func (c *checker) leadSystem(rule string) {
	if len(c.items) > 0 && c.items[0].isSystem() {
		c.items = c.items[1:]
	}
	for i, f := range c.items {
		if f.isSystem() {
			c.broken(rule, c.place(i), "role %q after the start", f.text("role"))
		}
	}
}

// fields is a JSON object.
type fields map[string]json.RawMessage

// isSystem reports whether a message is the system's, which newer models call the developer's.
func (f fields) isSystem() bool {
	role := f.text("role")
	return role == "system" || role == "developer"
}

// text returns a string field, or "" if the field is missing or isn't a string.
func (f fields) text(key string) string {
	var s string
	if json.Unmarshal(f[key], &s) != nil {
		return ""
	}
	return s
}

// null reports whether a field is missing or null.
func (f fields) null(key string) bool { return len(f[key]) == 0 || string(f[key]) == "null" }

// holdsJSON reports whether a field is a string that holds JSON, as the arguments of a call do.
func (f fields) holdsJSON(key string) bool {
	return isString(f[key]) && json.Valid([]byte(f.text(key)))
}

// content returns a field that holds either a text or a list of parts. The list is nil for a text or a missing field,
// and not nil for an empty list.
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

func isString(src []byte) bool { return len(src) > 0 && src[0] == '"' }

func isObject(src []byte) bool { return len(src) > 0 && src[0] == '{' }

func blank(s string) bool { return strings.TrimSpace(s) == "" }
