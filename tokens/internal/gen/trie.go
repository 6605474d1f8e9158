package main

import "sort"

// A trie holds all tokens by their bytes, as a double array. nodes has one word for each node:
//
//	bits 0-7   label, the byte that leads to the node
//	bit  8     a token ends here; its rank is in tokens, at the same index
//	bits 9-31  base: the child for byte c is the node base^c, if its label is c
//
// No two nodes share a base, so the label alone shows whether there is a child. The first 256 words are the single
// bytes. Their labels are wrong on purpose, so that base 0 means a node without children.
type trie struct {
	nodes, tokens []uint32
}

const (
	noToken  = 1<<24 - 1
	lineSize = 16 // nodes in a cache line
)

// A trieNode is a node that has no place yet: texts[lo:hi] are the tokens below it, which share their first depth
// bytes.
type trieNode struct {
	slot, lo, hi, depth int
}

// A trieBuilder places the nodes of a trie in slots, in blocks of 256.
type trieBuilder struct {
	trie
	texts  []string // tokens, sorted
	ids    []uint32 // their ranks
	used   []bool   // slots that hold a node
	bases  []bool   // bases that are taken
	free   []int    // free slots of each block of 256
	misses []int    // how often each block had room but no fit
	lines  [lineSize + 1]int
}

// buildTrie makes the trie of all tokens.
func buildTrie(ranks []string) trie {
	t := &trieBuilder{ids: make([]uint32, len(ranks))}
	for i := range ranks {
		t.ids[i] = uint32(i)
	}
	sort.Slice(t.ids, func(i, j int) bool { return ranks[t.ids[i]] < ranks[t.ids[j]] })
	for _, id := range t.ids {
		t.texts = append(t.texts, ranks[id])
	}
	t.grow()
	t.free[0] = 0
	roots := t.children(trieNode{0, 0, len(t.texts), 0})
	for i := range roots {
		r := &roots[i]
		r.slot = int(t.texts[r.lo][0])
		t.used[r.slot] = true
	}
	for _, r := range roots {
		t.add(r)
	}
	return t.trie
}

// add writes the node and places all below it, each near its parent: a text that follows them reads few cache lines.
func (t *trieBuilder) add(n trieNode) {
	word := uint32(t.texts[n.lo][n.depth-1])
	if n.depth == 1 {
		word ^= 1
	}
	if len(t.texts[n.lo]) == n.depth {
		word |= 1 << 8
		t.tokens[n.slot] = t.ids[n.lo]
		n.lo++
	}
	kids := t.children(n)
	if len(kids) > 0 {
		base := t.place(n.slot, kids)
		t.bases[base] = true
		word |= uint32(base) << 9
		for i := range kids {
			k := &kids[i]
			k.slot = base ^ int(t.texts[k.lo][n.depth])
			t.used[k.slot] = true
			t.free[k.slot>>8]--
		}
	}
	t.nodes[n.slot] = word
	for _, k := range kids {
		t.add(k)
	}
}

// children splits the node's tokens by their next byte.
func (t *trieBuilder) children(n trieNode) []trieNode {
	var kids []trieNode
	for lo := n.lo; lo < n.hi; {
		hi := lo + 1
		for hi < n.hi && t.texts[hi][n.depth] == t.texts[lo][n.depth] {
			hi++
		}
		kids = append(kids, trieNode{0, lo, hi, n.depth + 1})
		lo = hi
	}
	return kids
}

// place finds a base that has a free slot for each of the children: near the parent if there is one, else the first.
func (t *trieBuilder) place(parent int, kids []trieNode) int {
	labels := make([]int, len(kids))
	for i, k := range kids {
		labels[i] = int(t.texts[k.lo][k.depth-1])
	}
	if base, ok := t.near(parent, labels); ok {
		return base
	}
	if len(kids) == 1 {
		return t.line(labels, t.chain(kids[0]))
	}
	return t.firstFit(labels)
}

// near looks for a base in the parent's cache line, and then in larger parts of its block.
func (t *trieBuilder) near(parent int, labels []int) (base int, ok bool) {
	if parent < 256 {
		return 0, false // a single byte: its block is full
	}
	for size := lineSize; size <= 256; size *= 2 {
		lo := parent &^ (size - 1)
		for s := lo; s < lo+size; s++ {
			if base := s ^ labels[0]; t.fits(base, labels) {
				return base, true
			}
		}
	}
	return 0, false
}

// firstFit finds the first base that fits, but for blocks in which the search has failed often.
func (t *trieBuilder) firstFit(labels []int) int {
	for block := 1; ; block++ {
		if block == len(t.free) {
			t.grow()
		}
		if t.free[block] < len(labels) || t.misses[block] > 20 {
			continue
		}
		for base := block << 8; base < (block+1)<<8; base++ {
			if t.fits(base, labels) {
				return base
			}
		}
		t.misses[block]++
	}
}

// chain returns the number of nodes from n on that have one child each, up to a line of them.
func (t *trieBuilder) chain(n trieNode) int {
	for length := 1; ; length++ {
		if len(t.texts[n.lo]) == n.depth {
			n.lo++
		}
		kids := t.children(n)
		if len(kids) != 1 || length == lineSize {
			return length
		}
		n = kids[0]
	}
}

// line finds a base for one child, in a cache line that has room for want nodes.
func (t *trieBuilder) line(labels []int, want int) int {
	for at := t.lines[want]; ; at += lineSize {
		if at >= len(t.nodes) {
			t.grow()
		}
		free, found := 0, -1
		for s := at; s < at+lineSize; s++ {
			if t.used[s] {
				continue
			}
			free++
			if base := s ^ labels[0]; t.fits(base, labels) {
				found = base
			}
		}
		if free >= want {
			if found >= 0 {
				return found
			}
		} else if t.lines[want] == at {
			t.lines[want] = at + lineSize
		}
	}
}

// fits reports whether no node has the base and all its slots for the labels are free.
func (t *trieBuilder) fits(base int, labels []int) bool {
	if t.bases[base] {
		return false
	}
	for _, l := range labels {
		if t.used[base^l] {
			return false
		}
	}
	return true
}

// grow adds a block of 256 slots.
func (t *trieBuilder) grow() {
	t.nodes = append(t.nodes, make([]uint32, 256)...)
	t.used = append(t.used, make([]bool, 256)...)
	t.bases = append(t.bases, make([]bool, 256)...)
	t.free = append(t.free, 256)
	t.misses = append(t.misses, 0)
	for range 256 {
		t.tokens = append(t.tokens, noToken)
	}
}
