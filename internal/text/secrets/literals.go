package secrets

import (
	"bytes"
	"encoding/binary"
	"strings"
	"sync"
	"sync/atomic"
)

// A literal is the text that a rule needs.
type literal struct {
	text  string
	at    int // the place in the text of its three searched bytes
	rule  int // its place in the table of rules, or keyRule or dataRule
	quick func(text []byte, at, end int) bool
	next  int // the next literal with the same hash, in the order of rules; 0 is none
}

// keyRule means the first line of a private key, which has many lines.
const keyRule = -1

const keyLiteral = "-----BEGIN "

// A search finds the literals of all rules in one pass. It looks for the three rarest consecutive bytes of each
// literal: two pairs, which share a byte. Both have a bit in common, one of eight, so few other triples of a text pass.
type search struct {
	pairs    [1 << 16]uint16 // by a pair: the bits of the triples that it starts, and above them of those that it ends
	heads    [1 << 12]uint16 // by the hash of the triple: its first literal, in literals; 0 is none
	literals []literal
	tiers    [26][26]uint8 // of pairs of small letters: how rare they are, for [rarest]
}

// table is made when it is first needed; it takes 160 KiB and some 80 µs.
var table = sync.OnceValue(func() *search {
	s := &search{literals: make([]literal, 1, 512), tiers: tiersOf()}
	for l := range literals {
		s.add(l)
	}
	isMade.Store(true)
	return s
})

// isMade reports whether there is a table.
var isMade atomic.Bool

// literals yields the literals of all rules, in their order.
func literals(yield func(literal) bool) {
	if !yield(literal{text: keyLiteral, rule: keyRule}) {
		return
	}
	for _, l := range dataNames {
		if !yield(literal{text: l, rule: dataRule, quick: isData}) {
			return
		}
	}
	for i := range rules {
		for _, l := range rules[i].literals {
			if !yield(literal{text: l, rule: i, quick: rules[i].quick}) {
				return
			}
		}
	}
}

// needsTable reports whether a text may have a literal. In a short one, looking for each takes less time than making
// the table.
func needsTable(text []byte) bool {
	const short = 256
	if len(text) > short || isMade.Load() {
		return true
	}
	for l := range literals {
		if bytes.Contains(text, []byte(l.text)) {
			return true
		}
	}
	return false
}

// add adds a literal under its triple.
func (s *search) add(l literal) {
	l.at = s.rarest(l.text)
	three := []byte(l.text[l.at : l.at+3])
	h := hash(three)
	bit := uint16(1) << (h % 8)
	s.pairs[binary.LittleEndian.Uint16(three)] |= bit
	s.pairs[binary.LittleEndian.Uint16(three[1:])] |= bit << 8
	last := int(s.heads[h])
	if last == 0 {
		s.heads[h] = uint16(len(s.literals))
	} else {
		for s.literals[last].next > 0 {
			last = s.literals[last].next
		}
		s.literals[last].next = len(s.literals)
	}
	s.literals = append(s.literals, l)
}

// hash is a number below 1<<12 for the first three bytes of a text.
func hash(text []byte) uint32 {
	return (uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16) * 2_654_435_761 >> 20
}

// rarest returns the start of the three bytes of a literal whose pairs are the rarest in programs' outputs.
func (s *search) rarest(text string) int {
	best, at := -1, 0
	for i := 0; i+3 <= len(text); i++ {
		one, two := s.rarity(text[i], text[i+1]), s.rarity(text[i+1], text[i+2])
		if sum := 4*max(one, two) + min(one, two); sum > best {
			best, at = sum, i
		}
	}
	return at
}

