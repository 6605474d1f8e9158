package session

// A unit is a response with the results of its calls, or any other item alone.
type unit struct {
	items          []Item
	answers        []*answer
	answered       bool // a result of one of its calls has come
	lacksReasoning bool // reasoning of it was left out
}

// appendTo appends a response's items, then one result for each of its calls. A call that was cut off, so that its
// arguments aren't a JSON object, is left out unless it has a real result.
func (u *unit) appendTo(out []Item) []Item {
	skip := map[int]bool{}
	for _, a := range u.answers {
		skip[a.call] = a.malformed && !a.isReal()
	}
	for i, it := range u.items {
		if skip[i] {
			continue
		}
		if u.lacksReasoning && it.Call != nil && it.Call.ItemID != "" {
			own := *it.Call
			own.ItemID = "" // the API takes it only together with the reasoning before it
			it.Call = &own
		}
		out = append(out, it)
	}
	for _, a := range u.answers {
		if !skip[a.call] {
			out = append(out, a.item())
		}
	}
	return out
}
