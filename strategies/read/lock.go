package read

import (
	"path"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
)

// keyPackages counts what a lock file pins; kindPackage is one in the list of them.
const (
	keyPackages strategies.Key  = "packages"
	kindPackage strategies.Kind = "package"
)

// Of a lock file, the list of what it pins stands for its lines where it pins at least leastPinned packages, and one
// in maxLinesPinned lines.
const (
	leastPinned    = 3
	maxLinesPinned = 60
	maxPinned      = 20000
)

// pinned is a package with its version.
type pinned struct{ name, version string }

// isLock reports whether a path is a lock file's: package-lock.json, Cargo.lock, .terraform.lock.hcl, go.sum.
func isLock(p string) bool {
	base := strings.ToLower(path.Base(p))
	if base == "go.sum" {
		return true
	}
	for w := range strings.FieldsFuncSeq(base, func(r rune) bool { return r == '.' || r == '-' || r == '_' }) {
		if w == "lock" || w == "lockfile" || w == "shrinkwrap" {
			return true
		}
	}
	return false
}

// readLock finds what a lock file pins. Nothing is found where its form isn't known.
func (f *file) readLock(lines strategies.Lines) {
	if !isLock(f.path) || f.bounded {
		return
	}
	s := lockScanner{seen: map[pinned]bool{}}
	for r := range f.rows(lines) {
		if r.i > 0 && len(s.all) < maxPinned {
			s.line(r.text)
		}
	}
	if n := len(s.all); n >= leastPinned && n < maxPinned && n*maxLinesPinned >= f.lines {
		f.pinned = s.all
	}
}

// listPinned lists the packages with their versions.
func (f *file) listPinned(c *strategies.Collector) {
	if len(f.pinned) == 0 {
		return
	}
	c.Row = kindPackage
	l := symbolList{c: c, kind: kindPackage}
	for _, p := range f.pinned {
		l.add(p.name + " " + p.version)
	}
	l.flush()
	c.Count(keyPackages, int64(len(f.pinned)))
}

// rankLock ranks the lines of a lock file whose packages are listed: the settings at its top level first, the rest
// last.
func (f *file) rankLock() {
	for i := range f.symbols {
		s := &f.symbols[i]
		if s.Depth == 0 && s.Line == s.Last && s.Line < len(f.marks) {
			f.set(s.Line, s.Line, strategies.Evidence, false)
		}
	}
}

// A lockScanner finds packages by how lines name them, whatever the format:
//
//	[[package]]            "node_modules/ms": {     ms@^2.0.0, ms@^2.1.1:     golang.org/x/mod v0.2.0 h1:KU7oHjnv3
//	name = "ms"              "version": "2.1.3",      version "2.1.3"             rack (3.0.8)
//	version = "2.1.3"
type lockScanner struct {
	keys  []lockKey // what is open around the line, outermost first
	names []lockKey // the names that members of these have given
	table bool      // in one of TOML's tables
	all   []pinned
	seen  map[pinned]bool
}

// lockKey is a key or a name with its indentation.
type lockKey struct {
	indent int
	text   string
}

// line takes the next line.
func (s *lockScanner) line(text string) {
	t := strings.TrimLeft(text, " \t")
	indent := len(text) - len(t)
	t = strings.TrimRight(t, " \t,")
	if t == "" || t[0] == '#' || strings.HasPrefix(t, "//") {
		return
	}
	isTable := t[0] == '[' && strings.HasSuffix(t, "]") // TOML's [[package]]
	s.keys = outside(s.keys, indent)
	if !strings.HasPrefix(t, "}") && !strings.HasPrefix(t, "]") {
		s.names = outside(s.names, indent+1)
	}
	if isTable {
		s.names, s.table = nil, true
		return
	}
	if p, ok := oneLine(strings.TrimPrefix(t, "- ")); ok {
		s.add(p)
		return
	}
	key, value := keyAndValue(t)
	switch {
	case value == "" || value == "{" || value == "[":
		if key != "" || strings.HasPrefix(t, `""`) {
			s.keys = append(s.keys, lockKey{indent, key})
		}
		s.names = outside(s.names, indent)
	case key == "name":
		s.names = append(outside(s.names, indent), lockKey{indent, unquoted(value)})
	case key == "version" || key == "resolved":
		if v := strings.TrimLeft(unquoted(value), "=v"); isVersion(v) {
			s.add(pinned{s.nameAt(indent), v})
		}
	case key == "rev" && len(unquoted(value)) >= 40: // a flake pins a commit
		s.add(pinned{s.nameAt(indent), unquoted(value)[:12]})
	}
}

// outside are the keys of those that are less indented than a line.
func outside(keys []lockKey, indent int) []lockKey {
	for len(keys) > 0 && keys[len(keys)-1].indent >= indent {
		keys = keys[:len(keys)-1]
	}
	return keys
}