// The pairs of small letters that are the most frequent ones in programs' outputs, and the next ones.
const (
	frequent = "re da in te es nt on st er en ti or at ng ec se co it io le an de he ed ra th ar om al tr il ct si " +
		"ts ss li ri ta ge un ro to et is ch nd ou me as ns ac ve po pa rr em ir ag ce ma ck mp ad pr fi ot ne " +
		"ut rs ea mo ex ur ni nc us pe je cl mi mm ha od fo ca ho ob pt la ll if lo bj rn ep el di ev go sh " +
		"ul"
	common = "pi tu rt va oi ai vi am so gi ol md no oo id na ef su ld pl op do kp im ry be ok rc tt ru ab ic oc " +
		"cr fa sc wi ow ip eg ap rk bu nu lt cm os ty bl wa ee ig pu sp ie ub tv ke tp hi av nv iv ly pp ba " +
		"um sr lu up wo sa xt au ue ui gr ia ua fu ks ew cu"
)

// rarity is how rare a pair of bytes is in what programs print: of small letters and digits most are common.
func (s *search) rarity(a, b byte) int {
	isSmall := func(c byte) bool { return c >= 'a' && c <= 'z' }
	isCapital := func(c byte) bool { return c >= 'A' && c <= 'Z' }
	isDigit := func(c byte) bool { return c >= '0' && c <= '9' }
	switch {
	case isDigit(a) && isDigit(b), a == b, isSmall(a) && b == ' ', a == ' ' && (b == '-' || b == '"' || isSmall(b)),
		a == ':' && b == ' ', a == '"' && b == ':':
		return 0
	case isSmall(a) && isSmall(b):
		return int(s.tiers[a-'a'][b-'a'])
	case isCapital(a) && isSmall(b), isDigit(a) && (b == '.' || b == '-'),
		isSmall(a) && strings.IndexByte(`_-.:/="`, b) >= 0, a == '_' && isSmall(b):
		return 1
	case isCapital(a) && isCapital(b), b == '_', a == '_', a == '-', a == '/':
		return 2
	}
	return 3
}

// tiersOf returns how rare each pair of small letters is.
func tiersOf() (tiers [26][26]uint8) {
	for a := range tiers {
		for b := range tiers[a] {
			tiers[a][b] = 2
		}
	}
	for pair := range strings.FieldsSeq(common) {
		tiers[pair[0]-'a'][pair[1]-'a'] = 1
	}
	for pair := range strings.FieldsSeq(frequent) {
		tiers[pair[0]-'a'][pair[1]-'a'] = 0
	}
	return tiers
}

// from calls found for each literal in a text from a place on, in the order of their triples, until it returns false.
func (s *search) from(text []byte, i int, found func(at, rule int) bool) {
	const step = 8
	for ; i+step+2 <= len(text); i += step {
		w, next := binary.LittleEndian.Uint64(text[i:]), binary.LittleEndian.Uint16(text[i+step:])
		a, b, c, d := s.pairs[uint16(w)], s.pairs[uint16(w>>8)], s.pairs[uint16(w>>16)], s.pairs[uint16(w>>24)]
		e, f, g := s.pairs[uint16(w>>32)], s.pairs[uint16(w>>40)], s.pairs[uint16(w>>48)]
		h := s.pairs[uint16(w>>56)|next<<8]
		if a&(b>>8)|b&(c>>8)|c&(d>>8)|d&(e>>8)|e&(f>>8)|f&(g>>8)|g&(h>>8)|h&(s.pairs[next]>>8) != 0 &&
			!s.in(text, i, i+step, found) {
			return
		}
	}
	s.in(text, i, len(text)-2, found)
}

// in calls found for the literals whose triple starts at one of some places of a text.
func (s *search) in(text []byte, i, end int, found func(at, rule int) bool) bool {
	for ; i < end; i++ {
		if s.pairs[binary.LittleEndian.Uint16(text[i:])]&(s.pairs[binary.LittleEndian.Uint16(text[i+1:])]>>8) == 0 {
			continue
		}
		for j := int(s.heads[hash(text[i:])]); j > 0; j = s.literals[j].next {
			l := &s.literals[j]
			at := i - l.at
			end := at + len(l.text)
			if at >= 0 && end <= len(text) && string(text[at:end]) == l.text &&
				(l.quick == nil || l.quick(text, at, end)) && !found(at, l.rule) {
				return false
			}
		}
	}
	return true
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
