package score

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/toktee/toktee/result"
)

var (
	// pathLike are words with a slash between names.
	pathLike = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[\pL\pN_.@~+-]*(?:/[\pL\pN_.@+-]+)+`)
	})
	// placeLike are files with a line number.
	placeLike = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`([\pL\pN_./@~+\\-]+\.\pL[\pL\pN]*):(\d+)\b`)
	})
	// gapLike are markers of lines that are left out.
	gapLike = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^… (\d+) lines?(?:, \d+ \w+)?(?: in \d+ \w+)?(?: \((\d+)(?:-(\d+))?\))?$`)
	})
)

// strangePath returns the first path of the text that neither the output nor the call has.
func (t *Truth) strangePath(text string) (string, bool) {
	for _, p := range pathLike().FindAllString(text, -1) {
		if t.has(p) || t.has(strings.TrimRight(p, ".-")) || t.isKeys(p) || t.isBranch(p) {
			continue
		}
		return p, true
	}
	return "", false
}

// isKeys reports whether a path is keys of a document, joined by dots, of which the last has the slash:
// "exports../tool" of {"exports": {"./tool": 1}}.
func (t *Truth) isKeys(p string) bool {
	for i := range len(p) {
		if i == 0 || p[i] != '.' {
			continue
		}
		if t.has(p[i+1:]) && t.hasAll(strings.Split(p[:i], ".")) {
			return true
		}
	}
	return false
}

// isBranch reports whether a path is one in a tree, each of whose lines has one name, or below a folder's heading.
func (t *Truth) isBranch(p string) bool {
	isTree := strings.Contains(t.Clean, "── ") || strings.Contains(t.Clean, "-- ") || strings.Contains(t.Clean, ":\n")
	return isTree && t.hasAll(strings.Split(p, "/"))
}

func (t *Truth) hasAll(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !t.has(w) })
}

// strangePlace returns the first place of the text, file and line, that the output doesn't name: not as it is, not on
// one line in other words, not as a number that opens a line of a part about the file.
func (t *Truth) strangePlace(text string) (string, bool) {
	for _, m := range placeLike().FindAllStringSubmatch(text, -1) {
		if !t.has(m[0]) && !t.names(m[1], m[2]) {
			return m[0], true
		}
	}
	return "", false
}

// has reports whether the output or the call has a word.
func (t *Truth) has(s string) bool {
	if strings.Contains(t.Clean, s) {
		return true
	}
	return slices.ContainsFunc(callTexts(t.Case), func(in string) bool { return strings.Contains(in, s) })
}

// names reports whether the output names a line of a file in some form.
func (t *Truth) names(file, line string) bool {
	about := strings.Contains(t.Case.Path, file) || strings.Contains(t.Case.Command, file)
	for l := range strings.Lines(t.Clean) {
		here := strings.Contains(l, file)
		about = about || here
		if !about {
			continue
		}
		for run := range digitRuns(l) {
			if run == line && (here || strings.HasPrefix(strings.TrimLeft(l, " \t"), line)) {
				return true
			}
		}
	}
	return false
}

// undeclaredGap returns the first gap that the text states and the result doesn't declare.
func (t *Truth) undeclaredGap(out *Output) (gap string, found bool) {
	for _, m := range gapLike().FindAllStringSubmatch(out.Text, -1) {
		if strings.Contains(t.Clean, m[0]) {
			continue // the output's own words
		}
		n, _ := strconv.Atoi(m[1])
		if !declared(out.Omissions, n, m[2], m[3]) {
			return m[0], true
		}
	}
	return "", false
}

// declared reports whether there is an omission of n lines in the named range. first and last are "" if the text
// doesn't name them.
func declared(omissions []result.Omission, n int, first, last string) bool {
	return slices.ContainsFunc(omissions, func(o result.Omission) bool {
		if !ofLines(&o) || count(o.Lines) != n {
			return false
		}
		if first == "" {
			return true
		}
		lines := named(&o)
		return first == strconv.Itoa(lines[0]) && (last == "" || last == strconv.Itoa(lines[1]))
	})
}
