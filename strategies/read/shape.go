package read

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// kindKey is a member in the shape of a document.
const kindKey strategies.Kind = "key"

const (
	shapeLines   = 40  // a shorter document shows its shape itself
	shapedFrom   = 8   // lines of a member that is worth a line
	maxShapes    = 200 // members that are followed
	maxShapeKeys = 24  // names that are kept of one
	shapeTokens  = 40  // of one line of the shape
	shapeDepth   = 2   // levels that are followed
	fewValues    = 4   // a document's own values come before its shape where they are so few
	fewParts     = 6   // an object with more objects in it is a table, whose keys are data
)

// shape is an object or an array of a document.
type shape struct {
	path        string // "components.schemas", "" for the document itself
	around      *shape
	depth       int
	isArray     bool
	first, last int // lines, 0 for a last one that wasn't read
	n           int // members
	objects     int // among them, and arrays
	arrays      int
	keys        []string // its own, or of the objects in an array
	parts       int      // of its members, those that are followed
}

// frame is an object or an array that is open.
type frame struct {
	s     *shape // nil where it isn't followed
	of    *shape // the array that it is an object of, if that is followed
	isArr bool
}

// A shaper follows the brackets of a JSON document line by line. It reads comments too.
type shaper struct {
	shapes  []*shape
	open    []frame
	key     string
	isValue bool // a colon came last
	comment bool // in /* ... */
	broken  bool // the brackets don't match
}

// readShape finds the shape of a JSON document: what its larger members are.
func (f *file) readShape(lines strategies.Lines) {
	isLong := f.lines >= shapeLines || f.minified
	if !strings.HasPrefix(string(f.lang), "JSON") || f.pinned != nil || !isLong || f.bounded {
		return
	}
	s := shaper{}
	for r := range f.rows(lines) {
		if r.i > 0 {
			s.line(r.text, r.i)
		}
		if r.Cut > 0 {
			break // what follows is unknown
		}
		if s.broken {
			return
		}
	}
	f.shapes = s.shapes
}

// line takes the next line.
func (s *shaper) line(l string, at int) {
	for i := 0; i < len(l); i++ {
		if s.comment {
			end := strings.Index(l[i:], "*/")
			if end < 0 {
				return
			}
			s.comment = false
			i += end + 1
			continue
		}
		switch c := l[i]; c {
		case ' ', '\t', '\r':
		case ',':
			s.isValue = false
		case ':':
			s.isValue = true
		case '"':
			end := stringEnd(l, i)
			if n := len(s.open); n > 0 && !s.open[n-1].isArr && !s.isValue {
				s.named(l[i+1 : end])
			} else {
				s.value()
			}
			i = end
		case '{', '[':
			s.push(c == '[', at)
		case '}', ']':
			s.pop(c == ']', at)
		case '/':
			if strings.HasPrefix(l[i:], "//") {
				return
			}
			s.comment = true
		default:
			s.value()
			i += strings.IndexAny(l[i:]+",", ",]} \t\r") - 1
		}
	}
}

