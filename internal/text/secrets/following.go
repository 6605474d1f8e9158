package secrets

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// A following is the condition on the byte after a secret. A nil one allows any.
type following struct {
	set [256]answer // by the byte after the secret
	dot bool        // a full stop may follow too, if what follows that isn't of a word
}

type answer uint8

const (
	no answer = iota
	yes
	perhaps // regexp knows
)

// sentenceEnd is the ending that internal/gen adds to the patterns of gitleaks.
const sentenceEnd = `(?:[^\w.~-]|\.\W|\.?\z)`

// cutFollowing takes the condition on the text after a secret from the end of its pattern.
func cutFollowing(pattern string) (before string, f *following) {
	isFolded := strings.HasPrefix(pattern, "(?i)")
	if before, ok := strings.CutSuffix(pattern, sentenceEnd); ok {
		f := &following{dot: true}
		f.fill(`[^\w.~-]`, isFolded)
		return before, f
	}
	before, ok := strings.CutSuffix(pattern, `|\z)`)
	if at := strings.LastIndex(before, "(?:[^"); ok && at >= 0 {
		f := &following{}
		f.fill(before[at+3:], isFolded)
		return before[:at], f
	}
	return pattern, nil
}

// fill makes the set from one in the words of a pattern, such as [^\w-].
func (f *following) fill(set string, isFolded bool) {
	re, err := syntax.Parse(set, syntax.Perl)
	if err != nil || re.Op != syntax.OpCharClass {
		panic("secrets: not a set of characters: " + set)
	}
	for c := range f.set {
		switch {
		case c >= utf8.RuneSelf && isFolded && isFold(byte(c)):
			f.set[c] = perhaps
		case c >= utf8.RuneSelf || has(re, rune(c)):
			f.set[c] = yes
		}
	}
}

// at reports whether the condition holds at a place of a text. It always holds at the end.
func (f *following) at(text []byte, i int) answer {
	if f == nil || i == len(text) {
		return yes
	}
	c := text[i]
	if f.dot && c == '.' {
		if i+1 == len(text) {
			return yes
		}
		switch c := text[i+1]; {
		case c == '.', c == '-', c == '~':
			return yes
		default:
			return f.set[c]
		}
	}
	return f.set[c]
}

// has reports whether a character is of a set.
func has(set *syntax.Regexp, r rune) bool {
	for i := 0; i < len(set.Rune); i += 2 {
		if r >= set.Rune[i] && r <= set.Rune[i+1] {
			return true
		}
	}
	return false
}
