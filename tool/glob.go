package tool

import (
	"path"
	"strings"
)

// glob is a pattern of names: * and ? stop at slashes, ** doesn't, [a-z] is a class, {a,b} is a choice. One without a
// slash is for the last part of a path.
type glob struct {
	patterns []string // without braces
	base     bool
}

const (
	// maxChoices is how many patterns braces may stand for.
	maxChoices = 1000
	// maxGlob is the longest glob in bytes: braces within braces cost its square.
	maxGlob = 4096
)

func parseGlob(s string) (*glob, error) {
	if s == "" {
		return nil, nil
	}
	if len(s) > maxGlob {
		return nil, badInput("the glob has %d bytes: want up to %d", len(s), maxGlob)
	}
	g := &glob{patterns: expandBraces(s)}
	if len(g.patterns) > maxChoices {
		return nil, badInput("glob %q stands for more than %d patterns", s, maxChoices)
	}
	g.base = true
	for i, p := range g.patterns {
		p = strings.TrimPrefix(p, "./")
		g.base = g.base && !strings.Contains(p, "/")
		for part := range strings.SplitSeq(p, "/") {
			if _, err := path.Match(part, ""); err != nil {
				return nil, badInput("glob %q: %w", s, err)
			}
		}
		g.patterns[i] = strings.TrimPrefix(p, "/")
	}
	return g, nil
}

// expandBraces returns what a pattern with choices stands for.
func expandBraces(s string) []string {
	open := strings.IndexByte(s, '{')
	if open < 0 {
		return []string{s}
	}
	depth, from := 0, open+1
	var parts []string
	for i := open; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case ',':
			if depth == 1 {
				parts = append(parts, s[from:i])
				from = i + 1
			}
		case '}':
			if depth--; depth > 0 {
				continue
			}
			parts = append(parts, s[from:i])
			var all []string
			for _, p := range parts {
				all = append(all, expandBraces(s[:open]+p+s[i+1:])...)
				if len(all) > maxChoices {
					break
				}
			}
			return all
		}
	}
	return []string{s} // a brace that isn't closed means itself
}

// match reports whether a path with slashes fits. A nil glob fits all.
func (g *glob) match(name string) bool {
	if g == nil {
		return true
	}
	if g.base {
		name = path.Base(name)
	}
	parts := strings.Split(name, "/")
	for _, p := range g.patterns {
		if matchParts(strings.Split(p, "/"), parts) {
			return true
		}
	}
	return false
}

// matchParts goes back to the last ** alone where something doesn't fit, so that no pattern takes more than the product of
// both lengths.
func matchParts(pattern, name []string) bool {
	p, n := 0, 0
	star, from := -1, 0 // the last **, and the first part that it doesn't take
	for n < len(name) {
		if p < len(pattern) && pattern[p] == "**" {
			star, from = p, n
			p++
			continue
		}
		if p < len(pattern) {
			if ok, _ := path.Match(pattern[p], name[n]); ok {
				p++
				n++
				continue
			}
		}
		if star < 0 {
			return false
		}
		from++
		p, n = star+1, from
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}
