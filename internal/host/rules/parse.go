package rules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"

	"github.com/toktee/toktee/strategies"
)

// A reader checks a TOML tree and makes rules and tests of it. It keeps only the first problem in the file.
type reader struct {
	file  *File
	text  string
	lines map[string]int // of keys by path, once something is wrong
	first error
	at    int // its line
}

// problem records a problem at a path: with the key, or with the table if the key is "".
func (r *reader) problem(path, key, format string, args ...any) {
	line := r.line(path)
	if r.first != nil && r.at <= line {
		return
	}
	r.at = line
	if key != "" {
		key = toml.Key{key}.String() + ": "
	}
	r.first = fmt.Errorf("%s:%d: %s%w", r.file.Path, line, key, fmt.Errorf(format, args...))
}

func isIndex(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func (r *reader) line(path string) int {
	if r.lines == nil {
		r.lines = locate(r.text)
	}
	return lineOf(r.lines, path)
}

// table is a TOML table with its place.
type table struct {
	r    *reader
	path string
	m    map[string]any
	used map[string]bool
}

func (r *reader) table(path string, m map[string]any) *table {
	return &table{r, path, m, map[string]bool{}}
}

func (t *table) problem(key, format string, args ...any) {
	t.r.problem(under(t.path, key), key, format, args...)
}

// missing reports that a key isn't there, unless the table has a problem already: a misspelt key may be the missing
// one.
func (t *table) missing(format string, args ...any) {
	if t.r.first == nil {
		t.r.problem(t.path, "", format, args...)
	}
}

// done reports the keys that no call has read: they are unknown.
func (t *table) done() {
	for _, k := range slices.Sorted(maps.Keys(t.m)) {
		if !t.used[k] {
			t.problem(k, "unknown key: want %s", strings.Join(slices.Sorted(maps.Keys(t.used)), ", "))
		}
	}
}

func (t *table) get(key string) (any, bool) {
	t.used[key] = true
	v, ok := t.m[key]
	return v, ok
}

func (t *table) str(key string, maxLen int) string {
	v, ok := t.get(key)
	if !ok {
		return ""
	}
	s, ok := v.(string)
	switch {
	case !ok:
		t.problem(key, "value %s: want a text", show(v))
	case s == "":
		t.problem(key, "empty: want a text, or no such key")
	case len(s) > maxLen:
		t.problem(key, "text of %d bytes: want at most %d", len(s), maxLen)
	default:
		return s
	}
	return ""
}

// name reads a text in one line.
func (t *table) name(key string) string {
	s := t.str(key, maxText)
	if strings.ContainsFunc(s, unicode.IsControl) {
		t.problem(key, "value %q: want one line of text", s)
		return ""
	}
	return s
}

// names reads a text or a list of texts.
func (t *table) names(key string, maxLen int) []string {
	v, ok := t.get(key)
	if !ok {
		return nil
	}
	list, ok := v.([]any)
	if !ok {
		if s := t.str(key, maxLen); s != "" {
			return []string{s}
		}
		return nil
	}
	if len(list) == 0 || len(list) > maxNames {
		t.problem(key, "list of %d: want 1 to %d texts", len(list), maxNames)
		return nil
	}
	var names []string
	for _, v := range list {
		s, ok := v.(string)
		if !ok || s == "" || len(s) > maxLen {
			t.problem(key, "value %s in a list: want a text of 1 to %d bytes", show(v), maxLen)
			return nil
		}
		names = append(names, s)
	}
	return names
}

func (t *table) number(key string, minimum, maximum int64) int {
	v, ok := t.get(key)
	if !ok {
		return 0
	}
	n, ok := v.(int64)
	if !ok || n < minimum || n > maximum {
		t.problem(key, "value %s: want a number from %d to %d", show(v), minimum, maximum)
		return 0
	}
	return int(n)
}

func (t *table) flag(key string) bool {
	v, ok := t.get(key)
	b, isBool := v.(bool)
	if ok && !isBool {
		t.problem(key, "value %s: want true or false", show(v))
	}
	return b
}

// oneOf reads one of a few words. It returns "" if the key isn't there.
func (t *table) oneOf(key string, words ...string) string {
	v, ok := t.get(key)
	if !ok {
		return ""
	}
	if s, ok := v.(string); ok && slices.Contains(words, s) {
		return s
	}
	t.problem(key, "value %s: want %s", show(v), strings.Join(words, ", "))
	return ""
}

func (t *table) pattern(key string) *pattern {
	v, ok := t.get(key)
	if !ok {
		return nil
	}
	s, ok := v.(string)
	if !ok {
		t.problem(key, "value %s: want a regular expression in quotes", show(v))
		return nil
	}
	p, err := newPattern(s)
	if err != nil {
		t.problem(key, "%w", err)
		return nil
	}
	return p
}

// tables reads an array of tables.
func (t *table) tables(key string, maxTables int) []*table {
	v, ok := t.get(key)
	if !ok {
		return nil
	}
	var list []map[string]any
	switch v := v.(type) {
	case []map[string]any:
		list = v
	case []any:
		for _, e := range v {
			if m, ok := e.(map[string]any); ok {
				list = append(list, m)
			}
		}
		if len(list) < len(v) {
			list = nil
		}
	}
	if len(list) == 0 {
		name := under(t.path, key)
		t.problem(
			key,
			"value %s: want tables: [[%s]]",
			show(v),
			strings.Join(slices.DeleteFunc(strings.Split(name, "."), isIndex), "."),
		)
		return nil
	}
	if len(list) > maxTables {
		t.r.problem(
			under(under(t.path, key), strconv.Itoa(maxTables)),
			"",
			"%d tables of %s: want at most %d",
			len(list),
			key,
			maxTables,
		)
		return nil
	}
	ts := make([]*table, len(list))
	for i, m := range list {
		ts[i] = t.r.table(under(under(t.path, key), strconv.Itoa(i)), m)
	}
	return ts
}

// show shows a bad value in one line.
func show(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case map[string]any:
		return "of a table"
	case []any, []map[string]any:
		return "of an array"
	}
	return fmt.Sprint(v)
}

// rankNames are the ranks that a rule can give.
var rankNames = []string{"critical", "evidence", "context", "detail", "noise"}

func rankOf(name string) strategies.Rank { return strategies.Rank(slices.Index(rankNames, name)) }

var levelNames = []string{"minimal", "balanced", "conservative", "lossless"}
