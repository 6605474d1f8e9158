package list

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// The keys of a digest's numbers besides the common ones.
const (
	keyDirs  strategies.Key = "dirs"
	keyBytes strategies.Key = "bytes" // of all files, where ls -l prints them
)

const (
	maxNames    = 100 // names that the details list
	maxName     = 500 // bytes of a name in the details
	manyEntries = 300 // entries above which what lies deep comes last
)

// printer turns the lines into facts.
type printer struct {
	c      *strategies.Collector
	in     *strategies.Input
	q      query
	t      *tally
	form   form
	headed bool     // folders are printed as headings
	names  []string // for the details
	cutOff bool     // the details lack names
	dir    string   // the folder of the entry before
}

// print adds one line.
func (p *printer) print(line strategies.Line, l parsed) {
	f := strategies.Fact{
		Kind: strategies.KindLine, Group: p.dir, Rank: strategies.Noise, Text: line.Text,
		Span: strategies.Span{First: line.N, Last: line.N}, Whole: line.Cut == 0, Cut: line.Cut,
	}
	switch l.kind {
	case entryLine:
		if l.n == 0 {
			break
		}
		f.Kind, f.Count = strategies.KindEntry, l.n
		f.Group = l.dir
		f.Rank = p.rank(l)
		if p.headed {
			f.Text = line.Text[len(l.dir):]
			if l.dir == "" {
				f.Group = "./" // else it would be under the heading of another folder
			}
		} else if p.form == formLong && l.name != line.Text && strings.Count(line.Text, l.name) == 1 {
			f.Brief = l.name
		}
		p.dir = f.Group
		p.note(l)
	case troubleLine:
		f.Rank, f.Group = strategies.Critical, ""
	case markLine:
		f.Rank, f.Group = strategies.Evidence, ""
	case summaryLine:
		f.Rank, f.Group, f.Lead = strategies.Evidence, "", true
	case dirLine:
		f.Rank, f.Group = strategies.Evidence, l.dir
		p.dir = l.dir
	case headLine:
		if l.n < 0 {
			f.Rank = strategies.Context
		} else if p.t.entries > 0 && l.name != "" {
			f.Rank = strategies.Evidence // the root of a tree
		}
	}
	p.c.Add(f)
}

// rank says how much an entry matters, by its path below the folder that all entries are in.
func (p *printer) rank(l parsed) strategies.Rank {
	if p.form == formColumns {
		return strategies.Evidence
	}
	if l.n == 1 && l.name == "." {
		return strategies.Detail
	}
	rel := l.name
	if nested := p.form == formTree || p.form == formIndent; nested || !strings.HasPrefix(l.name, l.dir) {
		rel = l.dir + l.name
	}
	rel = strings.TrimPrefix(rel, p.t.common)
	return rankOf(l, rel, p.q.explore && p.t.entries > manyEntries)
}

// note takes a name down for the details.
func (p *printer) note(l parsed) {
	names := []string{l.name}
	if p.form == formColumns {
		names = columns(l.name)
	}
	for _, n := range names {
		if len(p.names) == maxNames || len(n) > maxName {
			p.cutOff = true
			continue
		}
		if !strings.HasPrefix(n, l.dir) {
			n = l.dir + n
		}
		p.names = append(p.names, strings.Clone(n))
	}
}

// details is the person's view: "type": "list".
type details struct {
	Path       string     `json:"path"`
	Entries    int        `json:"entries"`
	Files      *int       `json:"files,omitempty"` // absent where files and directories aren't distinguished
	Dirs       *int       `json:"dirs,omitempty"`
	Bytes      *int64     `json:"bytes,omitempty"`
	Extensions []extCount `json:"extensions"`
	Names      []string   `json:"names"`
	Truncated  bool       `json:"truncated"` // there are more names than are listed
}

// finish adds the numbers, the outcome, the verdict and the details of the whole listing.
func (p *printer) finish() {
	t := p.t
	part := ""
	switch {
	case p.in.Cut || t.marks > 0:
		part = " in the part shown"
	case t.others > 0 && p.q.program != "": // a line that fits no form may be an entry
		part = " in the part read"
	}
	if part != "" {
		p.c.Upstream = true
	}
	if p.headed {
		p.c.Headed = true
	}
	d := details{Path: p.q.path, Entries: t.entries, Extensions: t.top(20), Names: p.names, Truncated: p.cutOff}
	if d.Names == nil {
		d.Names = []string{}
	}
	p.c.Count(strategies.Entries, int64(t.entries))
	if p.classified() {
		p.c.Count(strategies.Files, int64(t.files))
		p.c.Count(keyDirs, int64(t.dirs))
		d.Files, d.Dirs = &t.files, &t.dirs
	}
	if p.form == formLong && t.files > 0 && t.sized == t.files {
		p.c.Count(keyBytes, t.bytes)
		d.Bytes = &t.bytes
	}
	switch {
	case t.troubles > 0:
		p.c.Count(strategies.Errors, int64(t.troubles))
		if t.entries == 0 {
			p.c.Outcome(strategies.Fail)
		}
		p.c.Red = true // what couldn't be read isn't listed
	case t.entries > 0 || !p.in.Status.Bad():
		p.c.Outcome(strategies.Pass)
	}
	if t.entries > 0 || t.troubles > 0 || !p.in.Status.Bad() {
		p.c.Verdict(p.verdict(part))
	}
	for _, n := range p.names {
		p.c.File(n)
	}
	if made, err := result.NewDetails("list", d); err == nil {
		p.c.Details(made)
	}
}

// classified reports whether every entry is known to be a file, a directory or something else.
func (p *printer) classified() bool { return p.t.unknown == 0 && p.t.entries > 0 }

// verdict says in three lengths what is listed:
//
//	12 entries
//	12 entries: 9 files, 3 directories
//	12 entries: 9 files, 3 directories (.go 7, .md 2)
//
// Part is what follows the numbers where they aren't those of the whole.
func (p *printer) verdict(part string) (short, medium, long string) {
	t := p.t
	errs := ""
	if t.troubles > 0 {
		errs = "; " + words.Count(t.troubles, "error", "errors")
	}
	if t.entries == 0 {
		return "No entries" + part, "No entries" + part + errs, ""
	}
	what := words.Count(t.entries, "entry", "entries")
	kinds := p.kinds()
	if p.classified() && (t.files == t.entries || t.dirs == t.entries) {
		what, kinds = kinds, ""
	}
	short = what + part
	medium = what
	if kinds != "" {
		medium += ": " + kinds
	}
	medium += part + errs
	long = medium
	if top := t.top(3); len(top) > 0 && t.entries > 3 {
		var b []string
		for _, e := range top {
			b = append(b, e.Ext+" "+strconv.Itoa(e.Count))
		}
		long = strings.TrimSuffix(medium, part+errs) + " (" + strings.Join(b, ", ") + ")" + part + errs
	}
	return short, medium, long
}

// kinds counts files, directories and the rest, "" where they aren't distinguished.
func (p *printer) kinds() string {
	t := p.t
	if !p.classified() {
		return ""
	}
	var parts []string
	for _, k := range [...]struct {
		n         int
		one, many string
	}{
		{t.files, "file", "files"},
		{t.dirs, "directory", "directories"},
		{t.links, "symlink", "symlinks"},
		{t.specials, "special", "special"},
	} {
		if k.n > 0 {
			parts = append(parts, words.Count(k.n, k.one, k.many))
		}
	}
	return strings.Join(parts, ", ")
}
