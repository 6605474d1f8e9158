package list

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

const (
	maxFolders = 1 << 14 // folders that are distinguished; entries in any other count for the one above it
	maxKept    = 1 << 12 // names that are kept of a folder
	maxBytes   = 1 << 20 // of all names that are kept
)

// A folder is one with entries in the listing.
type folder struct {
	name   string
	parent *folder
	kids   []*folder
	names  []leaf // the first entries directly in it that have nothing below
	leaves int    // how many these are
	note   string // its size, if the listing has one
	own    int    // entries right in it that have nothing below and are no folders
	below  int    // the same of its own and of all folders below it
	dirs   int    // folders below it
	all    int    // entries below it
	ext    string // the extension of all files below it, unless they have several
	mixed  bool
	listed bool // it is an entry itself
	headed bool // its entries follow its name: ls -R
	depth  int  // below the root of the listing

	view // the part of it in the text
}

// A leaf is an entry with nothing below it.
type leaf struct {
	name, note string
	shown      string // the name among others, once the folder's are in order
}

// A forest is the folders of a listing.
type forest struct {
	in      *strategies.Input
	root    *folder
	at      map[folderKey]*folder
	last    string   // the path that was looked up last
	lastDir *folder  // its folder
	bytes   int      // of the names that are kept
	items   []string // scratch
	room    int      // for the next text
	full    bool     // there are more folders than are distinguished
	plain   bool     // names are no paths, so nothing is a folder: packages that need others
	sized   bool     // entries have notes
	files   bool     // all that isn't known to be a folder is a file
	dotted  bool     // paths start with "./"
	listed  int      // folders with something in them that are entries themselves
	headed  int      // of these, those whose entries follow their name
	holding int      // folders with an entry right in them
}

type folderKey struct {
	in   *folder
	name string
}

func newForest(in *strategies.Input) *forest {
	return &forest{in: in, root: &folder{}, at: map[folderKey]*folder{}}
}

// child returns the folder of a name in another one, and makes it if needed. If there are too many folders, it returns
// the other one.
func (f *forest) child(in *folder, name string) *folder {
	key := folderKey{in, name}
	if d, ok := f.at[key]; ok {
		return d
	}
	if len(f.at) >= maxFolders {
		f.full = true
		return in
	}
	key.name = f.in.Keep(name)
	d := &folder{name: key.name, parent: in}
	f.at[key] = d
	in.kids = append(in.kids, d)
	return d
}

// of is the folder of a path such as "./src/net/"; the path "." is the listing's root.
func (f *forest) of(path string) *folder {
	if f.lastDir != nil && path == f.last {
		return f.lastDir
	}
	d := f.root
	for name := range parts(path) {
		d = f.child(d, name)
	}
	f.last, f.lastDir = f.in.Keep(path), d
	return d
}

// parts yields the names in a path, without the entry "." and empty ones. An absolute path starts with the name "/".
func parts(path string) func(yield func(string) bool) {
	sep := byte('/')
	if strings.IndexByte(path, '/') < 0 {
		sep = '\\'
	}
	return func(yield func(string) bool) {
		if path != "" && path[0] == '/' && !yield("") {
			return
		}
		for path != "" {
			name, rest := path, ""
			if i := strings.IndexByte(path, sep); i >= 0 {
				name, rest = path[:i], path[i+1:]
			}
			if path = rest; name != "" && name != "." && !yield(name) {
				return
			}
		}
	}
}

// folderOf is the folder that an entry is in.
func (f *forest) folderOf(p parsed) *folder {
	if p.nested {
		d := f.of(p.root)
		for _, name := range p.parents {
			d = f.child(d, name)
		}
		return d
	}
	f.dotted = f.dotted || strings.HasPrefix(p.dir, "./")
	return f.of(p.dir)
}

// grow notes the folders on the way to an entry, and the folder that a heading names.
func (f *forest) grow(p parsed) {
	switch {
	case p.kind == dirLine:
		f.of(p.dir).headed = true
	case p.kind == entryLine && p.n > 0:
		f.folderOf(p)
	}
}

