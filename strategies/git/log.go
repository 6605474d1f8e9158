package git

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

const (
	maxAuthors = 1 << 16
	maxHead    = 24 // lines of a commit before its subject
	maxHashes  = 1 << 16
)

// commit is a commit of a log.
type commit struct {
	first      int // its first line
	hash, refs string
	author     string
	date, year string // its day; the year if the day ends in it
	subject    string
}

// logReader follows the commits of a log. It calls commit for each commit once its subject is read, and line for every
// other line.
type logReader struct {
	graph   bool                      // lines open with what --graph draws
	commit  func(c *commit, last int) // last is the line of its subject
	line    func(l strategies.Line)
	current commit
	last    int             // the last line before the subject
	inHead  bool            // the current commit's subject wasn't read yet
	gap     strategies.Line // a blank line that may part two commits; N is 0 for none
}

// log reads git log, git show without a patch, and lists of commits of one line each.
func log(in *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	call := in.Shell.Commands[0]
	graph := hasOption(call, "--graph")
	switch logForm(lines, graph, call) {
	case "commits":
		return commits(in, lines, c, graph)
	case "names":
		return names(in, lines, c, graph)
	case "lines":
		for l := range lines.All() {
			c.Add(line(l, strategies.Critical, ""))
		}
		return nil
	}
	return errForm
}

// logForm looks at a log: whole commits, a line for each commit that opens with its name, or lines of a format of
// the caller's.
func logForm(lines strategies.Lines, graph bool, call shell.Call) string {
	whole, named, other := 0, 0, 0
	for l := range lines.All() {
		s := l.Text
		if graph {
			s = ungraph(s)
		}
		if parse.StartsWith(s, "fatal: ", "error: ", "diff --git ", "usage: ") {
			return ""
		}
		switch {
		case strings.TrimSpace(s) == "":
		case opensCommit(s):
			whole++
		case isHash(firstWord(s)) && len(firstWord(s)) >= 7:
			named++
		default:
			other++
		}
	}
	switch {
	case whole > 0:
		return "commits"
	case named > 0 && (other == 0 || hasOption(call, "--oneline")):
		return "names"
	case other+named > 0 && call.Sub() == "log" && formatted(call):
		return "lines"
	}
	return ""
}

// formatted reports whether a call asks for a format of its own.
func formatted(c shell.Call) bool {
	for _, a := range c.Args {
		if parse.StartsWith(a, "--format", "--pretty") {
			return true
		}
	}
	return false
}

// firstWord is a text up to its first blank.
func firstWord(s string) string {
	w, _, _ := strings.Cut(s, " ")
	return w
}

// ungraph takes off what --graph draws.
func ungraph(s string) string { return strings.TrimLeft(s, "*|\\/_ ") }

// opensCommit reports whether a line opens a commit: "commit 63ef5327... (HEAD -> main)".
func opensCommit(s string) bool {
	name, ok := strings.CutPrefix(s, "commit ")
	return ok && isHash(firstWord(name)) && len(firstWord(name)) >= 7
}

// commits reads whole commits.
func commits(in *strategies.Input, lines strategies.Lines, c *strategies.Collector, graph bool) error {
	n := 0
	var first commit
	var days span
	authors := map[string]bool{}
	var hashes []string
	count := logReader{graph: graph, line: func(strategies.Line) {}, commit: func(c *commit, _ int) {
		if n++; n == 1 {
			first = *c
		}
		days.add(c)
		if len(hashes) < maxHashes {
			hashes = append(hashes, strings.Clone(c.hash[:min(len(c.hash), maxShort)]))
		}
		if len(authors) < maxAuthors {
			authors[strings.Clone(c.author)] = true
		}
	}}
	count.all(lines)
	p := logPrinter{c: c, alone: len(authors) == 1, length: lengthOf(hashes)}
	show := logReader{graph: graph, line: p.rest, commit: p.commit}
	show.all(lines)
	p.end()
	c.Count(keyCommits, int64(n))
	short := words.Count(n, "commit", "commits") + part(in)
	medium := short
	if len(authors) < maxAuthors && n > 1 {
		c.Count(keyAuthors, int64(len(authors)))
		if len(authors) == 1 {
			medium = join(", ", short, first.author)
		} else {
			medium = short + " by " + words.Count(len(authors), "author", "authors")
		}
	}
	long := between(medium, days, n)
	if long != "" {
		long += p.unsaid()
	}
	c.Verdict(short, medium+p.unsaid(), long)
	passes(in, c)
	return nil
}

// all reads a whole log.
func (r *logReader) all(lines strategies.Lines) {
	for l := range lines.All() {
		r.read(l)
	}
	r.end()
	if r.gap.N > 0 {
		r.line(r.gap)
	}
}

// end ends the commit whose head was read.
func (r *logReader) end() {
	if r.inHead {
		r.inHead = false
		r.commit(&r.current, r.last)
	}
}

// read takes in a line.
func (r *logReader) read(l strategies.Line) {
	s := l.Text
	if r.graph {
		s = ungraph(s)
	}
	if opensCommit(s) {
		r.end()
		r.begin(l.N, s)
		return
	}
	if r.gap.N > 0 {
		r.line(r.gap)
		r.gap.N = 0
	}
	if !r.inHead {
		if s == "" {
			r.gap = l
		} else {
			r.line(l)
		}
		return
	}
	if !r.headLine(s) {
		r.end()
		r.line(l)
		return
	}
	r.last = l.N
	if r.current.subject != "" || r.last-r.current.first == maxHead {
		r.end()
	}
}

// begin begins a commit with its first line, "commit 63ef5327 (HEAD -> main)". A blank line above it belongs to it.
func (r *logReader) begin(n int, s string) {
	name, refs, _ := strings.Cut(strings.TrimPrefix(s, "commit "), " ")
	r.current = commit{first: n, hash: name, refs: refs}
	if r.gap.N > 0 {
		r.current.first, r.gap.N = r.gap.N, 0
	}
	r.last, r.inHead = n, true
}

// headLine takes a line of a commit up to its subject. It returns false if the commit has no message.
func (r *logReader) headLine(s string) bool {
	key, value, _ := strings.Cut(s, ":")
	value = strings.TrimSpace(value)
	switch {
	case strings.TrimSpace(s) == "":
	case key == "Author":
		r.current.author, _, _ = strings.Cut(value, " <")
	case key == "Date", key == "AuthorDate":
		r.current.date, r.current.year = textline.Day(value)
	case parse.StartsWith(s, headerFields...):
	case r.graph, parse.StartsWith(s, "    ", "\t"):
		r.current.subject = strings.TrimSpace(s)
	default:
		return false
	}
	return true
}

// headerFields open the lines between a commit's name and its subject.
var headerFields = []string{
	"Author:", "AuthorDate:", "Date:", "Commit:", "CommitDate:", "Merge:", "Reflog:", "Reflog message:", "Refs:",
	"Notes", "tree ", "parent ", "author ", "committer ", "gpg: ", "gpgsig ",
}
