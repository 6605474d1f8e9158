package session

import "slices"

// moveEpochs puts each epoch before the first response, since the epoch before, that has a result behind it: a cut
// stands between a group of results and what follows, never within.
func moveEpochs(items []Item) []Item {
	start := 0
	for i := 0; i < len(items); i++ {
		if items[i].Kind != KindEpoch {
			continue
		}
		to := i
		open := map[string]int{} // where the response of a call starts that has no result yet
		first := map[string]int{}
		for j := start; j < i; j++ {
			it := &items[j]
			switch {
			case said(it.Kind):
				if _, ok := first[it.Response]; !ok || it.Response == "" {
					first[it.Response] = j
				}
				if it.Kind == KindCall && it.Call != nil {
					open[it.Call.ID] = first[it.Response]
				}
			case it.Kind == KindResult:
				delete(open, it.callID())
			}
		}
		for j := i + 1; j < len(items) && len(open) > 0; j++ {
			it := &items[j]
			switch {
			case it.Kind == KindCall:
				delete(open, it.callID()) // its id is used again: what comes is the new one's
			case it.Kind == KindResult && it.Result != nil && !it.Result.Synthetic:
				if at, ok := open[it.Result.CallID]; ok {
					to = min(to, at)
				}
			}
		}
		if to < i {
			items = slices.Clone(items)
			epoch := items[i]
			copy(items[to+1:i+1], items[to:i])
			items[to] = epoch
		}
		start = to + 1
	}
	return items
}
