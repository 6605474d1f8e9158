package parse

import (
	"strconv"
	"strings"
)

// GitPath is a path as it was before git put it in quotes, with U+FFFD for bytes that aren't UTF-8:
//
//	"caf\303\251.txt"
func GitPath(s string) string {
	if len(s) < 2 || s[0] != '"' {
		return s
	}
	if path, err := strconv.Unquote(s); err == nil {
		return strings.ToValidUTF8(path, "\uFFFD")
	}
	return s
}
