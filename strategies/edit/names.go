package edit

import (
	"path"
	"strconv"
	"strings"
)

// names are the paths of a git section: what its "diff --git" line and the lines below it say.
type names struct {
	path, old string
	status    string
}

// gitNames reads the paths of a section from its "diff --git" line and the next lines of its header, which it gets from
// next until that returns false.
func gitNames(line string, next func(i int) (string, bool)) names {
	left, right := splitGit(strings.TrimPrefix(line, "diff --git "))
	plain := left == right // git was told to leave out a/ and b/
	strip := func(p string) string {
		if _, rest, ok := strings.Cut(p, "/"); ok && !plain {
			return rest
		}
		return p
	}
	n := names{path: strip(right)}
	if n.path == "" {
		n.path = right
	}
	var minus string
	for i := 1; i < headerLines; i++ {
		t, ok := next(i)
		if !ok {
			break
		}
		key, value := headerField(t)
		switch key {
		case "new file mode":
			n.status = added
		case "deleted file mode":
			n.status = deleted
		case "rename from":
			n.old, n.status = unquote(value), renamed
		case "copy from":
			n.old, n.status = unquote(value), copied
		case "rename to", "copy to":
			n.path = unquote(value)
		case "old mode":
			if n.status == "" {
				n.status = mode
			}
		case "---":
			minus = fileName(value)
		case "+++":
			if n.status == mode {
				n.status = "" // more than its mode changes
			}
			if n.status == renamed || n.status == copied {
				return n
			}
			switch p := fileName(value); {
			case p != "/dev/null":
				n.path = strip(p)
			case minus != "":
				n.path = strip(minus)
			}
			return n
		case "Binary files", "GIT binary patch":
			if n.status == mode {
				n.status = ""
			}
			return n
		case "", "@@":
			return n
		}
	}
	return n
}

// headerLines is how many lines the header of a section has at most.
const headerLines = 16

// fields are how the lines of a git header open.
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
			return unquote(q), unquote(strings.TrimPrefix(t[len(q):], " "))
		}
	}
	if strings.HasSuffix(t, `"`) {
		if i := strings.Index(t, ` "`); i >= 0 {
			return t[:i], unquote(t[i+1:])
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

// unquote undoes git's quoting of odd paths.
func unquote(t string) string {
	t = strings.TrimRight(t, "\r")
	if len(t) >= 2 && t[0] == '"' {
		if s, err := strconv.Unquote(t); err == nil {
			return strings.ToValidUTF8(s, "\uFFFD")
		}
	}
	return t
}

// fileName is the path in what follows "--- " or "+++ ": it ends at a tab, or where diff wrote a date behind a blank.
func fileName(t string) string {
	if strings.HasPrefix(t, `"`) {
		if q, err := strconv.QuotedPrefix(t); err == nil {
			return unquote(q)
		}
	}
	t, _, _ = strings.Cut(t, "\t")
	t = strings.TrimRight(t, "\r")
	for i := strings.IndexByte(t, ' '); i >= 0 && i < len(t); {
		if isDate(t[i+1:]) {
			return strings.TrimRight(t[:i], " ")
		}
		j := strings.IndexByte(t[i+1:], ' ')
		if j < 0 {
			break
		}
		i += 1 + j
	}
	return t
}

// isDate reports whether a text opens like 2024-01-31.
func isDate(t string) bool {
	if len(t) < 10 || t[4] != '-' || t[7] != '-' {
		return false
	}
	for i, c := range []byte(t[:10]) {
		if i != 4 && i != 7 && (c < '0' || c > '9') {
			return false
		}
	}
	return len(t) == 10 || t[10] == ' '
}

// plainNames are the paths of a section that begins with "--- " and "+++ ".
func plainNames(minus, plus string) names {
	old, new := fileName(minus), fileName(plus)
	switch {
	case new == "/dev/null":
		return names{path: strings.TrimPrefix(old, "a/"), status: deleted}
	case old == "/dev/null":
		return names{path: strings.TrimPrefix(new, "b/"), status: added}
	case strings.HasPrefix(old, "a/") && strings.HasPrefix(new, "b/"):
		return names{path: new[2:]}
	}
	return names{path: new}
}

// differNames reads "a/x and b/x differ": the path is the second.
func differNames(t string) (p string, ok bool) {
	t, ok = strings.CutSuffix(t, " differ")
	if !ok || len(t) > 8<<10 {
		return "", false
	}
	for at := 0; ; {
		i := strings.Index(t[at:], " and ")
		if i < 0 {
			break
		}
		left, right := t[:at+i], t[at+i+len(" and "):]
		if path.Base(left) == path.Base(right) {
			return right, true
		}
		at += i + 1
	}
	if i := strings.LastIndex(t, " and "); i >= 0 {
		return t[i+len(" and "):], true
	}
	return "", false
}
