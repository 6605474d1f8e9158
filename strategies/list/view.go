package list

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
)

// A view is the part of a folder in the text.
type view struct {
	items   int    // how many of its items are named
	opened  bool   // it has a line of its own
	counted bool   // its number is shown
	tidied  bool   // its names are in order
	told    []leaf // its names, with several that differ in a number as one
	counts  []int  // how many entries each of them is
	spelled bool   // its names are whole paths
	heading string // its own name among others, made once, since many texts have it
}

// head returns a folder's name as printed among others.
func (d *folder) head() string {
	if d.heading == "" {
		d.heading = quoted(slash(d.name))
	}
	return d.heading
}

// tidy puts the names of a folder in the order in which they are shown: those that a project is known by come first.
func (d *folder) tidy() {
	if d.tidied {
		return
	}
	d.tidied = true
	names, counts := ranged(unscattered(d.names))
	d.told, d.counts = make([]leaf, 0, len(names)), make([]int, 0, len(names))
	for _, want := range [...]bool{true, false} {
		for i, n := range names {
			if isLandmark(n.name) == want {
				n.shown = quoted(n.name)
				d.told, d.counts = append(d.told, n), append(d.counts, counts[i])
			}
		}
	}
}

// size is how many items a folder has: folders with something in them, and names.
func (d *folder) size() int {
	d.tidy()
	return len(d.kids) + len(d.told)
}

// number counts the entries below a folder, or the files if they are distinguished.
func (f *forest) number(d *folder) int {
	switch {
	case f.sized && f.root.below == 0:
		return 0 // sizes of folders alone
	case f.files && f.root.below > 0:
		return d.below
	}
	return d.all
}

// here is how many of a folder's number are right in it.
func (f *forest) here(d *folder) int {
	if f.files && f.root.below > 0 {
		return d.own
	}
	return d.leaves
}

// label returns a folder's name with the number of entries below it and its note. If some of these have lines of their
// own, it also counts those directly in it.
//
//	src/ 210
//	src/ 39 of 210
func (f *forest) label(d *folder, name string) string {
	s := name
	if f.plain {
		s = unmarked(d.name)
	}
	if !d.counted {
		return s
	}
	n, here := f.number(d), f.here(d)
	if d.opened && !f.plain && d.isOneKind() {
		n, here = d.below, d.own // its extension describes files
	}
	if f.plain && n > 0 {
		return s + " (" + strconv.Itoa(n) + ")"
	}
	isOpened := func(k *folder) bool { return k.opened }
	if here > 0 && here < n && slices.ContainsFunc(d.kids, isOpened) {
		s += " " + strconv.Itoa(here) + " of"
	}
	if n > 0 {
		s += " " + strconv.Itoa(n)
	}
	switch {
	case d.note != "" && n > 0:
		s += " (" + d.note + ")"
	case d.note != "":
		s += " " + d.note
	}
	return s
}

// longPrefix is how long the root's path may be for each line to start with it.
const longPrefix = 24

// fewKids is the largest number of folders in a listing's root for which single files are named by whole paths.
const fewKids = 12

// path returns the path of a folder for its line: from the folder where the listing starts or, if that path is long,
// from the folder that all entries are in.
func (f *forest) path(d *folder) string {
	if f.plain {
		return d.name
	}
	p := d.path(f.root)
	switch name := f.root.name; {
	case name == "" && f.dotted:
		p = "./" + p
	case f.startsPaths(name):
		p = slash(name) + p
	}
	return p
}

// startsPaths reports whether each line starts with the root's path.
func (f *forest) startsPaths(root string) bool {
	return !f.plain && root != "" && root[0] != '/' && len(root) <= longPrefix
}

// lone returns the only entry in a folder, by its path; "" if there are several.
func (f *forest) lone(d *folder, path string) string {
	if f.plain || len(d.kids) > 0 || d.leaves != 1 || len(d.names) != 1 {
		return ""
	}
	l := d.names[0]
	if l.note != "" {
		return quoted(path+l.name) + " " + l.note
	}
	return quoted(path + l.name)
}

// fewNames is how many names of a folder are shown as whole paths, which are easier to use.
const fewNames = 8

// maySpell reports whether the names of a folder can be whole paths: the paths are short, and no name is left out.
func (f *forest) maySpell(d *folder) bool {
	isShort := f.startsPaths(f.root.name) || f.root.name == "" && d != f.root
	isClosed := func(k *folder) bool { return !k.opened }
	return isShort && !f.plain && len(d.told) > 1 && len(d.told) <= fewNames && len(d.told) == d.leaves &&
		d.items == d.size() && !slices.ContainsFunc(d.kids, isClosed)
}

