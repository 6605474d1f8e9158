package edit

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// kindCommit is the noun of a commit's fact.
const kindCommit strategies.Kind = "commit"

// A commit is one of several in a text, with its changes.
type commit struct {
	hash  string
	files int64
	changes
	last    int      // its last line
	below   []string // the lines below its subject, without blank ones, up to maxBelow
	more    int      // lines that are more
	patched bool     // there is a diff below it
}

// maxBelow is how many lines below its subject a commit without a diff is shown with, and maxBelowBytes bounds those of
// all commits.
const (
	maxBelow      = 40
	maxBelowBytes = 1 << 18
)

// add gives a fact to the collector, unless it is a part of the commit above it, and notes it in the first reading.
func (p *parser) add(f strategies.Fact) {
	if p.known != nil {
		if f.Span.First > p.folded || f.Kind == kindCommit {
			p.c.Add(f)
		}
		return
	}
	p.c.Add(f)
	c := p.commit()
	if c == nil || f.Span.Len() == 0 || f.Kind == kindCommit {
		return
	}
	c.last = f.Span.Last
	p.belowBytes += len(f.Text)
	switch {
	case strings.TrimSpace(f.Text) == "", isSummary(f.Text): // the commit's line has it
	case len(c.below) < maxBelow && p.belowBytes <= maxBelowBytes:
		c.below = append(c.below, strings.Clone(f.Text))
	default:
		c.more++
	}
}

// foldCommit completes the fact of one of several commits without a diff, so that one line represents it. Its message
// and its table follow in the fact's last form.
func (p *parser) foldCommit(f *strategies.Fact) {
	nth := int(p.commits) - 1
	if p.known == nil || p.known.commits < 2 || nth >= len(p.known.commitList) {
		return
	}
	c := p.known.commitList[nth]
	if c.patched || len(c.below) == 0 || c.last <= f.Span.Last {
		return
	}
	f.Span.Last, p.folded = c.last, c.last
	f.Forms = append(f.Forms, f.Text)
	f.Text += "\n" + strings.Join(c.below, "\n")
	if c.more > 0 {
		f.Text += fmt.Sprintf("\n… %d more lines", c.more)
	}
}

// commit is the current one, nil outside of all.
func (p *parser) commit() *commit {
	n := len(p.commitList)
	if n == 0 || int64(n) < p.commits {
		return nil
	}
	return &p.commitList[n-1]
}

// maxHead is how many lines a commit has at most up to its subject.
const maxHead = 24

// head is the part of a commit above its diff, up to its subject.
type head struct {
	lines                 int
	author, date, subject string
	who, when             string // author and date in full
}

// readHead reads the head of the commit that the current line opens.
//
//	commit 63ef53271d0167359f1a
//	Author: Ada Moss <ada@example.com>
//	Date:   Fri Mar 20 14:39:00 2026 +0000
//
//	    api: simplify postage zones
func (p *parser) readHead() (h head) {
	h.lines = 1
	for i := 1; i < maxHead && i < ahead; i++ {
		t, ok := p.next(i)
		key, value, _ := strings.Cut(t, ":")
		value = strings.TrimSpace(value)
		switch {
		case !ok:
			return h
		case strings.TrimSpace(t) == "":
			continue
		case strings.HasPrefix(t, "    "):
			h.subject, h.lines = strings.TrimSpace(t), i+1
			return h
		case key == "Author":
			h.author, _, _ = strings.Cut(value, " <")
			h.who = value
		case key == "Date", key == "AuthorDate":
			h.date, _ = textline.Day(value)
			h.when = value
		case !isField(t):
			return h
		}
		h.lines = i + 1
	}
	return h
}

// nameCommit gives the collector one line for the head of a commit, whose name is cut. The short form has the subject.
// The long form adds the day, the author, and the size of the change:
//
//	63ef53271d api: simplify postage zones
//	63ef53271d (HEAD -> main) Mar 20 2026 Ada Moss: api: simplify postage zones (3 files, +20 -4)
func (p *parser) nameCommit(name string) {
	hash, refs, _ := strings.Cut(name, " ")
	h := p.readHead()
	p.subject = h.subject != ""
	hash = "commit " + textline.ShortHash(hash, shortest)
	line := joined(hash, refs, h.date, h.author)
	if h.author != "" && h.subject != "" {
		line += ":"
	}
	first := p.win[p.at].N
	f := strategies.Fact{
		Kind: kindCommit, Rank: strategies.Critical, Count: 1,
		Span:  strategies.Span{First: first, Last: first + h.lines - 1},
		Short: words.Printable(joined(hash, h.subject)),
	}
	f.Text = words.Printable(joined(line, h.subject, p.sizeOf(int(p.commits)-1)))
	if p.known != nil && p.known.commits == 1 && h.author != "" && h.subject != "" { // it was asked for
		// The author and the day come after the first changes.
		f.Text = words.Printable(joined(hash, refs, h.when, h.who+":", h.subject))
		f.Lead, f.Turn, f.Rest = true, turnHunks, strategies.Evidence
	}
	f.Lead = f.Lead || refs != "" && p.commits <= maxRefs
	p.foldCommit(&f)
	p.add(f)
	p.at += h.lines - 1
	p.total += h.lines - 1
}

// maxRefs is how many commits with a branch or a tag come before others.
const maxRefs = 1000

// sizeOf returns the size of one of several commits: "(3 files, +20 -4)".
func (p *parser) sizeOf(nth int) string {
	if p.known == nil || p.known.commits < 2 || nth >= len(p.known.commitList) {
		return ""
	}
	n := p.known.commitList[nth]
	if n.files == 0 {
		return ""
	}
	return "(" + words.Count(n.files, "file", "files") + ", " + n.changes.String() + ")"
}

// shortest is how much of a commit's name is shown.
const shortest = 10

// joined joins the texts that aren't empty by blanks.
func joined(texts ...string) string {
	var b strings.Builder
	for _, t := range texts {
		if t != "" && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t)
	}
	return b.String()
}
