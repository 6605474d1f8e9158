package mcpproxy

import (
	"bytes"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// A span is a range of the bytes of a message.
type span struct{ from, to int }

func (s span) of(b []byte) []byte { return b[s.from:s.to] }

// A member of an object: where its name begins, and where its value is.
type member struct {
	name  string
	at    int
	value span
}

// An object is the members of one, in their order.
type object []member

// find returns a member's place in the object, -1 for none.
func (o object) find(name string) int {
	for i := range o {
		if o[i].name == name {
			return i
		}
	}
	return -1
}

func (o object) get(name string) (span, bool) {
	if i := o.find(name); i >= 0 {
		return o[i].value, true
	}
	return span{}, false
}

// decoder reads a value inside a message. Names that come twice are errors: what such an object means isn't known.
func decoder(b []byte, at span) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(at.of(b)), jsontext.AllowInvalidUTF8(true))
}

// readObject reads the members of an object, which must be all that the span has.
func readObject(b []byte, at span) (object, bool) {
	dec := decoder(b, at)
	if t, err := dec.ReadToken(); err != nil || t.Kind() != '{' {
		return nil, false
	}
	var o object
	for dec.PeekKind() != '}' {
		name, err := dec.ReadValue()
		if err != nil {
			return nil, false
		}
		m := member{name: unquote(name), at: at.from + int(dec.InputOffset()) - len(name)}
		v, err := dec.ReadValue()
		if err != nil {
			return nil, false
		}
		end := at.from + int(dec.InputOffset())
		m.value = span{end - len(v), end}
		o = append(o, m)
	}
	return o, ended(dec)
}

// readArray reads the elements of an array, and where it opens.
func readArray(b []byte, at span) (elements []span, open int, ok bool) {
	dec := decoder(b, at)
	if t, err := dec.ReadToken(); err != nil || t.Kind() != '[' {
		return nil, 0, false
	}
	open = at.from + int(dec.InputOffset())
	for dec.PeekKind() != ']' {
		v, err := dec.ReadValue()
		if err != nil {
			return nil, 0, false
		}
		end := at.from + int(dec.InputOffset())
		elements = append(elements, span{end - len(v), end})
	}
	return elements, open, ended(dec)
}

// ended reads the end of an object or an array, and of the input.
func ended(dec *jsontext.Decoder) bool {
	if _, err := dec.ReadToken(); err != nil {
		return false
	}
	_, err := dec.ReadToken()
	return err == io.EOF
}

// unquoted returns the text of a JSON string. What isn't UTF-8 in it becomes U+FFFD.
func unquoted(v []byte) []byte {
	b, _ := jsontext.AppendUnquote(make([]byte, 0, len(v)), v) // the decoder has checked the rest
	return b
}

// unquote returns unquoted as a string, for short values.
func unquote(v []byte) string { return string(unquoted(v)) }

func quote(text []byte) []byte {
	b, _ := jsontext.AppendQuote(nil, text) // its error is of invalid UTF-8, which has become U+FFFD
	return b
}

// stringAt returns the string at a span. ok is false for any other value.
func stringAt(b []byte, at span) (s string, ok bool) {
	if at.from == at.to || b[at.from] != '"' {
		return "", false
	}
	return unquote(at.of(b)), true
}

// stringOf returns a string member of an object, "" for none.
func (o object) stringOf(b []byte, name string) string {
	at, _ := o.get(name)
	s, _ := stringAt(b, at)
	return s
}

// inside reads an object that is a member of an object.
func (o object) inside(b []byte, name string) (object, bool) {
	at, ok := o.get(name)
	if !ok {
		return nil, false
	}
	return readObject(b, at)
}

// isTrue reports whether a member is there and true.
func (o object) isTrue(b []byte, name string) bool {
	at, _ := o.get(name)
	return string(at.of(b)) == "true"
}

// idKey returns an id as a key: 1 and "1" are two, 1 and 1.0 are one, as clients and servers in languages without
// integers take them. ok is false for a value that is no id.
func idKey(b []byte, at span) (key string, ok bool) {
	v := at.of(b)
	if len(v) == 0 {
		return "", false
	}
	switch jsontext.Value(v).Kind() {
	case '"':
		return "s" + unquote(v), true
	case '0':
		if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
			return "n" + strconv.FormatInt(n, 10), true
		}
		const exact = 1 << 53
		f, err := strconv.ParseFloat(string(v), 64)
		if err == nil && f < exact && f > -exact && f == float64(int64(f)) {
			return "n" + strconv.FormatInt(int64(f), 10), true
		}
		return "n" + string(v), true
	}
	return "", false
}
