package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// checkArguments says what is wrong with the arguments of a call by the tool's schema, "" for nothing: properties that
// are missing, unknown where the schema allows no others, or of another type. What lies deeper is for the tool to
// check.
func checkArguments(schema, args json.RawMessage) string {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(args, &given); err != nil {
		return "the arguments are not a JSON object"
	}
	var s struct {
		Properties map[string]struct {
			Type json.RawMessage `json:"type"`
			Enum []any           `json:"enum"`
		} `json:"properties"`
		Required   []string        `json:"required"`
		Additional json.RawMessage `json:"additionalProperties"`
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		return "" // a schema of a form that isn't known here says nothing
	}
	for _, name := range s.Required {
		if _, ok := given[name]; !ok {
			return fmt.Sprintf("argument %q is missing", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		p, known := s.Properties[name]
		if !known {
			if string(s.Additional) == "false" {
				return fmt.Sprintf("unknown argument %q: there are %s", name, strings.Join(slices.Sorted(maps.Keys(s.Properties)), ", "))
			}
			continue
		}
		if types := typesOf(p.Type); len(types) > 0 && !slices.ContainsFunc(types, func(t string) bool { return isType(given[name], t) }) {
			return fmt.Sprintf("argument %q is %.60s: want %s", name, given[name], strings.Join(types, " or "))
		}
		if len(p.Enum) > 0 && !slices.ContainsFunc(p.Enum, func(v any) bool { return equalJSON(given[name], v) }) {
			allowed, _ := json.Marshal(p.Enum) // it came from JSON
			return fmt.Sprintf("argument %q is %.60s: want one of %s", name, given[name], allowed)
		}
	}
	return ""
}

func typesOf(raw json.RawMessage) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil && one != "" {
		return []string{one}
	}
	var many []string
	_ = json.Unmarshal(raw, &many) // anything else allows all
	return many
}

func isType(v json.RawMessage, t string) bool {
	v = bytes.TrimSpace(v)
	if len(v) == 0 {
		return false
	}
	switch t {
	case "string":
		return v[0] == '"'
	case "object":
		return v[0] == '{'
	case "array":
		return v[0] == '['
	case "boolean":
		return v[0] == 't' || v[0] == 'f'
	case "null":
		return v[0] == 'n'
	case "number":
		return v[0] == '-' || v[0] >= '0' && v[0] <= '9'
	case "integer":
		var f float64
		return json.Unmarshal(v, &f) == nil && f == math.Trunc(f)
	}
	return true // a type that isn't known here
}

func equalJSON(raw json.RawMessage, v any) bool {
	b, err := json.Marshal(v)
	var w bytes.Buffer
	return err == nil && json.Compact(&w, raw) == nil && bytes.Equal(w.Bytes(), b)
}
