package list

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// parsed is a line taken apart.
type parsed struct {
	kind  lineKind
	n     int    // entries on the line: 1, 0 for "." and "..", -1 for a line that doesn't fit the form
	name  string // the entry's name or path, a part of the line
	dir   string // its folder, with a slash at the end; "" if none is printed
	class class
	size  int64
	exact bool   // size is a number of bytes
	note  string // a size, if the listing has sizes

	nested  bool     // the entry is in the folders parents below root, not in dir
	root    string   // of a tree
	parents []string // valid until the next line is read
}

// base is the entry's name without its folder and without a slash at the end.
func (p parsed) base() string {
	s := strings.TrimRight(p.name, "/")
	return s[strings.LastIndexAny(s, `/\`)+1:]
}

// reader takes the lines of a listing apart, one after the other.
type reader struct {
	form  form
	query query
	under string   // the folder of ls -R, or the root of a tree
	dir   string   // the same with a slash at its end
	stack []string // folders by depth in a tree
	paths []string // their paths, each with all above it and a slash at its end, as far as they were asked for
	cols  []int    // the columns of their branches
	begun bool     // the root of a tree was seen

	summed bool // tree printed its summary, with these numbers:
	dirs   int
	files  int

	before lineKind // the kind of the line before
}

// newReader is a reader at the start of a listing.
func newReader(f form, q query) *reader { return &reader{form: f, query: q, before: blankLine} }

// read takes the next line apart.
func (r *reader) read(l string) parsed {
	k := message(l, r.query, r.before)
	r.before = k
	switch k {
	case entryLine:
		return r.entry(l)
	case summaryLine:
		r.dirs, r.files, r.summed = treeSummary(l)
	case dirLine:
		r.within(strings.TrimSuffix(l, ":"))
		return parsed{kind: k, name: r.under, dir: r.dir}
	}
	return parsed{kind: k}
}

// within notes that the following lines are in a folder.
func (r *reader) within(folder string) {
	r.under, r.dir, r.paths = folder, slash(folder), r.paths[:0]
}

// slash is a folder with a slash at its end.
func slash(s string) string {
	if s == "" || strings.HasSuffix(s, "/") {
		return s
	}
	return s + "/"
}

// misfit is a line that doesn't fit the listing's form.
var misfit = parsed{kind: headLine, n: -1}

// isSelf reports whether a name is that of a folder itself or of its parent.
func isSelf(name string) bool {
	switch name {
	case ".", "..", "./", "../":
		return true
	}
	return false
}

// entry takes a line of names apart.
func (r *reader) entry(l string) parsed {
	p := parsed{n: 1, class: r.query.all}
	switch r.form {
	case formLong:
		e, ok := longLine(l)
		if !ok {
			return misfit
		}
		p.name, p.class, p.size, p.exact = e.name, e.class, e.size, e.exact && !r.query.human
		if p.dir = r.dir; r.under == "" {
			p.split(e.name)
		}
		if isSelf(e.name) {
			p.n = 0
		}
	case formTree:
		return r.tree(l)
	case formIndent:
		return r.indent(l)
	case formTagged:
		c, name, ok := taggedLine(l)
		if !ok {
			return misfit
		}
		p.name, p.class = name, c
	case formDu:
		size, path, ok := duLine(l)
		if !ok {
			return misfit
		}
		p.name, p.note = path, size
		p.split(path)
	default:
		r.path(l, &p)
	}
	return p
}

// path reads a line that is a path or a name.
func (r *reader) path(l string, p *parsed) {
	l = parse.GitPath(l)
	p.name = l
	if isSelf(l) {
		if r.query.program == "ls" {
			p.n = 0
		}
		p.class = dir
		return
	}
	p.class = r.classBySlash(l)
	if r.query.slashes && r.query.program == "ls" && p.class == file { // ls -F marks more than directories
		switch l[len(l)-1] {
		case '@':
			p.class = link
		case '|', '=':
			p.class = special
		}
	}
	if r.under != "" {
		p.dir = r.dir
		return
	}
	p.split(l)
}

// classBySlash returns the class of a name: a directory ends in a slash, if the program marks directories.
func (r *reader) classBySlash(name string) class {
	switch {
	case strings.HasSuffix(name, "/"):
		return dir
	case r.query.slashes && r.query.all == unknown:
		return file
	}
	return r.query.all
}

// split notes the folder of a path.
func (p *parsed) split(path string) {
	s := strings.TrimRight(path, "/")
	if i := strings.LastIndexAny(s, `/\`); i >= 0 {
		p.dir = path[:i+1]
	}
}

// tree reads a line of tree. One without branches is the root of a tree.
func (r *reader) tree(l string) parsed {
	col, name, ok := treeLine(l)
	if !ok {
		if r.begun && strings.TrimSpace(l) != l {
			return misfit
		}
		r.begun, r.stack, r.cols = true, nil, nil
		r.within(treeName(l))
		k := headLine
		if strings.HasSuffix(l, "[error opening dir]") {
			k = troubleLine
		}
		return parsed{kind: k, name: r.under, class: dir}
	}
	p := parsed{n: 1, name: treeName(name)}
	p.class = r.classBySlash(p.name)
	for len(r.cols) > 0 && r.cols[len(r.cols)-1] >= col {
		r.cols = r.cols[:len(r.cols)-1]
	}
	depth := len(r.cols)
	if depth < maxDepth {
		r.cols = append(r.cols, col)
	}
	r.nest(&p, depth)
	return p
}

// maxDepth bounds the folders that are remembered on the way down a tree.
const maxDepth = 256

// nest notes the folders above an entry of a depth, and that it may be the folder of those that follow.
func (r *reader) nest(p *parsed, depth int) {
	p.nested, p.root, p.parents = true, r.under, r.stack[:min(depth, len(r.stack))]
	p.dir = r.dir
	for i, s := range p.parents {
		if i == len(r.paths) {
			r.paths = append(r.paths, p.dir+slash(s))
		}
		p.dir = r.paths[i]
	}
	r.enter(depth, strings.TrimRight(p.name, "/"))
}

// enter notes an entry, which may be the folder of those that follow.
func (r *reader) enter(depth int, name string) {
	if depth >= maxDepth {
		return
	}
	for len(r.stack) < depth {
		r.stack = append(r.stack, "")
	}
	r.stack = append(r.stack[:depth], name)
	r.paths = r.paths[:min(depth, len(r.paths))]
}

// indent reads names that are indented by two columns for each folder; the first line may be the folder itself:
//
//   - /repo/
//   - cmd/
//   - main.go
func (r *reader) indent(l string) parsed {
	t := strings.TrimLeft(l, " ")
	depth := (len(l) - len(t)) / 2
	name := strings.TrimPrefix(t, "- ")
	if !r.begun {
		r.begun = true
		if depth == 0 && strings.HasSuffix(name, "/") {
			r.within(name)
			return parsed{kind: headLine, name: name, class: dir}
		}
	}
	if r.under != "" {
		depth--
	}
	if depth < 0 {
		return misfit
	}
	p := parsed{n: 1, name: name, class: file}
	if strings.HasSuffix(name, "/") {
		p.class = dir
	}
	r.nest(&p, depth)
	return p
}
