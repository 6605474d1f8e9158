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
	p.hunk, p.open = h, true
	p.patch.hunks++
	p.file.hunks++
	p.hunkHeader(rankOf(p.file.bulk))
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
