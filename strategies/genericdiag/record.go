package genericdiag

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/report"
)

// Many tools print a message and its place in different lines. Which message belongs to which place is proved only if
// the lines form records: between any two places, lines with the same signs come in the same order, and only one way to
// divide them fits the lines before the first place and after the last.
//
//	Warning (2018): state is never used
//	  --> contracts/Vault.sol:11:5:
//
//	/src/cart.svelte:11:5
//	Error: 'total' is not defined

const (
	minRecords  = 3      // fewer prove nothing, unless the tool counts as many
	maxElements = 20_000 // most lines that are kept to find records
	maxApart    = 12     // most lines between a place and its message
	maxSignRune = 3      // most runes of a mark before a message
)

// An element is a line with text, as far as it matters for records.
type element struct {
	n     int
	place bool   // it names a place and has no message of its own
	code  bool   // code, or marks below code
	fresh bool   // an empty line or a rule is above it
	sign  string // the kind of sign that it opens with, "" for none
	text  string
}

// elements are the lines of an output around its places.
type elements struct {
	list   []element
	placed bool // one of them is a place
	other  bool // a place has a message of its own
	full   bool
}

// add keeps a line.
func (e *elements) add(x element) {
	switch {
	case e.full:
		return
	case !e.placed && len(e.list) == 2*maxApart: // only the last lines before the first place matter
		e.list = append(e.list[:0], e.list[maxApart:]...)
	}
	if n := len(e.list); n > 0 && carets(x.text) && !e.list[n-1].place {
		e.list[n-1].code = true // the line that it points at
	}
	e.placed = e.placed || x.place
	e.full = len(e.list) == maxElements
	e.list = append(e.list, x)
}

// A division tells which line of each record is its message.
type division struct {
	messages map[int]element // by the line of the place
	lines    int             // of all records
}

// divide finds the records. ok is false unless they are proved: also by the tool's own number of diagnostics, if it
// prints one.
func (e *elements) divide(t *tally) (d division, ok bool) {
	var places []int
	for i := range e.list {
		if e.list[i].place {
			places = append(places, i)
		}
	}
	counted := t.counts(int64(len(places)))
	if e.full || e.other || len(t.lines) > 0 && !counted || len(places) < minRecords && !counted || len(places) < 2 {
		return d, false
	}
	for _, by := range []evidence{byLevel, bySign, byLine} {
		if d, ok = e.divideBy(places, by); ok {
			return d, true
		}
	}
	return d, false
}

// evidence is the kind of lines that show the form of a record.
type evidence uint8

const (
	byLevel evidence = iota // lines that open with a level
	bySign                  // lines that open with any sign
	byLine                  // all lines but code
)

// divideBy finds records by one kind of lines.
func (e *elements) divideBy(places []int, by evidence) (d division, ok bool) {
	between := e.between(places[0], places[1], by)
	for i := 1; i+1 < len(places); i++ {
		if !slices.EqualFunc(between, e.between(places[i], places[i+1], by), e.alike) {
			return d, false
		}
	}
	before := e.between(-1, places[0], by)
	after := e.between(places[len(places)-1], len(e.list), by)
	cut := -1
	for c := range len(between) + 1 {
		head, tail := between[c:], between[:c]
		if len(head) > len(before) || len(tail) > len(after) ||
			!slices.EqualFunc(head, before[len(before)-len(head):], e.alike) ||
			!slices.EqualFunc(tail, after[:len(tail)], e.alike) || e.tears(places, by, c) {
			continue
		}
		if cut >= 0 && !e.parts(places, by, c) {
			if !e.parts(places, by, cut) {
				return d, false // two ways to divide fit
			}
			continue
		}
		cut = c
	}
	if cut < 0 {
		return d, false
	}
	return e.messages(places, between, before, after, cut, by)
}

// tears reports whether an empty line or a rule is inside of a record and not before the next one.
func (e *elements) tears(places []int, by evidence, cut int) bool {
	fresh := func(after, to int) bool {
		return slices.ContainsFunc(e.list[after+1:to+1], func(x element) bool { return x.fresh })
	}
	for i := 0; i+1 < len(places); i++ {
		between := e.between(places[i], places[i+1], by)
		end, next := places[i], places[i+1]
		if cut > 0 {
			end = between[cut-1]
		}
		if cut < len(between) {
			next = between[cut]
		}
		if !fresh(end, next) && (fresh(places[i], end) || fresh(next, places[i+1])) {
			return true
		}
	}
	return false
}

// parts reports whether an empty line or a rule parts all records at a cut, and is nowhere else between two places.
func (e *elements) parts(places []int, by evidence, cut int) bool {
	for i := 0; i+1 < len(places); i++ {
		between := e.between(places[i], places[i+1], by)
		next := places[i+1]
		if cut < len(between) {
			next = between[cut]
		}
		for at := places[i] + 1; at <= places[i+1]; at++ {
			if e.list[at].fresh != (at == next) && !e.list[at].code {
				return false
			}
		}
	}
	return true
}

