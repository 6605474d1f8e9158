package list

import (
	"strings"

	"github.com/toktee/toktee/internal/stats"
)

// maxExts is how many extensions are distinguished.
const maxExts = 4096

// tally counts entries.
type tally struct {
	entries  int
	files    int
	dirs     int
	links    int
	specials int   // devices, sockets and the like
	unknown  int   // entries of no known class
	bytes    int64 // of all files with an exact size
	sized    int   // files with an exact size
	slashes  int   // entries that end in a slash
	others   int   // lines that fit no form
	troubles int
	marks    int            // lines that say that the output was cut
	exts     map[string]int // files by extension

	last   string // the folder of the entry before
	runs   int    // changes of folder
	pathed int    // entries printed with their folder
	rooted int    // entries printed as a path that is in no folder
	size   int64  // bytes of all entries' lines
	saved  int64  // bytes that headings would save
	common string // the folder that all entries are in
	begun  bool   // an entry was counted
}

// newTally is a tally of nothing.
func newTally() *tally { return &tally{exts: map[string]int{}} }

// add counts a line.
func (t *tally) add(p parsed, line string) {
	switch {
	case p.n < 0:
		t.others++
		return
	case p.kind == troubleLine:
		t.troubles++
		return
	case p.kind == markLine:
		t.marks++
		return
	case p.kind != entryLine || p.n == 0:
		return
	}
	t.entries += p.n
	switch p.class {
	case file:
		t.files += p.n
	case dir:
		t.dirs += p.n
	case link:
		t.links += p.n
	case special:
		t.specials += p.n
	default:
		t.unknown += p.n
	}
	if p.class == file && p.exact {
		t.bytes += p.size
		t.sized++
	}
	if strings.HasSuffix(p.name, "/") {
		t.slashes++
	}
	if p.n == 1 && p.class != dir {
		t.ext(p.base())
	}
	t.place(p, line)
}

// ext counts a name's extension.
func (t *tally) ext(name string) {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 || len(name)-i > 12 || strings.ContainsAny(name[i:], " ") {
		return
	}
	e := name[i:]
	if _, ok := t.exts[e]; ok || len(t.exts) < maxExts {
		t.exts[strings.Clone(e)]++
	}
}

// place counts what headings would save: how often the folder changes from an entry to the next.
func (t *tally) place(p parsed, line string) {
	if !t.begun {
		t.begun = true
		t.common = strings.Clone(p.dir)
	}
	t.common = commonDir(t.common, p.dir)
	t.size += int64(len(line)) + 1
	if p.dir != "" && strings.HasPrefix(line, p.dir) {
		t.pathed++
		t.saved += int64(len(p.dir))
	} else if p.dir == "" && p.name == line {
		t.rooted++
	}
	if t.runs > 0 && p.dir == t.last {
		return
	}
	t.runs++
	t.saved -= int64(len(p.dir)) + 1
	t.last = strings.Clone(p.dir)
}

// commonDir is the longest folder that both are in.
func commonDir(a, b string) string {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' || a[i] == '\\' {
			n = i + 1
		}
	}
	return a[:n]
}

// settle adds what only the whole listing says: whether names without a slash are files, and tree's own counts.
func (t *tally) settle(q query, r *reader) {
	if byTool := q.program == "" && q.all == unknown; byTool && t.slashes > 0 {
		t.files += t.unknown
		t.unknown = 0
	}
	if !r.summed {
		return
	}
	all := r.dirs + max(r.files, 0)
	if all != t.entries && all != t.entries+1 { // tree counts the folder that it starts at since version 2
		return
	}
	if r.files < 0 {
		t.files, t.dirs, t.unknown = 0, t.entries, 0
		return
	}
	t.files, t.dirs, t.links, t.unknown = r.files, t.entries-r.files, 0, 0
}

// plausible reports whether most lines fit the form.
func (t *tally) plausible() bool {
	if t.entries == 0 {
		return t.others == 0 || t.troubles > 0
	}
	return t.others*4 <= t.entries
}

// asItIs is the size in bytes up to which a listing is printed as it is: it is shown whole anyway, and whole paths are
// easier to use.
const asItIs = 4 << 10

// worthHeading reports whether folders are printed as headings, each time that the folder changes: every entry is
// printed with its folder, several in turn are in the same one, and it saves a fifth of a listing that isn't small.
func (t *tally) worthHeading(f form) bool {
	if f != formPaths || t.size <= asItIs || t.pathed+t.rooted != t.entries {
		return false
	}
	return t.runs*2 <= t.entries && t.saved*5 >= t.size
}

// extCount is an extension with its number of files.
type extCount struct {
	Ext   string `json:"ext"`
	Count int    `json:"count"`
}

// top returns the n most frequent extensions, by count and then by name.
func (t *tally) top(n int) []extCount {
	return stats.TopAs(t.exts, n, func(ext string, count int) extCount { return extCount{ext, count} })
}
