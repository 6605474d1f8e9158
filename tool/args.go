package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// aliases are other names under which models know arguments.
var aliases = map[string]string{
	"cmd": "command", "workdir": "dir", "cwd": "dir", "file_path": "path", "file": "path", "old_str": "old_string", "old": "old_string",
	"new_str": "new_string", "new": "new_string", "regex": "pattern", "query": "pattern", "input": "patch", "diff": "patch",
	"contents": "content", "text": "content", "file_text": "content", "source": "code", "lang": "language",
}

// parseArgs reads the arguments of a call. An unknown one is an error: it would be left out in silence.
func parseArgs[A any](args json.RawMessage) (a A, err error) {
	if len(bytes.TrimSpace(args)) == 0 || string(bytes.TrimSpace(args)) == "null" {
		args = json.RawMessage("{}")
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(args, &given); err != nil {
		var typ *json.UnmarshalTypeError
		if errors.As(err, &typ) {
			return a, fmt.Errorf("the arguments are not a JSON object but a JSON %s: want %s", typ.Value, strings.Join(argNames(reflect.TypeFor[A]()), ", "))
		}
		return a, fmt.Errorf("the arguments are not a JSON object: %w", err)
	}
	names := argNames(reflect.TypeFor[A]())
	for _, key := range sortedKeys(given) {
		if slices.Contains(names, key) {
			continue
		}
		to := aliases[key]
		if _, twice := given[to]; twice || !slices.Contains(names, to) {
			return a, fmt.Errorf("unknown argument %q: want %s", key, strings.Join(names, ", "))
		}
		given[to] = given[key]
		delete(given, key)
	}
	b, err := json.Marshal(given)
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal(b, &a); err != nil {
		var typ *json.UnmarshalTypeError
		if errors.As(err, &typ) {
			return a, fmt.Errorf("argument %q is a JSON %s: want %s", typ.Field, typ.Value, kindName(typ.Type))
		}
		return a, err
	}
	return a, nil
}

func argNames(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func kindName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a whole number"
	case reflect.Map:
		return "an object of strings"
	}
	return t.String()
}

// duration is a time limit: a number of seconds, or a string such as "90s".
type duration time.Duration

// UnmarshalJSON implements [json.Unmarshaler].
func (d *duration) UnmarshalJSON(b []byte) error {
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	switch v := v.(type) {
	case nil:
		return nil
	case float64:
		if v >= 0 && v < float64(1<<63-1)/float64(time.Second) {
			*d = duration(v * float64(time.Second))
			return nil
		}
	case string:
		if p, err := time.ParseDuration(v); err == nil && p >= 0 {
			*d = duration(p)
			return nil
		}
	}
	return fmt.Errorf("time limit %s: want seconds, or a time such as \"90s\"", b)
}

// words is a command line: a string, or a list of a program and its arguments.
type words struct {
	line string
	argv []string
}

// UnmarshalJSON implements [json.Unmarshaler].
func (w *words) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &w.line) == nil {
		return nil
	}
	if json.Unmarshal(b, &w.argv) == nil && len(w.argv) > 0 {
		return nil
	}
	return fmt.Errorf("command %s: want a command line, or a list of a program and its arguments", b)
}
