package ledger

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// ErrQuery is the error for a search without a word.
var ErrQuery = errors.New("nothing to search for: want a word of letters or digits")

// A term is a word or a phrase of a search, in small letters.
type term struct {
	text   string
	prefix bool // more letters may follow
}

// terms parses a search: words between blanks, and phrases in quotes. A trailing star makes either one a prefix.
func terms(text string) ([]term, error) {
	var list []term
	found := false
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		var t term
		if quoted, ok := strings.CutPrefix(text, `"`); ok {
			t.text, text, _ = strings.Cut(quoted, `"`)
			text, t.prefix = strings.CutPrefix(text, "*")
		} else {
			n := strings.IndexFunc(text, isBlank)
			if n < 0 {
				n = len(text)
			}
			t.text, t.prefix = strings.CutSuffix(text[:n], "*")
			text = text[n:]
		}
		if t.text, _ = fold(t.text); t.text == "" {
			continue
		}
		list = append(list, t)
		found = found || len(t.words()) > 0
	}
	if !found {
		return nil, ErrQuery
	}
	return list, nil
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }

// words are those of a term, as the index has them.
func (t *term) words() (words []string) {
	eachWord([]byte(t.text), nil, func(w []byte) { words = append(words, string(w)) })
	return words
}

// match is the query for SQLite's index: all words of all terms.
func match(list []term) string {
	var parts []string
	for _, t := range list {
		for i, w := range t.words() {
			part := `"` + w + `"`
			last, _ := utf8.DecodeLastRuneInString(t.text)
			if t.prefix && i == len(t.words())-1 && wordRune(last) {
				part += "*"
			}
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " ")
}

// marks returns the places of the terms in a line, or nil if one is missing. Case is ignored. A match cuts no word:
// "bar" matches in foo_bar.baz, and not in foobar.
func marks(list []term, line string) [][2]int {
	folded, places := fold(line)
	var all [][2]int
	for _, t := range list {
		n := len(all)
		for from := 0; ; {
			i := strings.Index(folded[from:], t.text)
			if i < 0 {
				break
			}
			i += from
			if end := i + len(t.text); t.wholeWord(folded, i, end) {
				all = append(all, [2]int{i, end})
				from = end
				continue
			}
			_, size := utf8.DecodeRuneInString(folded[i:])
			from = i + size
		}
		if len(all) == n {
			return nil
		}
	}
	for i := range all {
		if places != nil {
			all[i] = [2]int{places[all[i][0]], places[all[i][1]]}
		}
	}
	return joined(all)
}

// wholeWord reports whether a match at this place cuts no word.
func (t *term) wholeWord(line string, from, to int) bool {
	first, _ := utf8.DecodeRuneInString(t.text)
	before, _ := utf8.DecodeLastRuneInString(line[:from])
	if joins(before, first) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(t.text)
	after, _ := utf8.DecodeRuneInString(line[to:])
	return t.prefix || !joins(last, after)
}

// joins reports whether two adjacent characters belong to one word.
func joins(a, b rune) bool { return wordRune(a) && wordRune(b) && !alone(a) && !alone(b) }

// joined are marks in their order, those that overlap as one.
func joined(all [][2]int) [][2]int {
	slices.SortFunc(all, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	list := all[:0]
	for _, m := range all {
		if n := len(list); n > 0 && m[0] < list[n-1][1] {
			list[n-1][1] = max(list[n-1][1], m[1])
			continue
		}
		list = append(list, m)
	}
	return list
}
