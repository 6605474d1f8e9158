package edit

import (
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// ahead is how many lines the parser sees beyond the one that it decides on.
const ahead = 64

// state is the part of a diff that the parser is in, outside of hunks.
type state uint8

const (
	plain    state = iota
	binary         // in a binary patch
	message        // in the header or the message of a commit
	mail           // in a commit as format-patch writes it
	envelope       // between *** Begin Patch and *** End Patch
	normal         // in a change of diff's own form
)

// parser reads a diff line by line and hands every line to the collector with its rank.
type parser struct {
	c    *strategies.Collector
	edit bool   // the input is known to be of the edit family
	path string // of the file that a diff without names changes
	err  error

	win []strategies.Line // the next lines: win[at:] is live
	at  int

	state   state
	file    *file // whose section is read, nil for none
	open    bool  // hunk is open
	after   bool  // the line before closed a hunk
	hunk    hunk
	normal  change
	subject bool // the commit's subject was seen
	began   bool // an envelope was opened and not closed

	known      *parser   // that has read the whole text before; nil in the first reading
	title      string    // of the current section
	counts     []changes // of each section, in order
	order      order
	commitList []commit
	belowBytes int // of the lines below commits
	folded     int // the last line that a commit's fact covers

	patch   tally // counts from hunks
	table   tally // counts from --stat, --numstat and --name-status
	stats   stats
	names   bool // the command asks for names alone
	numstat bool // the table has exact numbers for each file
	commits int64
	excess  int  // changes after the end of their hunk
	short   int  // hunks with fewer lines than in their header
	cut     bool // the text ends, or was cut, inside a hunk
	merge   bool // there is a combined diff

	answer  bool     // the first line is an editing tool's answer
	first   bool     // the first line that shows something was seen
	total   int      // lines
	strays  int      // lines outside of everything
	failure int      // of those, lines that open like a failure
	warned  bool     // one of them is a warning
	failed  bool     // the command did
	reasons int      // lines outside of the diff that may state why
	snippet fragment // the part of the file in an answer
	listed  []names  // files that an answer lists
}

// newParser is a parser that adds facts to c. path is the file of hunks that no header names.
func newParser(c *strategies.Collector, path string) *parser {
	return &parser{c: c, path: path}
}

// push takes a line. It is read once enough lines after it are known.
func (p *parser) push(l strategies.Line) {
	if p.at > 4*ahead {
		p.win = append(p.win[:0], p.win[p.at:]...)
		p.at = 0
	}
	p.win = append(p.win, l)
	if len(p.win)-p.at > ahead {
		p.step()
	}
}

// flush decides on the lines that are left.
func (p *parser) flush() {
	for p.at < len(p.win) && p.err == nil {
		p.step()
	}
	if p.open && !p.hunk.loose && !p.hunk.done() {
		p.short++
		p.cut = true
	}
	p.cut = p.cut || p.began || p.stats.unsummed > 0 // a table ends in its summary
}

// next is the text of the i-th line from the current one.
func (p *parser) next(i int) (string, bool) {
	if p.at+i >= len(p.win) {
		return "", false
	}
	return strings.TrimRight(p.win[p.at+i].Text, "\r"), true
}

// nextHas reports whether the i-th line from the current one begins with a prefix; false after the last line.
func (p *parser) nextHas(i int, prefix string) bool {
	t, ok := p.next(i)
	return ok && strings.HasPrefix(t, prefix)
}

// step decides on the current line.
func (p *parser) step() {
	t, _ := p.next(0)
	p.total++
	was := p.after
	p.after = false
	if !p.open || !p.inHunk(t) {
		switch {
		case was && strings.HasPrefix(t, "\\ "):
			p.after = true
			p.line(strategies.Context)
		case was && p.isExcess(t):
			p.excess++
			p.after = true
			p.line(strategies.Evidence)
		default:
			p.outside(t)
		}
	}
	p.at++
}

// isExcess reports whether the current line looks like one more change of a hunk that has all its lines.
func (p *parser) isExcess(t string) bool {
	if t == "" || t[0] != '+' && t[0] != '-' {
		return false
	}
	if t == "-- " || strings.HasPrefix(t, "--- ") || strings.HasPrefix(t, "+++ ") {
		return false
	}
	return textline.SeverityOf(t) != textline.Failure
}

// line gives the current line to the collector.
func (p *parser) line(rank strategies.Rank) {
	p.add(p.fact(rank))
}

// hunkHeader gives the collector the current line, which opens a hunk.
func (p *parser) hunkHeader(rank strategies.Rank) {
	f := p.fact(rank)
	p.order.hunk(&f)
	p.add(f)
}

// hunkBody gives the collector the current line, which is one of a hunk. A line that isn't changed ends a change.
func (p *parser) hunkBody(rank strategies.Rank, kind strategies.Kind, ends bool) {
	f := p.fact(rank)
	if f.Kind = kind; kind.Changes() {
		p.order.line(&f)
	} else if ends {
		p.order.end()
	}
	p.add(f)
}

// fact is the current line as a fact of the current file.
func (p *parser) fact(rank strategies.Rank) strategies.Fact {
	l := p.win[p.at]
	f := strategies.Fact{
		Kind: strategies.KindLine, Rank: rank,
		Text: l.Text, Span: strategies.Span{First: l.N, Last: l.N}, Whole: l.Cut == 0, Cut: l.Cut,
	}
	if p.file != nil {
		f.Group = p.file.path
	}
	return f
}

// lead gives the current line to the collector as one that comes before the others of its rank.
func (p *parser) lead(rank strategies.Rank) {
	f := p.fact(rank)
	f.Group, f.Lead = "", true
	p.add(f)
}

// inHunk takes a line of the open hunk. For a line outside the hunk, it closes the hunk and returns false.
func (p *parser) inHunk(t string) bool {
	if p.hunk.breaksOff() && p.opensFileAt(0) {
		p.close(true)
		return false
	}
	what := outside
	if !p.hunk.loose || t != "" || p.continues() {
		what = p.hunk.take(t)
	}
	rank, kind := p.changedRank(), strategies.KindLine
	switch what {
	case outside:
		if hasWordMarks(t) {
			p.err = errWords
		}
		p.close(isStructure(t))
		return false
	case addition:
		kind = strategies.KindAdded
		p.adds()
	case deletion:
		kind = strategies.KindRemoved
		p.deletes()
	case unchanged:
		rank = strategies.Detail
	case noNewline:
		rank = strategies.Context
	}
	p.hunkBody(rank, kind, what != noNewline)
	if p.hunk.done() {
		p.open, p.after = false, true
	}
	return true
}

// hasWordMarks reports whether a line marks changed words: "a [-b-]{+c+} d".
func hasWordMarks(t string) bool {
	removed := strings.Contains(t, "[-") && strings.Contains(t, "-]")
	inserted := strings.Contains(t, "{+") && strings.Contains(t, "+}")
	return removed || inserted
}

// continues reports whether a hunk without numbers goes on after an empty line.
func (p *parser) continues() bool {
	t, _ := p.next(1)
	return isMarked(t) && !p.opensFileAt(1)
}

// close ends a hunk with fewer lines than in its header. If part of a diff follows, the header may be wrong; anything
// else means that the text was cut.
func (p *parser) close(structure bool) {
	p.open = false
	if p.hunk.loose {
		return
	}
	p.short++
	p.cut = p.cut || !structure
}

// opensFileAt reports whether the i-th line from the current one and the two below it are the header of a file in a
// plain diff.
func (p *parser) opensFileAt(i int) bool {
	if !p.nextHas(i, "--- ") || !p.nextHas(i+1, "+++ ") {
		return false
	}
	t, _ := p.next(i + 2)
	_, ok := parseHunk(t)
	return ok || isLoose(t)
}

// isStructure reports whether a line belongs to the frame of a diff.
func isStructure(t string) bool {
	for _, prefix := range [...]string{"diff ", "@@", "--- ", "Index: ", "commit ", "From ", "*** "} {
		if strings.HasPrefix(t, prefix) {
			return true
		}
	}
	return t == "" || t == "-- "
}
