package edit

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
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
			p.section(names{path: parse.GitPath(name), status: p.combinedStatus()}, plain)
			p.foldHeader()
			return true
		}
	}
	if strings.HasPrefix(t, "diff --git ") {
		p.section(gitNames(t, p.next), plain)
		p.foldHeader()
		return true
	}
	if !strings.HasPrefix(t, "diff ") {
		return p.commitLine(t) || p.normalLine(t)
	}
	switch next, _ := p.next(1); { // the command that diff -r prints
	case strings.HasPrefix(next, "--- ") && p.nextHas(2, "+++ "):
		plus, _ := p.next(2)
		p.section(plainNames(next[len("--- "):], plus[len("+++ "):]), plain)
		p.heading(3)
	case isNormal(next):
		p.section(names{path: t[strings.LastIndexByte(t, ' ')+1:]}, plain)
		p.heading(1)
	case strings.HasPrefix(next, "*** "):
		p.err = errContext
		return true
	default:
		return false
	}
	return true
}

// combinedStatus returns the file's status from the header of a combined diff, which begins in the current line.
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
	case p.state != message && textline.SeverityOf(t) >= textline.Warn:
		p.warned = p.warned || p.patch.sections > 0 // git's own warnings come above
		fallthrough
	default:
		p.strays++
		isReason := isPlaced(t) || textline.SeverityOf(t) == textline.Suspect && !textline.Warns(t)
		if p.failed && p.state != message && isReason && p.reasons < maxReasons {
			p.reasons++
			p.lead(strategies.Critical)
			return
		}
		p.line(strategies.Context)
	}
}

// maxReasons is how many of such lines come first.
const maxReasons = 4

// isPlaced reports whether a line is a message at a place, perhaps after the name of a program. A formatter reports
// a file that it can't read in this way:
//
//	yapf: model/report.py:3:14: '(' was never closed
func isPlaced(t string) bool {
	if program, rest, ok := strings.Cut(t, ": "); ok && !strings.ContainsAny(program, " :/") {
		t = rest
	}
	at, message, ok := parse.CutPlace(t)
	return ok && at.Row > 0 && strings.Contains(strings.TrimSpace(message), " ")
}

// mixed reports whether much of the text is something else than a diff, or explains why the command failed.
func (p *parser) mixed(failed bool) bool {
	return p.failure > 0 || failed && p.warned || p.strays > 20 && p.strays > p.total/4
}
