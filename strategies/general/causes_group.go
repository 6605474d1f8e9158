package general

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/toktee/toktee/strategies/report"
)

const (
	kindLetters = 5 // fewest letters of a message without its values that make it a kind
	placeTests  = 3 // fewest tests that have only their place in common
)

// A cause is what failed tests have in common.
type cause struct {
	list    []*report.Finding
	message bool // they share the message
	place   bool // they share the place
	n       int  // its index among the causes
}

// A testGrouper groups failed tests by what they have in common.
type testGrouper struct {
	rest     []*report.Finding // without a group so far, in reading order
	out      []cause
	messages map[string]int // tests by message
	kinds    map[string]int // tests by kind of message
	values   map[string]int // different messages by kind
}

// groupCauses groups failed tests: by message and place, by message, by messages that differ only in values, and by
// place alone. The causes of most tests come first.
func groupCauses(tests []*report.Finding) []cause {
	g := testGrouper{
		rest: tests, messages: map[string]int{}, kinds: map[string]int{}, values: map[string]int{},
	}
	for _, f := range tests {
		k := causeKind(f.Message)
		if g.messages[f.Message]++; g.messages[f.Message] == 1 {
			g.values[k]++
		}
		g.kinds[k]++
	}
	messageOf := func(f *report.Finding) string { return f.Message }
	kindOf := func(f *report.Finding) string { return causeKind(f.Message) }
	g.take(cause{message: true, place: true}, 2, g.ofEqual(messageOf), g.messages)
	g.take(cause{message: true}, 2, g.ofEqual(messageOf), nil)
	g.take(cause{place: true}, 2, kindOf, g.kinds)
	g.take(cause{}, 2, kindOf, nil)
	g.take(cause{place: true}, placeTests, placeOf, nil)
	g.take(cause{message: true}, 2, func(f *report.Finding) string {
		if f.Message != "" {
			return ""
		}
		return "none"
	}, nil)
	for _, f := range g.rest {
		g.out = append(g.out, cause{list: []*report.Finding{f}, message: true, place: true})
	}
	slices.SortStableFunc(g.out, func(a, b cause) int { return cmp.Compare(len(b.list), len(a.list)) })
	for i := range g.out {
		g.out[i].n = i
	}
	return g.out
}

// take makes causes like c of the remaining tests that share a key, if they are at least so many. If sizes has the
// tests of each key, they must also share the place, and be half of these.
func (g *testGrouper) take(c cause, least int, key func(*report.Finding) string, sizes map[string]int) {
	full := func(f *report.Finding) string {
		k := key(f)
		if sizes == nil || k == "" {
			return k
		}
		at := placeOf(f)
		if at == "" {
			return ""
		}
		return k + "\n" + at
	}
	by := map[string][]*report.Finding{}
	for _, f := range g.rest {
		if k := full(f); k != "" {
			by[k] = append(by[k], f)
		}
	}
	var left []*report.Finding
	for _, f := range g.rest {
		switch list := by[full(f)]; {
		case len(list) < least, sizes != nil && len(list)*2 < sizes[key(f)]:
			left = append(left, f)
		case list[0] == f:
			c.list = list
			g.out = append(g.out, c)
		}
	}
	g.rest = left
}

// ofEqual returns a key for tests with equal messages. If most messages of a kind have other values, equal ones are a
// coincidence and have no key.
func (g *testGrouper) ofEqual(key func(*report.Finding) string) func(*report.Finding) string {
	return func(f *report.Finding) string {
		if k := causeKind(f.Message); k != "" && g.values[k] > 1 && g.values[k]*2 > g.kinds[k] {
			return ""
		}
		return key(f)
	}
}

// causeKind returns a message without its values, or "" if little remains.
func causeKind(message string) string {
	kind, letters := messageKind(message), 0
	for i := range len(kind) {
		if c := kind[i] | 0x20; c >= 'a' && c <= 'z' {
			letters++
		}
	}
	if letters < kindLetters {
		return ""
	}
	return kind
}

// placeOf returns the place of a failure, "" if it isn't known.
func placeOf(f *report.Finding) string {
	if f.File == "" || f.Row == 0 {
		return ""
	}
	return f.File + ":" + strconv.Itoa(f.Row)
}
