package view

import (
	"bytes"
	"strconv"
)

// A diffState follows the lines of a unified diff. The numbers in a hunk's header give its length, so a deleted line
// such as "-- a/b" isn't mistaken for a header.
type diffState struct {
	old, new int    // lines of the hunk that are still to come
	path     string // of the file as it is afterwards, "" for none
}

// headers are how the lines before a hunk begin.
var headers = [][]byte{
	[]byte("diff "), []byte("--- "), []byte("+++ "), []byte("index "), []byte("new file mode "),
	[]byte("deleted file mode "), []byte("old mode "), []byte("new mode "), []byte("rename "), []byte("copy "),
	[]byte("similarity index "), []byte("dissimilarity index "), []byte("Binary files "), []byte("GIT binary patch"),
}

// next returns the kind of the next line, which is clean.
func (d *diffState) next(line []byte) DiffKind {
	if d.old > 0 || d.new > 0 {
		if kind, ok := d.inHunk(line); ok {
			return kind
		}
		d.old, d.new = 0, 0
	}
	if len(line) == 0 {
		return NoDiff
	}
	if line[0] == '\\' {
		return Context // \ No newline at end of file
	}
	if line[0] == '@' {
		if old, new, ok := hunkHead(line); ok {
			d.old, d.new = old, new
			return Hunk
		}
	}
	for _, h := range headers {
		if bytes.HasPrefix(line, h) {
			if h[0] == '+' {
				d.path = diffPath(line[len(h):])
			}
			return Header
		}
	}
	return NoDiff
}

// inHunk counts a line of a hunk. It is false for one that can't be in a hunk.
func (d *diffState) inHunk(line []byte) (DiffKind, bool) {
	first := byte(' ') // of a line without its blank, which mail and editors remove
	if len(line) > 0 {
		first = line[0]
	}
	switch first {
	case '+':
		d.new--
		return Added, d.new >= 0
	case '-':
		d.old--
		return Deleted, d.old >= 0
	case ' ':
		d.old--
		d.new--
		return Context, d.old >= 0 && d.new >= 0
	case '\\':
		return Context, true
	}
	return NoDiff, false
}

// hunkHead reads "@@ -12,7 +12,9 @@ func main() {": how many lines of the old and of the new file follow.
func hunkHead(line []byte) (old, new int, ok bool) {
	rest, found := bytes.CutPrefix(line, []byte("@@ -"))
	if !found {
		return 0, 0, false
	}
	a, rest, found := bytes.Cut(rest, []byte(" +"))
	if !found {
		return 0, 0, false
	}
	b, _, found := bytes.Cut(rest, []byte(" @@"))
	old, ok1 := hunkLength(a)
	new, ok2 := hunkLength(b)
	return old, new, found && ok1 && ok2
}

// hunkLength reads the length in "12,7"; without one, it is 1.
func hunkLength(s []byte) (int, bool) {
	start, n, found := bytes.Cut(s, []byte(","))
	if _, err := strconv.ParseUint(string(start), 10, 31); err != nil {
		return 0, false
	}
	if !found {
		return 1, true
	}
	v, err := strconv.ParseUint(string(n), 10, 31)
	return int(v), err == nil
}

// diffPath is the path in "b/cmd/main.go\t2026-11-23", without the prefix that git writes; "" for /dev/null.
func diffPath(s []byte) string {
	s, _, _ = bytes.Cut(s, []byte("\t"))
	path := string(bytes.TrimRight(s, "\r"))
	if path == "/dev/null" || len(path) > 4096 {
		return ""
	}
	if len(path) > 2 && path[1] == '/' && (path[0] == 'b' || path[0] == 'w' || path[0] == 'i') {
		return path[2:]
	}
	return path
}

// sniffDiff reports whether the head of an output holds a diff.
func sniffDiff(head []byte) bool {
	plus := bytes.Index(head, []byte("+++ "))
	return plus >= 0 && bytes.Contains(head[plus:], []byte("@@ -")) && bytes.Contains(head, []byte("--- "))
}
