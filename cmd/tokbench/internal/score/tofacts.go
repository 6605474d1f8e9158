package score

import (
	"slices"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/tokens"
)

// fetchCall is the cost of a call for a part of an output, in tokens, with the frame of its answer.
const fetchCall = 40

// lineNumber is the cost of the number before a fetched line, in tokens.
const lineNumber = 2

// fetches computes the price of facts that a text lacks.
type fetches struct {
	truth *Truth
	count *tokens.Counter
	lines []string
	sums  []int // tokens of lines[:i]; nil until they are needed
}

// toFacts returns the tokens that the session has paid once it has seen every fact: the text, and for each missing fact
// the cheaper of two calls. One fetches the lines that have the fact ("toktee show --grep"), the other its smallest
// declared gap ("toktee show --lines"). Lines that a call brings aren't fetched again. A fact on no line of the clean
// text costs the raw output.
func (f *fetches) toFacts(text int, lost []int, out *Output) int {
	if len(lost) == 0 {
		return text
	}
	f.prepare()
	cost := text
	var got [][2]int
	for _, i := range lost {
		spellings := f.truth.Case.Facts[i]
		line, _ := corpus.LineOf(spellings, f.truth.Clean)
		if line == 0 {
			return text + f.truth.RawTokens + Refetch
		}
		if slices.ContainsFunc(got, func(lines [2]int) bool { return has(lines, line) }) {
			continue
		}
		grep := f.grep(spellings)
		if gap, ok := gapOf(out.Omissions, line); ok && f.tokens(gap) <= grep {
			cost += fetchCall + f.tokens(gap)
			got = append(got, gap)
			continue
		}
		cost += fetchCall + grep
	}
	return cost
}

// prepare counts the lines of the clean text, once.
func (f *fetches) prepare() {
	if f.sums != nil {
		return
	}
	lines, costs := baseline.LineCosts(f.truth.Clean, f.count)
	f.lines, f.sums = lines, make([]int, len(lines)+1)
	for i, c := range costs {
		f.sums[i+1] = f.sums[i] + c
	}
}

// grep returns the cost of all lines that have a fact.
func (f *fetches) grep(spellings []string) int {
	n := 0
	for _, l := range f.lines {
		if corpus.Kept(spellings, l) {
			n += f.count.CountString(l+"\n") + lineNumber
		}
	}
	return n
}

// tokens returns the cost of a range of lines.
func (f *fetches) tokens(lines [2]int) int {
	last := min(lines[1], len(f.lines))
	return f.sums[last] - f.sums[min(lines[0]-1, last)]
}

// gapOf is the declared gap that a line is in.
func gapOf(omissions []result.Omission, line int) ([2]int, bool) {
	for _, o := range omissions {
		if has(o.Lines, line) {
			return o.Lines, true
		}
	}
	return [2]int{}, false
}
