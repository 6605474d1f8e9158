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
	keyBytes strategies.Key = "bytes" // of all files, if ls -l prints them
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

	odd   []strategies.Fact // lines that aren't entries, in a view of folders
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

// aside keeps a useful line that is no entry.
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

// formOf returns the short form of a line: the name. The first of several paths stays whole, since it shows their
// folder.
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
	n := l.name
	if len(p.names) == maxNames || len(n) > maxName {
		p.cutOff = true
		return
	}
	if !strings.HasPrefix(n, l.dir) {
		n = l.dir + n
	}
	p.names = append(p.names, p.in.Keep(n))
}

// details is the person's view: "type": "list".
type details struct {
	Path       string     `json:"path"`
	Entries    int        `json:"entries"`
	Files      *int       `json:"files,omitempty"` // absent if files and directories aren't distinguished
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

// folders adds the view of all folders, and the lines that aren't entries.
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
	Entries int    `json:"entries"`         // or files, if they are distinguished
	Here    int    `json:"here,omitempty"`  // of these, those right in it
	Files   int    `json:"files,omitempty"` // entries without others below them, if these have one extension
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

// finish adds the folders, the numbers, the outcome, the verdict and the details of a listing, after its last line. all
// is the span of its lines.
func (p *printer) finish(all strategies.Span) {
	if !p.byLine {
		p.folders(all)
	}
	part := p.partRead()
	if part != "" {
		p.c.Upstream = true
	}
	p.c.Plain = p.t.size <= asItIs
	p.counts()
	p.outcome()
	if p.t.entries > 0 || p.t.troubles > 0 || !p.in.Status.Bad() {
		p.c.Verdict(p.verdict(part))
	}
	for _, n := range p.names {
		p.c.File(n)
	}
	if made, err := result.NewDetails("list", p.details()); err == nil {
		p.c.Details(made)
	}
}

// partRead names the part of the listing that the numbers cover, "" for the whole.
func (p *printer) partRead() string {
	switch {
	case p.in.Cut || p.t.marks > 0:
		return " in the part shown"
	case p.t.others > 0 && p.q.program != "": // a line that fits no form may be an entry
		return " in the part read"
	}
	return ""
}

// sized reports whether the listing prints the size of each file.
func (p *printer) sized() bool {
	return p.form == formLong && p.t.files > 0 && p.t.sized == p.t.files
}

// counts adds the numbers.
func (p *printer) counts() {
	t := p.t
	p.c.Count(strategies.Entries, int64(t.entries))
	if p.classified() {
		p.c.Count(strategies.Files, int64(t.files))
		p.c.Count(keyDirs, int64(t.dirs))
	}
	if p.sized() {
		p.c.Count(keyBytes, t.bytes)
	}
}

// outcome states how the listing ended. An error in it is red, since the entries that couldn't be read are missing.
// Without a known command, the outcome stays open.
func (p *printer) outcome() {
	t := p.t
	switch {
	case t.troubles > 0:
		p.c.Count(strategies.Errors, int64(t.troubles))
		if t.entries == 0 {
			p.c.Outcome(strategies.Fail)
		}
		p.c.Red = true
	case p.in.Family != strategies.FamilyList:
	case t.entries > 0 || !p.in.Status.Bad():
		p.c.Outcome(strategies.Pass)
	}
}

// details collects the person's view.
func (p *printer) details() details {
	t := p.t
	d := details{Path: p.q.path, Entries: t.entries, Extensions: t.top(20), Names: p.names, Truncated: p.cutOff}
	if d.Names == nil {
		d.Names = []string{}
	}
	if !p.byLine {
		d.Folders, d.Holding, d.Listed = p.all.within(), p.all.holding, p.all.listed
		d.Others = t.entries - d.Listed
	}
	if p.classified() {
		d.Files, d.Dirs = &t.files, &t.dirs
	}
	if p.sized() {
		d.Bytes = &t.bytes
	}
	return d
}

// classified reports whether every entry is known to be a file, a directory or something else.
func (p *printer) classified() bool { return p.t.unknown == 0 && p.t.entries > 0 }

// verdict describes the listing in three lengths:
//
//	9 files, 3 directories
//	12 entries: 9 files, 3 directories
//	12 entries: 9 files, 3 directories (.go 7, .md 2)
//	9 files in 3 directories
//	12 entries: 9 files, 3 directories; names only
//	12 entries: 3 directories with entries, 9 other files or directories
//
// part follows the numbers if they don't cover the whole listing.
func (p *printer) verdict(part string) (short, medium, long string) {
	t := p.t
	end := part
	if t.troubles > 0 {
		end += "; " + words.Count(t.troubles, "error", "errors")
	}
	if t.entries == 0 {
		return "No entries" + part, "No entries" + end, ""
	}
	medium = words.Count(t.entries, "entry", "entries")
	short = medium + end
	switch kinds := p.kinds(); {
	case !p.byLine && p.oddOf[summaryLine] > 0: // the tool's own sum is shown
	case kinds != "" && (t.files == t.entries || t.dirs == t.entries):
		medium = kinds + p.inFolders()
		short = medium + end
	case kinds != "":
		short, medium = kinds+end, medium+": "+kinds
	default:
		medium += p.holdingOthers()
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

// inFolders returns " in 3 directories" for a listing of files in several folders of which not all are shown.
func (p *printer) inFolders() string {
	if p.t.dirs > 0 || p.all.holding < 2 || p.all.full {
		return ""
	}
	return " in " + words.Count(p.all.holding, "directory", "directories")
}

// holdingOthers returns ": 3 directories with entries, 9 other files or directories" if folders are shown and nothing
// else distinguishes files from directories.
func (p *printer) holdingOthers() string {
	if p.byLine || p.all.full || p.all.plain || p.all.listed == 0 {
		return ""
	}
	others := words.Count(p.t.entries-p.all.listed, "other file or directory", "other files or directories")
	return ": " + words.Count(p.all.listed, "directory", "directories") + " with entries, " + others
}

// kinds counts files, directories and the rest, "" if they aren't distinguished.
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
