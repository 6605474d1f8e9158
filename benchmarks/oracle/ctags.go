package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// tags are the functions and types of a file.
type tags struct {
	functions, types []string // their names; one that is declared twice stands twice
}

// tag is what ctags says of one symbol.
type tag struct {
	Type string `json:"_type"`
	Name string `json:"name"`
	Kind string `json:"kind"`
}

// ctags reads a file's symbols with Universal Ctags.
func (r *repo) ctags(ctx context.Context, file string, l language) (tags, error) {
	out, _, err := r.output(ctx, "ctags", "--options=NONE", "--output-format=json", "--fields=+K", "--language-force="+l.name, "-f", "-", "./"+file)
	if err != nil {
		return tags{}, err
	}
	return readTags(string(out), l)
}

func readTags(out string, l language) (tags, error) {
	var t tags
	for line := range strings.Lines(out) {
		var g tag
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			return tags{}, fmt.Errorf("reading ctags: %w", err)
		}
		// Names that ctags makes up for what has none are no symbols.
		if g.Type != "tag" || strings.HasPrefix(g.Name, "__anon") || strings.HasPrefix(g.Name, "AnonymousFunction") {
			continue
		}
		switch {
		case slices.Contains(l.functions, g.Kind):
			t.functions = append(t.functions, g.Name)
		case slices.Contains(l.types, g.Kind):
			t.types = append(t.types, g.Name)
		}
	}
	return t, nil
}

// outlined are the names of the symbols in an answer's details, wherever they stand in them, and whether that is all of
// them.
func outlined(details json.RawMessage) (names map[string]bool, whole bool) {
	names, whole = map[string]bool{}, true
	var v any
	if len(details) == 0 || json.Unmarshal(details, &v) != nil {
		return names, whole
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			if cut, ok := v["truncated"].(bool); ok && cut {
				whole = false
			}
			if name, ok := v["name"].(string); ok {
				names[lastName(name)] = true
			}
			for _, e := range v {
				walk(e)
			}
		}
	}
	walk(v)
	return names, whole
}

// lastName is a symbol's own name without its owner's: "T.Close", "(*T).Close" and "T::close" are all Close.
func lastName(s string) string {
	if i := strings.LastIndexAny(s, ".:#"); i >= 0 && i+1 < len(s) {
		return s[i+1:]
	}
	return s
}
