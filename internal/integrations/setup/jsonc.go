package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/tailscale/hujson"
)

// A jsonc is a settings file: JSON, with or without comments and trailing commas. What isn't changed keeps its bytes.
type jsonc struct {
	root    hujson.Value
	bom     bool
	newline string
	unit    string // of indentation
}

const byteOrderMark = "\ufeff"

// readJSONC reads a settings file; an empty one is an empty object.
func readJSONC(b []byte) (*jsonc, error) {
	rest, bom := bytes.CutPrefix(b, []byte(byteOrderMark))
	j := &jsonc{bom: bom, newline: "\n", unit: "  "}
	if len(bytes.TrimSpace(rest)) == 0 {
		rest = []byte("{}\n")
	}
	var err error
	if j.root, err = hujson.Parse(bytes.Clone(rest)); err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "hujson: "))
	}
	o, ok := j.root.Value.(*hujson.Object)
	if !ok {
		return nil, errors.New("it has no JSON object: want {...}")
	}
	if bytes.Contains(rest, []byte("\r\n")) {
		j.newline = "\r\n"
	}
	if indent, ok := indentOf(objectItems(o)); ok && indent != "" {
		j.unit = indent
	}
	return j, nil
}

// edited returns the text of a settings file with a change.
func edited(old []byte, change func(top container) error) ([]byte, error) {
	j, err := readJSONC(old)
	if err == nil {
		err = change(j.top())
	}
	if err != nil {
		return nil, err
	}
	return j.bytes(), nil
}

func (j *jsonc) bytes() []byte {
	b := j.root.Pack()
	if j.bom {
		b = append([]byte(byteOrderMark), b...)
	}
	return b
}

// A container is an object or an array in the file.
type container struct {
	*jsonc
	value  *hujson.Value
	indent string // of its line
	inline bool   // it is within a line
}

func (j *jsonc) top() container {
	return container{jsonc: j, value: &j.root}
}

// An item holds the white space and the comments around a member of an object or an element of an array.
type item struct{ before, after *hujson.Extra }

func objectItems(o *hujson.Object) []item {
	items := make([]item, len(o.Members))
	for i := range o.Members {
		items[i] = item{&o.Members[i].Name.BeforeExtra, &o.Members[i].Value.AfterExtra}
	}
	return items
}

func arrayItems(a *hujson.Array) []item {
	items := make([]item, len(a.Elements))
	for i := range a.Elements {
		items[i] = item{&a.Elements[i].BeforeExtra, &a.Elements[i].AfterExtra}
	}
	return items
}

// items returns those of a container, and the text before its end.
func (c container) items() ([]item, *hujson.Extra) {
	switch v := c.value.Value.(type) {
	case *hujson.Object:
		return objectItems(v), &v.AfterExtra
	case *hujson.Array:
		return arrayItems(v), &v.AfterExtra
	}
	return nil, nil
}

// indentOf returns the indentation of the first item; false if it doesn't begin a line.
func indentOf(items []item) (string, bool) {
	if len(items) == 0 {
		return "", false
	}
	before := string(*items[0].before)
	i := strings.LastIndexByte(before, '\n')
	return before[i+1:], i >= 0
}

// inner returns the position of a container's items: their indentation, or within a line.
func (c container) inner() (indent string, inline bool) {
	items, _ := c.items()
	if indent, ok := indentOf(items); ok {
		return indent, false
	}
	return c.indent + c.unit, c.inline || len(items) > 0
}

// members yields those of an object, in their order; anything else has none.
func (c container) members() iter.Seq2[string, container] {
	return func(yield func(string, container) bool) {
		if c.value == nil || c.value.Value.Kind() != '{' {
			return
		}
		o := c.value.Value.(*hujson.Object)
		indent, inline := c.inner()
		for i := range o.Members {
			m := &o.Members[i]
			if !yield(m.Name.Value.(hujson.Literal).String(), container{c.jsonc, &m.Value, indent, inline}) {
				return
			}
		}
	}
}

// member finds an object's member. Of several of one name the last counts, as in JavaScript.
func (c container) member(name string) (m container, ok bool) {
	for n, value := range c.members() {
		if n == name {
			m, ok = value, true
		}
	}
	return m, ok
}

// child returns an object's member, which is made if it is missing, as `{}` or `[]`.
func (c container) child(name, empty string) (container, error) {
	m, ok := c.member(name)
	if !ok {
		if err := c.add(name, json.RawMessage(empty)); err != nil {
			return container{}, err
		}
		m, _ = c.member(name)
	}
	if byte(m.value.Value.Kind()) != empty[0] {
		return container{}, fmt.Errorf("%s is %.60s, want %s", name, bytes.TrimSpace(m.value.Pack()), kinds[empty])
	}
	return m, nil
}

var kinds = map[string]string{"{}": "an object", "[]": "an array"}

// put sets an object's member, or adds it.
func (c container) put(name string, v any) error {
	m, ok := c.member(name)
	switch {
	case !ok:
		return c.add(name, v)
	case same(m, v):
		return nil
	}
	return m.set(v)
}

// elements returns an array's.
func (c container) elements() []container {
	a, ok := c.value.Value.(*hujson.Array)
	if !ok {
		return nil
	}
	indent, inline := c.inner()
	list := make([]container, len(a.Elements))
	for i := range a.Elements {
		list[i] = container{c.jsonc, &a.Elements[i], indent, inline}
	}
	return list
}

