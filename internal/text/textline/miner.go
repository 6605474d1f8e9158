package textline

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// Miner sorts the lines of a log by kind: lines that differ only in their values have one template.
//
//	connected to 10.0.0.7 in 12 ms
//	connected to 10.0.0.9 in 340 ms     the same template
//
// It is Drain (He et al., ICWS 2017). A tree of fixed depth, by the number of words and the first of them, leads to a
// few templates. A line belongs to the one that it differs least from: in a word, or two of a long line, and never in a
// word that names an outcome. Only if a leaf is full may they differ in half of the words. There is no randomness: the
// same lines give the same templates.
//
// It keeps at most 4096 templates. A line of a new kind beyond them has no template, and is counted as such.
type Miner struct {
	leaves map[leafKey][]int32
	nodes  map[leafKey]int // how many different words lead on from a node of the tree
	list   []Template
	words  []string // of the line at hand
	other  int
	exact  bool // lines of one template have all words in common, but for values
}

// Template is a kind of line.
type Template struct {
	Count       int // lines
	First, Last int // their first and last one
	words       []string
}

const (
	maxMined   = 1 << 12
	maxPerLeaf = 64   // templates that a line is compared with
	maxWords   = 48   // words of a line that are looked at
	alike      = 0.65 // share of words that a line has in common with its template
	anything   = "*"  // a word that differs between the lines of a template
)

type leafKey struct {
	words         int
	first, second string
}

// NewMiner returns a miner that has seen nothing.
func NewMiner() *Miner { return &Miner{leaves: map[leafKey][]int32{}, nodes: map[leafKey]int{}} }

// Add sorts line n, whose text may come in several parts. It returns the number of the line's template, from 0, and how
// many lines that template had before. For a line of a new kind that the miner has no room for, template is -1 and
// before counts the earlier lines without a template.
func (m *Miner) Add(n int, parts ...string) (template, before int) {
	m.words = m.words[:0]
	for _, text := range parts {
		m.split(text)
	}
	key := m.leafOf()
	leaf := m.leaves[key]
	full := len(leaf) == maxPerLeaf || len(m.list) == maxMined
	if id, differ := m.nearest(leaf, full); id >= 0 {
		t := &m.list[id]
		if differ {
			t.generalize(m.words)
		}
		before = t.Count
		t.Count++
		t.Last = n
		return id, before
	}
	if full {
		m.other++
		return -1, m.other - 1
	}
	words := Copies(m.words)
	if leaf == nil {
		key.first, key.second = kept(key.first, words, 0), kept(key.second, words, 1)
	}
	m.list = append(m.list, Template{Count: 1, First: n, Last: n, words: words})
	m.leaves[key] = append(leaf, int32(len(m.list)-1))
	return len(m.list) - 1, 0
}

// leafOf follows the tree by the number of the line's words and the first two of them.
func (m *Miner) leafOf() leafKey {
	key := leafKey{words: len(m.words)}
	if len(m.words) > 0 {
		key.first = m.branch(key, leafKey{words: len(m.words), first: m.words[0]}, m.words[0])
	}
	if len(m.words) > 1 {
		key.second = m.branch(key, leafKey{key.words, key.first, m.words[1]}, m.words[1])
	}
	return key
}

// nearest finds the template of a leaf that the line differs least from, -1 if all differ too much. A full leaf, which
// can't take another template, allows a difference in half of the words.
func (m *Miner) nearest(leaf []int32, full bool) (id int, differ bool) {
	allowed := 1 + len(m.words)/16
	switch {
	case full:
		allowed = len(m.words) / 2
	case m.exact:
		allowed = 0
	}
	id, least := -1, allowed+1
	for _, of := range leaf {
		if d := differences(m.list[of].words, m.words, least); d < least {
			if id, least = int(of), d; d == 0 {
				break
			}
		}
	}
	if id < 0 && m.exact {
		id, least = m.valueIn(leaf)
	}
	return id, least > 0
}

// generalize replaces the words in which a line differs from its template by a placeholder.
func (t *Template) generalize(words []string) {
	for i, w := range words {
		if t.words[i] != w {
			t.words[i] = anything
		}
	}
}

// Copies copies texts, such as parts of lines, into one text and returns the parts of that.
func Copies(words []string) []string {
	size := 0
	for _, w := range words {
		size += len(w)
	}
	var b strings.Builder
	b.Grow(size)
	for _, w := range words {
		b.WriteString(w)
	}
	text, own := b.String(), make([]string, len(words))
	for i, w := range words {
		own[i], text = text[:len(w)], text[len(w):]
	}
	return own
}

// kept is a word that the miner may keep: that of the copy if it is the same.
func kept(word string, words []string, i int) string {
	if i < len(words) && words[i] == word {
		return words[i]
	}
	return strings.Clone(word)
}

// maxBranches is how many words lead on from a node before all others are one: then the word is a value.
const maxBranches = 32

// branch is the word that leads on from a node to the next one.
func (m *Miner) branch(node, next leafKey, word string) string {
	if _, ok := m.nodes[next]; ok {
		return word
	}
	if m.nodes[node] >= maxBranches {
		return anything
	}
	m.nodes[node]++
	own := strings.Clone(word)
	if next.second == "" {
		next.first = own
	} else {
		next.first, next.second = strings.Clone(next.first), own
	}
	m.nodes[next] = 0
	return own
}

// Templates are the kinds that were found, in the order in which they came. Other is the number of lines of none.
func (m *Miner) Templates() (list []Template, other int) { return m.list, m.other }

// split cuts a text into words, and adds them to those of the line. A word with a digit is a value, and so is the
// name of a day or a month.
func (m *Miner) split(s string) {
	for i := 0; i < len(s) && len(m.words) < maxWords; {
		if delimiter[s[i]] {
			if m.exact && s[i] == '/' {
				if end := pathEnd(s, i); end > i {
					m.words = append(m.words, anything)
					i = end
					continue
				}
			}
			i++
			continue
		}
		from, value := i, false
		for i < len(s) && !delimiter[s[i]] {
			value = value || parse.Digit(s[i])
			i++
		}
		if value || opensDate[s[from]] && DateWord(s[from:i]) == i-from || m.exact && isHost(s[from:i]) {
			m.words = append(m.words, anything)
		} else {
			m.words = append(m.words, s[from:i])
		}
	}
}

// delimiter are the bytes between words.
var delimiter = func() (d [256]bool) {
	for _, c := range " \t,;|=\"'()[]{}<>:/\\" {
		d[c] = true
	}
	return d
}()

// differences is how many words differ, limit for that many or more. A word of success or failure must be the same.
func differences(template, words []string, limit int) int {
	d := 0
	for i, w := range words {
		if template[i] == w || template[i] == anything {
			continue
		}
		if d++; d >= limit || telling(w) || telling(template[i]) {
			return limit
		}
	}
	return d
}

// telling reports whether a word names an outcome.
func telling(w string) bool {
	if w == anything || !isLetter(w[0]) {
		return false
	}
	for i := range len(w) {
		if !isLetter(w[i]) {
			return false
		}
	}
	if _, ok := severeWords().has(w); ok {
		return true
	}
	_, ok := countedWords().has(w)
	return ok
}

// String is the template's words, "*" for those that differ.
func (t *Template) String() string { return strings.Join(t.words, " ") }
