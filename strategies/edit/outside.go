package edit

import (
	"path"
	"strings"

	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/strategies"
)

// outside takes a line that is in no hunk.
func (p *parser) outside(t string) {
	if p.state == normal {
		if p.inNormal(t) {
			return
		}
		p.state = plain
	}
	if p.state == mail {
		// A mail's message may hold a diff of its own; the commit's begins below the rule.
		if !strings.HasPrefix(t, "From ") || !p.commitLine(t) {
			p.inMail(t)
		}
		return
	}
	if p.structure(t) {
		return
	}
	switch p.state {
	case header:
		if p.inHeader(t) {
			return
		}
		p.state, p.file = plain, nil
	case binary:
		p.line(strategies.Noise)
		return
	case message:
		if p.inMessage(t) {
			return
		}
	}
	if p.tableLine(t) || p.answerLine(t) {
		return
	}
	p.stray(t)
}

// structure takes a line that opens something, wherever it stands.
func (p *parser) structure(t string) bool {
	if t == "" {
		return false
	}
	switch t[0] {
	case 'd':
		return p.diffLine(t)
	case '@':
		return p.hunkLine(t)
	case '-':
		return p.minusLine(t)
	case '*':
		return p.patchLine(t)
	case 'c', 'F', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'e', 'f':
		return p.commitLine(t) || p.normalLine(t) || p.differLine(t)
	case 'I', '=':
		return p.indexLine(t)
	case 'B', 'O', 'S':
		return p.differLine(t)
	}
	return false
}

// diffLine takes "diff --git a/x b/x" and its relatives.
func (p *parser) diffLine(t string) bool {
	for _, prefix := range [...]string{"diff --cc ", "diff --combined "} {
		if name, ok := strings.CutPrefix(t, prefix); ok {
			p.merge = true
			n := names{path: unquote(name)}
			for i := 1; i < headerLines; i++ {
				if f, _ := p.next(i); strings.HasPrefix(f, "deleted file mode ") {
					n.status = deleted
				} else if strings.HasPrefix(f, "new file mode ") {
					n.status = added
				} else if f == "" || f[0] == '@' {
					break
				}
			}
			p.section(n, header)
			p.line(strategies.Evidence)
			return true
		}
	}
	if strings.HasPrefix(t, "diff --git ") {
		p.section(gitNames(t, p.next), header)
		p.line(strategies.Evidence)
		return true
	}
	if !strings.HasPrefix(t, "diff ") {
		return p.commitLine(t) || p.normalLine(t)
	}
	switch next, _ := p.next(1); { // the command that diff -r prints
	case strings.HasPrefix(next, "--- "):
		p.state, p.file = plain, nil
		p.line(strategies.Noise)
	case isNormal(next):
		p.section(names{path: t[strings.LastIndexByte(t, ' ')+1:]}, plain)
		p.line(strategies.Evidence)
	case strings.HasPrefix(next, "*** "):
		p.err = errContext
		return true
	default:
		return false
	}
	return true
}

// section begins a file.
func (p *parser) section(n names, s state) {
	p.file = p.patch.open(n.path, n.old, n.status)
	p.state = s
}

// inHeader takes a line of a git section's header.
func (p *parser) inHeader(t string) bool {
	key, _ := headerField(t)
	switch key {
	case "":
		return false
	case "old mode", "new mode", "deleted file mode", "new file mode", "copy from", "copy to", "rename from",
		"rename to", "mode":
		p.line(strategies.Context)
	case "Binary files":
		p.file.binary = true
		p.line(strategies.Context)
	case "GIT binary patch":
		p.file.binary = true
		p.state = binary
		p.line(strategies.Context)
	default:
		p.line(strategies.Noise)
	}
	return true
}

// minusLine takes the "--- " of a plain diff, and those of a section's header.
func (p *parser) minusLine(t string) bool {
	if !strings.HasPrefix(t, "--- ") || p.state == header {
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
	// The line that has the path stands for the file, the other one goes.
	if n.status == deleted {
		p.line(strategies.Evidence)
	} else {
		p.line(strategies.Noise)
	}
	p.at++
	p.total++
	if n.status == deleted {
		p.line(strategies.Noise)
	} else {
		p.line(strategies.Evidence)
	}
	return true
}

// hunkLine takes a hunk's header.
func (p *parser) hunkLine(t string) bool {
	h, ok := parseHunk(t)
	if !ok {
		if !isLoose(t) || p.state != envelope && (p.file == nil || p.state == message) {
			return false
		}
		h = hunk{loose: true, old: []int64{0}}
	}
	if p.file == nil {
		p.section(names{path: p.path}, plain)
		p.cut = true // its header is missing
	}
	if p.state == header {
		p.state = plain
	}
	h.bulk = p.file.bulk || p.blanksOnly(h)
	p.hunk, p.open = h, true
	p.patch.hunks++
	p.file.hunks++
	if h.bulk {
		p.line(strategies.Context)
	} else {
		p.line(strategies.Evidence)
	}
	if p.hunk.done() {
		p.open, p.after = false, true
	}
	return true
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

func (s *shape) add(t string) {
	for i := range len(t) {
		if b := t[i]; b != ' ' && b != '\t' && b != '\r' {
			s.n++
			s.hash = (s.hash ^ uint64(b)) * 1099511628211
		}
	}
}

// indexLine takes svn's "Index: path" and the rule below it.
func (p *parser) indexLine(t string) bool {
	next, _ := p.next(1)
	if strings.HasPrefix(t, "Index: ") && strings.HasPrefix(next, "=====") ||
		strings.HasPrefix(t, "=====") && strings.HasPrefix(next, "--- ") {
		p.state, p.file = plain, nil
		p.line(strategies.Noise)
		return true
	}
	return p.differLine(t)
}

// differLine takes what diff says of files that it doesn't compare line by line.
func (p *parser) differLine(t string) bool {
	if p.state != plain && p.state != message {
		return false
	}
	name, status, bin := "", differs, false
	if rest, ok := strings.CutPrefix(t, "Binary files "); ok {
		name, ok = differNames(rest)
		bin = ok
	} else if rest, ok := strings.CutPrefix(t, "Files "); ok {
		name, _ = differNames(rest)
	} else if rest, ok := strings.CutPrefix(t, "Only in "); ok && p.edit {
		if dir, base, ok := strings.Cut(rest, ": "); ok {
			name, status = path.Join(dir, base), oneSided
		}
	} else if rest, ok := strings.CutPrefix(t, "Submodule "); ok {
		name, _, _ = strings.Cut(rest, " ")
	}
	if name == "" {
		return false
	}
	if bin {
		status = ""
	}
	p.section(names{path: name, status: status}, plain)
	p.file.binary = bin
	p.line(strategies.Evidence)
	p.file = nil
	return true
}

// stray takes a line of which nothing is known.
func (p *parser) stray(t string) {
	p.file = nil
	switch {
	case strings.TrimSpace(t) == "", t == "-- ":
		p.line(strategies.Noise)
	case p.state != message && textline.SeverityOf(t) == textline.Failure:
		p.strays++
		p.failure++
		p.line(strategies.Critical)
	default:
		p.strays++
		p.line(strategies.Context)
	}
}

// mixed reports whether much of the text is something else than a diff.
func (p *parser) mixed() bool {
	return p.failure > 0 || p.strays > 20 && p.strays > p.total/4
}
