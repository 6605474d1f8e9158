package list

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// The keys of a digest's numbers besides the common ones.
const (
	keyDirs  strategies.Key = "dirs"
	keyBytes strategies.Key = "bytes" // of all files, where ls -l prints them
)

const (
	maxNames = 100 // names that the details list
	maxName  = 500 // bytes of a name in the details
	maxOdd   = 3   // lines of each kind that aren't entries which are shown
)

// printer turns the lines into facts.
type printer struct {
	c      *strategies.Collector
	in     *strategies.Input
	q      query
	t      *tally
	form   form
	all    *forest
	byLine bool     // lines are shown, not folders
	names  []string // for the details
	cutOff bool     // the details lack names
	dir    string   // the folder of the entry before

	odd   []strategies.Fact // lines that aren't entries, where folders are shown
	oddOf [dirLine + 2]int  // how many of these there are, by their kind
}

// line looks at one line.
func (p *printer) line(line strategies.Line, l parsed) {
	if l.kind == entryLine && l.n > 0 {
		p.note(l)
	}
	if p.byLine {
		p.print(line, l)
		return
	}
	p.all.put(l)
	p.aside(line, l)
}

// aside keeps a line that is no entry but has something to say.
func (p *printer) aside(line strategies.Line, l parsed) {
	f := strategies.Fact{Text: line.Text, Rank: strategies.Critical, Cut: line.Cut}
	kind := l.kind
	switch {
	case l.kind == troubleLine:
		f.Lead = true
	case l.kind == markLine, l.kind == summaryLine:
	case l.n < 0:
		kind = dirLine + 1
	default:
		return
	}
	if p.oddOf[kind]++; p.oddOf[kind] <= maxOdd {
		f.Text = strings.Clone(f.Text)
		p.odd = append(p.odd, f)
	}
}

// formOf is what is shown of a line before there is room for all of it: the name, but for the first path of some, which
// says where they are.
func (p *printer) formOf(l parsed, line string) string {
	switch {
	case p.form == formLong && l.exact && l.class == file:
		return quoted(l.name) + " " + strconv.FormatInt(l.size, 10)
	case p.form == formLong && l.class == dir:
		return quoted(slash(l.name))
	case p.form == formLong:
		return quoted(l.name)
	case p.form == formPaths && p.dir != "":
		return quoted(l.base())
	}
	return line
}

// print adds one line of a listing whose lines are shown.
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
		f.Kind, f.Count, f.Group, f.Rank = strategies.KindEntry, l.n, l.dir, strategies.Evidence
		if name := p.formOf(l, line.Text); name != line.Text {
			f.Forms = []string{name}
		}
		if isNoise(l.base()) {
			f.Rank = strategies.Detail
		}
		p.dir = f.Group
		if p.form == formDu {
			f.Group = "" // the largest come first, whatever folders they are in
		}
	case troubleLine:
		f.Rank, f.Group = strategies.Critical, ""
	case markLine:
		f.Rank, f.Group = strategies.Evidence, ""
	case dirLine:
		f.Rank, f.Group = strategies.Evidence, l.dir
		p.dir = l.dir
	case headLine:
		f.Rank = strategies.Context
	}
	p.c.Add(f)
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
		p.names = append(p.names, p.in.Keep(n))
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
	Folders    []within   `json:"folders,omitempty"`
	Holding    int        `json:"dirs_with_entries,omitempty"` // listed or not
	Listed     int        `json:"listed_dirs_with_entries,omitempty"`
	Others     int        `json:"others,omitempty"` // entries besides those
	Truncated  bool       `json:"truncated"`        // there are more names than are listed
}

// folders adds the view of all folders, and the lines beside entries.
func (p *printer) folders(all strategies.Span) {
	for _, f := range p.odd {
		p.c.Add(f)
	}
	p.all.files = p.classified() && p.t.dirs == p.t.entries-p.all.root.below
	texts := ladderOf(p.all)
	if n := len(texts); n > 0 {
		p.c.Add(strategies.Fact{
			Kind: strategies.KindEntry, Rank: strategies.Critical, Count: max(1, p.t.entries),
			Span: all, Text: texts[n-1], Forms: texts[:n-1],
		})
	}
}

