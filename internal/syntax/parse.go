//go:build cgo && !notreesitter

package syntax

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
)

// grammar says how to read symbols from the syntax trees of one language.
type grammar struct {
	load func() *sitter.Language
	defs []def
	walk []string // node types to look into; all others are passed over, whole function bodies among them
	wrap []string // node types to look into whose first line belongs to the definition inside
	// refine, where set, completes a symbol that was found or refuses it. The walker has its parent, -1 at the top.
	refine func(w *walker, n *sitter.Node, s *Symbol) bool
}

// def says that a node type is a symbol.
type def struct {
	node string
	kind Kind
	name string // the field with its name, as "field.field" where it lies deeper; "" leaves it to refine
	body string // the field with its body, "body" where empty
}

// compiled is a grammar with its node types resolved, made once for each language that is used.
type compiled struct {
	grammar
	lang *sitter.Language
	acts []action // by node type's number
}

type action struct {
	op  op
	def int
}

type op uint8

const (
	pass op = iota
	look
	wrap
	take
)

func (g grammar) compile() *compiled {
	c := &compiled{grammar: g, lang: g.load()}
	byName := map[string]action{}
	for _, t := range g.walk {
		byName[t] = action{op: look}
	}
	for _, t := range g.wrap {
		byName[t] = action{op: wrap}
	}
	for i, d := range g.defs {
		byName[d.node] = action{op: take, def: i}
	}
	c.acts = make([]action, c.lang.SymbolCount())
	for i := range c.acts {
		if c.lang.SymbolType(sitter.Symbol(i)) == sitter.SymbolTypeRegular {
			c.acts[i] = byName[c.lang.SymbolName(sitter.Symbol(i))]
		}
	}
	return c
}

func lazily(g func() grammar) func() *compiled {
	return sync.OnceValue(func() *compiled { return g().compile() })
}

// errorNode is the type's number of what a grammar couldn't make sense of; it is looked into.
const errorNode = sitter.Symbol(0xffff)

// parse lists the symbols of a text by its language's grammar, unless it doesn't look like the language or takes too long.
func parse(lang Language, src []byte) ([]Symbol, outcome) {
	get, ok := grammars[lang]
	if !ok {
		return nil, refused
	}
	g := get()
	// A parser that was stopped resumes the old text, and a context that is cancelled late leaves its flag set: so each
	// parse has its own parser and no context.
	p := sitter.NewParser()
	defer p.Close()
	p.SetLanguage(g.lang)
	if how := probe(p, lang, src); how != parsed {
		return nil, how
	}
	tree := parseWithin(p, src, budgetFor(len(src)))
	if tree == nil {
		return nil, outOfTime
	}
	defer tree.Close()
	cur := sitter.NewTreeCursor(tree.RootNode())
	defer cur.Close()
	w := &walker{g: g, src: src, cur: cur, left: len(src)/4 + 10000}
	if cur.GoToFirstChild() {
		w.level(-1, 0, 0)
	}
	if tree.RootNode().HasError() {
		w.out = complete(w.out, lang, src)
	}
	runtime.KeepAlive(tree)
	return w.out, parsed
}

// budgetFor is the processor time for a parse: many times what a short source takes and three times what a long one does,
// so that only a text that turns into something else behind its start comes near it. A busy machine stretches processor
// time too: a limit that an ordinary source may meet would give the same text two outlines.
func budgetFor(n int) time.Duration {
	return 100*time.Millisecond + time.Duration(n)*500*time.Millisecond/(1<<20)
}

// parseWithin parses in the given processor time, or returns nil. The library's limit is one of wall-clock time, which a
// busy machine would turn into a matter of luck; so a parse that runs into it goes on until the thread has worked that
// long.
func parseWithin(p *sitter.Parser, src []byte, limit time.Duration) *sitter.Tree {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := threadTime()
	for left := limit; left > 0; left = limit - (threadTime() - start) {
		p.SetOperationLimit(int(max(left.Microseconds(), 100)))
		tree, err := p.ParseCtx(context.Background(), nil, src)
		if err == nil {
			return tree
		}
		if !errors.Is(err, sitter.ErrOperationLimit) {
			return nil
		}
	}
	return nil
}
