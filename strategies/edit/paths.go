package edit

import (
	"path"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

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
	return names{path: new, other: old}
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

// fileName returns the path after "--- " or "+++ ". It ends at a tab, or at a blank before diff's date.
func fileName(t string) string {
	if strings.HasPrefix(t, `"`) {
		if q, err := strconv.QuotedPrefix(t); err == nil {
			return parse.GitPath(q)
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
	const form = "0000-00-00"
	if len(t) < len(form) || len(t) > len(form) && t[len(form)] != ' ' {
		return false
	}
	for i := range len(form) {
		if form[i] == '-' && t[i] != '-' || form[i] == '0' && !parse.Digit(t[i]) {
			return false
		}
	}
	return true
}
