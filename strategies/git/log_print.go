package git

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// logPrinter turns commits into facts: one line for each, then the rest of each message.
type logPrinter struct {
	c     *strategies.Collector
	alone bool   // all commits are one author's
	year  string // of the commit before
	n     int    // commits so far
	named int    // of these, commits with a branch or a tag that come first

	length int // of a commit's name, as it is shown

	waits bool            // fact is to be added once its commit was read to the end
	fact  strategies.Fact // of an older commit
	below int             // lines of its message in fact's text
}

// maxBelow is how many lines of its message an older commit is shown with.
const maxBelow = 40

// newest is how many commits come before all others.
const newest = 20

// rankOf is the rank of the nth commit.
func rankOf(n int) strategies.Rank {
	if n <= newest {
		return strategies.Critical
	}
	return strategies.Evidence
}

// rest prints a line of a message after its subject.
func (p *logPrinter) rest(l strategies.Line) {
	if p.waits {
		p.follow(l)
		return
	}
	rank := strategies.Context
	switch s := strings.TrimSpace(l.Text); {
	case s == "":
		rank = strategies.Noise
	case parse.StartsWith(s, "Signed-off-by:", "Co-authored-by:", "Co-Authored-By:", "Change-Id:", "Reviewed-by:"):
		rank = strategies.Detail
	}
	f := line(l, rank, "")
	if p.n > 0 {
		f.Kind, f.Extra = kindCommit, true
	}
	p.c.Add(f)
}

// kindCommit is the noun for a commit's fact and the rest of its message.
const kindCommit strategies.Kind = "commit"

// follow adds a line to the last form of an older commit's fact, which avoids a gap for each line.
func (p *logPrinter) follow(l strategies.Line) {
	p.fact.Span.Last = l.N
	if strings.TrimSpace(l.Text) == "" {
		return
	}
	if p.below++; p.below == 1 {
		p.fact.Forms = []string{p.fact.Text}
	}
	switch {
	case p.below <= maxBelow && l.Cut == 0:
		p.fact.Text += "\n" + l.Text
	case p.below == maxBelow+1:
		p.fact.Text += "\n    …"
	}
}

// end adds the fact of a commit all of which was read.
func (p *logPrinter) end() {
	if p.waits {
		p.c.Add(p.fact)
		p.waits = false
	}
}

// commit prints a commit in one line. It leaves out the year if the commit before has the same.
//
//	ae28385 (HEAD -> main) Mar 20 2026 Ada Moss: money: name the currency
func (p *logPrinter) commit(c *commit, last int) {
	p.end()
	date := c.date
	if c.year != "" {
		if c.year == p.year {
			date = strings.TrimSuffix(date, " "+c.year)
		}
		p.year = strings.Clone(c.year)
	}
	author := c.author
	if p.alone {
		author = ""
	}
	hash := textline.ShortHash(c.hash, p.length)
	head := join(" ", hash, c.refs, date, author)
	if author != "" {
		head += ":"
	}
	p.n++
	p.fact = strategies.Fact{
		Kind: kindCommit, Rank: rankOf(p.n), Text: join(" ", head, c.subject), Short: join(" ", hash, c.subject),
		Span: strategies.Span{First: c.first, Last: last},
	}
	if c.refs != "" && p.named < maxNamed { // a branch or a tag
		p.named++
		p.fact.Rank, p.fact.Lead = strategies.Critical, true
		p.fact.Short = join(" ", hash, c.refs, c.subject)
	}
	p.waits, p.below = true, 0
	if p.n <= newest {
		p.end()
	}
}

// maxNamed is how many commits with a branch or a tag come before all others.
const maxNamed = 10

// names reads a line for each commit.
func names(in *strategies.Input, lines strategies.Lines, c *strategies.Collector, graph bool) error {
	n, named := 0, 0
	for l := range lines.All() {
		s := l.Text
		if graph {
			s = ungraph(s)
		}
		f := line(l, strategies.Critical, "")
		if w := firstWord(s); !isHash(w) || len(w) < shortName {
			f.Rank = strategies.Context // what --graph draws between commits, the files of one
		} else {
			n++
			f.Kind = kindCommit
			if named < maxNamed && isDecorated(s[len(w):]) {
				named++
				f.Lead = true
			}
		}
		c.Add(f)
	}
	c.Count(keyCommits, int64(n))
	v := words.Count(n, "commit", "commits") + part(in)
	c.Verdict(v, v, "")
	passes(in, c)
	return nil
}

// isDecorated reports whether what follows a commit's name opens with its branches and tags: " (tag: v0.3.0, main)".
func isDecorated(s string) bool {
	refs, _, ok := strings.Cut(strings.TrimPrefix(s, " ("), ")")
	return ok && strings.HasPrefix(s, " (") &&
		(strings.Contains(refs, "HEAD") || strings.Contains(refs, "tag: ") || strings.Contains(refs, "/"))
}

// unsaid names the parts that the shortest form of a commit lacks, if there are so many commits that some will have it.
func (p *logPrinter) unsaid() string {
	switch {
	case p.n <= newest:
		return ""
	case p.alone:
		return "; short lines lack the day"
	}
	return "; short lines lack day and author"
}
