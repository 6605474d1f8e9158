package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
)

// hints add to arguments, by their names, what their types lack: a description, and which values make sense. They
// guide the model; a call is refused only for its types and by the tool itself, which may accept more (a limit of 0 is
// no limit, "py" is Python).
type hints map[string]property

// atLeast returns a hint's smallest value.
func atLeast(n float64) *float64 { return &n }

// A property is the JSON Schema of an argument, as far as tools need it. A library that knows all of JSON Schema would
// slow every start of the command.
type property struct {
	Type        string     `json:"type,omitempty"`
	Items       *property  `json:"items,omitempty"` // of an array
	Description string     `json:"description,omitempty"`
	Enum        []string   `json:"enum,omitempty"`
	Minimum     *float64   `json:"minimum,omitempty"`
	MinItems    int        `json:"minItems,omitempty"`
	Values      *property  `json:"additionalProperties,omitempty"` // of an object
	AnyOf       []property `json:"anyOf,omitempty"`                // in place of a type
}

// A schema describes the arguments of a tool: for the model, and for the check of a call.
type schema struct {
	names    []string             // in the order of the struct's fields
	props    map[string]*property // by name, as the model sees them
	required []string
}

// schemaOf makes the schema of arguments that are read into an A, a struct. Its fields are the arguments; those
// without omitzero are required. It panics if a hint names no field, or a field has a type that arguments don't have:
// these are mistakes in the code.
func schemaOf[A any](h hints) *schema {
	s := &schema{props: map[string]*property{}}
	for field := range reflect.TypeFor[A]().Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		p := propertyOf(field.Type)
		s.names, s.props[name] = append(s.names, name), &p
		if options != "omitzero" {
			s.required = append(s.required, name)
		}
	}
	for name, hint := range h {
		p := s.props[name]
		if p == nil {
			panic(fmt.Sprintf("a hint for %q, which is no argument", name))
		}
		p.Description, p.Minimum, p.Enum = hint.Description, hint.Minimum, hint.Enum
	}
	return s
}

// propertyOf returns the schema of a type. An argument that is null counts as one that isn't there.
func propertyOf(t reflect.Type) property {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	text := property{Type: "string"}
	switch t { // types that read more than one form of JSON
	case reflect.TypeFor[commandWords]():
		return property{AnyOf: []property{text, {Type: "array", Items: &text, MinItems: 1}}}
	case reflect.TypeFor[duration]():
		return property{AnyOf: []property{{Type: "number", Minimum: atLeast(0)}, text}}
	case reflect.TypeFor[[]string]():
		return property{Type: "array", Items: &text}
	case reflect.TypeFor[map[string]string]():
		return property{Type: "object", Values: &text}
	}
	name := map[reflect.Kind]string{reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer"}[t.Kind()]
	if name == "" {
		panic(fmt.Sprintf("an argument of type %v", t))
	}
	return property{Type: name}
}

// text returns the schema in JSON as a model is sent it, but for a line feed before each property: the command line
// lists it.
func (s *schema) text() json.RawMessage {
	var b bytes.Buffer
	b.WriteString(`{"type":"object","additionalProperties":false,`)
	if len(s.required) > 0 {
		fmt.Fprintf(&b, `"required":["%s"],`, strings.Join(s.required, `","`))
	}
	b.WriteString(`"properties":{`)
	for i, name := range s.names {
		if i > 0 {
			b.WriteByte(',')
		}
		p, err := json.Marshal(s.props[name])
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(&b, "\n%q:%s", name, p)
	}
	b.WriteString("}}")
	return b.Bytes()
}

// check describes the problem with the type of an argument's value, as encoding/json decodes it into an any. An
// argument of several forms has no type: it is checked when it is read.
func (s *schema) check(name string, value any) error {
	typ := s.props[name].Type
	if typ == "" || isOf(typ, value) {
		return nil
	}
	kind := jsonKind(value)
	if number, ok := value.(float64); ok && typ == "integer" {
		kind = fmt.Sprintf("number %v", number)
	}
	return fmt.Errorf("argument %q is a JSON %s: want %s", name, kind, wanted[typ])
}

// isOf reports whether a value is of a property's type. Whole numbers have to fit into an int, and into a float64
// without loss, as that is how they are decoded.
func isOf(typ string, value any) bool {
	switch v := value.(type) {
	case string:
		return typ == "string"
	case bool:
		return typ == "boolean"
	case float64:
		const exact = 1 << 53
		return typ == "integer" && v == math.Trunc(v) && math.Abs(v) <= exact
	case []any:
		return typ == "array" && !slices.ContainsFunc(v, isNoText)
	case map[string]any:
		return typ == "object" && !slices.ContainsFunc(slices.Collect(maps.Values(v)), isNoText)
	}
	return false
}

func isNoText(value any) bool { _, ok := value.(string); return !ok }

// wanted are JSON schema types in words.
var wanted = map[string]string{
	"string":  "a string",
	"boolean": "true or false",
	"integer": "a whole number",
	"array":   "a list of strings",
	"object":  "an object of strings",
}

// jsonKind returns the kind of a decoded value, in the words of [json.UnmarshalTypeError].
func jsonKind(value any) string {
	switch value.(type) {
	case string:
		return "string"
	case bool:
		return "bool"
	case float64:
		return "number"
	case []any:
		return "array"
	}
	return "object"
}
