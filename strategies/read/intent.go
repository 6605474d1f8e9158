package read

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
)

// wanted are the names and words in a caller's intent.
type wanted struct {
	names map[string]bool // identifiers, in lower case
	words map[string]bool // other words, in lower case and without endings
}

// maxIntent is how much of an intent is looked at, in bytes.
const maxIntent = 2000

// wantedBy reads an intent such as "Let me look at the session state and the `GetByAgentType` function."
func wantedBy(intent string) wanted {
	w := wanted{map[string]bool{}, map[string]bool{}}
	intent = intent[:min(len(intent), maxIntent)]
	for i, part := range strings.Split(intent, "`") {
		quoted := i%2 == 1
		for _, tok := range strings.FieldsFunc(part, isSeparator) {
			switch {
			case len(tok) < 3:
			case quoted || isName(tok):
				w.names[strings.ToLower(tok)] = true
			default:
				if s := stem(tok); len(s) > 3 && !stopWords()[s] && !stopWords()[strings.ToLower(tok)] {
					w.words[s] = true
				}
			}
		}
	}
	return w
}

// isSeparator reports whether a character parts words.
func isSeparator(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// empty reports whether the intent has nothing that could be looked for.
func (w wanted) empty() bool { return len(w.names) == 0 && len(w.words) == 0 }

// terms returns the names and words of the intent that occur in a word of the file.
func (w wanted) terms(word string) (terms []string) {
	if len(word) < 3 {
		return nil
	}
	if name := strings.ToLower(word); w.names[name] {
		terms = append(terms, name)
	}
	for _, p := range parts(word) {
		if w.words[p] && !slices.Contains(terms, p) {
			terms = append(terms, p)
		}
	}
	return terms
}

// isName reports whether a word is one that only code has: agentType, agent_type, HTTPServer.
func isName(tok string) bool {
	for i := 1; i < len(tok); i++ {
		if tok[i] == '_' || isHump(tok, i) {
			return true
		}
	}
	return false
}

// isHump reports whether a capital letter follows a small one at s[i], as in agentType.
func isHump(s string, i int) bool {
	if i == 0 || s[i] < 'A' || s[i] > 'Z' {
		return false
	}
	return s[i-1] >= 'a' && s[i-1] <= 'z'
}

// stem returns a word in lower case, without the commonest endings.
func stem(w string) string {
	w = strings.ToLower(w)
	for _, e := range [...]string{"ations", "ation", "ings", "ing", "ers", "er", "ies", "ed", "es", "s", "y", "e"} {
		if s, ok := strings.CutSuffix(w, e); ok && len(s) >= 3 {
			return s
		}
	}
	return w
}

// stopWords are words that don't help a search, as they are and stemmed: those of any sentence, and those with which
// agents describe their work.
var stopWords = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`
		about actual actually after again against already also another anyway around away because before being
		better between both could does doesn down during each either else enough even every everything exactly
		explicitly few first found from full going have here instead into itself just keep like likely long made
		many more most much must need next once only other over own perhaps probably quite rather really right same
		second several should since some something still such than that their them then there these thing this those
		though three through together under until upon using used very want well were what when where whether which
		while whole will with within without would your
		available carefully change check clear code codebase complete confirm continue correct correctly currently
		current detail different directly easy ensure exact exist explore expect figure file fine finish focus
		function general give good great happen help implement important inspect investigate issue know let look
		make mean might necessary perfect place plan please point problem properly question read ready relate
		relevant remain result see seem separate show similar simple simply specific specifically start step
		structure sure systematically take tell think tool try understand update use useful verify work wrong write`) {
		m[w], m[stem(w)] = true, true
	}
	return m
})

// parts returns the words of an identifier, stemmed.
func parts(name string) []string {
	var out []string
	start := 0
	flush := func(end int) {
		if end > start {
			out = append(out, stem(name[start:end]))
		}
	}
	for i := 0; i < len(name); i++ {
		switch name[i] {
		case '_', '.', ':', '-', ' ':
			flush(i)
			start = i + 1
		default:
			if isHump(name, i) {
				flush(i)
				start = i
			}
		}
	}
	flush(len(name))
	return out
}

// rankWanted ranks lines that the intent names above others: symbols whose names it has, and lines that hold a name.
func (f *file) rankWanted(w wanted, lines strategies.Lines) {
	if w.empty() {
		return
	}
	for i := range f.symbols {
		s := &f.symbols[i]
		if rank, ok := w.rankOf(s.Name[strings.LastIndexByte(s.Name, '.')+1:]); ok {
			f.set(s.Doc, s.Last, rank, true)
		}
	}
	if len(w.names) == 0 {
		return
	}
	for r := range f.rows(lines) {
		if r.i == 0 || r.i >= len(f.marks) {
			break
		}
		if holds(r.text, w.names) {
			f.set(r.i, r.i, strategies.Evidence, true)
		}
	}
}

// rankOf returns the rank of a symbol that the intent asks for, and whether it does. The intent names it, has two words
// of its name, or has its only word.
func (w wanted) rankOf(symbol string) (strategies.Rank, bool) {
	if w.names[strings.ToLower(symbol)] {
		return strategies.Evidence, true
	}
	ps := parts(symbol)
	hits := 0
	for _, p := range ps {
		if w.words[p] {
			hits++
		}
	}
	return strategies.Context, hits >= 2 || hits == 1 && len(ps) == 1
}

// holds reports whether a line holds one of the names as a word.
func holds(line string, wanted map[string]bool) bool {
	for w := range wordsIn(line) {
		if len(w) > 2 && wanted[strings.ToLower(w)] {
			return true
		}
	}
	return false
}

// names yields the words of a line that only code has.
func names(line string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range wordsIn(line) {
			if isName(w) && !yield(w) {
				return
			}
		}
	}
}

// wordsIn yields the words of a line: letters, digits and underscores.
func wordsIn(line string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(line); {
			j := i
			for j < len(line) && isWord(line[j]) {
				j++
			}
			if j > i && !yield(line[i:j]) {
				return
			}
			i = j + 1
		}
	}
}

// isWord reports whether a byte is part of a word.
func isWord(c byte) bool { return c == '_' || isLetter(c) || parse.Digit(c) }

// isLetter reports whether a byte is a letter of ASCII.
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
