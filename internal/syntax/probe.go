//go:build cgo && !notreesitter

package syntax

import (
	"strings"
	"time"
)

// A grammar recovers from text in another language in quadratic time, up to 50 seconds a megabyte. Nothing that a
// parser reports bounds that time, its steps least of all: one takes from 0.1 to 40 microseconds. So the start of a
// text is parsed by itself first, since the square of its size is small. A probe refuses the text when it has more
// mistakes than that in each kilobyte, or when unconnected words take more than that share of its first half. The
// second half doesn't count, since the end of a cut text proves nothing.
var probes = [...]struct {
	size     int     // bytes, about
	mistakes float64 // a kilobyte
	loose    float64 // share of the first half
}{
	{1 << 10, 20, 0.4},
	{4 << 10, 8, 0.2},
}

// probeTime is ten times the processor time that the worst probe was seen to take.
const probeTime = 250 * time.Millisecond

// probe reports whether a grammar can't read a text's start: refused, or parsed if all of it is worth a parse. The
// result depends only on the text.
func probe(p treeParser, lang Language, src []byte) outcome {
	for _, probe := range probes {
		if len(src) < 2*probe.size {
			return parsed
		}
		part, ok := startOf(lang, src, probe.size)
		if !ok {
			return refused
		}
		p.reset()
		tree, ok := p.parse(part, probeTime)
		if !ok {
			return outOfTime
		}
		m := mistakes{half: len(part) / 2, left: 10 * len(part)}
		m.count(tree.root(), false)
		tree.close()
		if float64(m.n)*1024 > probe.mistakes*float64(len(part)) {
			return refused
		}
		// A shell's here-documents and quoted scripts are cut anywhere.
		if lang != "Shell" && float64(m.loose) > probe.loose*float64(m.half) {
			return refused
		}
	}
	p.reset()
	return parsed
}

// mistakes are the parts that a grammar couldn't read.
type mistakes struct {
	n     int // places
	loose int // bytes of words that belong to nothing
	half  int // the start of the text's second half; loose words there aren't counted
	left  int // nodes that may still be looked at
}

// count adds the mistakes in a node. loose means that the node lies directly in one.
func (m *mistakes) count(n node, loose bool) {
	if m.left--; m.left < 0 {
		return
	}
	isError := n.isError()
	children := n.childCount()
	if (loose || isError) && (children == 0 || isLiteral(n.typ())) {
		m.countLoose(n)
	}
	if !n.hasError() && !n.isMissing() {
		return
	}
	if isError || n.isMissing() {
		m.n++
	}
	for i := range children {
		m.count(n.child(i), isError)
	}
}

// countLoose adds the bytes of a word that belongs to nothing.
func (m *mistakes) countLoose(n node) {
	if from, to := n.bytes(); from < m.half && !n.isExtra() {
		m.loose += to - from
	}
}

// isLiteral reports whether a node's type is a value's: a list of values that belongs to nothing is no code.
func isLiteral(t string) bool {
	switch t {
	case "number", "integer", "float":
		return true
	}
	return strings.HasSuffix(t, "literal") || strings.HasSuffix(t, "string")
}
