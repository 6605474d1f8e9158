package bench

import (
	"slices"

	"github.com/toktee/toktee/tokens"
)

// fetchCall is what it costs to ask for a part of an output: the call and what surrounds its answer.
const fetchCall = 40

// fetches prices what a session pays for facts that a text lacks.
type fetches struct {
	t     *truth
	count *tokens.Counter
	lines []string
	sums  []int // tokens of lines[:i]; nil until somebody asks
}

// toFacts is what the session has paid once it has seen every fact: the text, and for each fact that it lacks the cheaper
// of two calls, the lines that hold the fact ("toktee show --grep"), and the smallest declared gap that it lies in
// ("toktee show --lines"). What one call brings isn't fetched again. A fact on no line of the clean text costs the raw
// output.
func (f *fetches) toFacts(text int, lost []int, out *Output) int {
	if len(lost) == 0 {
		return text
	}
	f.prepare()
	cost := text
	var got []Range
	for _, i := range lost {
		spellings := f.t.c.Facts[i]
		line, _ := standsOn(f.t.clean, spellings)
		switch {
		case line == 0:
			return text + f.t.rawTokens + refetch
		case holds(got, line):
			continue
		}
		grep := 0
		for _, l := range f.lines {
			if recalled(spellings, l) {
				grep += f.count.CountString(l+"\n") + 2 // the number in front of it
			}
		}
		if gap, ok := gapOf(out.Omissions, line); ok && f.tokens(gap) <= grep {
			cost += fetchCall + f.tokens(gap)
			got = append(got, gap)
			continue
		}
		cost += fetchCall + grep
	}
	return cost
}

func (f *fetches) prepare() {
	if f.sums != nil {
		return
	}
	lines, costs := f.t.costs(f.count)
	f.lines, f.sums = lines, make([]int, len(lines)+1)
	for i, c := range costs {
		f.sums[i+1] = f.sums[i] + c
	}
}

// tokens is what a range of lines costs.
func (f *fetches) tokens(r Range) int {
	last := min(r.Last, len(f.lines))
	return f.sums[last] - f.sums[min(r.First-1, last)]
}

// gapOf is the declared gap that a line lies in.
func gapOf(omissions []Omission, line int) (Range, bool) {
	for _, o := range omissions {
		if o.Lines.First <= line && line <= o.Lines.Last {
			return o.Lines, true
		}
	}
	return Range{}, false
}

func holds(ranges []Range, line int) bool {
	return slices.ContainsFunc(ranges, func(r Range) bool { return r.First <= line && line <= r.Last })
}
