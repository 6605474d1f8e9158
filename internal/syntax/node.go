//go:build cgo && !notreesitter

package syntax

import (
	"context"
	"errors"
	"runtime"
	"time"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/toktee/toktee/internal/syntax/internal/grammars"
)

// Only this file knows the binding to tree-sitter; grammars.go names the grammars. The types wrap one pointer each, so
// they cost nothing beyond the binding itself, and a node is valid as long as its tree.

// A binding is a language as the binding takes it.
type binding = *sitter.Language

// load returns the grammar that package grammars has under a name.
func load(name string) (binding, error) {
	l, err := grammars.Load(name)
	if err != nil {
		return nil, err
	}
	return sitter.NewLanguage(l), nil
}

// errorNumber is the type's number of a node for text that the grammar couldn't make sense of.
const errorNumber = 0xffff

// nodeTypes lists the names of a grammar's node types by their number. Numbers that no node of a tree has, such as
// those of brackets and keywords, have the name "".
func nodeTypes(lang binding) []string {
	types := make([]string, lang.SymbolCount())
	for i := range types {
		if lang.SymbolType(sitter.Symbol(i)) == sitter.SymbolTypeRegular {
			types[i] = lang.SymbolName(sitter.Symbol(i))
		}
	}
	return types
}

// A treeParser makes trees of texts in one language. It must be closed.
type treeParser struct{ p *sitter.Parser }

// newTreeParser returns a parser of texts in a language.
func newTreeParser(lang binding) treeParser {
	p := sitter.NewParser()
	p.SetLanguage(lang)
	return treeParser{p}
}

func (p treeParser) close() { p.p.Close() }

// reset forgets a parse that was stopped, which the next one would resume otherwise.
func (p treeParser) reset() { p.p.Reset() }

// parse parses in the given processor time; ok is false if that isn't enough. The library limits wall-clock time, which
// would depend on the load of the machine. So a parse that reaches that limit continues until the thread has worked
// that long.
func (p treeParser) parse(src []byte, limit time.Duration) (t tree, ok bool) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := threadTime()
	for left := limit; left > 0; left = limit - (threadTime() - start) {
		p.p.SetOperationLimit(int(max(left.Microseconds(), 100)))
		made, err := p.p.ParseCtx(context.Background(), nil, src)
		if err == nil {
			return tree{made}, true
		}
		if !errors.Is(err, sitter.ErrOperationLimit) {
			break
		}
	}
	return tree{}, false
}

// A tree is the syntax tree of a text. It must be closed, and its nodes may not be used afterwards.
type tree struct{ t *sitter.Tree }

func (t tree) root() node { return node{t.t.RootNode()} }
func (t tree) close()     { t.t.Close() }

// A cursor walks over a tree, quicker than from node to node. It must be closed.
type cursor struct{ c *sitter.TreeCursor }

// newCursor returns a cursor that is at a node.
func newCursor(n node) cursor { return cursor{sitter.NewTreeCursor(n.n)} }

func (c cursor) close() { c.c.Close() }

// node is the node that the cursor is at.
func (c cursor) node() node { return node{c.c.CurrentNode()} }

// firstChild, nextSibling and parent move the cursor; the first two report whether there is such a node.
func (c cursor) firstChild() bool  { return c.c.GoToFirstChild() }
func (c cursor) nextSibling() bool { return c.c.GoToNextSibling() }
func (c cursor) parent()           { c.c.GoToParent() }

// A node is a node of a syntax tree, or none, of which only exists and is may be asked.
type node struct{ n *sitter.Node }

// exists reports whether there is a node at all: most fields and siblings can be missing.
func (n node) exists() bool { return n.n != nil }

// typ is the name of the node's type in its grammar, such as "function_definition". Each call copies it out of C.
func (n node) typ() string { return n.n.Type() }

// number is the number of the node's type, by which [nodeTypes] lists them.
func (n node) number() int { return int(n.n.Symbol()) }

// is reports whether there is a node and whether its type is one of those.
func (n node) is(types ...string) bool {
	if n.n == nil {
		return false
	}
	t := n.n.Type()
	for _, want := range types {
		if t == want {
			return true
		}
	}
	return false
}

// field is the child with a role in the node, such as "name" or "body".
func (n node) field(name string) node { return node{n.n.ChildByFieldName(name)} }

// parent is the node around this one, none for the root.
func (n node) parent() node { return node{n.n.Parent()} }

// before returns the sibling before the node, punctuation and comments included.
func (n node) before() node { return node{n.n.PrevSibling()} }

// child and childCount go over all children, namedChild and namedCount leave out punctuation and keywords.
func (n node) child(i int) node      { return node{n.n.Child(i)} }
func (n node) childCount() int       { return int(n.n.ChildCount()) }
func (n node) namedChild(i int) node { return node{n.n.NamedChild(i)} }
func (n node) namedCount() int       { return int(n.n.NamedChildCount()) }

// bytes is the range of the source that the node covers.
func (n node) bytes() (from, to int) { return int(n.n.StartByte()), int(n.n.EndByte()) }

// firstLine and lastLine count from 1. The line feed that some nodes end with doesn't start another line.
func (n node) firstLine() int { return int(n.n.StartPoint().Row) + 1 }

// lastLine is the line on which the node ends.
func (n node) lastLine() int {
	end := n.n.EndPoint()
	if end.Column == 0 && end.Row > n.n.StartPoint().Row {
		return int(end.Row)
	}
	return int(end.Row) + 1
}

// isExtra reports whether the node may be anywhere, as comments may.
func (n node) isExtra() bool { return n.n.IsExtra() }

// isError and isMissing report whether the node is text that the grammar couldn't make sense of, or something that it
// made up because the text lacks it; hasError, whether there is either in the node.
func (n node) isError() bool   { return n.n.IsError() }
func (n node) isMissing() bool { return n.n.IsMissing() }
func (n node) hasError() bool  { return n.n.HasError() }
