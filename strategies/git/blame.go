package git

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// blamed is the part of a git blame line before the file's own text.
type blamed struct {
	head   string // the commit, its author and date: what lines of one commit share
	rest   string // the number and the text
	commit string
	author string
}

// maxBlamed is how many commits are distinguished.
const maxBlamed = 1 << 16

// blame reads git blame. Consecutive lines with the same commit share a heading; a line without such a neighbour is
// shown unchanged. The first line of each commit comes first. Then come all others.
func blame(in *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	s, ok := surveyBlame(lines)
	if !ok {
		return errForm
	}
	seen := map[string]bool{}
	var before strategies.Fact // the row before this one
	alone := false             // it shares its heading with no other
	add := func() {
		if before.Span.First == 0 {
			return
		}
		if alone && before.Group != "" {
			before.Text, before.Group = before.Group+before.Text, ""
		}
		c.Add(before)
	}
	for l := range lines.All() {
		b, ok := readBlame(l.Text)
		if !ok {
			add()
			before = line(l, strategies.Noise, "")
			continue
		}
		rank := strategies.Evidence
		if _, known := s.commits[b.commit]; known && !seen[b.commit] {
			seen[strings.Clone(b.commit)] = true
			rank = strategies.Critical
		}
		f := line(l, rank, b.head)
		f.Text = b.rest
		same := b.head == before.Group
		alone = alone && !same
		add()
		before, alone = f, !same
	}
	add()
	c.Headed = true
	s.report(in, c)
	passes(in, c)
	return nil
}

// blameSurvey holds the findings of a first pass over a blame.
type blameSurvey struct {
	lines   int
	commits map[string]int // lines of each, by its name
	authors map[string]bool
}

// surveyBlame reads all lines. ok is false if one of them isn't git's, or if there are none.
func surveyBlame(lines strategies.Lines) (s blameSurvey, ok bool) {
	s = blameSurvey{commits: map[string]int{}, authors: map[string]bool{}}
	for l := range lines.All() {
		if strings.TrimSpace(l.Text) == "" {
			continue
		}
		b, ok := readBlame(l.Text)
		if !ok {
			return s, false
		}
		s.lines++
		if _, had := s.commits[b.commit]; had || len(s.commits) < maxBlamed {
			s.commits[strings.Clone(b.commit)]++
		}
		if len(s.authors) < maxAuthors && b.author != "" {
			s.authors[strings.Clone(b.author)] = true
		}
	}
	return s, s.lines > 0
}

// report hands on the numbers and the verdict: "93 lines of 4 commits by 2 authors".
func (s *blameSurvey) report(in *strategies.Input, c *strategies.Collector) {
	c.Count(strategies.NumLines, int64(s.lines))
	short := words.Count(s.lines, "line", "lines") + part(in)
	medium := short
	if len(s.commits) < maxBlamed && len(s.authors) < maxAuthors && len(s.commits) > 0 {
		c.Count(keyCommits, int64(len(s.commits)))
		medium = words.Count(s.lines, "line", "lines") + " of " + words.Count(len(s.commits), "commit", "commits")
		if len(s.authors) > 0 {
			c.Count(keyAuthors, int64(len(s.authors)))
			medium += " by " + words.Count(len(s.authors), "author", "authors")
		}
		medium += part(in)
	}
	c.Verdict(short, medium, "")
}

// readBlame reads "^0568e11 (Ada Moss 2026-03-02 09:00:00 +0000  1) text", with or without a path after the commit.
func readBlame(s string) (b blamed, ok bool) {
	b.commit = strings.TrimPrefix(firstWord(s), "^")
	if len(b.commit) < 6 || !isHash(b.commit) {
		return b, false
	}
	open := strings.IndexByte(s, '(')
	if open < 0 {
		return b, false
	}
	at := blameNumber(s, open)
	if at < 0 {
		return b, false
	}
	b.head = strings.TrimRight(s[:at], " ")
	b.rest = s[len(b.head):]
	b.author = authorOf(strings.TrimSpace(s[open+1 : at]))
	return b, true
}

// blameNumber returns the start of the line's number, which ends the bracket that opens at s[open]; -1 for none. A name
// may contain brackets itself.
func blameNumber(s string, open int) int {
	for i := open + 1; i < len(s); i++ {
		if s[i] != ')' || !parse.Digit(s[i-1]) {
			continue
		}
		at := i - 1
		for parse.Digit(s[at-1]) {
			at--
		}
		if closes := i+1 == len(s) || s[i+1] == ' '; closes && s[at-1] == ' ' {
			return at
		}
	}
	return -1
}

// authorOf is the name in "Ada Moss 2026-03-02 09:00:00 +0000", or all of it if the date has another form.
func authorOf(s string) string {
	f := strings.Fields(s)
	n := len(f) - 3 // words of the name, before a day, a time and a zone
	if n < 1 || len(f[n]) != len("2026-03-02") || f[n][4] != '-' {
		return s
	}
	return strings.Join(f[:n], " ")
}
