package edit

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// commitLine takes the first line of a commit: "commit 1a2b…" of git show and git log, "From 1a2b… Mon Sep 17" of git
// format-patch, and "1a2b3c4 subject" of --oneline.
func (p *parser) commitLine(t string) bool {
	rest, full := strings.CutPrefix(t, "commit ")
	from, mailed := strings.CutPrefix(t, "From ")
	s, rank, name := message, strategies.Critical, rest
	switch {
	case full && isHash(rest, 7):
	case mailed && isHash(from, 40) && strings.Contains(from, " Mon Sep 17 "):
		s, rank, name = mail, strategies.Evidence, from
	case p.edit && !mailed && p.state != message && isHash(t, 7) && strings.Contains(t, " "):
		s, name = plain, t
	default:
		return false
	}
	p.commits++
	p.file, p.state, p.subject = nil, s, false
	if len(p.commitList) < maxFiles {
		hash, _, _ := strings.Cut(name, " ")
		p.commitList = append(p.commitList, commit{hash: strings.Clone(hash)})
	}
	if full {
		p.nameCommit(rest)
	} else {
		p.lead(rank)
	}
	return true
}

// isHash reports whether a text begins with a hexadecimal word of at least n digits.
func isHash(t string, n int) bool {
	word, _, _ := strings.Cut(t, " ")
	return len(word) >= n && len(word) <= 64 && strings.Trim(word, "0123456789abcdef") == ""
}

// inMessage takes a line of a commit's message, or one of its header below the subject:
//
//	    the second paragraph
//
//	Notes:
func (p *parser) inMessage(t string) bool {
	body := strategies.Detail
	if p.known != nil && p.known.commits == 1 {
		body = strategies.Context // why the change was made
	}
	indented := strings.HasPrefix(t, "    ")
	switch {
	case strings.TrimSpace(t) == "" && (t == "" || indented):
		p.line(strategies.Noise)
	case indented && !p.subject:
		p.subject = true
		p.line(strategies.Critical)
	case indented && isTrailer(t[4:]):
		p.line(strategies.Detail)
	case indented:
		p.line(body)
	case !p.subject && isField(t), t == "Notes:", strings.HasPrefix(t, "Notes ("):
		p.line(strategies.Detail)
	case t == "---":
		p.line(strategies.Noise)
	default:
		p.state = plain
		return false
	}
	return true
}

// isTrailer reports whether a line of a message names a contributor: "Signed-off-by: A <a@b>".
func isTrailer(t string) bool {
	key, _, ok := strings.Cut(t, ": ")
	return ok && strings.HasSuffix(strings.ToLower(key), "-by")
}

// isField reports whether a line is one of a commit's header: "Author: A <a@b>".
func isField(t string) bool {
	i := strings.IndexByte(t, ':')
	if i <= 0 {
		return false
	}
	for _, c := range []byte(t[:i]) {
		if c != '-' && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return true
}

// inMail is inMessage for a commit that format-patch wrote: a mail, whose text ends at "---".
func (p *parser) inMail(t string) {
	switch {
	case strings.HasPrefix(t, "Subject: ") && !p.subject:
		p.subject = true
		p.line(strategies.Critical)
	case t == "---":
		p.state = plain
		p.line(strategies.Noise)
	case t == "":
		p.line(strategies.Noise)
	default:
		p.line(strategies.Detail)
	}
}
