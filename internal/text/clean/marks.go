package clean

import "unicode/utf8"

// minSweep is the number of marks below which it isn't worth looking for dead ones.
const minSweep = 4096

// mark adds a combining mark to the rune before the cursor. It reports whether there is one.
func (s *screen) mark(r rune) bool {
	i := s.col - 1
	if i >= len(s.cells) {
		return false
	}
	for i > s.lead && s.cells[i].r < 0 {
		i--
	}
	if i < s.lead {
		return false
	}
	if len(s.nodes) >= max(s.sweep, minSweep) {
		s.sweepNodes()
	}
	if len(s.nodes) == 0 {
		s.nodes = append(s.nodes, node{}) // index 0 is none
	}
	at := int32(len(s.nodes))
	c := &s.cells[i]
	n := node{r: r, next: at}
	if c.marks != 0 {
		last := &s.nodes[c.marks]
		n.next, last.next = last.next, at
	}
	s.nodes = append(s.nodes, n)
	c.marks = at
	return true
}

// sweepNodes drops the marks of cells that were written over.
func (s *screen) sweepNodes() {
	live := make([]node, 1, minSweep)
	for i := s.lead; i < len(s.cells); i++ {
		c := &s.cells[i]
		if c.marks == 0 {
			continue
		}
		first := int32(len(live))
		for at := s.nodes[c.marks].next; ; at = s.nodes[at].next {
			live = append(live, node{r: s.nodes[at].r, next: int32(len(live)) + 1})
			if at == c.marks {
				break
			}
		}
		c.marks = int32(len(live)) - 1
		live[c.marks].next = first
	}
	s.nodes = live
	s.sweep = max(2*len(live), len(s.cells)/4)
}

// appendMarks appends the marks of a cell, in the order in which they came.
func (s *screen) appendMarks(out []byte, last int32) []byte {
	for at := s.nodes[last].next; ; at = s.nodes[at].next {
		out = utf8.AppendRune(out, s.nodes[at].r)
		if at == last {
			return out
		}
	}
}
