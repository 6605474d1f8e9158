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
	s := message
	switch {
	case full && isHash(rest, 7):
	case mailed && isHash(from, 40) && strings.Contains(from, " Mon Sep 17 "):
		s = mail
	case p.edit && !mailed && p.state != message && isHash(t, 7) && strings.Contains(t, " "):
		s = plain
	default:
		return false
	}
	p.commits++
	p.file, p.state, p.subject = nil, s, false
	if rank := strategies.Evidence; !full {
		p.lead(rank)
	} else {
		p.nameCommit(rest)
	}
	return true
}

// shortHash is how much of a commit's name is shown before its subject.
const shortHash = 12

// nameCommit gives the collector the first line of a commit, its name cut: the subject alone says less than what to ask
// for. The rest of a long name says nothing more; it is cut where no number is.
func (p *parser) nameCommit(name string) {
	l := p.win[p.at]
	n := shortHash
	for n < len(name) && isDigit(name[n-1]) && isDigit(name[n]) {
		n++
	}
	f := strategies.Fact{
		Kind: strategies.KindLine, Rank: strategies.Critical, Second: true,
		Text: l.Text, Span: strategies.Span{First: l.N, Last: l.N}, Whole: l.Cut == 0, Cut: l.Cut,
	}
	if word, _, more := strings.Cut(name, " "); !more && len(word) > n {
		f.Text, f.Whole = "commit "+word[:n], false
	}
	p.c.Add(f)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isHash reports whether a text begins with a hexadecimal word of at least n digits.
func isHash(t string, n int) bool {
	word, _, _ := strings.Cut(t, " ")
	return len(word) >= n && len(word) <= 64 && strings.Trim(word, "0123456789abcdef") == ""
}

// inMessage takes a line of a commit's header or message:
//
//	Author: A <a@example.com>
//
//	    the subject
func (p *parser) inMessage(t string) bool {
	indented := strings.HasPrefix(t, "    ")
	switch {
	case t == "":
		p.line(strategies.Noise)
	case indented && strings.TrimSpace(t) == "":
		p.line(strategies.Noise)
	case indented && !p.subject:
		p.subject = true
		p.line(strategies.Critical)
	case indented:
		p.line(strategies.Detail)
	case !p.subject && strings.HasPrefix(t, "Merge: "):
		p.line(strategies.Context)
	case !p.subject && p.commits == 1 && (strings.HasPrefix(t, "Author: ") || strings.HasPrefix(t, "Date: ")):
		p.line(strategies.Evidence)
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
