//go:build cgo && !notreesitter

package syntax

import (
	"runtime"
	"time"
)

// parse lists the symbols of a text by its language's grammar, unless it doesn't look like the language or takes too
// long.
func parse(lang Language, src []byte) ([]Symbol, outcome) {
	get, ok := languages[lang]
	if !ok {
		return nil, refused
	}
	g := get()
	if g == nil {
		return nil, refused
	}
	// A parser that was stopped resumes the old text, and a context that is cancelled late leaves its flag set: so each
	// parse has its own parser and no context.
	p := newTreeParser(g.lang)
	defer p.close()
	how := probe(p, lang, src)
	if how != parsed {
		return nil, how
	}
	tree, ok := p.parse(src, budgetFor(len(src)))
	if !ok {
		return nil, outOfTime
	}
	defer tree.close()
	cur := newCursor(tree.root())
	defer cur.close()
	w := &walker{g: g, src: src, cur: cur, left: len(src)/4 + 10000}
	if cur.firstChild() {
		w.siblings(-1, 0, 0)
	}
	if tree.root().hasError() {
		w.out, how = complete(w.out, lang, src), mended
	}
	runtime.KeepAlive(tree)
	return w.out, how
}

// budgetFor returns the processor time for a parse: many times the need of a short source and three times that of a
// long, dense one. So only a text that turns into something else after its start comes near it, even on a machine of
// half the speed. A busy machine stretches processor time, too: a limit within reach of an ordinary source would give
// the same text two outlines.
func budgetFor(n int) time.Duration {
	return 250*time.Millisecond + time.Duration(n)*time.Second/(1<<20)
}
