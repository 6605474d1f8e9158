package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// hints add to arguments, by their names, what their types lack: a description, and which values make sense. They
// guide the model; a call is refused only for its types and by the tool itself, which may accept more (a limit of 0 is
// no limit, "py" is Python).
type hints map[string]jsonschema.Schema

// atLeast returns a hint's smallest value.
func atLeast(n float64) *float64 { return &n }

// A schema describes the arguments of a tool: for the model, and for the check of a call.
type schema struct {
	names    []string                      // in the order of the struct's fields
	props    map[string]*jsonschema.Schema // by name, as the model sees them
	required []string
}

// schemaOf makes the schema of arguments that are read into an A, a struct. Its fields are the arguments; those
// without omitzero are required. It panics if a hint names no field: that is a mistake in the code.
func schemaOf[A any](h hints) *schema {
	inferred, err := jsonschema.For[A](&jsonschema.ForOptions{TypeSchemas: forms()})
	if err != nil {
		panic(err)
	}
	s := &schema{names: inferred.PropertyOrder, props: inferred.Properties, required: inferred.Required}
	for _, p := range s.props {
		withoutNull(p)
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

// withoutNull takes the null off that the library allows for pointers and lists: an argument that is null counts as one
// that isn't there.
func withoutNull(p *jsonschema.Schema) {
	if n := len(p.Types); n > 0 {
		if last := p.Types[n-1]; last != "null" {
			p.Type = last
		}
		p.Types = nil
	}
}

// forms returns the schemas of types that read more than one form of JSON.
func forms() map[reflect.Type]*jsonschema.Schema {
	text := &jsonschema.Schema{Type: "string"}
	return map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[words](): {AnyOf: []*jsonschema.Schema{
			text, {Type: "array", Items: text.CloneSchemas(), MinItems: jsonschema.Ptr(1)},
		}},
		reflect.TypeFor[duration](): {AnyOf: []*jsonschema.Schema{{Type: "number", Minimum: atLeast(0)}, text}},
	}
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
	if typ == "" || isOf(s.props[name], value) {
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
func isOf(p *jsonschema.Schema, value any) bool {
	types := jsonschema.Schema{Type: p.Type, Items: p.Items, AdditionalProperties: p.AdditionalProperties}
	if p.Type == "integer" {
		const exact = 1 << 53
		types.Minimum, types.Maximum = jsonschema.Ptr(-float64(exact)), jsonschema.Ptr(float64(exact))
	}
	check, err := types.Resolve(nil)
	if err != nil {
		panic(err) // our own schemas
	}
	return check.Validate(value) == nil
}

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
