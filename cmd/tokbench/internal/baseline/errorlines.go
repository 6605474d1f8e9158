package baseline

import (
	"regexp"
	"strings"
	"sync"

	"github.com/toktee/toktee/tokens"
)

// severity is a word that gives a line a severity, whatever program printed it.
var severity = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)error|fail|fatal|panic|exception|traceback|warn|critical|severe|assert|undefined|` +
		`cannot|could not|unable|denied|refused|not found|no such|abort|timed? ?out`)
})

// neighbours are the lines on each side of an error line that [newErrorLines] keeps.
const neighbours = 2

// newErrorLines keeps the lines with a word of severity, each with its neighbours, the first ones first, and then both
// ends of the text: the output of "grep -i -C2" and a head of it. Stamps are stripped. Of lines that differ only in
// digits the first counts. It prefers the first errors, as [newStripRegex] prefers the last.
func newErrorLines(src *Source, count *tokens.Counter) Cutter {
	lines := unstamped(src.Clean)
	var o order
	seen := map[string]bool{}
	for i, l := range lines {
		if !severity().MatchString(l) || seen[withoutDigits(l)] {
			continue
		}
		seen[withoutDigits(l)] = true
		o.block(lines, i-neighbours, i+neighbours)
	}
	return o.cutter(lines, count)
}

// unstamped returns the lines of a text without their stamps.
func unstamped(text string) []string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, l := range lines {
		lines[i] = l[len(stamp().FindString(l)):]
	}
	return lines
}

// An order lists lines by their indexes, the most wanted first, each once.
type order struct {
	list  []int
	taken map[int]bool
}

// block takes the lines from first to last, as far as the text has them.
func (o *order) block(lines []string, first, last int) {
	if o.taken == nil {
		o.taken = map[int]bool{}
	}
	for i := max(0, first); i <= min(last, len(lines)-1); i++ {
		if !o.taken[i] {
			o.taken[i] = true
			o.list = append(o.list, i)
		}
	}
}

// cutter takes the rest of the lines from both ends inwards, and cuts in that order.
func (o *order) cutter(lines []string, count *tokens.Counter) Cutter {
	for a, b := 0, len(lines)-1; a <= b; a, b = a+1, b-1 {
		o.block(lines, b, b)
		o.block(lines, a, a)
	}
	costs := make([]int, len(lines))
	for i, l := range lines {
		costs[i] = count.CountString(l + "\n")
	}
	return func(budget int) string { return pickLines(lines, o.list, costs, budget, count) }
}
