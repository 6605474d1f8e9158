package list

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/measure/stats"
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
	marks    int            // lines that mark a cut of the output
	exts     map[string]int // files by extension

	size    int64   // bytes of all entries' lines
	last    string  // the folder of the entry before
	changes int     // of folder from an entry to the next
	falls   bool    // each size is at most the one before
	bulk    float64 // the size before
	heads   int     // folders whose entries follow their name
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
	case p.kind == dirLine:
		t.heads++
		return
	case p.kind != entryLine || p.n == 0:
		return
	}
	t.entries++
	switch p.class {
	case file:
		t.files++
	case dir:
		t.dirs++
	case link:
		t.links++
	case special:
		t.specials++
	default:
		t.unknown++
	}
	if p.class == file && p.exact {
		t.bytes += p.size
		t.sized++
	}
	if strings.HasSuffix(p.name, "/") {
		t.slashes++
	}
	if p.class != dir {
		t.ext(p.base())
	}
	t.place(p, line)
}

// ext counts a name's extension.
func (t *tally) ext(name string) {
	e := extOf(name)
	if e == "" {
		return
	}
	if _, ok := t.exts[e]; ok || len(t.exts) < maxExts {
		t.exts[strings.Clone(e)]++
	}
}

// place notes the folder of an entry.
func (t *tally) place(p parsed, line string) {
	t.size += int64(len(line)) + 1
	if p.note != "" {
		bulk := sizeOf(p.note)
		t.falls = (t.falls || t.changes == 0) && (t.changes == 0 || bulk <= t.bulk)
		t.bulk = bulk
	}
	if t.changes == 0 || p.dir != t.last {
		t.changes++
		t.last = strings.Clone(p.dir)
	}
}

// sizeOf reads a size such as 12, 4.0K or 1.3GiB.
func sizeOf(s string) float64 {
	number := strings.TrimRight(s, "KMGTPEkiB")
	v, err := strconv.ParseFloat(strings.ReplaceAll(number, ",", "."), 64)
	if err != nil {
		return 0
	}
	if rest := s[len(number):]; rest != "" {
		for range 1 + strings.IndexByte("KMGTPE", rest[0]&^0x20) {
			v *= 1024
		}
	}
	return v
}

// settle adds the facts that only the whole listing shows: whether names without a slash are files, which names are
// folders by their headings, and tree's own counts.
func (t *tally) settle(q query, r *reader, all *forest) {
	if byTool := q.program == "" && q.all == unknown; byTool && t.slashes > 0 {
		t.files += t.unknown
		t.unknown = 0
	}
	if q.recursive && t.heads > 1 && t.troubles == 0 && t.unknown == t.entries && !all.full {
		t.dirs = all.headed
		t.files, t.unknown = t.entries-t.dirs, 0
	}
	if !r.summed {
		return
	}
	sum := r.dirs + max(r.files, 0)
	if sum != t.entries && sum != t.entries+1 { // tree counts the folder that it starts at since version 2
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

const (
	fewFolders = 4       // of ls -l, up to which its lines are shown
	fewPaths   = 8 << 10 // bytes of the paths of files in one folder, up to which they are shown
)

// tellsByLine reports whether to show lines rather than folders. Lines of ls -l have more than names, those of du may
// be in the order of sizes, and a few paths in one folder each are useful unchanged.
func (t *tally) tellsByLine(f form) bool {
	switch {
	case t.entries == 0:
		return true
	case f == formLong:
		return t.changes <= fewFolders
	case f == formDu:
		return t.falls && t.entries > 1
	}
	return f == formPaths && t.changes == 1 && t.last != "" && t.last != "./" && t.heads == 0 && t.size <= fewPaths
}

// asItIs is the size in bytes up to which a listing that fits a budget is shown as it is: whole paths are easier to
// use.
const asItIs = 4 << 10

// extCount is an extension with its number of files.
type extCount struct {
	Ext   string `json:"ext"`
	Count int    `json:"count"`
}

// top returns the n most frequent extensions, by count and then by name.
func (t *tally) top(n int) []extCount {
	return stats.TopAs(t.exts, n, func(ext string, count int) extCount { return extCount{ext, count} })
}
