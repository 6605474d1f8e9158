package mcpproxy

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/toktee/toktee/internal/integrations/mcpoutput"
)

// A toolResult is the result of a call of a tool, with its places in the message.
type toolResult struct {
	raw     []byte
	at      span
	members object
	array   span    // content
	blocks  []block // its elements
	isError bool
	meta    object // _meta; nil for none
}

// A block is an element of content.
type block struct {
	at     span
	text   []byte
	textAt span // of the text's JSON string; zero for what isn't a text, or isn't for the model
	plain  bool // it has a type and a text, and nothing else
}

// readResult reads the result at a span of a message. ok is false for what isn't the whole result of a tool, or was
// shortened already.
func readResult(raw []byte, at span) (r toolResult, ok bool) {
	r = toolResult{raw: raw, at: at}
	if r.members, ok = readObject(raw, at); !ok {
		return r, false
	}
	if kind, has := r.members.get("resultType"); has && string(kind.of(raw)) != `"complete"` {
		return r, false
	}
	if r.array, ok = r.members.get("content"); !ok {
		return r, false
	}
	elements, _, ok := readArray(raw, r.array)
	if !ok {
		return r, false
	}
	for _, e := range elements {
		b, ok := readBlock(raw, e)
		if !ok {
			return r, false
		}
		r.blocks = append(r.blocks, b)
	}
	r.isError = r.members.isTrue(raw, "isError")
	if i := r.members.find("_meta"); i >= 0 {
		if r.meta, ok = readObject(raw, r.members[i].value); !ok || r.meta.find(mcpoutput.MetaKey) >= 0 {
			return r, false
		}
	}
	return r, true
}

func readBlock(raw []byte, at span) (block, bool) {
	o, ok := readObject(raw, at)
	b := block{at: at}
	if !ok || o.stringOf(raw, "type") != "text" || forUserAlone(raw, o) {
		return b, ok
	}
	textAt, ok := o.get("text")
	if ok && raw[textAt.from] == '"' {
		b.text, b.textAt, b.plain = unquoted(textAt.of(raw)), textAt, len(o) == 2
	}
	return b, true
}

// forUserAlone reports whether a block is marked as not for the model.
func forUserAlone(raw []byte, o object) bool {
	notes, _ := o.inside(raw, "annotations")
	at, _ := notes.get("audience")
	audience, _, ok := readArray(raw, at)
	return ok && len(audience) == 1 && string(audience[0].of(raw)) == `"user"`
}

// isText reports whether the block is a text for the model.
func (b *block) isText() bool { return b.textAt != span{} }

// A piece is shortened as one: a text, or all texts if there is nothing else.
type piece struct {
	blocks []block
	text   []byte
}

func (r *toolResult) pieces() []piece {
	all := len(r.blocks) > 1
	for i := range r.blocks {
		all = all && r.blocks[i].plain
	}
	if all {
		return []piece{{r.blocks, r.joined()}}
	}
	var list []piece
	for i := range r.blocks {
		if b := &r.blocks[i]; b.isText() {
			list = append(list, piece{r.blocks[i : i+1], b.text})
		}
	}
	return list
}

func (r *toolResult) joined() []byte {
	if len(r.blocks) == 1 {
		return r.blocks[0].text
	}
	texts := make([][]byte, len(r.blocks))
	for i := range r.blocks {
		texts[i] = r.blocks[i].text
	}
	return bytes.Join(texts, []byte{'\n'})
}

// edits put a text in the place of the piece: in its first block. The others go.
func (p *piece) edits(text []byte) []edit {
	first, last := &p.blocks[0], &p.blocks[len(p.blocks)-1]
	list := []edit{{first.textAt, quote(text)}}
	if last.at.to > first.at.to {
		list = append(list, edit{span: span{first.at.to, last.at.to}})
	}
	return list
}

// sentTwice reports whether structuredContent repeats the texts, and has nothing else.
//
//	"content":[{"type":"text","text":"{\n  \"a\": 1\n}"}],"structuredContent":{"a":1}
//	"content":[{"type":"text","text":"the answer"}],"structuredContent":{"result":"the answer"}
//	"content":[{"type":"text","text":"one"},{"type":"text","text":"two"}],"structuredContent":{"result":["one","two"]}
func (r *toolResult) sentTwice() bool {
	at, ok := r.members.get("structuredContent")
	if !ok || len(r.blocks) == 0 {
		return false
	}
	for i := range r.blocks {
		if !r.blocks[i].isText() {
			return false
		}
	}
	if len(r.blocks) == 1 && same(r.blocks[0].text, at.of(r.raw)) {
		return true
	}
	o, ok := readObject(r.raw, at)
	if !ok || len(o) != 1 {
		return false
	}
	if same(r.joined(), o[0].value.of(r.raw)) {
		return true
	}
	elements, _, ok := readArray(r.raw, o[0].value)
	if !ok || len(elements) != len(r.blocks) {
		return false
	}
	for i := range elements {
		if !same(r.blocks[i].text, elements[i].of(r.raw)) {
			return false
		}
	}
	return true
}

// same reports whether a text is a value: the string itself, or JSON of it.
func same(text, v []byte) bool {
	if v[0] == '"' && bytes.Equal(unquoted(v), text) {
		return true
	}
	n := normal(v)
	return n != nil && bytes.Equal(n, normal(text))
}

// normal returns a JSON value without what makes no difference: spaces, the order of members, ways to write strings.
// Numbers keep their digits. It is nil for what isn't JSON, which is equal to nothing else.
func normal(v []byte) []byte {
	n := jsontext.Value(bytes.Clone(v))
	if err := n.Format(jsontext.ReorderRawObjects(true)); err != nil || len(n) == 0 {
		return nil
	}
	return n
}

// compact returns JSON without indentation, nil for what isn't JSON or isn't indented.
func compact(text []byte) []byte {
	t := bytes.TrimSpace(text)
	if len(t) == 0 || t[0] != '{' && t[0] != '[' || bytes.IndexByte(t, '\n') < 0 {
		return nil
	}
	v := jsontext.Value(bytes.Clone(t))
	if v.Compact() != nil {
		return nil
	}
	return v
}
