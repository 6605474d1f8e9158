package git

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// section is a part of a status.
type section uint8

const (
	top section = iota
	staged
	modified
	unmerged
	untracked
	ignored
)

// manyUntracked is how many files that git doesn't know come before what else there is.
const manyUntracked = 20

// statusReader follows a status in any of its forms.
type statusReader struct {
	c       *strategies.Collector
	counts  [ignored + 1]int
	section section
	branch  string
	state   string // what is under way: a merge, a rebase
	clean   bool
	known   int    // lines that were understood
	dir     string // of the last file that git doesn't know
}

// status reads git status: its long form, its short one and both porcelain ones.
func status(in *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	r := statusReader{c: c}
	n := 0
	for l := range lines.All() {
		if strings.HasPrefix(l.Text, "fatal: ") {
			return errForm
		}
		if strings.TrimSpace(l.Text) != "" {
			n++
		}
		if f, ok := r.read(l); ok {
			r.known++
			c.Add(f)
		} else {
			c.Add(line(l, strategies.Context, ""))
		}
	}
	if r.known == 0 && n > 0 || r.known*2 < n {
		return errForm
	}
	for key, s := range map[strategies.Key]section{Staged: staged, Modified: modified, strategies.Conflicts: unmerged,
		Untracked: untracked} {
		if r.counts[s] > 0 {
			c.Count(key, int64(r.counts[s]))
		}
	}
	c.Verdict(r.verdict(in))
	if !in.Status.Bad() {
		c.Outcome(strategies.Pass)
	}
	return nil
}

// read reads one line.
func (r *statusReader) read(l strategies.Line) (strategies.Fact, bool) {
	s := strings.TrimSuffix(l.Text, "\r")
	bare := strings.TrimSpace(s)
	switch {
	case bare == "":
		return line(l, strategies.Noise, ""), true
	case s[0] == '\t' && r.section != top:
		return r.entry(l, r.section, bare), true
	case r.short(s):
		return r.shortEntry(l, s)
	case strings.HasPrefix(bare, "("):
		rank := strategies.Detail
		if r.section == top { // what to do next: "(fix conflicts and run "git commit")"
			rank = strategies.Context
		}
		return line(l, rank, ""), true
	}
	return r.heading(l, bare)
}

// sections are the headings of the long form.
var sections = [...]struct {
	text string
	section
}{
	{
		"Changes to be committed:",
		staged,
	}, {"Changes not staged for commit:", modified}, {"Changed but not updated:", modified},
	{"Unmerged paths:", unmerged},
	{"Untracked files:", untracked}, {"Ignored files:", ignored},
}

// heading reads what stands above and between the files.
func (r *statusReader) heading(l strategies.Line, s string) (strategies.Fact, bool) {
	for _, h := range sections {
		if s == h.text {
			r.section = h.section
			rank := strategies.Critical // it says what the names below it are
			switch h.section {
			case untracked:
				rank = strategies.Evidence
			case ignored:
				rank = strategies.Detail
			}
			return line(l, rank, groupOf(h.section)), true
		}
	}
	switch {
	case strings.HasPrefix(s, "On branch "),
		strings.HasPrefix(s, "HEAD detached "),
		strings.HasPrefix(s, "Not currently on any branch"),
		strings.HasPrefix(s, "No commits yet"):
		r.branch = join(", ", r.branch, s)
		return line(l, strategies.Critical, ""), true
	case strings.HasPrefix(s, "Your branch "), strings.HasPrefix(s, "and have "):
		return line(l, strategies.Critical, ""), true
	case strings.HasPrefix(s, "You have unmerged paths"):
		r.state = "merging"
	case strings.HasPrefix(s, "You are currently "),
		strings.HasPrefix(s, "All conflicts fixed"),
		strings.Contains(s, "rebase in progress"),
		strings.HasPrefix(s, "You are in "):
		r.state = "under way"
	case strings.HasPrefix(s, "nothing to commit"):
		r.clean = strings.Contains(s, "working tree clean") || strings.Contains(s, "working directory clean")
	case strings.HasPrefix(s, "nothing added to commit"), strings.HasPrefix(s, "no changes added to commit"):
		return line(l, strategies.Context, ""), true
	default:
		return strategies.Fact{}, false
	}
	return line(l, strategies.Critical, ""), true
}

