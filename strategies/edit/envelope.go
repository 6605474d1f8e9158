package edit

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// patchLine takes the lines that frame an apply_patch envelope, and git's word on unmerged paths.
func (p *parser) patchLine(t string) bool {
	if name, ok := strings.CutPrefix(t, "* Unmerged path "); ok {
		p.section(names{path: unquote(name), status: unmerged}, plain)
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
	if p.state != envelope {
		return false
	}
	switch {
	case t == "*** End Patch":
		p.state, p.file, p.began = plain, nil, false
		p.line(strategies.Noise)
		return true
	case t == "*** End of File":
		p.line(strategies.Noise)
		return true
	}
	for _, op := range [...]struct{ prefix, status string }{
		{"*** Update File: ", ""}, {"*** Add File: ", added}, {"*** Delete File: ", deleted},
	} {
		name, ok := strings.CutPrefix(t, op.prefix)
		if !ok {
			continue
		}
		n := names{path: name, status: op.status}
		if next, _ := p.next(1); op.status == "" && strings.HasPrefix(next, "*** Move to: ") {
			n = names{path: strings.TrimPrefix(next, "*** Move to: "), old: name, status: renamed}
		}
		p.section(n, envelope)
		p.line(strategies.Evidence)
		if next, _ := p.next(1); op.status == "" && !strings.HasPrefix(next, "@@") && n.status != renamed ||
			op.status == added {
			p.openLoose()
		}
		return true
	}
	if strings.HasPrefix(t, "*** Move to: ") {
		p.line(strategies.Context)
		if next, _ := p.next(1); p.file != nil && !strings.HasPrefix(next, "@@") {
			p.openLoose()
		}
		return true
	}
	return false
}

// openLoose opens the hunk that a file's line in an envelope begins: the first one needs no line of its own. It isn't
// opened where the file has no lines.
func (p *parser) openLoose() {
	if next, _ := p.next(1); next == "" || next[0] != ' ' && next[0] != '+' && next[0] != '-' {
		return
	}
	p.hunk, p.open = hunk{loose: true, old: []int64{0}, bulk: p.file.bulk}, true
	p.patch.hunks++
	p.file.hunks++
}
