package mcptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A message is one line on the wire.
type message struct {
	raw []byte // without the line's end
	tree
	id     string // as it is written, "" for none
	method string
}

// A recording is what both sides said, each in its order.
type recording struct{ up, down []message }

// read reads a recording, the last of its path. A last line without an end is left out: its writer was killed.
func read(t *testing.T, path string) recording {
	t.Helper()
	all, err := filepath.Glob(path + ".*.up")
	if err != nil || len(all) == 0 {
		t.Fatalf("no recording %s", path)
	}
	last := fmt.Sprintf("%s.%d", path, len(all))
	return recording{readLines(t, last+".up"), readLines(t, last+".down")}
}

// ended is how the recorded command ended. It waits for that.
func ended(t *testing.T, path string) string {
	t.Helper()
	all, err := filepath.Glob(path + ".*.up")
	if err != nil {
		t.Fatal(err)
	}
	for start := time.Now(); time.Since(start) < patience; time.Sleep(10 * time.Millisecond) {
		if b, err := os.ReadFile(fmt.Sprintf("%s.%d.end", path, len(all))); err == nil && len(b) > 0 {
			return string(b)
		}
	}
	t.Fatalf("%s hasn't ended", path)
	return ""
}

func readLines(t *testing.T, path string) []message {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var found []message
	for len(b) > 0 {
		line, rest, ok := bytes.Cut(b, []byte("\n"))
		if b = rest; !ok {
			break
		}
		m, err := parse(line)
		if err != nil {
			t.Fatalf("%s: %v in %s", path, err, excerpt(string(line)))
		}
		found = append(found, m)
	}
	return found
}

func parse(line []byte) (message, error) {
	n, err := parseTree(line)
	if err != nil {
		return message{}, err
	}
	m := message{raw: line, tree: n}
	if id, ok := n.get("id"); ok {
		m.id = id.raw
	}
	m.method = n.at("method").text()
	return m, nil
}

// A tree is a JSON value with the order of its members and the letters of its numbers and strings.
type tree struct {
	kind    jsontext.Kind
	raw     string // of what is neither an object nor an array
	members []member
	items   []tree
}

type member struct {
	name  string // as it is written
	value tree
}

func parseTree(b []byte) (tree, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(b), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return readTree(dec)
}

func readTree(dec *jsontext.Decoder) (tree, error) {
	n := tree{kind: dec.PeekKind()}
	if n.kind != '{' && n.kind != '[' {
		v, err := dec.ReadValue()
		n.raw = string(v)
		return n, err
	}
	if _, err := dec.ReadToken(); err != nil {
		return n, err
	}
	for dec.PeekKind() != '}' && dec.PeekKind() != ']' {
		var name string
		if n.kind == '{' {
			v, err := dec.ReadValue()
			if err != nil {
				return n, err
			}
			name = string(v)
		}
		value, err := readTree(dec)
		if err != nil {
			return n, err
		}
		if n.kind == '{' {
			n.members = append(n.members, member{name, value})
		} else {
			n.items = append(n.items, value)
		}
	}
	_, err := dec.ReadToken()
	return n, err
}

// get is an object's member of a name.
func (n tree) get(name string) (tree, bool) {
	for _, m := range n.members {
		if m.name == `"`+name+`"` {
			return m.value, true
		}
	}
	return tree{}, false
}

// at follows names into objects. It returns the zero tree where one is missing.
func (n tree) at(path ...string) tree {
	for _, name := range path {
		n, _ = n.get(name)
	}
	return n
}

// text is a string's value, "" of anything else.
func (n tree) text() string {
	var s string
	if n.kind != '"' || json.Unmarshal([]byte(n.raw), &s) != nil {
		return ""
	}
	return s
}

// String is the tree as JSON without spaces.
func (n tree) String() string {
	var b bytes.Buffer
	n.write(&b)
	return b.String()
}

func (n tree) write(b *bytes.Buffer) {
	switch n.kind {
	case '{':
		b.WriteByte('{')
		for i, m := range n.members {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(m.name + ":")
			m.value.write(b)
		}
		b.WriteByte('}')
	case '[':
		b.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				b.WriteByte(',')
			}
			item.write(b)
		}
		b.WriteByte(']')
	default:
		b.WriteString(n.raw)
	}
}

// with is the tree with another value for what stands at a path, or without it where edit returns false. A path that
// leads nowhere changes nothing.
func (n tree) with(edit func(tree) (tree, bool), path ...string) tree {
	if n.kind != '{' {
		return n
	}
	members := make([]member, 0, len(n.members))
	for _, m := range n.members {
		if m.name == `"`+path[0]+`"` {
			if len(path) > 1 {
				m.value = m.value.with(edit, path[1:]...)
			} else if v, keep := edit(m.value); keep {
				m.value = v
			} else {
				continue
			}
		}
		members = append(members, m)
	}
	n.members = members
	return n
}

// without is the tree without what stands at a path.
func (n tree) without(path ...string) tree {
	return n.with(func(tree) (tree, bool) { return tree{}, false }, path...)
}

// each is the tree with every item of the array at a path changed, or left out where edit returns false.
func (n tree) each(edit func(tree) (tree, bool), path ...string) tree {
	return n.with(func(list tree) (tree, bool) {
		items := make([]tree, 0, len(list.items))
		for _, item := range list.items {
			if v, keep := edit(item); keep {
				items = append(items, v)
			}
		}
		list.items = items
		return list, true
	}, path...)
}
