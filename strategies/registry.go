package strategies

import (
	"cmp"
	"slices"
)

// Registry is an ordered list of strategies: on equal confidence, the earlier one wins.
type Registry []Strategy

// Choose returns the strategies that claim an input, the surest first. The general engine is always the last, so that
// there is one to fall back on. A strategy whose Match panics doesn't claim the input.
func (r Registry) Choose(in *Input) []Strategy {
	type claim struct {
		s Strategy
		c Confidence
	}
	claims := make([]claim, 0, len(r))
	for _, s := range r {
		if _, general := s.(General); general {
			continue
		}
		if c := confidence(s, in); c > No {
			claims = append(claims, claim{s, c})
		}
	}
	slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(b.c, a.c) })
	out := make([]Strategy, 0, len(claims)+1)
	for _, c := range claims {
		out = append(out, c.s)
	}
	return append(out, General{})
}

func confidence(s Strategy, in *Input) (c Confidence) {
	defer func() {
		if recover() != nil {
			c = No
		}
	}()
	return s.Match(in)
}
