//go:build cgo && !notreesitter

package syntax

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
)

// walker collects symbols from a syntax tree.
type walker struct {
	g    *compiled
	src  []byte
	cur  *sitter.TreeCursor
	out  []Symbol
	wrap int // first line of the wrapper around what is looked at, 0 for none
	left int // nodes that may still be looked at; real sources have far fewer
}

// level looks at the node that the cursor is at and at the siblings behind it.
func (w *walker) level(parent, depth, nest int) {
	for {
		if w.left--; w.left < 0 {
			return
		}
		n := w.cur.CurrentNode()
		sym := n.Symbol()
		var a action
		if sym == errorNode {
			a.op = look
		} else if int(sym) < len(w.g.acts) {
			a = w.g.acts[sym]
		}
		switch a.op {
		case look:
			w.inside(parent, depth, nest)
		case wrap:
			outer := w.wrap
			if outer == 0 {
				w.wrap = int(n.StartPoint().Row) + 1
			}
			w.inside(parent, depth, nest)
			w.wrap = outer
		case take:
			s := Symbol{Parent: parent, Depth: depth}
			wrap := w.wrap
			w.wrap = 0
			if len(w.out) < maxSymbols && w.define(n, &w.g.defs[a.def], &s, wrap) {
				w.out = append(w.out, s)
				if depth < maxDepth {
					w.inside(len(w.out)-1, depth+1, nest)
				}
			} else {
				w.inside(parent, depth, nest)
			}
		}
		if !w.cur.GoToNextSibling() {
			return
		}
	}
}

// maxNest bounds the recursion on texts that nest for ever.
const maxNest = 250

func (w *walker) inside(parent, depth, nest int) {
	if nest < maxNest && w.cur.GoToFirstChild() {
		w.level(parent, depth, nest+1)
		w.cur.GoToParent()
	}
}

// define fills in the symbol of a definition's node and reports whether it is one.
func (w *walker) define(n *sitter.Node, d *def, s *Symbol, wrap int) bool {
	s.Kind = d.kind
	s.First, s.Last = int(n.StartPoint().Row)+1, w.lastLine(n)
	s.Line, s.Sig = s.First, s.First
	if d.name != "" {
		name := field(n, d.name)
		if name == nil {
			return false
		}
		s.Name = w.text(name)
		s.Line = int(name.StartPoint().Row) + 1
		s.Sig = s.Line
	}
	bodyField := d.body
	if bodyField == "" {
		bodyField = "body"
	}
	if body := field(n, bodyField); body != nil {
		w.setSig(s, body)
	} else if s.Kind.IsFunction() || s.Kind == Declaration {
		s.Sig = s.Last
	}
	if w.g.refine != nil && !w.g.refine(w, n, s) {
		return false
	}
	if wrap != 0 && wrap < s.First {
		s.First = wrap
	}
	s.Line = min(s.Line, s.Last)
	s.Sig = min(max(s.Sig, s.Line), s.Last)
	return s.Name != ""
}

// setSig ends the symbol's signature where its body begins.
func (w *walker) setSig(s *Symbol, body *sitter.Node) {
	prev := body.PrevSibling()
	for prev != nil && prev.IsExtra() { // a comment
		prev = prev.PrevSibling()
	}
	if prev != nil {
		s.Sig = max(s.Line, w.lastLine(prev))
	}
}

// lastLine is the line that a node ends on; the line feed at the end of some nodes doesn't start another.
func (w *walker) lastLine(n *sitter.Node) int {
	end := n.EndPoint()
	if end.Column == 0 && end.Row > n.StartPoint().Row {
		return int(end.Row)
	}
	return int(end.Row) + 1
}

// text is a node's source on one line.
func (w *walker) text(n *sitter.Node) string {
	a, b := int(n.StartByte()), int(n.EndByte())
	if a > b || b > len(w.src) {
		return ""
	}
	if b-a > 4*maxNameBytes {
		b = a + 4*maxNameBytes
	}
	return clip(strings.Join(strings.Fields(strings.ToValidUTF8(string(w.src[a:b]), "")), " "))
}

// parentKind is the kind of the symbol around one, "" at the top.
func (w *walker) parentKind(s *Symbol) Kind {
	if s.Parent < 0 {
		return ""
	}
	return w.out[s.Parent].Kind
}

// field follows a path of fields.
func field(n *sitter.Node, path string) *sitter.Node {
	for name := range strings.SplitSeq(path, ".") {
		if n = n.ChildByFieldName(name); n == nil {
			return nil
		}
	}
	return n
}

// childOf returns the first child of one of the types.
func childOf(n *sitter.Node, types ...string) *sitter.Node {
	for i := range int(n.NamedChildCount()) {
		c := n.NamedChild(i)
		t := c.Type()
		for _, want := range types {
			if t == want {
				return c
			}
		}
	}
	return nil
}
