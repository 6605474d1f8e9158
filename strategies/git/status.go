package git

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
)

// section is a part of a status.
type section uint8

const (
	top section = iota // above all headings
	staged
	modified // changed, and not staged
	unmerged // in conflict
	untracked
	ignored
)

// manyUntracked is how many untracked files come before the rest.
const manyUntracked = 20

// statusReader follows a status in any of its forms.
type statusReader struct {
	c       *strategies.Collector
	counts  [ignored + 1]int
	section section         // whose heading was read last
	clean   bool            // git reports that there is nothing to commit
	known   int             // lines that were understood
	dir     string          // of the last untracked file
	paths   []string        // of untracked files, in the first reading
	piles   []pile          // of many untracked files, in the second
	isFirst bool            // the first reading
	forms   map[string]bool // of the untracked paths that were read: "gen0.txt" for gen123.txt
}

// status reads git status: its long form, its short one and that of --porcelain.
func status(in *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	first := statusReader{c: strategies.NewCollector(true), isFirst: true}
	for l := range lines.All() {
		first.read(l)
	}
	r := statusReader{c: c}
	if first.counts[untracked] > manyUntracked {
		r.piles = pilesOf(first.paths)
		givePiles(r.piles, c)
	}
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
	for _, k := range [...]struct {
		strategies.Key
		section
	}{{keyStaged, staged}, {keyModified, modified}, {strategies.Conflicts, unmerged}, {keyUntracked, untracked}} {
		if n := r.counts[k.section]; n > 0 {
			c.Count(k.Key, int64(n))
		}
	}
	c.Verdict(r.verdict(in))
	passes(in, c)
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
	{"Changes to be committed:", staged},
	{"Changes not staged for commit:", modified},
	{"Changed but not updated:", modified},
	{"Unmerged paths:", unmerged},
	{"Untracked files:", untracked},
	{"Ignored files:", ignored},
}

// heading reads a line above or between the files:
//
//	On branch main
//	Changes not staged for commit:
func (r *statusReader) heading(l strategies.Line, s string) (strategies.Fact, bool) {
	for _, h := range sections {
		if s == h.text {
			r.section = h.section
			rank := strategies.Critical // heads the names below it
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
	case parse.StartsWith(s, "On branch ", "HEAD detached ", "Not currently on any branch", "No commits yet"):
	case parse.StartsWith(s, "Your branch ", "and have "):
	case parse.StartsWith(s, "You have unmerged paths", "All conflicts fixed", "You are currently ", "You are in "),
		strings.Contains(s, "rebase in progress"):
	case strings.HasPrefix(s, "nothing to commit"):
		r.clean = strings.Contains(s, "working tree clean") || strings.Contains(s, "working directory clean")
	case parse.StartsWith(s, "nothing added to commit", "no changes added to commit"):
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
		if r.isFirst && len(r.paths) < maxPaths {
			r.paths = append(r.paths, strings.Clone(parse.GitPath(path)))
		}
		if r.piles != nil {
			if r.counts[s] == 1 {
				r.c.Add(pilesFact(r.piles))
			}
		}
		dir := path[:strings.LastIndexByte(strings.TrimSuffix(path, "/"), '/')+1]
		switch {
		case r.counts[s] <= manyUntracked && r.piles == nil:
			f.Rank = strategies.Evidence
		case r.piles != nil && !r.isNew(path):
			f.Rank = strategies.Detail
		case dir != r.dir || r.piles != nil:
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

// isNew reports whether no untracked path that differs in numbers alone was read before.
func (r *statusReader) isNew(path string) bool {
	form := make([]byte, 0, len(path))
	for i := range len(path) {
		switch c := path[i]; {
		case !parse.Digit(c):
			form = append(form, c)
		case i == 0 || !parse.Digit(path[i-1]):
			form = append(form, '0')
		}
	}
	if r.forms[string(form)] || len(r.forms) == maxForms {
		return false
	}
	if r.forms == nil {
		r.forms = map[string]bool{}
	}
	r.forms[string(form)] = true
	return true
}

// maxForms is the number of forms of untracked paths that are distinguished.
const maxForms = 1 << 12

// groupOf is the name of a section, under which its files take turns with those of others.
func groupOf(s section) string {
	return [...]string{"", "staged", "modified", "unmerged", "untracked", "ignored"}[s]
}

// verdict sums up the changes in three lengths.
func (r *statusReader) verdict(in *strategies.Input) (short, medium, long string) {
	var counts []string
	for _, p := range [...]struct {
		section
		word string
	}{{unmerged, "in conflict"}, {staged, "staged"}, {modified, "modified"}, {untracked, "untracked"}} {
		if n := r.counts[p.section]; n > 0 {
			counts = append(counts, strconv.Itoa(n)+" "+p.word)
		}
	}
	what := strings.Join(counts, ", ")
	if what == "" && r.clean {
		what = "clean"
	}
	if what == "" {
		return "", "", ""
	}
	short = what
	switch of := part(in); {
	case of != "" && len(counts) > 1:
		short = counts[0] + of
	case len(counts) > 2:
		short = counts[0] + ", " + counts[1]
	default:
		short += of
	}
	return short, what + part(in), ""
}
