package secrets

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// A lead is the common beginning of many secrets: a fixed number of bytes, with the literal in them, and then at least
// so many of a set. If literals follow each other closely, most of them aren't in a secret: the characters of the set
// end too soon, or no valid ending follows. Both are checked once for many literals.
type lead struct {
	from     int       // bytes before the characters of the set; 0 if a rule has no lead
	set      [256]bool // of bytes below 128
	isWide   bool      // the set has others too
	min, max int       // how many of them; -1: no maximum
	then     [256]bool // what may follow
	isFree   bool      // anything may follow
	isLast   bool      // nothing of the secret may follow
}

// leadOf is the lead of a rule's pattern whose secret is followed by something.
func leadOf(r *rule, re *syntax.Regexp, after *following) lead {
	var l lead
	literal := r.back + len(r.literals[0]) // its end
	for _, text := range r.literals {
		if len(text) != len(r.literals[0]) {
			return l
		}
	}
	parts := flat(nil, re)
	for i, p := range parts {
		switch {
		case p.Op == syntax.OpBeginText:
		case p.Op == syntax.OpLiteral:
			l.from += len(p.Rune)
		case p.Op == syntax.OpCharClass:
			l.from++
		case p.Op == syntax.OpAlternate && l.from >= r.back && l.from < literal && isOne(p, r.literals, l.from-r.back):
			l.from = literal
		case p.Op == syntax.OpRepeat && p.Min == p.Max && p.Sub[0].Op == syntax.OpCharClass && l.from < literal:
			l.from += p.Min
		case (p.Op == syntax.OpRepeat || p.Op == syntax.OpPlus) && p.Sub[0].Op == syntax.OpCharClass:
			l.min, l.max = p.Min, p.Max
			if p.Op == syntax.OpPlus {
				l.min, l.max = 1, -1
			}
			fill(&l.set, p.Sub[0])
			l.isWide = isWide(p.Sub[0])
			l.follow(parts[i+1:], after)
			return l
		default:
			return lead{}
		}
	}
	return lead{}
}

// isOne reports whether only one of some alternatives fits the place of a literal's rest: that rest.
func isOne(alternatives *syntax.Regexp, literals []string, from int) bool {
	for _, text := range literals {
		text = text[from:]
		isThere := false
		for _, sub := range alternatives.Sub {
			other := string(sub.Rune)
			if sub.Op != syntax.OpLiteral || other != text && strings.HasPrefix(text, other) {
				return false
			}
			isThere = isThere || other == text
		}
		if !isThere {
			return false
		}
	}
	return true
}

// follow notes the text that may follow the characters of the set.
func (l *lead) follow(parts []*syntax.Regexp, after *following) {
	l.isLast = len(parts) == 0
	switch {
	case len(parts) == 0 && after != nil:
		for c := range after.set {
			l.then[c] = after.set[c] != no || after.dot && c == '.'
		}
	case len(parts) > 0 && parts[0].Op == syntax.OpLiteral && parts[0].Flags&syntax.FoldCase == 0:
		l.then[byte(parts[0].Rune[0])] = true
	default:
		l.isFree = true
	}
}

// flat is a pattern as a list of its parts.
func flat(parts []*syntax.Regexp, re *syntax.Regexp) []*syntax.Regexp {
	switch re.Op {
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			parts = flat(parts, sub)
		}
		return parts
	}
	return append(parts, re)
}

func isWide(set *syntax.Regexp) bool {
	return len(set.Rune) > 0 && set.Rune[len(set.Rune)-1] >= utf8.RuneSelf
}

func fill(set *[256]bool, class *syntax.Regexp) {
	for c := range utf8.RuneSelf {
		set[c] = has(class, rune(c))
	}
}

// A run holds the facts about a line for the lead of a rule.
type run struct {
	start, end int32 // these bytes are of the set
	from, next int32 // between these two places, no valid ending follows
}

// fits reports whether a secret that starts at a place of a line may have this lead.
func (l *lead) fits(line []byte, start int, r *run) bool {
	at := start + l.from
	if l.from == 0 || at <= len(line) && !isASCII(line[start:at]) {
		return true
	}
	if at+l.min > len(line) {
		return false
	}
	if at < int(r.start) || at >= int(r.end) {
		end := at
		for end < len(line) && l.set[line[end]] {
			end++
		}
		r.start, r.end = int32(at), int32(end)
	}
	end := int(r.end)
	if l.isWide && end < len(line) && line[end] >= utf8.RuneSelf {
		return true
	}
	if end-at < l.min {
		return false
	}
	if l.isFree || l.max < 0 && end-at >= maxSecret/2 { // what goes on for longer than a secret may is cut
		return true
	}
	if l.max >= 0 {
		end = min(end, at+l.max)
	}
	return l.nextEnd(line, at+l.min, r) <= end
}

// nextEnd returns the next place, from one on, that may end the secret.
func (l *lead) nextEnd(line []byte, at int, r *run) int {
	if at < int(r.from) || at > int(r.next) {
		next := at
		for next < len(line) && !l.then[line[next]] {
			next++
		}
		r.from, r.next = int32(at), int32(next)
	}
	return int(r.next)
}

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
