package session

import "slices"

// moveEpochs puts each epoch before the first response whose results come after it. So a view that starts at the epoch
// holds a response with all results of its calls. An epoch never moves before the epoch that precedes it.
func moveEpochs(items []Item) []Item {
	start := 0
	for i := range items {
		if items[i].Kind != KindEpoch {
			continue
		}
		to := epochPlace(items, start, i)
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

// epochPlace returns the right index for the epoch at index i, if the epoch before it ends at start.
func epochPlace(items []Item, start, i int) int {
	to := i
	waiting := waitingCalls(items, start, i)
	for j := i + 1; j < len(items) && len(waiting) > 0; j++ {
		it := &items[j]
		switch {
		case it.Kind == KindCall:
			delete(waiting, it.callID()) // its id is used again: results from here on are the new call's
		case it.isRealResult():
			if response, ok := waiting[it.Result.CallID]; ok {
				to = min(to, response)
			}
		}
	}
	return to
}

// isRealResult reports whether an item is a result that no repair made.
func (it *Item) isRealResult() bool {
	return it.Kind == KindResult && it.Result != nil && !it.Result.Synthetic
}

// waitingCalls returns the calls among items[from:to] that have no result there, as the start index of their response
// by call id.
func waitingCalls(items []Item, from, to int) map[string]int {
	waiting := map[string]int{}
	starts := map[string]int{} // of responses, by their ids
	for j := from; j < to; j++ {
		it := &items[j]
		switch {
		case isResponsePart(it.Kind):
			if _, ok := starts[it.Response]; !ok || it.Response == "" {
				starts[it.Response] = j
			}
			if it.Kind == KindCall && it.Call != nil {
				waiting[it.Call.ID] = starts[it.Response]
			}
		case it.Kind == KindResult:
			delete(waiting, it.callID())
		}
	}
	return waiting
}
