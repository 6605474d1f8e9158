package textline

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// wordList recognises a set of words. Nearly every word of a text is refused by its first letter and its length; any
// other is looked up as two numbers, which have its letters, in a table.
type wordList[T any] struct {
	shapes [26]uint32 // by first letter, the lengths of the words, as bits
	slots  [wordSlots]wordSlot[T]
}

type wordSlot[T any] struct {
	key   wordKey
	value T
}

// wordKey has the letters of a word of up to maxWord of them, in lower case, eight in a number.
type wordKey [2]uint64

const (
	wordSlots = 512 // more than three times the words of any list
	maxWord   = 16
)

// keyOf is the key of a word of ASCII letters.
func keyOf(w string) (k wordKey) {
	for i := range len(w) {
		k[i>>3] |= uint64(w[i]|0x20) << (i & 7 * 8)
	}
	return k
}

// slot returns the first slot to look in for a key.
func (k wordKey) slot() int {
	return int((k[0]*odd1 ^ k[1]*odd2) >> 55)
}

// newWordList makes a list of words.
func newWordList[T any](sets []wordSet[T]) *wordList[T] {
	l := new(wordList[T])
	eachWord(sets, func(w string, v T) { *l.room(w) = v })
	return l
}

// eachWord passes the words of sets to a function, with their values.
func eachWord[T any](sets []wordSet[T], pass func(w string, v T)) {
	for _, s := range sets {
		for w := range strings.FieldsSeq(s.words) {
			pass(w, s.value)
		}
	}
}

// room returns the place of a word's value. It adds the word if the list doesn't have it.
func (l *wordList[T]) room(w string) *T {
	l.shapes[w[0]-'a'] |= 1 << len(w)
	k := keyOf(w)
	at := k.slot()
	for l.slots[at].key != k && l.slots[at].key != (wordKey{}) {
		at = (at + 1) % wordSlots
	}
	l.slots[at].key = k
	return &l.slots[at].value
}

// A wordSet has words in lower case, parted by blanks. No word is longer than maxWord.
type wordSet[T any] struct {
	value T
	words string
}

// has reports whether a word of ASCII letters is in the list, in whatever case, and its value.
func (l *wordList[T]) has(w string) (v T, ok bool) {
	if len(w) > maxWord || l.shapes[w[0]|0x20-'a']>>len(w)&1 == 0 {
		return v, false
	}
	k := keyOf(w)
	for at := k.slot(); l.slots[at].key != (wordKey{}); at = (at + 1) % wordSlots {
		if l.slots[at].key == k {
			return l.slots[at].value, true
		}
	}
	return v, false
}

// severeSets are the words with a severity.
func severeSets() []wordSet[Severity] {
	return []wordSet[Severity]{
		{Suspect, `error errors err fail fails failed failing failure failures fatal panic panicked exception traceback
			assertion assert abort aborted aborting killed segfault crash crashed denied refused unreachable undefined
			unresolved cannot couldn unable invalid unexpected expected missing timeout corrupt corrupted rejected
			unknown conflict critical severe unhandled uncaught mismatch segmentation`},
		{Warn, "warning warnings warn deprecated deprecation skipped skipping"},
		{Summary, "passed passing tests total summary finished completed success successful successfully succeeded"},
	}
}

// countedSets are what runners count: true for failures.
func countedSets() []wordSet[bool] {
	return []wordSet[bool]{
		{true, "failed failures failure failing errors error broken problems fail vulnerabilities"},
		{false, "passed passing pass ok tests test specs examples assertions skipped warnings total ran run suites"},
	}
}

// alarmWords are words by which [Alarm] recognises a line, if something is lacking.
const alarmWords = "threshold thresholds coverage"

var (
	severeWords  = sync.OnceValue(func() *wordList[Severity] { return newWordList(severeSets()) })
	countedWords = sync.OnceValue(func() *wordList[bool] { return newWordList(countedSets()) })
)

// saying is the meaning of a word in each of the three lists.
type saying struct {
	severity             Severity
	counted, bad, alarms bool // runners count it, as failures; it is a word of an alarm
}

// sayings are the words of the three lists, so that each word of a line is looked up once.
var sayings = sync.OnceValue(func() *wordList[saying] {
	l := new(wordList[saying])
	eachWord(severeSets(), func(w string, v Severity) { l.room(w).severity = v })
	eachWord(countedSets(), func(w string, bad bool) {
		said := l.room(w)
		said.counted, said.bad = true, bad
	})
	for w := range strings.FieldsSeq(alarmWords) {
		l.room(w).alarms = true
	}
	return l
})

// A WordAt is a word of ASCII letters in a line.
type WordAt struct {
	from, to int
	says     saying
}

// anyShape has the first letters and lengths of all words with a meaning.
var anyShape = sync.OnceValue(func() *[26]uint32 {
	shapes := sayings().shapes
	shapes['f'-'a'] |= 1 << len("found")
	shapes['s'-'a'] |= 1 << len("such")
	for letter, lengths := range complaintsBy() {
		for n, phrases := range lengths {
			if len(phrases) > 0 {
				shapes[letter] |= 1 << n
			}
		}
	}
	return &shapes
})

// WordsOf finds the words of a line that may have a meaning, by first letter and length; those that may end in Error or
// Exception are among them. It also reports whether there is a mark of failure, such as a cross.
func WordsOf(s string, room []WordAt) (words []WordAt, cross bool) {
	words = room[:0]
	shapes, list := anyShape(), sayings()
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
			said, _ := list.has(s[from:i])
			words = append(words, WordAt{from, i, said})
		}
	}
	return words, cross
}
