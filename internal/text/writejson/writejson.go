// Package writejson writes values as encoding/json does, byte for byte. Before encoding/json writes the first value of
// a type, it prepares an encoder, which takes longer than the writing. A hook's process writes one value of each type.
package writejson

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Marshal returns a value as JSON, as [json.Marshal] does.
func Marshal(v any) ([]byte, error) { return Append(nil, v, true) }

// Append appends a value as JSON. With html, <, > and & are escaped.
func Append(dst []byte, v any, html bool) ([]byte, error) {
	w := writer{b: dst, html: html}
	err := w.value(reflect.ValueOf(v))
	if errors.Is(err, errOther) {
		b := bytes.NewBuffer(dst)
		enc := json.NewEncoder(b)
		enc.SetEscapeHTML(html)
		if err := enc.Encode(v); err != nil {
			return dst, err
		}
		return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
	}
	if err != nil {
		return dst, err
	}
	return w.b, nil
}

// errOther is the error for a type that encoding/json has to write.
var errOther = errors.New("a type for encoding/json")

type writer struct {
	b     []byte
	html  bool
	depth int
}

// maxDepth is that of values which are written here. encoding/json finds those that are in themselves.
const maxDepth = 100

// number is a string whose JSON is a number.
var number = reflect.TypeFor[json.Number]()

func (w *writer) value(v reflect.Value) error {
	if w.depth++; w.depth > maxDepth {
		return errOther
	}
	defer func() { w.depth-- }()
	switch v.Kind() {
	case reflect.Invalid:
		w.b = append(w.b, "null"...)
		return nil
	case reflect.Pointer, reflect.Interface:
		return w.value(v.Elem())
	}
	if v.Type() == number {
		return errOther
	}
	if v.Type().PkgPath() != "" { // it may have methods
		if done, err := w.own(v); done || err != nil {
			return err
		}
	}
	switch v.Kind() {
	case reflect.String:
		return w.string(v.String())
	case reflect.Bool:
		w.b = strconv.AppendBool(w.b, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.b = strconv.AppendInt(w.b, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.b = strconv.AppendUint(w.b, v.Uint(), 10)
	case reflect.Slice, reflect.Array:
		return w.list(v)
	case reflect.Map:
		return w.object(v)
	case reflect.Struct:
		return w.fields(v)
	default:
		return errOther
	}
	return nil
}

// own writes a value whose type writes itself. done is false for one that doesn't.
func (w *writer) own(v reflect.Value) (done bool, err error) {
	var text []byte
	m := v.Interface()
	if v.CanAddr() {
		m = v.Addr().Interface()
	}
	switch m := m.(type) {
	case json.Marshaler:
		text, err = m.MarshalJSON()
	case encoding.TextMarshaler:
		if text, err = m.MarshalText(); err == nil {
			return true, w.string(string(text))
		}
	default:
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("json: error calling a method of %v: %w", v.Type(), err)
	}
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		return false, err
	}
	if w.html {
		text = slices.Clone(b.Bytes())
		b.Reset()
		json.HTMLEscape(&b, text)
	}
	w.b = append(w.b, b.Bytes()...)
	return true, nil
}

func (w *writer) string(s string) error {
	begin, from := len(w.b), 0
	w.b = slices.Grow(w.b, len(s)+2)
	w.b = append(w.b, '"')
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c <= '~' && c != '"' && c != '\\' && !(w.html && (c == '<' || c == '>' || c == '&')) {
			continue
		}
		escaped := strings.IndexByte("\"\\\n\r\t", c)
		if escaped < 0 {
			w.b = w.b[:begin]
			return w.rareString(s)
		}
		w.b = append(append(w.b, s[from:i]...), '\\', `"\nrt`[escaped])
		from = i + 1
	}
	w.b = append(append(w.b, s[from:]...), '"')
	return nil
}

// rareString writes a string with characters other than ASCII, or rare escapes.
func (w *writer) rareString(s string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(w.html)
	err := enc.Encode(s)
	w.b = append(w.b, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
	return err
}

func (w *writer) list(v reflect.Value) error {
	switch {
	case v.Type().Elem().Kind() == reflect.Uint8:
		return errOther
	case v.Kind() == reflect.Slice && v.IsNil():
		w.b = append(w.b, "null"...)
		return nil
	}
	w.b = append(w.b, '[')
	for i := range v.Len() {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		if err := w.value(v.Index(i)); err != nil {
			return err
		}
	}
	w.b = append(w.b, ']')
	return nil
}

func (w *writer) object(v reflect.Value) error {
	switch key := v.Type().Key(); {
	case key.Kind() != reflect.String || key.PkgPath() != "":
		return errOther
	case v.IsNil():
		w.b = append(w.b, "null"...)
		return nil
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.String(), b.String()) })
	w.b = append(w.b, '{')
	for i, key := range keys {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		if err := w.string(key.String()); err != nil {
			return err
		}
		w.b = append(w.b, ':')
		if err := w.value(v.MapIndex(key)); err != nil {
			return err
		}
	}
	w.b = append(w.b, '}')
	return nil
}

func (w *writer) fields(v reflect.Value) error {
	t, next := v.Type(), byte('{')
	names := make([]string, 0, 32)
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case f.Anonymous || strings.Contains(options, "string") || !isPlain(name):
			return errOther
		case !f.IsExported() || tag == "-":
			continue
		}
		if name = cmp.Or(name, f.Name); slices.Contains(names, name) {
			return errOther // encoding/json decides between them
		}
		if names = append(names, name); isOmitted(v.Field(i), options) {
			continue
		}
		w.b = append(w.b, next, '"')
		w.b = append(append(w.b, name...), `":`...)
		if err := w.value(v.Field(i)); err != nil {
			return err
		}
		next = ','
	}
	if next == '{' {
		w.b = append(w.b, '{')
	}
	w.b = append(w.b, '}')
	return nil
}

// isPlain reports whether the name in a tag is one for encoding/json, too, and needs no escape.
func isPlain(name string) bool {
	for i := range len(name) {
		c := name[i] | 0x20 // as a small letter
		if (c < 'a' || c > 'z') && (name[i] < '0' || name[i] > '9') && name[i] != '_' && name[i] != '-' {
			return false
		}
	}
	return true
}

// isOmitted reports whether a field is left out, given the options of its tag.
func isOmitted(v reflect.Value, options string) bool {
	for option := range strings.SplitSeq(options, ",") {
		switch option {
		case "omitzero":
			return isZero(v)
		case "omitempty":
			switch v.Kind() {
			case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
				return v.Len() == 0
			case reflect.Struct:
				return false
			}
			return v.IsZero()
		}
	}
	return false
}

// isZero asks the type, if that knows.
func isZero(v reflect.Value) bool {
	if v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return true
		}
	} else {
		own := reflect.New(v.Type())
		own.Elem().Set(v)
		v = own
	}
	if z, ok := v.Interface().(interface{ IsZero() bool }); ok {
		return z.IsZero()
	}
	return v.Kind() == reflect.Pointer && v.Elem().IsZero()
}
