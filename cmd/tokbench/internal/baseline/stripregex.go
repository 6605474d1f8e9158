package baseline

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/toktee/toktee/tokens"
)

// The patterns of the strongest baseline. A stamp is the prefix that CI services and loggers add to a line: a job and a
// step between tabs, a date, a time.
var (
	stamp = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:[^\t]*\t[^\t]*\t)?\x{feff}?\[?(?:\d{4}-\d\d-\d\d[T ])?` +
			`\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?[ \t]?`)
	})
	strong = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^a-z-])(?:error|failed|failure|fail|fatal|panic|exception|traceback|` +
			`segfault|segmentation fault|aborted|killed)(?:[^a-z]|$)|(?:Error|Exception):|✗|✘|✖|×|●|^E  |^not ok`)
	})
	weak = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)error|fail|fatal|panic|exception|assert|undefined|unresolved|cannot|can't|` +
			`could not|unable|denied|refused|not found|no such|abort|timed? ?out|expected`)
	})
)

// Lines of context around a line that matches.
const (
	contextBefore = 1
	contextAfter  = 3
)

// newStripRegex strips timestamps and keeps the lines that name an error with what surrounds each, from the last to the
// first, as the summary is at the end; then those with words that often go with one; then the rest from both ends
// inwards. It prints them in the order of the text. Of lines that differ in digits alone it keeps the first. The order
// was tuned on real build logs, to have a rival worth beating.
func newStripRegex(src *Source, count *tokens.Counter) Cutter {
	lines := unstamped(src.Clean)
	var o order
	for _, hits := range matching(lines) {
		for _, i := range slices.Backward(hits) {
			o.block(lines, i-contextBefore, i+contextAfter)
		}
	}
	return o.cutter(lines, count)
}

// matching are the lines that match strongly, and those that match weakly; of lines that differ in digits alone, the
// first.
func matching(lines []string) [2][]int {
	var hits [2][]int
	seen := map[string]bool{}
	for i, l := range lines {
		if !weak().MatchString(l) && !strong().MatchString(l) {
			continue
		}
		if key := withoutDigits(l); !seen[key] {
			seen[key] = true
			which := 1
			if strong().MatchString(l) {
				which = 0
			}
			hits[which] = append(hits[which], i)
		}
	}
	return hits
}

// withoutDigits returns the common part of lines that differ only in digits.
func withoutDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, s)
}
