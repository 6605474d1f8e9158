//go:build cgo && !notreesitter

package syntax

import "strings"

// A walker collects symbols from a syntax tree.
type walker struct {
	g    *compiled
	src  []byte
	cur  cursor
	out  []Symbol
	wrap int // first line of the wrapper around the current node, 0 for none
	left int // nodes that may still be looked at; real sources have far fewer
}

// siblings looks at the node of the cursor and at its siblings after it. parent and depth are those of symbols found
// there; nest is the depth of the recursion.
func (w *walker) siblings(parent, depth, nest int) {
	for {
		if w.left--; w.left < 0 {
			return
		}
		n := w.cur.node()
		switch a := w.g.action(n.number()); a.do {
		case look:
			w.children(parent, depth, nest)
		case wrap:
			outer := w.wrap
			if outer == 0 {
				w.wrap = n.firstLine()
			}
			w.children(parent, depth, nest)
			w.wrap = outer
		case define:
			w.definition(n, &w.g.defs[a.def], parent, depth, nest)
		}
		if !w.cur.nextSibling() {
			return
		}
	}
}

// maxNest bounds the recursion on texts that nest for ever.
const maxNest = 250

// children looks at the children of the node that the cursor is at.
func (w *walker) children(parent, depth, nest int) {
	if nest < maxNest && w.cur.firstChild() {
		w.siblings(parent, depth, nest+1)
		w.cur.parent()
	}
}

// definition adds the symbol of a node, if it is one, and looks for others inside of it.
func (w *walker) definition(n node, d *def, parent, depth, nest int) {
	s := Symbol{Parent: parent, Depth: depth}
	wrap := w.wrap
	w.wrap = 0
	if len(w.out) >= maxSymbols || !w.fill(&s, n, d, wrap) {
		w.children(parent, depth, nest)
		return
	}
	w.out = append(w.out, s)
	if depth < maxDepth {
		w.children(len(w.out)-1, depth+1, nest)
	}
}

// fill fills in the symbol of a definition's node and reports whether it is one.
func (w *walker) fill(s *Symbol, n node, d *def, wrap int) bool {
	s.Kind = d.kind
	s.First, s.Last = n.firstLine(), n.lastLine()
	s.Line, s.Sig = s.First, s.First
	if d.name != "" {
		name := descend(n, d.name)
		if !name.exists() {
			return false
		}
		s.Name = w.text(name)
		s.Line = name.firstLine()
		s.Sig = s.Line
	}
	bodyField := d.body
	if bodyField == "" {
		bodyField = "body"
	}
	if body := descend(n, bodyField); body.exists() {
		w.endSignature(s, body)
	} else if s.Kind.IsFunction() || s.Kind == Declaration {
		s.Sig = s.Last
	}
	if d.refine != nil && !d.refine(w, n, s) {
		return false
	}
	if wrap != 0 && wrap < s.First {
		s.First = wrap
	}
	s.Line = min(s.Line, s.Last)
	s.Sig = min(max(s.Sig, s.Line), s.Last)
	return s.Name != ""
}

// endSignature ends the symbol's signature at the start of its body, comments between the two left out.
func (w *walker) endSignature(s *Symbol, body node) {
	before := body.before()
	for before.exists() && before.isExtra() {
		before = before.before()
	}
	if before.exists() {
		s.Sig = max(s.Line, before.lastLine())
	}
}

// text is a node's source on one line.
func (w *walker) text(n node) string {
	from, to := n.bytes()
	if from > to || to > len(w.src) {
		return ""
	}
	to = min(to, from+4*maxNameBytes)
	return clip(strings.Join(strings.Fields(strings.ToValidUTF8(string(w.src[from:to]), "")), " "))
}

// parentKind is the kind of the symbol around one, "" at the top.
func (w *walker) parentKind(s *Symbol) Kind {
	if s.Parent < 0 {
		return ""
	}
	return w.out[s.Parent].Kind
}

// inFunction reports whether a symbol lies directly in a function.
func (w *walker) inFunction(s *Symbol) bool { return w.parentKind(s).IsFunction() }

// descend follows a path of fields such as "value.body".
func descend(n node, path string) node {
	for name := range strings.SplitSeq(path, ".") {
		if n = n.field(name); !n.exists() {
			break
		}
	}
	return n
}

// childOf returns the first named child of one of the types.
func childOf(n node, types ...string) node {
	for i := range n.namedCount() {
		if c := n.namedChild(i); c.is(types...) {
			return c
		}
	}
	return node{}
}
