package edit

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
)

// patchLine takes the lines that frame an apply_patch envelope, and git's line on an unmerged path:
//
//	*** Begin Patch
//	*** Update File: src/main.go
//	* Unmerged path src/main.go
func (p *parser) patchLine(t string) bool {
	if name, ok := strings.CutPrefix(t, "* Unmerged path "); ok {
		p.section(names{path: parse.GitPath(name), status: unmerged}, plain)
		p.line(strategies.Evidence)
		p.file = nil
		return true
	}
	if strings.HasPrefix(t, "***************") {
		p.err = errContext
		return true
	}
	t = strings.TrimRight(t, " ")
	if t == "*** Begin Patch" {
		p.state, p.file, p.began = envelope, nil, true
		p.line(strategies.Noise)
		return true
	}
	return p.state == envelope && p.envelopeLine(t)
}

// envelopeLine takes a line of an open envelope that isn't part of a hunk.
func (p *parser) envelopeLine(t string) bool {
	switch {
	case t == "*** End Patch":
		p.state, p.file, p.began = plain, nil, false
		p.line(strategies.Noise)
		return true
	case t == "*** End of File":
		p.line(strategies.Noise)
		return true
	case strings.HasPrefix(t, moveTo):
		p.line(strategies.Context)
		if p.file != nil && !p.nextHas(1, "@@") {
			p.openLoose()
		}
		return true
	}
	for _, op := range [...]struct{ prefix, status string }{
		{"*** Update File: ", ""}, {"*** Add File: ", added}, {"*** Delete File: ", deleted},
	} {
		if name, ok := strings.CutPrefix(t, op.prefix); ok {
			p.envelopeFile(name, op.status)
			return true
		}
	}
	return false
}

// moveTo opens the line with a file's new path, below the one that opens its section.
const moveTo = "*** Move to: "

// envelopeFile opens a file's section, and its first hunk if that has no line of its own.
func (p *parser) envelopeFile(name, status string) {
	n := names{path: name, status: status}
	if next, _ := p.next(1); status == "" && strings.HasPrefix(next, moveTo) {
		n = names{path: strings.TrimPrefix(next, moveTo), old: name, status: renamed}
	}
	p.section(n, envelope)
	p.heading(1)
	if n.status == added || n.status == "" && !p.nextHas(1, "@@") {
		p.openLoose()
	}
}

// openLoose opens a hunk that has no header: the first one of a file in an envelope. A file without lines has none.
func (p *parser) openLoose() {
	if next, _ := p.next(1); !isMarked(next) {
		return
	}
	p.hunk, p.open = hunk{loose: true, old: []int64{0}}, true
	p.patch.hunks++
	p.file.hunks++
}

// isMarked reports whether a line opens as one of a hunk: with a blank, a plus or a minus.
func isMarked(t string) bool { return t != "" && (t[0] == ' ' || t[0] == '+' || t[0] == '-') }
