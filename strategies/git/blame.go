package git

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// blamed is what a line of git blame says before the line's own text.
type blamed struct {
	head   string // the commit, its author and date: what lines of one commit share
	rest   string // the number and the text
	commit string
	author string
	date   string
}

// maxBlamed is how many commits are told apart.
const maxBlamed = 1 << 16

// blame reads git blame. What lines that follow each other share is their heading. Of the lines, the first of each
// commit comes first, then those of the commits that have few or that are the newest.
func blame(in *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	count := map[string]int{}
	authors := map[string]bool{}
	n, newest := 0, ""
	latest := ""
	for l := range lines.All() {
		if strings.TrimSpace(l.Text) == "" {
			continue
		}
		b, ok := readBlame(l.Text)
		if !ok {
			return errForm
		}
		n++
		if _, had := count[b.commit]; had || len(count) < maxBlamed {
			count[strings.Clone(b.commit)]++
		}
		if len(authors) < maxAuthors && b.author != "" {
			authors[strings.Clone(b.author)] = true
		}
		if b.date > latest {
			latest, newest = strings.Clone(b.date), strings.Clone(b.commit)
		}
	}
	if n == 0 {
		return errForm
	}
	most, biggest := 0, ""
	for commit, k := range count {
		if k > most || k == most && commit < biggest {
			most, biggest = k, commit
		}
	}
	seen := map[string]bool{}
	for l := range lines.All() {
		b, ok := readBlame(l.Text)
		if !ok {
			c.Add(line(l, strategies.Noise, ""))
			continue
		}
		rank := strategies.Evidence
		if b.commit == biggest && b.commit != newest {
			rank = strategies.Context
		}
		if _, known := count[b.commit]; known && !seen[b.commit] {
			seen[strings.Clone(b.commit)] = true
			rank = strategies.Critical
		}
		f := line(l, rank, b.head)
		f.Text = b.rest
		c.Add(f)
	}
	c.Headed()
	c.Count(strategies.NumLines, int64(n))
	short := plural(n, "line") + part(in)
	medium := short
	if len(count) < maxBlamed && len(authors) < maxAuthors && len(count) > 0 {
		c.Count(Commits, int64(len(count)))
		medium = plural(n, "line") + " of " + plural(len(count), "commit")
		if len(authors) > 0 {
			c.Count(Authors, int64(len(authors)))
			medium += " by " + plural(len(authors), "author")
		}
		medium += part(in)
	}
	c.Verdict(short, medium, "")
	if !in.Status.Bad() {
		c.Outcome(strategies.Pass)
	}
	return nil
}

// readBlame reads "^0568e11 (Ada Moss 2026-03-02 09:00:00 +0000  1) text", with or without a path behind the commit.
func readBlame(s string) (b blamed, ok bool) {
	b.commit = strings.TrimPrefix(firstWord(s), "^")
	if len(b.commit) < 6 || !isHash(b.commit) {
		return b, false
	}
	open := strings.IndexByte(s, '(')
	if open < 0 {
		return b, false
	}
	for i := open; i < len(s); i++ {
		if s[i] != ')' || !digit(s[i-1]) {
			continue
		}
		at := i - 1
		for at > open && digit(s[at-1]) {
			at--
		}
		if s[at-1] != ' ' || i+1 < len(s) && s[i+1] != ' ' {
			continue
		}
		b.head = strings.TrimRight(s[:at], " ")
		b.rest = s[len(b.head):]
		who := strings.TrimSpace(s[open+1 : at])
		// a name, a day, a time, a zone
		if f := strings.Fields(who); len(f) > 3 && len(f[len(f)-3]) == 10 && f[len(f)-3][4] == '-' {
			b.author = strings.Join(f[:len(f)-3], " ")
			b.date = f[len(f)-3] + " " + f[len(f)-2]
		} else {
			b.author = who
		}
		return b, true
	}
	return b, false
}
