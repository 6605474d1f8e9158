package git

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/words"
	"github.com/toktee/toktee/strategies"
)

// logPrinter turns commits into facts: one line for each, then what else they say.
type logPrinter struct {
	c     *strategies.Collector
	alone bool   // all commits are one author's
	year  string // of the commit before
	n     int    // commits so far

	length int // of a commit's name, as it is shown
}

// newest is how many commits come before all others.
const newest = 20

// rankOf is the rank of the nth commit.
func rankOf(n int) strategies.Rank {
	if n <= newest {
		return strategies.Critical
	}
	return strategies.Evidence
}

// rest prints a line of a message behind its subject.
func (p *logPrinter) rest(l strategies.Line) {
	rank := strategies.Context
	switch s := strings.TrimSpace(l.Text); {
	case s == "":
		rank = strategies.Noise
	case parse.StartsWith(s, "Signed-off-by:", "Co-authored-by:", "Co-Authored-By:", "Change-Id:", "Reviewed-by:"):
		rank = strategies.Detail
	}
	p.c.Add(line(l, rank, ""))
}

// commit prints a commit in one line. The year is left out where it is that of the commit before.
//
//	ae28385 (HEAD -> main) Mar 20 2026 Ada Moss: money: name the currency
func (p *logPrinter) commit(c *commit, last int) {
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
	hash := c.hash[:min(p.length, len(c.hash))]
	head := join(" ", hash, c.refs, date, author)
	if author != "" {
		head += ":"
	}
	p.n++
	p.c.Add(strategies.Fact{
		Kind: "commit", Rank: rankOf(p.n), Text: join(" ", head, c.subject), Short: join(" ", hash, c.subject),
		Span: strategies.Span{First: c.first, Last: last},
	})
}

// names reads a line for each commit.
func names(in *strategies.Input, lines strategies.Lines, c *strategies.Collector, graph bool) error {
	n := 0
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
			f.Kind = "commit"
		}
		c.Add(f)
	}
	c.Count(keyCommits, int64(n))
	v := words.Count(n, "commit", "commits") + part(in)
	c.Verdict(v, v, "")
	passes(in, c)
	return nil
}
