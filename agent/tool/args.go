package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// aliases are other names under which models know arguments, as they have seen them in the tools of other agents. They
// count for the tools that have an argument of the name on the right.
var aliases = map[string]string{
	"cmd": "command", "workdir": "dir", "cwd": "dir",
	"file_path": "path", "file": "path",
	"old_str": "old_string", "old": "old_string", "new_str": "new_string", "new": "new_string",
	"regex": "pattern", "query": "pattern",
	"input": "patch", "diff": "patch",
	"contents": "content", "text": "content", "file_text": "content",
	"source": "code", "lang": "language",
}

// parseArgs reads the arguments of a call into an A, of which s is the schema. Arguments that are null, or no
// arguments at all, count as absent. An unknown argument is an error: the model would take it for obeyed.
func parseArgs[A any](s *schema, args json.RawMessage) (a A, err error) {
	values, err := decodeArgs(s, args)
	if err != nil {
		return a, err
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if err := s.check(name, values[name]); err != nil {
			return a, err
		}
	}
	b, err := json.Marshal(values)
	if err != nil {
		return a, err
	}
	err = json.Unmarshal(b, &a)
	return a, err
}

// decodeArgs decodes the arguments of a call and puts them under the names that the schema has for them. A name and an
// alias of it together are an error. Numbers are float64, as jsonschema wants them: a [json.Number] counts as a string
// there.
func decodeArgs(s *schema, args json.RawMessage) (map[string]any, error) {
	if len(bytes.TrimSpace(args)) == 0 {
		return nil, nil
	}
	want := strings.Join(s.names, ", ")
	var values map[string]any
	if err := json.Unmarshal(args, &values); err != nil {
		var typ *json.UnmarshalTypeError
		if errors.As(err, &typ) {
			return nil, fmt.Errorf("the arguments are not a JSON object but a JSON %s: want %s", typ.Value, want)
		}
		return nil, fmt.Errorf("the arguments are not a JSON object: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		if !slices.Contains(s.names, name) {
			known := aliases[name]
			if _, twice := values[known]; twice || !slices.Contains(s.names, known) {
				return nil, fmt.Errorf("unknown argument %q: want %s", name, want)
			}
			delete(values, name)
			values[known] = value
			name = known
		}
		if value == nil {
			delete(values, name)
		}
	}
	return values, nil
}

// A duration is a time limit: a number of seconds, or a string such as "90s".
type duration time.Duration

// UnmarshalJSON implements [json.Unmarshaler].
func (d *duration) UnmarshalJSON(b []byte) error {
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	switch v := v.(type) {
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

// commandWords are a command: a line for a shell, or a program and its arguments.
type commandWords struct {
	line string
	argv []string
}

// UnmarshalJSON implements [json.Unmarshaler].
func (w *commandWords) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &w.line) == nil {
		return nil
	}
	if json.Unmarshal(b, &w.argv) == nil && len(w.argv) > 0 {
		return nil
	}
	return fmt.Errorf("command %s: want a command line, or a list of a program and its arguments", b)
}