// messages takes the message of each record: the line with the best sign, which has the same position in all of them.
func (e *elements) messages(places, between, before, after []int, cut int, by evidence) (d division, ok bool) {
	head := len(between) - cut
	best, equal := -1, false
	for at := range between {
		switch rank := rankOf(e.list[between[at]].sign); {
		case best < 0 || rank < rankOf(e.list[between[best]].sign):
			best, equal = at, false
		case rank == rankOf(e.list[between[best]].sign):
			equal = true
		}
	}
	if best < 0 || equal {
		return d, false // any of several lines may be the message
	}
	d.messages = map[int]element{}
	first, last := places[0], places[len(places)-1]
	for i, p := range places {
		above, below := before[len(before)-head:], after
		if i > 0 {
			above = e.between(places[i-1], p, by)[cut:]
		}
		if i+1 < len(places) {
			below = e.between(p, places[i+1], by)
		}
		at := 0
		if best < cut {
			at = below[best]
		} else {
			at = above[best-cut]
		}
		if at > p+maxApart || p > at+maxApart {
			return d, false
		}
		if i == 0 && head > 0 {
			first = above[0]
		}
		if i == len(places)-1 && cut > 0 {
			last = below[cut-1]
		}
		d.messages[e.list[p].n] = e.list[at]
	}
	d.lines = last - first + 1
	return d, true
}

// between returns the lines between two lines that show the form of a record. Only lines near a place do.
func (e *elements) between(from, to int, by evidence) (at []int) {
	for i := from + 1; i < to; i++ {
		x := &e.list[i]
		near := from >= 0 && i <= from+maxApart || to < len(e.list) && to <= i+maxApart
		if near && !x.code && (by == byLine || x.sign == signLevel || by == bySign && x.sign != "") {
			at = append(at, i)
		}
	}
	return at
}

// alike reports whether two lines have the same position in their records.
func (e *elements) alike(i, j int) bool {
	a, b := &e.list[i], &e.list[j]
	return a.sign == b.sign && (a.sign != "" || a.fresh == b.fresh)
}

// Kinds of signs.
const (
	signLevel = "level" // "Warning (2018):", "error[E0308]:"
	signTag   = "tag"   // "no-changed-when:", "[B602]"
)

// rankOf orders the signs: a level opens a message for certain, a mark does more often than a name.
func rankOf(sign string) int {
	switch sign {
	case signLevel:
		return 0
	case signTag:
		return 2
	case "":
		return 3
	}
	return 1
}

// signOf returns the kind of sign that a line opens with: a level, a name before a colon or in brackets, or a mark such
// as "×" and ">>", which is returned itself.
func signOf(bare string) string {
	first, _, _ := strings.Cut(bare, " ")
	r, _ := utf8.DecodeRuneInString(first)
	switch {
	case bare == "":
		return ""
	case r == '[':
		if i := strings.IndexByte(bare, ']'); i > 0 && i < maxSegment {
			return signTag
		}
		return ""
	case !unicode.IsLetter(r) && !unicode.IsDigit(r):
		if utf8.RuneCountInString(first) <= maxSignRune && !strings.ContainsFunc(first, unicode.IsLetter) &&
			!strings.ContainsAny(first, "$:{}()<") { // signs of code
			return first
		}
		return ""
	}
	word, _, _ := strings.Cut(strings.TrimRight(first, ":"), "[")
	if levelWord(strings.TrimRight(word, ":")) != 0 {
		return signLevel
	}
	if strings.HasSuffix(first, ":") && len(first) > 1 {
		return signTag
	}
	return ""
}

// isCodeLine reports whether a line is code with its number, or only points at something in the line above it.
func isCodeLine(bare string) bool {
	if framed(bare) || carets(bare) {
		return true
	}
	n, rest, ok := parse.CutNumber(strings.TrimPrefix(bare, "> "))
	if ok && n > 0 {
		rest = strings.TrimLeft(rest, " ")
		return rest == "" || rest[0] == ':' || strings.HasPrefix(rest, "│")
	}
	r, _ := utf8.DecodeRuneInString(bare)
	return r == '·' || r == '|' || isBox(r)
}

// putMessages gives the places without a message the one of their record, if records are proved.
func (p *diagnosticParser) putMessages(found []report.Finding) {
	d, ok := p.around.divide(&p.tally)
	if !ok {
		return
	}
	taken := map[int]bool{}
	for i := range found {
		f := &found[i]
		m, ok := d.messages[f.At]
		if !ok || f.File == "" {
			continue
		}
		taken[m.n] = true
		if f.Head == 0 || f.Head == m.n {
			f.Head = m.n
		}
		f.Evidence = slices.DeleteFunc(f.Evidence, func(n int) bool { return n == m.n })
		f.Message, f.Bare = m.text, m.text
	}
	for i := range found {
		if f := &found[i]; f.File == "" && taken[f.At] {
			f.At = 0 // it is the message of a place
		}
	}
	p.covered = max(p.covered, d.lines)
}