// nameAt is what a version at an indentation is of: the name beside it, or the key around it; "" for the project's own,
// which stands at the top level, or under an empty key.
func (s *lockScanner) nameAt(indent int) string {
	isOwn := len(s.keys) == 0 && !s.table || len(s.keys) > 0 && s.keys[len(s.keys)-1].text == ""
	if isOwn {
		return ""
	}
	if n := len(s.names); n > 0 && s.names[n-1].indent == indent {
		return s.names[n-1].text
	}
	for i := len(s.keys) - 1; i >= 0; i-- {
		k := s.keys[i].text
		if k == "locked" || k == "original" {
			continue
		}
		if at := strings.LastIndex(k, "node_modules/"); at >= 0 {
			k = k[at+len("node_modules/"):]
		}
		k, _, _ = strings.Cut(k, ", ") // yarn's "ms@^2.0.0, ms@^2.1.1"
		k = strings.Trim(k, `"'`)
		if at := strings.LastIndexByte(k, '@'); at > 0 {
			k = strings.TrimSuffix(k[:at], "@npm:")
		}
		return k
	}
	return ""
}

// add adds a package, each version of it once.
func (s *lockScanner) add(p pinned) {
	if p.name == "" || len(p.name) > maxNameBytes || s.seen[p] {
		return
	}
	p = pinned{strings.Clone(p.name), strings.Clone(p.version)}
	s.seen[p] = true
	s.all = append(s.all, p)
}

// maxNameBytes is the longest name of a package.
const maxNameBytes = 120

// oneLine reads a package from a line that has both its name and its version.
//
//	golang.org/x/mod v0.2.0/go.mod h1:s0Qsj1ACt9ePp/hMypM3fl4fZqREWJwdYDEqhRiZZUA=
//	rack (3.0.8)
//	'@babel/core@7.23.0(supports-color@8.1.1)':
//	"ms": ["ms@2.1.3", "", {}, "sha512-6FlzubTLZG3J"],
//	com.example:core:1.2=compileClasspath
//	"jason": {:hex, :jason, "1.4.0", "e855647bc964"
func oneLine(t string) (pinned, bool) {
	if w := strings.Fields(t); len(w) == 3 && strings.HasPrefix(w[2], "h1:") {
		return pinned{w[0], strings.TrimSuffix(w[1], "/go.mod")}, true
	}
	if name, rest, ok := strings.Cut(strings.TrimSuffix(t, ":"), " ("); ok {
		v, isEnd := strings.CutSuffix(rest, ")")
		return pinned{name, v}, isEnd && isVersion(v) && !strings.Contains(name, " ")
	}
	if key, ok := strings.CutSuffix(t, ":"); ok {
		key, _, _ = strings.Cut(strings.Trim(key, `"'/`), "(")
		return atVersion(key)
	}
	if _, rest, ok := strings.Cut(t, `": ["`); ok {
		value, _, _ := strings.Cut(rest, `"`)
		return atVersion(value)
	}
	if key, rest, ok := strings.Cut(t, `": {:`); ok {
		_, rest, _ = strings.Cut(rest, `"`)
		v, _, _ := strings.Cut(rest, `"`)
		return pinned{strings.Trim(key, `"`), v}, isVersion(v)
	}
	if coordinate, _, ok := strings.Cut(t, "="); ok && strings.Count(coordinate, ":") == 2 {
		i := strings.LastIndexByte(coordinate, ':')
		return pinned{coordinate[:i], coordinate[i+1:]}, isVersion(coordinate[i+1:])
	}
	return pinned{}, false
}

// atVersion reads "name@1.2.3".
func atVersion(s string) (pinned, bool) {
	i := strings.LastIndexByte(s, '@')
	if i <= 0 || !isVersion(s[i+1:]) || strings.Contains(s, ", ") {
		return pinned{}, false
	}
	return pinned{s[:i], s[i+1:]}, true
}

// isVersion reports whether a text is a version, not a range of them: it starts with a digit and has no blank.
func isVersion(s string) bool {
	return s != "" && parse.Digit(s[0]) && len(s) < 60 && !strings.ContainsAny(s, " <>|^~*,'\"")
}

// keyAndValue splits a line of JSON, TOML, YAML or yarn's own form: `"version": "1.2.3"`, `version "1.2.3"`. A line
// that opens a block has its bracket for a value, or none.
func keyAndValue(t string) (key, value string) {
	if t[0] == '{' || t[0] == '[' {
		return "", t[:1]
	}
	if t[0] == '"' || t[0] == '\'' {
		if i := strings.IndexByte(t[1:], t[0]); i >= 0 {
			return t[1 : 1+i], strings.TrimLeft(t[i+2:], " :=")
		}
	}
	i := strings.IndexAny(t, " :=")
	if strings.HasSuffix(t, ":") || strings.HasSuffix(t, "{") { // a key with blanks: provider "x/y" {
		t = strings.TrimRight(t, " :{")
		if _, quoted, ok := strings.Cut(t, `"`); ok {
			return strings.TrimSuffix(quoted, `"`), ""
		}
		return t, ""
	}
	if i < 0 {
		return "", t
	}
	return t[:i], strings.TrimLeft(t[i:], " :=")
}

// unquoted is a value without its quotes.
func unquoted(v string) string { return strings.Trim(v, `"'`) }