// put counts an entry, once all folders are known.
func (f *forest) put(p parsed) {
	if p.kind != entryLine || p.n == 0 {
		return
	}
	in := f.folderOf(p)
	name := p.base()
	if p.nested && f.plain {
		name = p.name
	}
	if isSelf(name) || name == "" {
		in.note = strings.Clone(p.note)
		return
	}
	if d, ok := f.at[folderKey{in, name}]; ok {
		d.listed, d.note = true, strings.Clone(p.note)
		return
	}
	f.leaf(in, name, p.note, p.class == dir)
}

// leaf counts an entry that nothing is listed of.
func (f *forest) leaf(in *folder, name, note string, isDir bool) {
	if d, ok := f.at[folderKey{in, strings.TrimRight(name, "/")}]; ok {
		d.listed = true
		return
	}
	in.leaves++
	if isDir {
		in.dirs++
		name = strings.TrimRight(name, "/") + "/"
	} else {
		in.count(extOf(name))
	}
	if len(in.names) == maxKept || f.bytes > maxBytes {
		return
	}
	f.bytes += len(name) + len(note) + 16
	kept := leaf{name: f.in.Keep(name), note: f.in.Keep(note)}
	f.sized = f.sized || note != ""
	in.names = append(in.names, kept)
}

// count counts a file with an extension.
func (d *folder) count(ext string) {
	d.own++
	if d.own == 1 {
		d.ext = strings.Clone(ext)
	} else if ext != d.ext {
		d.mixed = true
	}
}

// settle moves the root to the first folder with more than one entry, joins chains of folders with a single entry, such
// as src/main/java, and counts the entries below each.
func (f *forest) settle() {
	f.survey(f.root)
	f.sum(f.root)
	for f.root.isChain() {
		f.root.join()
	}
	level(f.root, 0)
}

// survey counts folders, a folder and those below it.
func (f *forest) survey(d *folder) {
	if d.listed {
		f.listed++
		if d.headed {
			f.headed++
		}
	}
	isHolding := d.leaves > 0
	for _, k := range d.kids {
		isHolding = isHolding || k.listed
		f.survey(k)
	}
	if isHolding {
		f.holding++
	}
}

// isChain reports whether a folder holds nothing but one folder that isn't empty.
func (d *folder) isChain() bool {
	return len(d.kids) == 1 && len(d.names) == 0 && d.own == 0 && len(d.kids[0].kids)+len(d.kids[0].names) > 0
}

// join makes one of a folder and of the only one in it.
func (d *folder) join() {
	kid := d.kids[0]
	switch {
	case d.parent == nil && d.name == "" && kid.name == "":
		kid.name = "/" // an absolute path
	case d.parent == nil && d.name == "":
	case d.name == "":
		kid.name = "/" + kid.name
	default:
		kid.name = slash(d.name) + kid.name
	}
	kid.parent = d.parent
	*d = *kid
	for _, k := range d.kids {
		k.parent = d
	}
}

// sum counts the entries below a folder.
func (f *forest) sum(d *folder) {
	d.below, d.all = d.own, d.leaves
	for _, k := range d.kids {
		f.sum(k)
		if d.all += k.all; k.listed {
			d.all++
		}
		if k.below > 0 && d.below == 0 {
			d.ext, d.mixed = k.ext, k.mixed
		} else if k.below > 0 && (k.mixed || k.ext != d.ext) {
			d.mixed = true
		}
		d.below += k.below
		d.dirs += k.dirs + 1
	}
	for d.parent != nil && d.isChain() && !f.plain {
		dirs := d.dirs
		d.join()
		d.dirs = dirs
	}
}

// level notes how deep each folder is.
func level(d *folder, depth int) {
	d.depth = depth
	for _, k := range d.kids {
		level(k, depth+1)
	}
}

// extOf is the extension of a name, "" for none.
func extOf(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 || len(name)-i > 12 || strings.ContainsAny(name[i:], " /") {
		return ""
	}
	return name[i:]
}
