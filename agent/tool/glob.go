package tool

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A glob is a pattern for paths with slashes, in the language of [doublestar.Match]: * and ? stop at slashes, **
// matches any number of folders, [a-z] is a class, {a,b} is a choice. A pattern without a slash is compared with the
// last part of a path alone, so that *.go matches in every folder and /*.go in the root. A nil glob matches every
// path.
type glob struct {
	pattern string
	base    bool // the pattern has no slash
}

const (
	// maxChoices limits the patterns that a glob expands to, as {a,b}{c,d} expands to four: they are compared one after
	// the other, and nothing asks the context meanwhile.
	maxChoices = 1000
	// maxGlob is the longest glob in bytes.
	maxGlob = 4096
)

// parseGlob checks a glob. For the empty one it returns nil.
func parseGlob(s string) (*glob, error) {
	if s == "" {
		return nil, nil
	}
	if len(s) > maxGlob {
		return nil, badInput("the glob has %d bytes: want up to %d", len(s), maxGlob)
	}
	pattern, choices := pairBraces(s)
	if choices > maxChoices {
		return nil, badInput("glob %q has more than %d patterns", s, maxChoices)
	}
	if !doublestar.ValidatePattern(pattern) {
		return nil, badInput("glob %q: %w", s, doublestar.ErrBadPattern)
	}
	pattern = strings.TrimPrefix(pattern, "./")
	return &glob{pattern: strings.TrimPrefix(pattern, "/"), base: !strings.Contains(pattern, "/")}, nil
}

func (g *glob) match(name string) bool {
	if g == nil {
		return true
	}
	if g.base {
		name = path.Base(name)
	}
	return doublestar.MatchUnvalidated(g.pattern, name)
}

// braceLevel counts the patterns between a brace and its partner: those of the choices that a comma has ended, and
// those of the present choice.
type braceLevel struct{ ended, present int }

// pairBraces counts the patterns without choices that a glob expands to, up to one more than is allowed. Braces
// without a partner, which are an error for the library, mean themselves in the glob that it returns: a closing one
// alone, and all of them if one isn't closed.
func pairBraces(glob string) (pattern string, choices int) {
	levels := []braceLevel{{present: 1}}
	var all, lone []int // places of braces
	for i := 0; i < len(glob); i++ {
		top := len(levels) - 1
		switch glob[i] {
		case '\\':
			i++
		case '[':
			i = classEnd(glob, i)
		case '{':
			all = append(all, i)
			levels = append(levels, braceLevel{present: 1})
		case ',':
			if top > 0 {
				levels[top].ended += levels[top].present
				levels[top].present = 1
			}
		case '}':
			all = append(all, i)
			if top == 0 {
				lone = append(lone, i)
				break
			}
			within := levels[top].ended + levels[top].present
			levels = levels[:top]
			levels[top-1].present = min(levels[top-1].present*within, maxChoices+1)
		}
	}
	if len(levels) > 1 {
		return escapeAt(glob, all), 1
	}
	return escapeAt(glob, lone), levels[0].present
}

// classEnd returns the place of the bracket that ends the class at a place, or the glob's end.
func classEnd(glob string, at int) int {
	for at++; at < len(glob) && glob[at] != ']'; at++ {
		if glob[at] == '\\' {
			at++
		}
	}
	return at
}

// escapeAt returns a glob with a backslash before the bytes at some places, which rise.
func escapeAt(glob string, places []int) string {
	for _, at := range slices.Backward(places) {
		glob = glob[:at] + `\` + glob[at:]
	}
	return glob
}
