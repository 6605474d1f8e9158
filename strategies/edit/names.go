package edit

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// names are the paths of a git section, from its "diff --git" line and the lines below it.
type names struct {
	path, old string
	status    string
	other     string // the first of two files that diff was asked to compare
}

// gitNames reads the paths of a section from its "diff --git" line and the next lines of its header, which it gets from
// next until that returns false.
//
//	diff --git a/old.go b/new.go
//	similarity index 90%
//	rename from old.go
//	rename to new.go
func gitNames(line string, next func(i int) (string, bool)) names {
	left, right := splitGit(strings.TrimPrefix(line, "diff --git "))
	h := gitHeader{noPrefix: left == right}
	h.path = h.strip(right)
	if h.path == "" {
		h.path = right
	}
	for i := 1; i < headerLines; i++ {
		t, ok := next(i)
		if !ok || !h.field(t) {
			break
		}
	}
	return h.names
}

// gitHeader reads the header of a git section line by line.
type gitHeader struct {
	names
	noPrefix bool   // git was asked to leave out a/ and b/
	minus    string // the path after "---"
}

// strip is a path without its a/ or b/.
func (h *gitHeader) strip(p string) string {
	if _, rest, ok := strings.Cut(p, "/"); ok && !h.noPrefix {
		return rest
	}
	return p
}

// field takes a line of the header. It returns false for a line without anything about the paths.
func (h *gitHeader) field(t string) bool {
	key, value := headerField(t)
	switch key {
	case "new file mode":
		h.status = added
	case "deleted file mode":
		h.status = deleted
	case "rename from":
		h.old, h.status = parse.GitPath(value), renamed
	case "copy from":
		h.old, h.status = parse.GitPath(value), copied
	case "rename to", "copy to":
		h.path = parse.GitPath(value)
	case "old mode":
		if h.status == "" {
			h.status = mode
		}
	case "---":
		h.minus = fileName(value)
	case "+++":
		h.contentChanges()
		if h.status != renamed && h.status != copied {
			h.take(fileName(value))
		}
		return false
	case "Binary files", "GIT binary patch":
		h.contentChanges()
		return false
	case "":
		return false
	}
	return true
}

// contentChanges notes that more than the file's mode changes.
func (h *gitHeader) contentChanges() {
	if h.status == mode {
		h.status = ""
	}
}

// take takes the path after "+++", or the one after "---" if the file was deleted.
func (h *gitHeader) take(plus string) {
	switch {
	case plus != "/dev/null":
		h.path = h.strip(plus)
	case h.minus != "":
		h.path = h.strip(h.minus)
	}
}

// headerLines is how many lines the header of a section has at most.
const headerLines = 16

// fields are the words that open the lines of a git header.
var fields = [...]string{
	"index", "old mode", "new mode", "deleted file mode", "new file mode", "copy from", "copy to", "rename from",
	"rename to", "similarity index", "dissimilarity index", "mode", "---", "+++", "Binary files", "GIT binary patch",
}

// headerField splits a line of a git header; the key is "" for any other line.
func headerField(t string) (key, value string) {
	for _, f := range fields {
		if rest, ok := strings.CutPrefix(t, f); ok {
			if value, ok := strings.CutPrefix(rest, " "); ok {
				return f, value
			} else if rest == "" && f == "GIT binary patch" {
				return f, ""
			}
		}
	}
	return "", ""
}

// splitGit splits "a/x b/x", of which both may hold blanks or be quoted.
func splitGit(t string) (left, right string) {
	t = strings.TrimRight(t, "\r")
	if strings.HasPrefix(t, `"`) {
		if q, err := strconv.QuotedPrefix(t); err == nil {
			return parse.GitPath(q), parse.GitPath(strings.TrimPrefix(t[len(q):], " "))
		}
	}
	if strings.HasSuffix(t, `"`) {
		if i := strings.Index(t, ` "`); i >= 0 {
			return t[:i], parse.GitPath(t[i+1:])
		}
	}
	// Without a rename both sides have one length.
	if mid := len(t) / 2; len(t)%2 == 1 && t[mid] == ' ' {
		left, right = t[:mid], t[mid+1:]
		_, l, _ := strings.Cut(left, "/")
		_, r, _ := strings.Cut(right, "/")
		if left == right || l == r && l != "" {
			return left, right
		}
	}
	if i := strings.LastIndex(t, " b/"); i >= 0 {
		return t[:i], t[i+1:]
	}
	if i := strings.LastIndexByte(t, ' '); i >= 0 {
		return t[:i], t[i+1:]
	}
	return t, t
}