// spell returns the names of a folder as whole paths.
func (f *forest) spell(d *folder, path string) string {
	items := f.items[:0]
	sep := " "
	for _, l := range d.told {
		item := quoted(path + l.name)
		if l.note != "" {
			item, sep = item+" "+l.note, ", "
		}
		items = append(items, item)
	}
	f.items = items
	return strings.Join(items, sep)
}

// isOneKind reports whether all files below a folder have the same extension.
func (d *folder) isOneKind() bool { return !d.mixed && d.ext != "" && d.below > 1 }

// minBare is how many files of one kind a folder has for their extension to be left out of their names.
const minBare = 24

// isBare reports whether a folder's line names the extension of all its files.
func (d *folder) isBare() bool {
	return d.opened && d.isOneKind() && d.own >= minBare && d.leaves == d.own
}

// text is all that is shown of a forest: the root's line, and below it one for each folder that is opened.
func (f *forest) text() string {
	var b strings.Builder
	b.Grow(f.room)
	f.write(&b, f.root)
	f.room = b.Len() + b.Len()/4 // the next one is longer
	return strings.TrimSuffix(b.String(), "\n")
}

// write writes the lines of a folder that has its own.
func (f *forest) write(b *strings.Builder, d *folder) {
	if line := f.line(d); line != "" {
		b.WriteString(line)
		b.WriteByte('\n')
	}
	for _, k := range d.kids {
		if k.opened {
			f.write(b, k)
		}
	}
}

// line returns the line of a folder, "" for a root that needs none.
//
//	src/net/ 12 .go: dial.go, ip.go, … 10 more
func (f *forest) line(d *folder) string {
	head, ext, colon := "", "", ""
	switch {
	case d != f.root:
		path := f.path(d)
		whole := path
		if name := f.root.name; len(name) > longPrefix && len(f.root.kids) <= fewKids {
			whole = slash(name) + path
		}
		if lone := f.lone(d, whole); lone != "" {
			return lone
		}
		if d.spelled {
			return f.spell(d, path)
		}
		switch head = f.label(d, quoted(whole)); {
		case f.plain:
			head = strings.Repeat("  ", d.depth-1) + head
		case d.isOneKind():
			ext = " " + d.ext
		}
	case f.plain:
		head = unmarked(d.name)
	case d.spelled:
		return f.spell(d, slash(d.name))
	case d.name != "":
		head = quoted(slash(d.name))
	}
	if d == f.root && d.note != "" {
		head = strings.TrimLeft(cmp.Or(head, ".")+" "+d.note, " ") // the size of all
	}
	items := f.inside(d)
	if d == f.root && items == "" && d.note == "" && f.startsPaths(d.name) && len(d.kids) > 0 {
		return ""
	}
	if head != "" && items != "" {
		colon = ": "
	}
	return head + ext + colon + items
}

// inside names the entries of a folder that have no line of their own, and counts those it doesn't name.
//
//	core/ 12, cli/ 7, go.mod, … 9 more
func (f *forest) inside(d *folder) string {
	d.tidy()
	items := f.items[:0]
	sep := " "
	folders, named := 0, 0
	for i, k := range d.kids {
		switch {
		case k.opened:
		case i < d.items:
			item := f.label(k, k.head())
			if d != f.root {
				item = cmp.Or(f.lone(k, slash(k.name)), item)
			}
			items = append(items, item)
			if k.counted || f.plain {
				sep = ", "
			}
		default:
			folders++
		}
	}
	bare := !f.plain && d.isBare()
	for i := range max(0, min(d.items-len(d.kids), len(d.told))) {
		l := d.told[i]
		name := l.shown
		if f.plain {
			name, sep = unmarked(l.name), ", "
		}
		if bare {
			name = strings.TrimSuffix(name, d.ext)
		}
		if l.note != "" {
			name, sep = name+" "+l.note, ", "
		}
		items = append(items, name)
		named += d.counts[i]
	}
	if rest := f.rest(folders, d.leaves-named); rest != "" && (len(items) > 0 || d.items > 0) {
		items = append(items, rest)
	}
	f.items = items
	return strings.Join(items, sep)
}

// rest counts the entries of a folder that aren't named, "" for none.
//
//	… 9 more
//	… 4 more folders, 71 more files
func (f *forest) rest(folders, names int) string {
	switch {
	case folders == 0 && names == 0:
		return ""
	case folders == 0 || f.plain: // packages with others below them are no folders
		return "… " + strconv.Itoa(folders+names) + " more"
	}
	s := "… " + words.Count(folders, "more folder", "more folders")
	switch {
	case names > 0 && f.files:
		s += ", " + words.Count(names, "more file", "more files")
	case names > 0:
		s += ", " + words.Count(names, "more entry", "more entries")
	}
	return s
}
