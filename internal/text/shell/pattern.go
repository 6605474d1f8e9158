package shell

import (
	"errors"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxPattern is how many bytes a pattern may have.
const maxPattern = 500

// A Pattern selects commands by their words: "terraform plan *". A word "*" means any number of words, a "*"
// within a word any text. Options before a word of the pattern are skipped: "git log *" selects
// "git --no-pager log -3".
type Pattern struct{ words []string }

// ParsePattern reads a pattern.
func ParsePattern(text string) (Pattern, error) {
	words := strings.Fields(text)
	switch {
	case len(words) == 0:
		return Pattern{}, errors.New(`an empty pattern: want the words of a command, such as "terraform plan *"`)
	case len(text) > maxPattern:
		return Pattern{}, fmt.Errorf("a pattern of %d bytes: want at most %d", len(text), maxPattern)
	}
	return Pattern{words}, nil
}

// String returns the pattern as it is written.
func (p Pattern) String() string { return strings.Join(p.words, " ") }

// MatchesAny reports whether the pattern selects one of several commands, as [Words] returns them.
func (p Pattern) MatchesAny(commands [][]string) bool {
	for _, words := range commands {
		if p.matches(words) {
			return true
		}
	}
	return false
}

// matches compares the words from the last to the first: next[j] reports whether the rest of the pattern selects the
// words from j on.
func (p Pattern) matches(words []string) bool {
	n := len(words)
	next := make([]bool, n+1)
	next[n] = true
	for i := len(p.words) - 1; i >= 0; i-- {
		row := make([]bool, n+1)
		word := p.words[i]
		for j := n; j >= 0; j-- {
			switch {
			case word == "*":
				row[j] = next[j] || j < n && row[j+1]
			case j < n:
				skips := i > 0 && strings.HasPrefix(words[j], "-") && !strings.HasPrefix(word, "-")
				row[j] = wordMatches(word, words[j], i == 0) && next[j+1] || skips && row[j+1]
			}
		}
		next = row
	}
	return next[0]
}

// wordMatches compares a word with one of a pattern. A program is known by its name, in whatever folder it is.
func wordMatches(pattern, word string, program bool) bool {
	if program && !strings.Contains(pattern, "/") {
		word = baseName(word)
	}
	parts := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(word, parts[0])
	if len(parts) == 1 || !ok {
		return ok && rest == ""
	}
	for _, part := range parts[1 : len(parts)-1] {
		if _, rest, ok = strings.Cut(rest, part); !ok {
			return false
		}
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}

// Words returns the words of each command in a line, also of those in pipes, loops, substitutions and nested scripts:
// as they are written, and without what only wraps the command (sudo, env, timeout). Of a line that can't be parsed, it
// returns the words between separators.
func Words(line string) (list [][]string) {
	for _, c := range commands(line, 0) {
		list = append(list, c)
		if call, _ := unwrap(c); call.Name != "" {
			list = append(list, append([]string{call.Name}, call.Args...))
		}
	}
	return list
}

// commands returns the words of each command; nested counts the scripts around the line.
func commands(line string, nested int) (list [][]string) {
	f, ok := parseFile(line)
	if !ok {
		separates := func(r rune) bool { return strings.ContainsRune("\n;&|()`", r) }
		for part := range strings.FieldsFuncSeq(line, separates) {
			list = append(list, strings.Fields(part))
		}
		return list
	}
	w := &walker{src: line}
	syntax.Walk(f, func(n syntax.Node) bool {
		s, ok := n.(*syntax.Stmt)
		if !ok {
			return true
		}
		c, ok := s.Cmd.(*syntax.CallExpr)
		if !ok || len(c.Args) == 0 {
			return true
		}
		words := w.words(c.Args)
		list = append(list, words)
		call, _ := unwrap(words)
		if family := familyOf(call.Name); family != noShell && nested < maxNested {
			_, stdin := w.redirect(s.Redirs, toOut)
			if script, _, ok := nestedScript(family, call.Args, w.hereDoc(stdin)); ok {
				list = append(list, commands(script, nested+1)...)
			}
		}
		return true
	})
	return list
}
