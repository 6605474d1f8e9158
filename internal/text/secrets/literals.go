package secrets

import (
	"encoding/binary"
	"strings"
	"sync"
)

// A literal is the text that a rule needs, and its place.
type literal struct {
	text   string
	pair   int // the place in the text of one of its two searched pairs of bytes
	beside int // the place of the third byte, from that pair on: after it or before it
	third  byte
	rule   int // its place in the table of rules, or keyRule
}

// keyRule means the first line of a private key, which has many lines.
const keyRule = -1

const keyLiteral = "-----BEGIN "

// A search finds the literals of all rules in one pass. It uses the three rarest consecutive bytes of each literal.
// Wherever these are in a text, the first two or the last two of them are a pair that begins at an even place. So it
// looks at every second pair of bytes, and compares the literals that have it.
type search struct {
	buckets [1 << 16]uint16 // by a pair: the place in literals, 0 for none
	lists   [][]literal
}

// table is made when a text is first looked at; it takes 128 KiB and some 100 µs.
var table = sync.OnceValue(func() *search {
	s := &search{lists: make([][]literal, 1)}
	s.add(keyLiteral, keyRule)
	for i := range rules {
		for _, l := range rules[i].literals {
			s.add(l, i)
		}
	}
	return s
})

// add adds a literal under its two pairs.
func (s *search) add(text string, rule int) {
	at := rarest(text)
	for pair := at; pair < at+2; pair++ {
		third := at // before the second pair
		if pair == at {
			third = at + 2
		}
		b := &s.buckets[binary.LittleEndian.Uint16([]byte(text[pair:pair+2]))]
		if *b == 0 {
			s.lists = append(s.lists, nil)
			*b = uint16(len(s.lists) - 1)
		}
		s.lists[*b] = append(s.lists[*b], literal{text, pair, third - pair, text[third], rule})
	}
}

// rarest returns the start of the three bytes of a literal whose pairs are the rarest in programs' outputs.
func rarest(text string) int {
	best, at := -1, 0
	for i := 0; i+3 <= len(text); i++ {
		one, two := rarity(text[i], text[i+1]), rarity(text[i+1], text[i+2])
		if sum := 4*min(one, two) + max(one, two); sum > best {
			best, at = sum, i
		}
	}
	return at
}

// The pairs of small letters that are the most frequent ones in programs' outputs, and the next ones.
const (
	frequent = "re in te es nt on st er en ti or at ng ec se co it io le an de he ed ra th ar om al tr il ct si ts " +
		"ss li ri ta ge un ro to et is ch nd ou me as ns ac ve po pa rr em ir ag ce ma ck mp ad pr fi ot ne " +
		"ut rs ea mo ex ur ni nc us pe je cl mi mm ha od fo ca ho ob pt la ll if lo bj rn ep el di ev go sh " +
		"ul"
	common = "tu rt va oi ai vi am so gi ol da md no oo id na ef su ld pl op do kp im ry be ok rc tt ru ab ic oc " +
		"cr fa sc wi ow ip eg ap rk bu nu lt cm os ty bl wa ee ig pu sp ie ub tv ke tp hi av nv iv ly pp ba " +
		"um sr lu up wo sa xt au ue ui gr ia ua fu ks ew cu"
)

// rarity is how rare a pair of bytes is in what programs print: of small letters and digits most are common.
func rarity(a, b byte) int {
	isSmall := func(c byte) bool { return c >= 'a' && c <= 'z' }
	isCapital := func(c byte) bool { return c >= 'A' && c <= 'Z' }
	isDigit := func(c byte) bool { return c >= '0' && c <= '9' }
	pair := string([]byte{a, b})
	switch {
	case isDigit(a) && isDigit(b), a == b, isSmall(a) && isSmall(b) && strings.Contains(frequent, pair):
		return 0
	case isSmall(a) && isSmall(b) && strings.Contains(common, pair), isCapital(a) && isSmall(b),
		isDigit(a) && (b == '.' || b == '-'), isSmall(a) && strings.IndexByte("_-.:/", b) >= 0, a == '_' && isSmall(b):
		return 1
	case isSmall(a) && isSmall(b), isCapital(a) && isCapital(b), b == '_', a == '_', a == '-', a == '/':
		return 2
	}
	return 3
}

// from calls found for each literal in a text from a place on, in the order of the pairs that are searched for, until
// it returns false.
func (s *search) from(text []byte, i int, found func(at, rule int) bool) {
	for ; i+1 < len(text); i += 2 {
		b := s.buckets[binary.LittleEndian.Uint16(text[i:])]
		if b == 0 {
			continue
		}
		for j := range s.lists[b] {
			l := &s.lists[b][j]
			if third := i + l.beside; uint(third) >= uint(len(text)) || text[third] != l.third {
				continue
			}
			at := i - l.pair
			if at >= 0 && at+len(l.text) <= len(text) && string(text[at:at+len(l.text)]) == l.text &&
				!found(at, l.rule) {
				return
			}
		}
	}
}

// first returns the place of the first literal found from a place on; -1 for none.
func (s *search) first(text []byte, i int) int {
	first := -1
	s.from(text, i, func(at, _ int) bool {
		first = at
		return false
	})
	return first
}
