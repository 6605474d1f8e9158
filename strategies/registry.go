package strategies

import (
	"cmp"
	"slices"
)

// Registry is an ordered list of strategies: on equal confidence, the earlier one wins. One that claims anything, such
// as the general engine, belongs at its end.
type Registry []Strategy

// Choose returns the strategies that claim an input, the surest first. A strategy whose Match panics doesn't claim the
// input.
func (r Registry) Choose(in *Input) []Strategy {
	type claim struct {
		strategy   Strategy
		confidence Confidence
	}
	claims := make([]claim, 0, len(r))
	for _, s := range r {
		if c := confidence(s, in); c > No {
			claims = append(claims, claim{s, c})
		}
	}
	slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(b.confidence, a.confidence) })
	out := make([]Strategy, 0, len(claims))
	for _, c := range claims {
		out = append(out, c.strategy)
	}
	return out
}

// confidence returns the result of a strategy's Match, [No] if it panics.
func confidence(s Strategy, in *Input) (c Confidence) {
	defer func() {
		if recover() != nil {
			c = No
		}
	}()
	return s.Match(in)
}
