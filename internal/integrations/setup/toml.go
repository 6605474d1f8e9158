package setup

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/tailscale/hujson"
)

// tomlKey is a key of a table in a TOML file, or at its top if there is no table.
type tomlKey struct {
	path  string
	table []string
	key   string
	value string
	mark  string // a comment after it, which identifies it
}

func (e tomlKey) file() string { return e.path }
func (e tomlKey) what() string { return e.key + " with " + e.mark }

// line returns the key's line.
func (e tomlKey) line() string {
	return fmt.Sprintf("%s = %s # %s", e.key, string(hujson.String(e.value)), e.mark)
}

func (e tomlKey) add(old []byte) ([]byte, error) {
	without, err := e.remove(old)
	if err != nil {
		return nil, err
	}
	text, mark := cutMark(without)
	header := "[" + strings.Join(e.table, ".") + "]"
	lines := strings.SplitAfter(string(text), "\n")
	at := slices.IndexFunc(lines, func(l string) bool {
		name, _, _ := strings.Cut(l, "#")
		return strings.TrimSpace(name) == header
	})
	var out string
	switch {
	case len(e.table) == 0: // at the top, before all tables
		out = e.line() + "\n" + string(text)
	case at >= 0 && strings.HasSuffix(lines[at], "\n"):
		out = strings.Join(slices.Insert(lines, at+1, e.line()+"\n"), "")
	case at >= 0:
		out = string(text) + "\n" + e.line() + "\n"
	case len(text) == 0:
		out = header + "\n" + e.line() + "\n"
	default:
		out = strings.TrimSuffix(string(text), "\n") + "\n\n" + header + "\n" + e.line() + "\n"
	}
	var have map[string]any
	if _, err := toml.Decode(out, &have); err != nil {
		return nil, fmt.Errorf("%s is set in another way: set %s there by hand",
			cmp.Or(strings.Join(e.table, "."), e.key), e.line())
	}
	return []byte(mark + out), nil
}

// cutMark splits a text behind its byte order mark.
func cutMark(text []byte) (rest []byte, mark string) {
	if rest, ok := bytes.CutPrefix(text, []byte(byteOrderMark)); ok {
		return rest, byteOrderMark
	}
	return text, ""
}

func (e tomlKey) remove(old []byte) ([]byte, error) {
	var have map[string]any
	if _, err := toml.Decode(string(old), &have); err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "toml: "))
	}
	if !bytes.Contains(old, []byte("# "+e.mark)) {
		return old, nil
	}
	header := "[" + strings.Join(e.table, ".") + "]"
	text, mark := cutMark(old)
	lines := strings.SplitAfter(string(text), "\n")
	at := slices.IndexFunc(lines, func(l string) bool { return strings.HasSuffix(strings.TrimSpace(l), "# "+e.mark) })
	if at < 0 {
		return old, nil
	}
	from, to := at, at+1
	alone := strings.TrimSpace(strings.Join(lines[to:], "")) == ""
	if alone && at > 0 && strings.TrimSpace(lines[at-1]) == header { // the table is ours
		from--
		if from > 0 && strings.TrimSpace(lines[from-1]) == "" {
			from--
		}
	}
	out := mark + strings.Join(slices.Delete(lines, from, to), "")
	if out == "" {
		return nil, nil
	}
	return []byte(out), nil
}
