package edit

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// hunkLine takes a hunk's header.
func (p *parser) hunkLine(t string) bool {
	h, ok := parseHunk(t)
	if !ok {
		inFile := p.state == envelope || p.file != nil && p.state != message
		if !isLoose(t) || !inFile {
			return false
		}
		h = hunk{loose: true, old: []int64{0}}
	}
	if p.file == nil {
		p.section(names{path: p.path}, plain)
		p.cut = true // its header is missing
	}
	h.bulk = p.file.bulk || p.blanksOnly(h)
	p.hunk, p.open = h, true
	p.patch.hunks++
	p.file.hunks++
	p.hunkHeader(rankOf(h.bulk))
	if p.hunk.done() {
		p.open, p.after = false, true
	}
	return true
}

// rankOf is the rank of what names a file or changes it; bulk is later.
func rankOf(bulk bool) strategies.Rank {
	if bulk {
		return strategies.Context
	}
	return strategies.Evidence
}

// blanksOnly reports whether the hunk that the current line opens changes nothing but blanks, as far as the parser sees
// it whole.
func (p *parser) blanksOnly(h hunk) bool {
	if h.loose || len(h.old) != 1 || indents(p.file.path) {
		return false
	}
	h.old = []int64{h.old[0]}
	var old, new shape
	for i := 1; !h.done(); i++ {
		t, ok := p.next(i)
		if !ok {
			return false
		}
		switch h.take(t) {
		case outside:
			return false
		case deletion:
			old.add(t[1:])
		case addition:
			new.add(t[1:])
		}
	}
	return old == new
}

// shape is a text without its blanks: their number and an FNV-1a hash of them.
type shape struct {
	n    int
	hash uint64
}

// add adds a line.
func (s *shape) add(t string) {
	for i := range len(t) {
		if b := t[i]; b != ' ' && b != '\t' && b != '\r' {
			s.n++
			s.hash = (s.hash ^ uint64(b)) * 1099511628211
		}
	}
}

// minusLine takes the "--- " and "+++ " of a plain diff.
func (p *parser) minusLine(t string) bool {
	if !strings.HasPrefix(t, "--- ") {
		return false
	}
	plus, ok := p.next(1)
	if !ok || !strings.HasPrefix(plus, "+++ ") {
		return false
	}
	if n, ok := p.next(2); ok && !strings.HasPrefix(n, "@@") {
		return false
	}
	n := plainNames(t[len("--- "):], plus[len("+++ "):])
	p.section(n, plain)
	p.heading(2)
	return true
}
