package secrets

import (
	"bytes"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A form is the compiled form of a rule, made when a text first has one of its literals.
type form struct {
	lead    lead
	auto    *automaton            // of all of the pattern; nil if it can't have one
	isExact bool                  // the automaton finds what regexp does, and nothing more
	start   int                   // bytes before the secret; -1 if it depends on the text, and then
	front   *automaton            // is the one of the part before the secret
	secret  *automaton            // and that of the secret itself
	pattern func() *regexp.Regexp // which has a group for the secret
	longest int                   // bytes that regexp may have to read
	allowed []*regexp.Regexp
}

var forms [len(rules)]struct {
	once sync.Once
	form form
}

// formOf makes the form of a rule when it is first needed, in some 50 µs.
func formOf(i int) *form {
	f := &forms[i]
	f.once.Do(func() { f.form = newForm(&rules[i]) })
	return &f.form
}

func newForm(r *rule) form {
	f := form{longest: maxSecret}
	f.pattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(r.pattern) })
	for _, a := range r.allowed {
		if !strings.HasSuffix(a, "EXAMPLE$") { // see isAllowed
			f.allowed = append(f.allowed, regexp.MustCompile(a))
		}
	}
	before, after := cutFollowing(r.pattern)
	re, err := syntax.Parse(before, syntax.Perl)
	if err != nil {
		return f
	}
	parts := flatTop(re)
	last := len(parts) - 1
	if parts[last].Op != syntax.OpCapture || parts[last].Name != "secret" {
		return f // the secret isn't at the end
	}
	f.auto, f.isExact, f.lead = newAutomaton(re, after), !hasBoundary(re), leadOf(r, re, after)
	f.longest = min(maxSecret, longest(re)+2*utf8.UTFMax)
	if f.start = fixed(parts[:last]); f.start < 0 {
		f.front = newAutomaton(&syntax.Regexp{Op: syntax.OpConcat, Sub: parts[:last]}, nil)
		f.secret = newAutomaton(parts[last], after)
	}
	return f
}

// flatTop are the parts of a pattern.
func flatTop(re *syntax.Regexp) []*syntax.Regexp {
	if re.Op == syntax.OpConcat {
		return re.Sub
	}
	return []*syntax.Regexp{re}
}

// fixed returns the length in bytes of some parts of a pattern; -1 if that depends on the text.
func fixed(parts []*syntax.Regexp) int {
	n := 0
	for _, p := range parts {
		switch {
		case p.Op == syntax.OpBeginText:
		case p.Op == syntax.OpLiteral && p.Flags&syntax.FoldCase == 0:
			n += len(string(p.Rune))
		default:
			return -1
		}
	}
	return n
}

// longest returns the largest length of a pattern's match in bytes, maxSecret if there is no limit.
func longest(re *syntax.Regexp) int {
	sum, most := 0, 0
	for _, sub := range re.Sub {
		n := longest(sub)
		sum, most = sum+n, max(most, n)
	}
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune) * utf8.UTFMax
	case syntax.OpCharClass:
		if !isWide(re) {
			return 1
		}
		return utf8.UTFMax
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return utf8.UTFMax
	case syntax.OpStar, syntax.OpPlus:
		return maxSecret
	case syntax.OpRepeat:
		if re.Max < 0 {
			return maxSecret
		}
		sum *= re.Max
	case syntax.OpAlternate:
		sum = most
	}
	return min(sum, maxSecret)
}

// hasBoundary reports whether a pattern has a condition between characters, which the automaton doesn't know.
func hasBoundary(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpWordBoundary, syntax.OpNoWordBoundary, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpEndText:
		return true
	}
	return slices.ContainsFunc(re.Sub, hasBoundary)
}

// match returns the place of the secret in a text that starts like one.
func (f *form) match(text []byte) (from, to int, ok bool) {
	if f.isExact && f.start < 0 {
		if from, to, ok, sure := f.inTwo(text); sure {
			return from, to, ok
		}
	}
	if f.auto != nil {
		end, sure := f.auto.end(text)
		switch {
		case sure && end < 0:
			return 0, 0, false
		case sure && f.isExact && f.start >= 0:
			return f.start, end, true
		}
	}
	re := f.pattern()
	m := re.FindSubmatchIndex(text[:min(len(text), f.longest)])
	if m == nil {
		return 0, 0, false
	}
	group := 2 * re.SubexpIndex("secret")
	return m[group], m[group+1], true
}

// inTwo returns the secret after the best match of the part before it. If there is none, another match may have one:
// it isn't sure.
func (f *form) inTwo(text []byte) (from, to int, ok, sure bool) {
	if f.front == nil || f.secret == nil {
		return 0, 0, false, false
	}
	from, sure = f.front.end(text)
	if !sure || from < 0 {
		return 0, 0, false, sure
	}
	n, sure := f.secret.end(text[from:])
	return from, from + n, true, sure && n >= 0
}

// isAllowed reports whether a text is an example of a document.
func (f *form) isAllowed(text []byte) bool {
	if bytes.HasSuffix(text, []byte("EXAMPLE")) || bytes.HasSuffix(text, []byte("EXAMPLEKEY")) {
		return true
	}
	return slices.ContainsFunc(f.allowed, func(a *regexp.Regexp) bool {
		prefix, isAll := a.LiteralPrefix()
		return bytes.Contains(text, []byte(prefix)) && (isAll || a.Match(text))
	})
}
