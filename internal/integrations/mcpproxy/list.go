package mcpproxy

import "github.com/toktee/toktee/internal/integrations/mcpoutput"

// A toolList is the result of tools/list, with its places in the message.
type toolList struct {
	array span
	tools []span
	open  int  // after the bracket
	more  bool // a page follows
}

// readList reads the list of tools at a span of a message.
func readList(raw []byte, at span) (l toolList, ok bool) {
	o, ok := readObject(raw, at)
	if !ok {
		return l, false
	}
	if l.array, ok = o.get("tools"); !ok {
		return l, false
	}
	next, _ := o.get("nextCursor")
	switch string(next.of(raw)) {
	case "", "null", `""`:
	default:
		l.more = true
	}
	l.tools, l.open, ok = readArray(raw, l.array)
	return l, ok
}

// edits change the list: outputSchema goes from the tools whose structuredContent may be left out, and ours is the last
// one unless the server has one of its name.
func (l *toolList) edits(raw []byte, reshaped func(tool string) bool, theirs *bool) (list []edit, ok bool) {
	last := 0
	for _, at := range l.tools {
		o, ok := readObject(raw, at)
		if !ok {
			return nil, false
		}
		name := o.stringOf(raw, "name")
		*theirs = *theirs || name == mcpoutput.Name
		if i := o.find("outputSchema"); i >= 0 && reshaped(name) {
			list = append(list, o.without(i))
		}
		last = at.to
	}
	if !l.more && !*theirs {
		list = append(list, insert(l.open, last, []byte(mcpoutput.Tool)))
	}
	return list, true
}
