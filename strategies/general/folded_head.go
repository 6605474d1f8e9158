package general

import (
	"slices"
	"strings"
	"unicode"

	"github.com/toktee/toktee/strategies"
)

// titled returns the line above the dense form. Its source is the first diagnostic that has a file.
func titled(text string, groups []group, list []placed) strategies.Fact {
	first := groups[0]
	for i := range groups {
		if groups[i].rank < first.rank {
			first = groups[i]
		}
	}
	source := max(0, slices.IndexFunc(list, func(d placed) bool { return d.file != "" }))
	return strategies.Fact{
		Kind: strategies.KindPart, Rank: first.rank, Text: text, Second: first.behind, Sources: list[source].sources(),
	}
}

// commonTitle returns the common parts of all diagnostics, or "" if they have none: "each [W], in app/views/:".
func commonTitle(dir, sign string) string {
	var parts []string
	if sign != "" {
		parts = append(parts, "each "+strings.TrimSpace(sign))
	}
	if dir != "" {
		parts = append(parts, "in "+dir)
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + ":"
}

// longPath is the length in bytes from which a path is shortened to its last folder if space is scarce.
const longPath = 24

// shortTitle returns a title in which only the last folder of its path is kept, or "" if that isn't shorter.
func shortTitle(title, dir string) string {
	i := strings.LastIndex(title, dir)
	if len(dir) < longPath || i < 0 {
		return ""
	}
	last := dir[len(upTo(strings.TrimRight(dir, `/\`))):]
	switch {
	case last == dir:
		return ""
	case strings.HasSuffix(last, "/"), strings.HasSuffix(last, `\`):
		last = "…/" + last
	}
	return title[:i] + last + title[i+len(dir):]
}

// A file's name of up to shortName bytes isn't written once above up to fewPlaces: whole places are easier to use.
const (
	shortName = 7
	fewPlaces = 16
)

// sharedPath returns the directory that the files of all diagnostics share, with its slash, or the file if there is
// only one. It returns "" if writing the path once saves too little. The rest of each path should still open as it is.
// So a single directory stays in the paths, and so does the last one of an absolute path.
func sharedPath(list []placed) string {
	first := slices.IndexFunc(list, func(d placed) bool { return d.file != "" })
	if first < 0 {
		return ""
	}
	dir, one := list[first].file, true
	for i := range list {
		f := list[i].file
		if f == dir || f == "" {
			continue
		}
		one = false
		n := 0
		for n < min(len(dir), len(f)) && dir[n] == f[n] {
			n++
		}
		dir = upTo(dir[:n])
	}
	noFile := func(d placed) bool { return d.file == "" } // what names no place isn't the file's
	if one && (len(dir) <= shortName && len(list) <= fewPlaces || slices.ContainsFunc(list, noFile)) {
		one, dir = false, upTo(dir)
	}
	if !one && (strings.HasPrefix(dir, "/") || strings.HasPrefix(dir, `\`) || strings.Contains(dir, `:\`)) {
		dir = upTo(strings.TrimRight(dir, `/\`))
	}
	if len(dir) < 3 || len(dir) > maxPath || !one && upTo(strings.TrimRight(dir, `/\`)) == "" {
		return ""
	}
	return dir
}

// upTo returns a path up to its last slash.
func upTo(path string) string { return path[:strings.LastIndexAny(path, `/\`)+1] }

// Longest sign of a severity that is written once, such as "[W]" and "C:", and longest word in brackets, such as
// "[WARNING]" and "[lint:go]".
const (
	maxSign = 3
	maxTag  = 20
)

// sharedSign returns the sign that all messages open with, and the blanks after it: "[W] ".
func sharedSign(list []placed) string {
	m := list[0].message
	i := strings.IndexByte(m, ' ')
	if i <= 0 || !strings.ContainsFunc(m[:i], unicode.IsLetter) || i > 1 && isWord(m[:i]) ||
		i > maxSign && (i > maxTag || m[0] != '[' || m[i-1] != ']') {
		return ""
	}
	for m[i] == ' ' {
		i++
	}
	for j := range list {
		if !strings.HasPrefix(list[j].message, m[:i]) || len(list[j].message) == i {
			return ""
		}
	}
	return m[:i]
}

// isWord reports whether a text is letters alone.
func isWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
}
