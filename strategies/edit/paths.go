package edit

import (
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
	i := strings.LastIndex(t, " and ")
	if !ok || i < 0 {
		return "", false
	}
	return t[i+len(" and "):], true
}

// fileName returns the path after "--- " or "+++ ". It ends at a tab, behind which diff prints a date.
func fileName(t string) string {
	if strings.HasPrefix(t, `"`) {
		if q, err := strconv.QuotedPrefix(t); err == nil {
			return parse.GitPath(q)
		}
	}
	t, _, _ = strings.Cut(t, "\t")
	return strings.TrimRight(t, "\r")
}