// decode reads the value as encoding/json does; comments don't count.
func (c container) decode(v any) error {
	plain := c.value.Clone()
	plain.Standardize()
	return json.Unmarshal(plain.Pack(), v)
}

// fresh returns a new value as it is written in a line of this indentation.
func (c container) fresh(v any, indent string, inline bool) (hujson.Value, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if !inline {
		enc.SetIndent(indent, c.unit)
	}
	if err := enc.Encode(v); err != nil {
		return hujson.Value{}, err
	}
	text := strings.ReplaceAll(strings.TrimSpace(b.String()), "\n", c.newline)
	return hujson.Parse([]byte(text))
}

// set puts another value in this one's place.
func (c container) set(v any) error {
	value, err := c.fresh(v, c.indent, c.inline)
	if err == nil {
		c.value.Value = value.Value
	}
	return err
}

// add appends an item: a member of this name to an object, an element to an array.
func (c container) add(name string, v any) error {
	indent, inline := c.inner()
	value, err := c.fresh(v, indent, inline)
	if err != nil {
		return err
	}
	items, _ := c.items()
	switch list := c.value.Value.(type) {
	case *hujson.Object:
		if !inline {
			value.BeforeExtra = hujson.Extra(" ")
		}
		list.Members = append(list.Members, hujson.ObjectMember{
			Name: hujson.Value{Value: hujson.String(name)}, Value: value,
		})
	case *hujson.Array:
		list.Elements = append(list.Elements, value)
	}
	c.join(len(items), indent, inline)
	return nil
}

// join gives the last item, which is new, its white space. The text before the container's end stays before the item,
// but for the line break there. A comma after the last item, for which the library sets a non-nil text after it,
// follows the new one if it followed the one before.
func (c container) join(n int, indent string, inline bool) {
	items, end := c.items()
	comments, closing := splitEnd(*end)
	switch {
	case !inline:
		*items[n].before = hujson.Extra(comments + c.newline + indent)
		if n == 0 && closing == "" {
			closing = c.newline + c.indent
		}
	case n > 0 || comments != "":
		*items[n].before = hujson.Extra(ended(comments, " ", c.newline))
	}
	*end, *items[n].after = hujson.Extra(closing), nil
	if n > 0 && *items[n-1].after != nil {
		*items[n].after = hujson.Extra{}
	}
}

func (c container) cut(i int) {
	items, end := c.items()
	comments, _ := splitEnd(*items[i].before)
	next, last := end, i == len(items)-1
	if !last {
		next = items[i+1].before
	}
	*next = hujson.Extra(ended(comments, string(*next), c.newline))
	switch {
	case !last || i == 0:
	case *items[i].after != nil && *items[i-1].after == nil:
		*items[i-1].after = hujson.Extra{}
	case *items[i].after == nil:
		*end = append(bytes.Clone(*items[i-1].after), *end...)
		*items[i-1].after = nil
	}
	switch list := c.value.Value.(type) {
	case *hujson.Object:
		list.Members = append(list.Members[:i], list.Members[i+1:]...)
	case *hujson.Array:
		list.Elements = append(list.Elements[:i], list.Elements[i+1:]...)
	}
}

// drop removes an object's member.
func (c container) drop(name string) {
	i := 0
	for n := range c.members() {
		if n == name {
			c.cut(i)
			return
		}
		i++
	}
}

// dropFrom removes members of an object's member, and that too if it is empty then.
func (c container) dropFrom(name string, members ...string) {
	inner, _ := c.member(name)
	for _, m := range members {
		inner.drop(m)
	}
	if inner.empty() {
		c.drop(name)
	}
}

func (c container) size() int {
	items, _ := c.items()
	return len(items)
}

// empty reports whether there is nothing in a container, not even a comment.
func (c container) empty() bool {
	items, end := c.items()
	return len(items) == 0 && (end == nil || len(bytes.TrimSpace(*end)) == 0)
}

// splitEnd splits the text before a bracket or an item at the start of its last line.
func splitEnd(x hujson.Extra) (comments, closing string) {
	s := string(x)
	i := strings.LastIndexByte(s, '\n')
	if i < 0 {
		i = len(strings.TrimRight(s, " \t"))
	} else if i > 0 && s[i-1] == '\r' {
		i--
	}
	if strings.TrimSpace(s[i:]) != "" { // a comment in the last line
		i = len(strings.TrimRight(s, " \t"))
	}
	return s[:i], s[i:]
}

// ended returns comments and what follows them, on a new line if the last comment lasts to the end of its line.
func ended(comments, then, newline string) string {
	open := false // such a comment
	for rest := comments; ; {
		i := strings.IndexByte(rest, '/')
		if open = i >= 0; !open || i+1 == len(rest) {
			break
		}
		end := "\n"
		if rest[i+1] == '*' {
			end = "*/"
		}
		_, after, ok := strings.Cut(rest[i+2:], end)
		if !ok {
			break
		}
		rest = after
	}
	if open && !strings.HasPrefix(strings.TrimLeft(then, " \t\r"), "\n") {
		then = newline + strings.TrimLeft(then, " ")
	}
	return comments + then
}
