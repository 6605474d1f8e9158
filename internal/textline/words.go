package textline

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// wordList recognises a set of words. Nearly every word of a text is refused by its first letter and its length.
type wordList[T any] struct {
	shapes [26]uint32 // by first letter, the lengths of the words, as bits
	value  map[string]T
}

// newWordList makes a list of words in lower case, each set parted by blanks. No word is longer than 31 bytes.
func newWordList[T any](sets []wordSet[T]) *wordList[T] {
	l := &wordList[T]{value: map[string]T{}}
	for _, s := range sets {
		for w := range strings.FieldsSeq(s.words) {
			l.value[w] = s.value
			l.shapes[w[0]-'a'] |= 1 << len(w)
		}
	}
	return l
}

type wordSet[T any] struct {
	value T
	words string
}

// has reports whether a word of ASCII letters is in the list, in whatever case, and its value.
func (l *wordList[T]) has(w string) (v T, ok bool) {
	if len(w) > 31 || l.shapes[w[0]|0x20-'a']>>len(w)&1 == 0 {
		return v, false
	}
	var buf [31]byte
	for i := range len(w) {
		buf[i] = w[i] | 0x20
	}
	v, ok = l.value[string(buf[:len(w)])]
	return v, ok
}

// severeWords are what words say of a line.
var severeWords = sync.OnceValue(func() *wordList[Severity] {
	return newWordList([]wordSet[Severity]{
		{Suspect, `error errors err fail fails failed failing failure failures fatal panic panicked exception traceback
			assertion assert abort aborted aborting killed segfault crash crashed denied refused unreachable undefined
			unresolved cannot couldn unable invalid unexpected expected missing timeout corrupt corrupted rejected
			unknown conflict critical severe unhandled uncaught mismatch segmentation`},
		{Warn, "warning warnings warn deprecated deprecation skipped skipping"},
		{Summary, "passed passing tests total summary finished completed success successful successfully succeeded"},
	})
})

// countedWords are what runners count: true for failures.
var countedWords = sync.OnceValue(func() *wordList[bool] {
	return newWordList([]wordSet[bool]{
		{true, "failed failures failure failing errors error broken problems fail vulnerabilities"},
		{false, "passed passing pass ok tests test specs examples assertions skipped warnings total ran run suites"},
	})
})

// alarmWords are words by which [Alarm] recognises a line, if something is lacking.
var alarmWords = sync.OnceValue(func() *wordList[struct{}] {
	return newWordList([]wordSet[struct{}]{{words: "threshold thresholds coverage"}})
})

// A WordAt is a word of ASCII letters in a line.
type WordAt struct{ from, to int }

// anyShape are the first letters and lengths of all words that say something of a line.
var anyShape = sync.OnceValue(func() *[26]uint32 {
	shapes := severeWords().shapes
	for i, s := range countedWords().shapes {
		shapes[i] |= s | alarmWords().shapes[i]
	}
	shapes['f'-'a'] |= 1 << len("found")
	shapes['s'-'a'] |= 1 << len("such")
	for letter, lengths := range complaintsBy {
		for n, phrases := range lengths {
			if len(phrases) > 0 {
				shapes[letter] |= 1 << n
			}
		}
	}
	return &shapes
})

// WordsOf finds the words of a line that may say something of it, by first letter and length; those that may end in
// Error or Exception are among them. It also reports whether there is a mark of failure, such as a cross.
func WordsOf(s string, room []WordAt) (words []WordAt, cross bool) {
	words = room[:0]
	shapes := anyShape()
	for i := 0; i < len(s); {
		c := s[i]
		if c == crossLead && !cross {
			r, _ := utf8.DecodeRuneInString(s[i:])
			cross = isCross(r)
		}
		if !isLetter(c) {
			i++
			continue
		}
		from := i
		for i < len(s) && isLetter(s[i]) {
			i++
		}
		n := i - from
		if n > longestWord || shapes[c|0x20-'a']>>n&1 != 0 || s[i-1] == 'r' || s[i-1] == 'n' {
			words = append(words, WordAt{from, i})
		}
	}
	return words, cross
}
