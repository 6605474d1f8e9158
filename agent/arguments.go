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

// objectSchema is the part of a tool's schema that is checked.
type objectSchema struct {
	Properties map[string]propertySchema `json:"properties"`
	Required   []string                  `json:"required"`
	Additional json.RawMessage           `json:"additionalProperties"`
}

type propertySchema struct {
	Type json.RawMessage `json:"type"` // a name, or a list of names
	Enum []any           `json:"enum"`
}

// checkArguments checks the arguments of a call against the tool's schema and describes the first problem, "" if there
// is none. It finds properties that are missing, that the schema doesn't allow, or that have a wrong type or value.
// What lies deeper, and what else a schema demands, is for the tool to check.
func checkArguments(schema, args json.RawMessage) string {
	var sent map[string]json.RawMessage
	if err := json.Unmarshal(args, &sent); err != nil {
		return "the arguments are not a JSON object"
	}
	var s objectSchema
	if err := json.Unmarshal(schema, &s); err != nil {
		return "" // a schema in a form that isn't known here allows everything
	}
	for _, name := range s.Required {
		if _, ok := sent[name]; !ok {
			return fmt.Sprintf("argument %q is missing", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		p, known := s.Properties[name]
		if !known && string(s.Additional) == "false" {
			names := slices.Sorted(maps.Keys(s.Properties))
			return fmt.Sprintf("unknown argument %q: there are %s", name, strings.Join(names, ", "))
		}
		if want := p.check(sent[name]); want != "" {
			return fmt.Sprintf("argument %q is %.60s: want %s", name, sent[name], want)
		}
	}
	return ""
}

// check returns the types or values that the schema wants instead of a value, "" if the value fits.
func (p propertySchema) check(value json.RawMessage) string {
	types := p.types()
	fits := func(typ string) bool { return isType(value, typ) }
	if len(types) > 0 && !slices.ContainsFunc(types, fits) {
		return strings.Join(types, " or ")
	}
	equals := func(allowed any) bool { return equalJSON(value, allowed) }
	if len(p.Enum) > 0 && !slices.ContainsFunc(p.Enum, equals) {
		allowed, _ := json.Marshal(p.Enum) // can't fail: it came from JSON
		return "one of " + string(allowed)
	}
	return ""
}

// types returns the names of the types that a property may have; none means any.
func (p propertySchema) types() []string {
	var one string
	if json.Unmarshal(p.Type, &one) == nil && one != "" {
		return []string{one}
	}
	var many []string
	_ = json.Unmarshal(p.Type, &many) // anything else allows every type
	return many
}

// isType reports whether a value has the type of this name. A type that isn't known here fits every value.
func isType(v json.RawMessage, typ string) bool {
	v = bytes.TrimSpace(v)
	if len(v) == 0 {
		return false
	}
	switch first := v[0]; typ {
	case "string":
		return first == '"'
	case "object":
		return first == '{'
	case "array":
		return first == '['
	case "boolean":
		return first == 't' || first == 'f'
	case "null":
		return first == 'n'
	case "number":
		return first == '-' || first >= '0' && first <= '9'
	case "integer": // 1.0 is one too
		var f float64
		return json.Unmarshal(v, &f) == nil && f == math.Trunc(f)
	}
	return true
}

// equalJSON reports whether raw is the value v in JSON, blanks aside.
func equalJSON(raw json.RawMessage, v any) bool {
	b, err := json.Marshal(v)
	var w bytes.Buffer
	return err == nil && json.Compact(&w, raw) == nil && bytes.Equal(w.Bytes(), b)
}
