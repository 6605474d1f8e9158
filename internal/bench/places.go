package bench

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
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
		return regexp.MustCompile(`(?m)^… (\d+) lines?(?: \((\d+)(?:-(\d+))?\))?$`)
	})
)

// strangePath returns the first path of the text that stands in neither the output nor the call.
func (t *truth) strangePath(text string) (string, bool) {
	for _, p := range pathLike().FindAllString(text, -1) {
		if !t.says(p) && !t.says(strings.TrimRight(p, ".-")) && !t.keys(p) {
			return p, true
		}
	}
	return "", false
}

// keys reports whether a path is keys of a document, joined by dots, of which the last holds the slash.
func (t *truth) keys(p string) bool {
	for i := range len(p) {
		if p[i] == '.' && i > 0 && t.says(p[i+1:]) && !slices.ContainsFunc(strings.Split(p[:i], "."), func(k string) bool { return !t.says(k) }) {
			return true
		}
	}
	return false
}

// strangePlace returns the first place of the text, file and line, that the output doesn't name: not as it is, not on one
// line in other words, not as a number that opens a line of a part about the file.
func (t *truth) strangePlace(text string) (string, bool) {
	for _, m := range placeLike().FindAllStringSubmatch(text, -1) {
		if !t.says(m[0]) && !t.names(m[1], m[2]) {
			return m[0], true
		}
	}
	return "", false
}

// says reports whether a word stands in the output or the call.
func (t *truth) says(s string) bool {
	if strings.Contains(t.clean, s) {
		return true
	}
	for _, in := range []string{t.c.Command, t.c.Path, t.c.Pattern, t.c.Intent, string(t.c.Args)} {
		if strings.Contains(in, s) {
			return true
		}
	}
	return false
}

// names reports whether the output speaks of a line of a file in some form.
func (t *truth) names(file, line string) bool {
	about := strings.Contains(t.c.Path, file) || strings.Contains(t.c.Command, file)
	for l := range strings.Lines(t.clean) {
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

// gapsAgree compares the gaps that the text states with those that the result declares.
func (t *truth) gapsAgree(out *Output) (string, bool) {
	for _, m := range gapLike().FindAllStringSubmatch(out.Text, -1) {
		if strings.Contains(t.clean, m[0]) {
			continue // the output's own words
		}
		n, _ := strconv.Atoi(m[1])
		if !declared(out.Omissions, n, m[2], m[3]) {
			return m[0], false
		}
	}
	return "", true
}

// declared reports whether there is an omission of n lines, in the range that is named.
func declared(omissions []Omission, n int, first, last string) bool {
	for _, o := range omissions {
		if o.Lines == (Range{}) || o.Lines.Last-o.Lines.First+1 != n {
			continue
		}
		if first == "" || first == strconv.Itoa(o.Lines.First) && (last == "" || last == strconv.Itoa(o.Lines.Last)) {
			return true
		}
	}
	return false
}