// stringEnd is where the string ends that starts at l[i].
func stringEnd(l string, i int) int {
	for i++; i < len(l); i++ {
		switch l[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(l)
}

// named takes the key of the next value.
func (s *shaper) named(key string) {
	s.key = key
	top := &s.open[len(s.open)-1]
	for _, sh := range [...]*shape{top.s, top.of} {
		if sh != nil && len(sh.keys) < maxShapeKeys && !slices.Contains(sh.keys, key) {
			sh.keys = append(sh.keys, strings.Clone(key))
		}
	}
}

// value counts a value where it stands.
func (s *shaper) value() {
	n := len(s.open)
	switch {
	case n == 0:
		s.broken = true // it is no document
	case s.open[n-1].s != nil:
		s.open[n-1].s.n++
	}
	s.isValue = false
}

// push opens an object or an array.
func (s *shaper) push(isArray bool, at int) {
	if len(s.open) > 0 {
		s.value()
	}
	fr := frame{isArr: isArray}
	var around *shape
	inArray := false
	if n := len(s.open); n > 0 {
		around, inArray = s.open[n-1].s, s.open[n-1].isArr
	}
	switch {
	case around != nil && isArray:
		around.arrays++
	case around != nil:
		around.objects++
	}
	switch {
	case around != nil && inArray:
		if !isArray {
			fr.of = around
		}
	case len(s.open) == 0 && len(s.shapes) > 0:
		s.broken = true // another document
	case len(s.open) == 0:
		fr.s = &shape{isArray: isArray, first: at}
	case around != nil && around.depth < shapeDepth:
		around.parts++
		fr.s = &shape{
			path: joinedPath(around.path, s.key), around: around, depth: around.depth + 1, isArray: isArray, first: at,
		}
	}
	if fr.s != nil && len(s.shapes) < maxShapes {
		s.shapes = append(s.shapes, fr.s)
	}
	s.open = append(s.open, fr)
}

// pop closes what is open.
func (s *shaper) pop(isArray bool, at int) {
	n := len(s.open) - 1
	if n < 0 || s.open[n].isArr != isArray {
		s.broken = true
		return
	}
	if sh := s.open[n].s; sh != nil {
		sh.last = at
	}
	s.open = s.open[:n]
	s.isValue = false
}

// joinedPath is the path of a member.
func joinedPath(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// listShapes lists the document's members that take many lines, and ranks the lines that open them behind the others
// of their rank.
//
//	users 4-2713: 214 objects of id, name, email, roles
//	scripts 9-32: 24 keys: build, lint, test
func (f *file) listShapes(c *strategies.Collector) {
	isPlain := len(f.shapes) > 0 && f.shapes[0].n-f.shapes[0].parts <= fewValues
	for _, s := range f.shapes {
		if !s.isListed(f.minified) {
			continue
		}
		c.Add(strategies.Fact{
			Kind: kindKey, Rank: strategies.Evidence, Second: isPlain, Text: f.shapeText(s), Count: 1,
		})
		c.Count(strategies.Key("size of "+cmp.Or(s.path, "the document")), int64(s.n))
		if s.depth > 0 && s.first < len(f.marks) {
			f.marks[s.first].second = true
		}
	}
}

// isListed reports whether a shape is worth a line: an array that is the document, or a long member of one that isn't
// a table. On a giant line, none is long.
func (s *shape) isListed(isGiant bool) bool {
	if s.depth == 0 {
		return s.isArray // an object's members are listed themselves, and name it
	}
	for o := s.around; o != nil; o = o.around {
		if o.depth > 0 && o.parts > fewParts {
			return false
		}
	}
	return isGiant || s.last > 0 && s.last-s.first+1 >= shapedFrom
}

// shapeText says what a shape is, and what its keys are.
func (f *file) shapeText(s *shape) string {
	var b strings.Builder
	shift := f.above()
	switch {
	case s.depth == 0:
	case s.last > s.first:
		b.WriteString(s.path + " " + strconv.Itoa(s.first+shift) + "-" + strconv.Itoa(s.last+shift) + ": ")
	default:
		b.WriteString(s.path + ": ")
	}
	between := ": "
	switch {
	case !s.isArray:
		b.WriteString(words.Count(s.n, "key", "keys"))
	case s.objects == s.n:
		b.WriteString(words.Count(s.n, "object", "objects"))
		between = " of "
	case s.arrays == s.n:
		b.WriteString(words.Count(s.n, "array", "arrays"))
	default:
		b.WriteString(words.Count(s.n, "value", "values"))
	}
	if s.last == 0 {
		b.WriteString(" in the part read")
	}
	size := cost(b.String())
	for i, k := range s.keys {
		if size += cost(k) + 1; size > shapeTokens && i > 0 {
			b.WriteString(", …")
			break
		}
		if i > 0 {
			between = ", "
		}
		b.WriteString(between + k)
	}
	return b.String()
}
