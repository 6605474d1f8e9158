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

// structure takes a line that opens a part of a diff, in whatever state the parser is.
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
			p.section(names{path: unquote(name), status: p.combinedStatus()}, header)
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

// combinedStatus is what the header of a combined diff, which begins in the current line, says of the file.
func (p *parser) combinedStatus() string {
	status := ""
	for i := 1; i < headerLines; i++ {
		switch t, _ := p.next(i); {
		case strings.HasPrefix(t, "deleted file mode "):
			status = deleted
		case strings.HasPrefix(t, "new file mode "):
			status = added
		case t == "" || t[0] == '@':
			return status
		}
	}
	return status
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
	// Of the two lines, the one with the file's path is shown.
	minusRank, plusRank := strategies.Noise, strategies.Evidence
	if n.status == deleted {
		minusRank, plusRank = plusRank, minusRank
	}
	p.line(minusRank)
	p.at++
	p.total++
	p.line(plusRank)
	return true
}

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
	if p.state == header {
		p.state = plain
	}
	h.bulk = p.file.bulk || p.blanksOnly(h)
	p.hunk, p.open = h, true
	p.patch.hunks++
	p.file.hunks++
	p.line(rankOf(h.bulk))
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

// indexLine takes svn's "Index: path" and the rule of equals signs below it.
func (p *parser) indexLine(t string) bool {
	opens := strings.HasPrefix(t, "Index: ") && p.nextHas(1, "=====")
	rule := strings.HasPrefix(t, "=====") && p.nextHas(1, "--- ")
	if !opens && !rule {
		return p.differLine(t)
	}
	p.state, p.file = plain, nil
	p.line(strategies.Noise)
	return true
}

// differLine takes what diff says of files that it doesn't compare line by line:
//
//	Binary files a/x.png and b/x.png differ
//	Files a/x and b/x differ
//	Only in a: x
//	Submodule lib 1a2b3c4..5d6e7f8:
func (p *parser) differLine(t string) bool {
	if p.state != plain && p.state != message {
		return false
	}
	name, status, bin := "", differs, false
	switch word, rest, _ := strings.Cut(t, " "); word {
	case "Binary":
		if rest, ok := strings.CutPrefix(rest, "files "); ok {
			name, bin = differNames(rest)
			status = ""
		}
	case "Files":
		name, _ = differNames(rest)
	case "Only":
		dir, base, ok := strings.Cut(strings.TrimPrefix(rest, "in "), ": ")
		if ok && p.edit && strings.HasPrefix(rest, "in ") {
			name, status = path.Join(dir, base), oneSided
		}
	case "Submodule":
		name, _, _ = strings.Cut(rest, " ")
	}
	if name == "" {
		return false
	}
	p.section(names{path: name, status: status}, plain)
	p.file.binary = bin
	p.line(strategies.Evidence)
	p.file = nil
	return true
}

// stray takes a line that no part of a diff explains.
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
