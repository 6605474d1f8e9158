package edit

import (
	"fmt"
	"path"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// changes counts changed lines.
type changes struct{ adds, dels int64 }

// String returns the counts as a heading prints them: "+3 -1".
func (n changes) String() string { return fmt.Sprintf("+%d -%d", n.adds, n.dels) }

// section begins a file.
func (p *parser) section(n names, s state) {
	p.file = p.patch.open(n.path, n.old, n.status)
	p.state, p.title = s, n.title()
	p.counts = append(p.counts, changes{})
	p.order.section(p.commits)
	if c := p.commit(); c != nil {
		c.files++
		c.patched = true
	}
}

// adds counts a line that the current file gets.
func (p *parser) adds() {
	p.patch.add(p.file)
	p.counts[len(p.counts)-1].adds++
	if c := p.commit(); c != nil {
		c.adds++
	}
}

// deletes counts a line that the current file loses.
func (p *parser) deletes() {
	p.patch.delete(p.file)
	p.counts[len(p.counts)-1].dels++
	if c := p.commit(); c != nil {
		c.dels++
	}
}

// heading gives the collector one line for the lines that name a file, of which the current one is the first:
//
//	api/zones.go (new) +30 -0
//	logo.png (binary)
//
// How many lines change is known once the text has been read before.
func (p *parser) heading(lines int) {
	nth, text := len(p.counts)-1, p.title
	if p.file.binary {
		text += " (binary)"
	}
	if p.known != nil && nth < len(p.known.counts) {
		if n := p.known.counts[nth]; n != (changes{}) {
			text += " " + n.String()
		}
	}
	first := p.win[p.at].N
	f := strategies.Fact{
		Kind: strategies.KindLine, Group: p.file.path, Rank: strategies.Evidence, Text: words.Printable(text),
		Span: strategies.Span{First: first, Last: first + lines - 1}, Count: lines,
	}
	p.order.heading(&f)
	p.add(f)
	p.at += lines - 1
	p.total += lines - 1
}

// title is a file as its heading names it.
func (n *names) title() string {
	switch n.status {
	case "":
		if base := path.Base(n.path); n.other != "" && path.Base(n.other) != base && n.other != n.path+".orig" {
			return n.other + " => " + n.path
		}
		return n.path
	case added:
		return n.path + " (new)"
	case renamed, copied:
		return n.old + " => " + n.path + " (" + n.status + ")"
	}
	return n.path + " (" + n.status + ")"
}

// foldHeader takes the header of a git section, which the current line opens, as far as its hunks or the next section.
func (p *parser) foldHeader() {
	lines, s, oldMode := 1, plain, ""
	for ; lines < 2*headerLines; lines++ {
		t, _ := p.next(lines)
		key, value := headerField(t)
		if key == "" {
			break
		}
		switch key {
		case "Binary files":
			p.file.binary = true
		case "GIT binary patch":
			p.file.binary, s = true, binary
		case "old mode":
			oldMode = value
		case "new mode":
			p.title = strings.TrimSuffix(p.title, " ("+mode+")") + " mode " + oldMode + " => " + value
		}
		if key == "+++" || key == "Binary files" || s == binary {
			lines++
			break
		}
	}
	p.heading(lines)
	p.state = s
}
