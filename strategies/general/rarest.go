package general

import (
	"cmp"
	"slices"

	"github.com/toktee/toktee/internal/text/textline"
)

// rarest selects among more errors than are shown: the first of each kind, the rarest kinds first, then others in
// reading order.
func rarest(marks []mark, kinds *textline.Miner, alone func(*mark) bool) map[uint32]bool {
	type first struct {
		line  uint32
		count int
	}
	list, other := kinds.Templates()
	var firsts []first
	had := map[int32]bool{}
	var rest []uint32
	for i := range marks {
		m := &marks[i]
		if !alone(m) || m.kind == addressed {
			continue
		}
		if had[m.kind] {
			if len(rest) < maxErrors {
				rest = append(rest, m.line)
			}
			continue
		}
		had[m.kind] = true
		count := other
		if m.kind >= 0 {
			count = list[m.kind].Count
		}
		firsts = append(firsts, first{m.line, count})
	}
	slices.SortStableFunc(firsts, func(a, b first) int { return cmp.Compare(a.count, b.count) })
	out := map[uint32]bool{}
	for _, f := range firsts[:min(len(firsts), maxErrors)] {
		out[f.line] = true
	}
	for _, l := range rest[:min(len(rest), maxErrors-len(out))] {
		out[l] = true
	}
	return out
}