// within is how many entries are below a folder.
type within struct {
	Path    string `json:"path"`
	Entries int    `json:"entries"`         // or files, where it is known which ones are
	Here    int    `json:"here,omitempty"`  // of these, those right in it
	Files   int    `json:"files,omitempty"` // entries without others below them, where these have one extension
}

// within lists the folders that the text may name with their numbers.
func (f *forest) within() []within {
	var all []within
	for _, d := range f.order() {
		if n := f.number(d); d != f.root && n > 0 {
			w := within{Path: d.path(f.root), Entries: n, Here: f.here(d)}
			if d.isOneKind() && d.below != n {
				w.Files = d.below
			}
			all = append(all, w)
		}
	}
	return all
}

// path is a folder's name with the names of those that it is in, below another.
func (d *folder) path(below *folder) string {
	if d.parent == nil || d.parent == below {
		return slash(d.name)
	}
	return d.parent.path(below) + slash(d.name)
}

// finish adds the numbers, the outcome, the verdict and the details of the whole listing, which has
// all lines.
func (p *printer) finish(all strategies.Span) {
	t := p.t
	if !p.byLine {
		p.folders(all)
	}
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
	p.c.Plain = t.size <= asItIs
	d := details{Path: p.q.path, Entries: t.entries, Extensions: t.top(20), Names: p.names, Truncated: p.cutOff}
	if d.Names == nil {
		d.Names = []string{}
	}
	if !p.byLine {
		d.Folders, d.Holding, d.Listed = p.all.within(), p.all.holding, p.all.listed
		d.Others = t.entries - d.Listed
	}
	p.c.Count(strategies.Entries, int64(t.entries))
	if t.unmet > 0 {
		p.c.Count("unmet", int64(t.unmet))
	}
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
	case p.in.Family != strategies.FamilyList: // nothing is known of the command
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
//	9 files, 3 directories
//	12 entries: 9 files, 3 directories
//	12 entries: 9 files, 3 directories (.go 7, .md 2)
//	9 files in 3 directories
//	12 entries: 9 files, 3 directories; names only
//	12 entries: 3 directories with entries, 9 other files or directories
//
// Part is what follows the numbers where they aren't those of the whole.
func (p *printer) verdict(part string) (short, medium, long string) {
	t := p.t
	end := part
	if t.unmet > 0 && p.all.plain {
		end = ", " + strconv.Itoa(t.unmet) + " of them unmet" + end
	}
	if t.troubles > 0 {
		end += "; " + words.Count(t.troubles, "error", "errors")
	}
	if t.entries == 0 {
		return "No entries" + part, "No entries" + end, ""
	}
	medium = words.Count(t.entries, "entry", "entries")
	short = medium + end
	all := p.all
	switch kinds := p.kinds(); {
	case !p.byLine && p.oddOf[summaryLine] > 0: // the tool's own sum is shown
	case kinds != "" && (t.files == t.entries || t.dirs == t.entries):
		if medium = kinds; t.dirs == 0 && all.holding > 1 && !all.full {
			medium += " in " + words.Count(all.holding, "directory", "directories")
		}
		short = medium + end
	case kinds != "":
		short, medium = kinds+end, medium+": "+kinds
	case !p.byLine && !all.full && !all.plain && all.listed > 0:
		medium += ": " + words.Count(all.listed, "directory", "directories") + " with entries, " +
			words.Count(t.entries-all.listed, "other file or directory", "other files or directories")
	}
	long = medium + end
	if top := t.top(3); len(top) > 0 && t.entries > 3 && !p.all.plain {
		var b []string
		for _, e := range top {
			b = append(b, e.Ext+" "+strconv.Itoa(e.Count))
		}
		long = medium + " (" + strings.Join(b, ", ") + ")" + end
	}
	if p.form == formLong && !p.byLine { // modes, sizes and dates are left out
		end, long = end+"; names only", long+"; names only"
	}
	return short, medium + end, long
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
