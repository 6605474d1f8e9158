package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// stoppedStatus is the first exit status that is a reason by itself: 124 is a timeout's, and higher ones are those of
// signals.
const stoppedStatus = 124

// Relays reports whether a line only states that a program failed which another one ran. The reason is in the lines
// before it, or below it if it is no build tool's:
//
//	make[1]: *** [debian/rules:14: override_dh_auto_build] Error 2
//	dpkg-buildpackage: error: debian/rules build subprocess returned exit status 2
//	ninja: build stopped: subcommand failed.
func Relays(s string) bool {
	if builds(s) {
		return true
	}
	t := strings.TrimRight(s, " .)]!'\"`")
	before := strings.TrimRight(t, "0123456789")
	status, _, ok := parse.CutNumber(t[len(before):])
	first, last := strings.IndexByte(s, '\''), strings.LastIndexByte(s, '\'')
	isRow := strings.Contains(s[:max(first, 0)], "  ") || strings.Contains(s[last+1:], "  ") // rather than in a command
	if !ok || status >= stoppedStatus || isRow {
		return false
	}
	name, _, _ := strings.Cut(s, ": ")
	isException := strings.HasSuffix(name, "Error") && name != "Error" || strings.HasSuffix(name, "Exception")
	isSentence := strings.Count(s, " ") >= minSentence || endsCommand(s)
	return !isException && isSentence && textline.EndedBadly(t)
}

// builds reports whether a line is make's or ninja's about a program that failed. Its lines are all above.
func builds(s string) bool {
	if strings.HasPrefix(s, "ninja: build stopped: ") ||
		strings.HasSuffix(s, "' failed") && strings.Contains(s, ": recipe for target '") {
		return true
	}
	before := strings.TrimRight(s, "0123456789")
	return len(before) < len(s) && strings.HasSuffix(before, " Error ") && strings.Contains(before, ": *** [")
}

// minSentence is how many blanks a sentence about a program has at least. "- exit code: 1" is a value above its output.
const minSentence = 4

// unspoken is the kind of lines without letters, such as rulers.
const unspoken = -3

// rankRelay ranks a statement about a failed program. The line before it comes first, which may be the reason. If that
// is such a statement, too, the first of them matters.
func (r *ranker) rankRelay(i int) {
	m := &r.marks[i]
	m.rank, m.flags = min(m.rank, strategies.Evidence), m.flags|second
	above := r.lineAbove(i)
	switch {
	case r.sc.ignored[m.line+1]: // "make: [probe] Error 1 (ignored)"
		m.rank = strategies.Context
		return
	case r.census.tests > 0, r.relays == maxSuspects, !r.sc.steps.suspect(m.step):
		return
	case above != nil && above.class == clsRelay:
		return
	}
	r.relays++
	m.rank = strategies.Critical
	lead(r.marks, i)
	isFirst := r.relays == 1
	if isFirst && r.census.errors == 0 {
		m.flags &^= second
	}
	if above != nil && above.class < clsError && (isFirst || above.class >= clsPlaced) {
		above.rank = strategies.Critical
		above.flags = above.flags&^second | m.flags&second
		if !r.stated {
			above.flags |= second // else nothing might show that anything failed
		}
	}
}

// lineAbove returns the line above the i-th mark, nil for none. Rulers, repetitions and advice don't count.
func (r *ranker) lineAbove(i int) *mark {
	for j := i - 1; j >= 0 && r.marks[j].line+2*leadLines >= r.marks[i].line; j-- {
		if m := &r.marks[j]; !m.dull() && m.kind != unspoken && m.class != clsBoiler {
			return m
		}
	}
	return nil
}