// entry counts a file and ranks it.
func (r *statusReader) entry(l strategies.Line, s section, path string) strategies.Fact {
	r.counts[s]++
	f := line(l, strategies.Critical, groupOf(s))
	f.Kind = strategies.KindEntry
	switch s {
	case unmerged:
		f.Lead = true
	case untracked:
		dir := path[:strings.LastIndexByte(strings.TrimSuffix(path, "/"), '/')+1]
		switch {
		case r.counts[s] <= manyUntracked:
			f.Rank = strategies.Evidence
		case dir != r.dir:
			f.Rank = strategies.Context
		default:
			f.Rank = strategies.Detail
		}
		r.dir = strings.Clone(dir)
	case ignored:
		f.Rank = strategies.Detail
	}
	if s < untracked {
		if _, name, ok := strings.Cut(path, ":   "); ok { // "modified:   a/b.go"
			path = strings.TrimSpace(name)
		}
		if _, to, ok := strings.Cut(path, " -> "); ok {
			path = to
		}
		r.c.File(path)
	}
	return f
}

func groupOf(s section) string {
	return [...]string{"", "staged", "modified", "unmerged", "untracked", "ignored"}[s]
}

// short reports whether a line has the short form, or that of porcelain v2.
func (r *statusReader) short(s string) bool {
	switch {
	case len(s) < 3:
		return false
	case strings.HasPrefix(s, "## "), strings.HasPrefix(s, "# branch."), strings.HasPrefix(s, "# stash "):
		return true
	case len(s) > 3 && s[2] == ' ' && flag(s[0]) && flag(s[1]) && s[:2] != "  ":
		return true
	case strings.HasPrefix(s, "? "), strings.HasPrefix(s, "! "):
		return true
	}
	return len(s) > 20 && (s[0] == '1' || s[0] == '2' || s[0] == 'u') && s[1] == ' ' && s[4] == ' ' &&
		(flag(s[2]) || s[2] == '.') &&
		(flag(s[3]) || s[3] == '.')
}

func flag(c byte) bool { return strings.IndexByte(" MTADRCU?!m", c) >= 0 }

// shortEntry reads "XY path" and its like.
func (r *statusReader) shortEntry(l strategies.Line, s string) (strategies.Fact, bool) {
	code, path := s[:2], s[3:]
	switch {
	case strings.HasPrefix(s, "## "):
		r.branch = s[3:]
		return line(l, strategies.Critical, ""), true
	case s[0] == '#':
		if b, ok := strings.CutPrefix(s, "# branch.head "); ok {
			r.branch = b
		}
		return line(l, strategies.Context, ""), true
	case s[1] == ' ' && (s[0] == '?' || s[0] == '!'):
		code, path = s[:1]+s[:1], s[2:]
	case s[1] == ' ' && len(s) > 4 && s[4] == ' ' && (s[0] == '1' || s[0] == '2' || s[0] == 'u'):
		code = strings.ReplaceAll(s[2:4], ".", " ")
		path = s[strings.LastIndexByte(s, ' ')+1:]
		if s[0] == 'u' {
			code = "UU"
		}
	}
	switch code {
	case "??":
		return r.entry(l, untracked, path), true
	case "!!":
		return r.entry(l, ignored, path), true
	case "DD", "AU", "UD", "UA", "DU", "AA", "UU":
		return r.entry(l, unmerged, path), true
	}
	s2 := staged
	if code[0] == ' ' {
		s2 = modified
	} else if code[1] != ' ' {
		r.counts[modified]++ // staged, and changed again
	}
	return r.entry(l, s2, path), true
}

// verdict says in three lengths what has changed.
func (r *statusReader) verdict(in *strategies.Input) (short, medium, long string) {
	var counts []string
	for _, p := range [...]struct {
		section
		word string
	}{{unmerged, "in conflict"}, {staged, "staged"}, {modified, "modified"}, {untracked, "untracked"}} {
		if n := r.counts[p.section]; n > 0 {
			counts = append(counts, strings.TrimSuffix(plural(n, ""), "s")+p.word)
		}
	}
	what := strings.Join(counts, ", ")
	if what == "" && r.clean {
		what = "clean"
	}
	if what == "" {
		return "", "", ""
	}
	what += part(in)
	if len(counts) > 2 {
		short = counts[0] + ", " + counts[1]
	} else {
		short = what
	}
	return short, what, ""
}
