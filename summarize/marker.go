package summarize

import (
	"strconv"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// marker opens every gap marker and the recovery line.
const marker = "… "

func itoa(n int) string { return strconv.Itoa(n) }

// noun returns the kind as the noun for n of them.
func noun(k strategies.Kind, n int) string {
	if n == 1 || k.Changes() {
		return string(k)
	}
	return words.Plural(string(k))
}

// gapText returns the marker of a gap, without the numbers of its lines: "… 112 lines".
func gapText(k strategies.Kind, n int) string { return marker + itoa(n) + " " + noun(k, n) }

// text returns the marker of the gap. Within a change, it counts the removed and added lines:
//
//	… 1 removed, 3 added
//	… 12 lines: 1 removed, 3 added
func (g *gap) text() string {
	if g.removed == 0 && g.added == 0 {
		more := g.more()
		return gapText(g.kind, g.count) + more[0].String() + more[1].String()
	}
	s := ""
	if g.removed > 0 {
		s = itoa(g.removed) + " " + string(strategies.KindRemoved)
	}
	if g.added > 0 {
		if s != "" {
			s += ", "
		}
		s += itoa(g.added) + " " + string(strategies.KindAdded)
	}
	if g.removed+g.added < g.lines() {
		s = itoa(g.lines()) + " " + noun(strategies.KindLine, g.lines()) + ": " + s
	}
	return marker + s
}

// A part of a marker is a number of things after a word or a comma: ", 9 matches". It isn't printed if the number is 0.
type part struct {
	before string
	kind   strategies.Kind
	n      int
	name   string // of the thing, if there is only one
}

// String returns the printed form of the part.
func (p part) String() string {
	if p.n == 0 {
		return ""
	}
	if p.name != "" {
		return p.before + p.name
	}
	return p.before + itoa(p.n) + " " + noun(p.kind, p.n)
}

// gapRange returns the line numbers at the end of a marker: " (210-321)".
func gapRange(first, last int) string {
	if first == last {
		return " (" + itoa(first) + ")"
	}
	return " (" + itoa(first) + "-" + itoa(last) + ")"
}

// outputRange returns the line numbers for a page that shows line numbers of files, so that they aren't confused:
// " (output 210-321)".
func outputRange(first, last int) string { return " (output " + gapRange(first, last)[len(" ("):] }

// markerCosts counts the tokens of markers without building each marker. A number costs a token for every three digits
// in both encodings.
type markerCosts struct {
	c     *tokens.Counter
	base  map[string]int
	kinds map[counted]int
}

// counted is a kind that a marker counts, one of it or several.
type counted struct {
	kind strategies.Kind
	one  bool
}

// digits returns the number of decimal digits of n.
func digits(n int) int {
	d := 1
	for ; n >= 10; n /= 10 {
		d++
	}
	return d
}

// more returns the cost of parts of a marker.
func (m *markerCosts) more(parts [2]part) int {
	cost := 0
	for _, p := range parts {
		if p.n == 0 {
			continue
		}
		if p.name != "" {
			cost += m.c.CountString(p.before + p.name)
			continue
		}
		word := p.before + noun(p.kind, p.n)
		b, ok := m.base[word]
		if !ok {
			b = m.c.CountString(p.before+"1 "+noun(p.kind, p.n)) - 1
			m.base[word] = b
		}
		cost += b + (digits(p.n)+2)/3
	}
	return cost
}

// gap returns the cost of a gap's marker with its line feed, without its parts.
func (m *markerCosts) gap(g *gap) int {
	if g.removed > 0 || g.added > 0 {
		return m.ofChanges(g)
	}
	return m.of(g.kind, g.count)
}

// of returns the cost of a marker that counts n things, with its line feed.
func (m *markerCosts) of(k strategies.Kind, n int) int {
	key := counted{k, n == 1}
	b, ok := m.kinds[key]
	if !ok {
		b = m.c.CountString(marker+"1 "+noun(k, n)+"\n") - 1
		m.kinds[key] = b
	}
	return b + number(n)
}

// number returns the tokens of a number.
func number(n int) int { return (digits(n) + 2) / 3 }

// ofChanges returns the cost of the marker of a gap within a change, with its line feed.
func (m *markerCosts) ofChanges(g *gap) int {
	form := gap{hole: hole{from: 1, to: 9}, changes: changes{min(g.removed, 1), min(g.added, 1)}}
	n := number(g.removed)*form.removed + number(g.added)*form.added - form.removed - form.added
	if g.removed+g.added == g.lines() {
		form.to = form.removed + form.added
	} else {
		n += number(g.lines()) - 1
	}
	word := form.text()
	b, ok := m.base[word]
	if !ok {
		b = m.c.CountString(word + "\n")
		m.base[word] = b
	}
	return b + n
}
