package mcpproxy

import (
	"bytes"
	"cmp"
	"slices"
)

// An edit replaces a range of a message.
type edit struct {
	span
	with []byte
}

// apply makes the edits, which don't overlap.
func apply(b []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(x, y edit) int { return cmp.Compare(x.from, y.from) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(b[at:e.from])
		out.Write(e.with)
		at = e.to
	}
	out.Write(b[at:])
	return out.Bytes()
}

// without removes a member from its object, with one of the commas next to it.
func (o object) without(i int) edit {
	switch {
	case i > 0:
		return edit{span: span{o[i-1].value.to, o[i].value.to}}
	case len(o) > 1:
		return edit{span: span{o[0].at, o[1].at}}
	}
	return edit{span: span{o[i].at, o[i].value.to}}
}

// insert puts a text after the last element of an array or an object, or after its bracket if it has none.
func insert(open, last int, text []byte) edit {
	if last > 0 {
		return edit{span{last, last}, append([]byte{','}, text...)}
	}
	return edit{span{open, open}, text}
}
