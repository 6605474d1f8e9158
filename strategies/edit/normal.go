package edit

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// change is how much of a change in diff's own form is still to come.
type change struct {
	dels, adds int64 // lines
	both       bool  // a line "---" comes between the two
}

// normalLine takes the first line of a change in the form that diff prints by default:
//
//	3,4c3
//	< deleted
//	< deleted
//	---
//	> added
func (p *parser) normalLine(t string) bool {
	if !p.edit || p.state != plain || t[0] > '9' {
		return false
	}
	ch, ok := parseNormal(t)
	if !ok {
		return false
	}
	if next, more := p.next(1); more && !strings.HasPrefix(next, "<") && !strings.HasPrefix(next, ">") {
		return false
	}
	if p.file == nil {
		p.section(names{path: p.path}, plain)
	}
	p.state, p.normal = normal, ch
	p.patch.hunks++
	p.file.hunks++
	p.hunkHeader(p.changedRank())
	return true
}

// changedRank is the rank of a changed line of the current file.
func (p *parser) changedRank() strategies.Rank { return rankOf(p.file.bulk) }

// inNormal takes a line of such a change.
func (p *parser) inNormal(t string) bool {
	ch := &p.normal
	switch {
	case strings.HasPrefix(t, "\\ "):
		p.line(strategies.Context)
	case ch.dels > 0 && isSide(t, '<'):
		ch.dels--
		p.deletes()
		p.hunkBody(p.changedRank(), strategies.KindRemoved, false)
	case ch.both && ch.dels == 0 && t == "---":
		ch.both = false
		p.line(strategies.Context)
	case ch.dels == 0 && ch.adds > 0 && isSide(t, '>'):
		ch.adds--
		p.adds()
		p.hunkBody(p.changedRank(), strategies.KindAdded, false)
	default:
		if ch.dels+ch.adds > 0 {
			p.short++
			p.cut = true
		}
		return false
	}
	return true
}

// isSide reports whether a line is one of the old side, marked by '<', or of the new one, marked by '>'.
func isSide(t string, mark byte) bool {
	if t == "" || t[0] != mark {
		return false
	}
	return len(t) == 1 || t[1] == ' ' || t[1] == '\t'
}

// isNormal reports whether a line opens a change in diff's own form.
func isNormal(t string) bool {
	_, ok := parseNormal(t)
	return ok
}

// parseNormal reads "3,4c3,9", "5a6" and "2d1".
func parseNormal(t string) (ch change, ok bool) {
	i := strings.IndexAny(t, "acd")
	if i <= 0 {
		return change{}, false
	}
	old, ok1 := parseSpan(t[:i])
	new, ok2 := parseSpan(t[i+1:])
	if !ok1 || !ok2 {
		return change{}, false
	}
	switch t[i] {
	case 'a':
		return change{adds: new}, true
	case 'd':
		return change{dels: old}, true
	}
	return change{old, new, true}, true
}

// parseSpan reads "3" or "3,4" and returns the number of lines.
func parseSpan(t string) (n int64, ok bool) {
	a, b, two := strings.Cut(t, ",")
	first, err := strconv.ParseUint(a, 10, 62)
	if err != nil || !two {
		return 1, err == nil
	}
	last, err := strconv.ParseUint(b, 10, 62)
	return int64(last) - int64(first) + 1, err == nil && last >= first
}
