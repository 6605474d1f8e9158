package tool

import (
	"regexp"
	"strconv"
	"strings"
)

// unifiedReader reads a unified diff, of git or of diff -u.
type unifiedReader struct {
	lines   []string
	i       int
	patches []filePatch
	file    *filePatch // the one that is being read
	git     bool       // it began with a line of git's, and may have no hunks
	moved   bool       // git says that it gets another name
}

func parseUnified(lines []string) ([]filePatch, error) {
	r := &unifiedReader{lines: lines}
	for r.i < len(r.lines) {
		if err := r.next(); err != nil {
			return nil, err
		}
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	if len(r.patches) == 0 {
		return nil, badInput("it is no patch: want a unified diff (---, +++, @@) or an envelope from *** Begin Patch to *** End Patch")
	}
	return r.patches, nil
}

// unsupported are lines of git that say what can't be done here.
var unsupported = []string{"GIT binary patch", "Binary files ", "copy from ", "old mode "}

// next reads what stands at the present line.
func (r *unifiedReader) next() error {
	line := strings.TrimSuffix(r.lines[r.i], "\r")
	for _, u := range unsupported {
		if r.file != nil && strings.HasPrefix(line, u) {
			return badInput("line %d of the patch: %q: binary files, copies and modes aren't applied", r.i+1, cut(line, 80))
		}
	}
	if line == "rename from " || line == "rename to " {
		return badInput("line %d of the patch: a file without a name", r.i+1)
	}
	value, isTo := strings.CutPrefix(line, "rename to ")
	switch {
	case strings.HasPrefix(line, "diff --git "):
		if err := r.end(); err != nil {
			return err
		}
		from, to := gitNames(strings.TrimPrefix(line, "diff --git "))
		r.file, r.git, r.moved = &filePatch{from: from, to: to}, true, false
	case r.headed():
		return r.names()
	case strings.HasPrefix(line, "@@ "):
		if r.file == nil {
			return badInput("line %d of the patch: a hunk without the names of its files (---, +++)", r.i+1)
		}
		return r.hunk()
	case r.file == nil || !r.git: // a text around it
	case strings.HasPrefix(line, "new file mode "):
		r.file.from = ""
	case strings.HasPrefix(line, "deleted file mode "):
		r.file.to = ""
	case strings.HasPrefix(line, "rename from "):
		r.file.from = unquoted(strings.TrimPrefix(line, "rename from "))
	case isTo:
		r.file.to, r.moved = unquoted(value), true
	}
	r.i++
	return nil
}

// end ends a file.
func (r *unifiedReader) end() error {
	f := r.file
	r.file = nil
	switch {
	case f == nil:
		return nil
	case f.from == "" && f.to == "":
		return badInput("line %d of the patch: what stands above names no file", r.i)
	case len(f.hunks) == 0 && (!r.git || f.from == f.to):
		return nil
	}
	if f.from == "" {
		f.content, _ = applyHunks("", f)
		f.hunks = nil
	}
	r.patches = append(r.patches, *f)
	return nil
}

// headed reports whether the names of two files stand here.
func (r *unifiedReader) headed() bool {
	return strings.HasPrefix(r.lines[r.i], "--- ") && r.i+1 < len(r.lines) && strings.HasPrefix(r.lines[r.i+1], "+++ ")
}

// names reads the names of a file, before and after.
func (r *unifiedReader) names() error {
	if r.file == nil || len(r.file.hunks) > 0 || !r.git {
		if err := r.end(); err != nil {
			return err
		}
		r.file, r.git, r.moved = &filePatch{}, false, false
	}
	from, to := headerName(r.lines[r.i][4:]), headerName(r.lines[r.i+1][4:])
	r.i += 2
	if from == "" || to == "" {
		return badInput("line %d of the patch: a file without a name", r.i)
	}
	const none = "/dev/null"
	a, okA := strings.CutPrefix(from, "a/")
	b, okB := strings.CutPrefix(to, "b/")
	if (okA || from == none) && (okB || to == none) {
		from, to = a, b
	}
	if from == none {
		from = ""
	}
	if to == none {
		to = ""
	}
	if from == "" && to == "" {
		return badInput("line %d of the patch: no file is named", r.i)
	}
	if !r.moved && from != "" && to != "" && from != to {
		// diff -u compares a file with its copy, and git may be told to write other letters than a and b.
		if _, x, ok := strings.Cut(from, "/"); ok && strings.HasSuffix(to, "/"+x) && r.git {
			to = x
		}
		from = to
	}
	r.file.from, r.file.to = from, to
	return nil
}

// headerName is a name without the time that may stand behind it.
func headerName(s string) string {
	s, _, _ = strings.Cut(strings.TrimSuffix(s, "\r"), "\t")
	return unquoted(strings.TrimRight(s, " "))
}

func unquoted(s string) string {
	if u, err := strconv.Unquote(s); err == nil && s[0] == '"' {
		return u
	}
	return s
}

// gitNames are the names of "a/x b/y". They are only needed where nothing else names the file, and then they are equal.
func gitNames(s string) (from, to string) {
	if half := len(s) / 2; len(s)%2 == 1 && s[half] == ' ' {
		a, b := unquoted(s[:half]), unquoted(s[half+1:])
		a, okA := strings.CutPrefix(a, "a/")
		b, okB := strings.CutPrefix(b, "b/")
		if okA && okB && a == b {
			return a, b
		}
	}
	return "", ""
}

var hunkHeader = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// hunk reads a hunk. Models miscount its lines: where the numbers don't fit, it ends where it can't go on.
func (r *unifiedReader) hunk() error {
	header := strings.TrimSuffix(r.lines[r.i], "\r")
	h := hunk{header: header}
	oldN, newN := -1, -1
	if m := hunkHeader.FindStringSubmatch(header); m != nil {
		h.line, _ = strconv.Atoi(m[1])
		oldN, newN = count(m[2]), count(m[4])
		h.header = m[0]
	}
	r.i++
	n, ok := r.counted(oldN, newN)
	if !ok {
		n = r.uncounted()
	}
	for _, l := range r.lines[r.i : r.i+n] {
		if strings.HasPrefix(l, `\`) {
			if len(h.ops) > 0 {
				last := h.ops[len(h.ops)-1].kind
				h.oldBare = h.oldBare || last != '+'
				h.newBare = h.newBare || last != '-'
			}
			continue
		}
		o := newOp(l)
		if r.file.from == "" && l != "" {
			o.text = l[1:] // a new file has the line ends of the patch
		}
		h.ops = append(h.ops, o)
	}
	if len(h.ops) == 0 {
		return badInput("line %d of the patch: the hunk %s is empty", r.i, h.header)
	}
	r.i += n
	r.file.hunks = append(r.file.hunks, h)
	return nil
}

func count(s string) int {
	if s == "" {
		return 1
	}
	n, _ := strconv.Atoi(s)
	return n
}

// counted is how many lines a hunk has by its numbers, if they fit.
func (r *unifiedReader) counted(oldN, newN int) (n int, ok bool) {
	body := r.lines[r.i:]
	for n < len(body) && (oldN > 0 || newN > 0) {
		l := body[n]
		switch {
		case strings.TrimSuffix(l, "\r") == "", l[0] == ' ':
			oldN--
			newN--
		case l[0] == '-':
			oldN--
		case l[0] == '+':
			newN--
		case l[0] != '\\':
			return 0, false
		}
		n++
	}
	if n < len(body) && strings.HasPrefix(body[n], `\`) {
		n++
	}
	return n, oldN == 0 && newN == 0 && (n == len(body) || r.endsHunk(r.i+n))
}

// endsHunk reports whether a line can't be one of a hunk's.
func (r *unifiedReader) endsHunk(i int) bool {
	l := strings.TrimSuffix(r.lines[i], "\r")
	named := strings.HasPrefix(l, "--- ") && i+1 < len(r.lines) && strings.HasPrefix(r.lines[i+1], "+++ ")
	signature := l == "-- "
	return l == "" || named || signature || !strings.ContainsRune(" +-\\", rune(l[0]))
}

// uncounted is how many lines a hunk has by their look.
func (r *unifiedReader) uncounted() int {
	n := 0
	for r.i+n < len(r.lines) && (strings.TrimSuffix(r.lines[r.i+n], "\r") == "" || !r.endsHunk(r.i+n)) {
		n++
	}
	for n > 0 && strings.TrimSuffix(r.lines[r.i+n-1], "\r") == "" {
		n-- // empty lines before the next file
	}
	return n
}
