package session

import "fmt"

// Repair returns the items in an order, and with such answers, that every provider takes. It is a pure function; doing it
// twice changes nothing.
//
//   - What a response said stands together, and all results of its calls follow, one for each call, in the order of the calls.
//   - A call without a result gets one that says "Interrupted by user" and is an error; a real one that comes later wins.
//   - Left out are items without what their kind needs: blank texts, thought that can't be sent back, calls whose arguments
//     aren't an object and which have no result. So are repeated items, second results, and results of no call.
//   - A call whose id was used before gets a new one, with its result.
//   - An epoch stands before a response whose results came after it.
//
// Items that no model sees, ends and unknown kinds, stay among the others.
func Repair(items []Item) []Item {
	r := repair{
		open: map[string]*unit{}, taken: map[string]bool{}, next: map[string]int{},
		byID: map[string][]*answer{}, early: map[string][]Item{},
	}
	items = moveEpochs(unique(items))
	for i := range items {
		if items[i].Kind == KindCall && items[i].Call != nil {
			r.taken[items[i].Call.ID] = true
		}
	}
	for _, it := range items {
		r.take(it)
	}
	return r.out()
}

// unique leaves out items that repeat one, as a write that was tried again does.
func unique(items []Item) []Item {
	type key struct {
		kind     Kind
		id, call string
	}
	seen := map[key]bool{}
	out := make([]Item, 0, len(items))
	for _, it := range items {
		k := key{it.Kind, it.ID, it.callID()}
		if it.ID != "" && seen[k] {
			continue
		}
		seen[k] = true
		out = append(out, it)
	}
	return out
}

func (it *Item) callID() string {
	switch {
	case it.Kind == KindCall && it.Call != nil:
		return it.Call.ID
	case it.Kind == KindResult && it.Result != nil:
		return it.Result.CallID
	}
	return ""
}

// said reports whether items of a kind are parts of a model's response.
func said(k Kind) bool { return k == KindText || k == KindReasoning || k == KindCall }

// repair puts items together.
type repair struct {
	units []*unit
	open  map[string]*unit     // responses that may still grow, by id: the person hasn't spoken since
	taken map[string]bool      // ids of calls
	next  map[string]int       // the number of the next call of an id that was used before
	byID  map[string][]*answer // calls by the id that they came with
	early map[string][]Item    // results that came before any call of their id
}

// unit is a response with the results of its calls, or another item.
type unit struct {
	items    []Item
	answers  []*answer
	answered bool // a result has come
	gap      bool // thought of it was left out
}

func (r *repair) take(it Item) {
	switch it.Kind {
	case KindText:
		if !blank(it.Text) {
			u := r.unit(it.Response)
			u.items = append(u.items, it)
		}
	case KindReasoning:
		u := r.unit(it.Response)
		if t := it.Thought; t == nil || t.Signature == "" && t.Encrypted == "" {
			u.gap = true
			return
		}
		u.items = append(u.items, it)
	case KindCall:
		r.call(it)
	case KindResult:
		r.result(it)
	case KindUser, KindMarker:
		if blank(it.Text) {
			return
		}
		r.units = append(r.units, &unit{items: []Item{it}})
		clear(r.open)
	case KindEpoch:
		r.units = append(r.units, &unit{items: []Item{it}})
		clear(r.open)
	default:
		r.units = append(r.units, &unit{items: []Item{it}})
	}
}

// unit is the response that an item belongs to: one of its id, or without an id, the one before.
func (r *repair) unit(response string) *unit {
	u := r.open[response]
	if u != nil && (response != "" || u == r.units[len(r.units)-1] && !u.answered) {
		return u
	}
	u = &unit{}
	r.units = append(r.units, u)
	r.open[response] = u
	return u
}

func (r *repair) call(it Item) {
	c := it.Call
	if c == nil || c.ID == "" {
		return
	}
	u := r.unit(it.Response)
	before := r.byID[c.ID]
	for _, a := range latest(before) {
		if a.unit == u && a.sent.Name == c.Name && string(a.sent.Arguments) == string(c.Arguments) {
			return
		}
	}
	_, ok := object(c.Arguments)
	a := &answer{unit: u, sent: c, turn: it.Turn, call: len(u.items), malformed: !ok}
	if !ok || len(before) > 0 {
		own := *c
		if !ok {
			own.Arguments, _ = Arguments(string(c.Arguments))
		}
		for len(before) > 0 && r.taken[own.ID] {
			r.next[c.ID]++
			own.ID = fmt.Sprintf("%s-%d", c.ID, r.next[c.ID]+1)
		}
		r.taken[own.ID] = true
		it.Call = &own
	}
	u.items = append(u.items, it)
	u.answers = append(u.answers, a)
	r.byID[c.ID] = append(before, a)
	for _, res := range r.early[c.ID] {
		a.take(res)
	}
	delete(r.early, c.ID)
}

func (r *repair) result(it Item) {
	if it.Result == nil {
		return
	}
	all := r.byID[it.Result.CallID]
	if len(all) == 0 {
		if !it.Result.Synthetic {
			r.early[it.Result.CallID] = append(r.early[it.Result.CallID], it)
		}
		return
	}
	// It answers the latest response of its turn with such a call, the first one there that waits.
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].turn == it.Turn {
			all = all[:i+1]
			break
		}
	}
	all = latest(all)
	all[0].unit.answered = true
	for _, a := range all {
		if a.take(it) {
			return
		}
	}
}

// latest are the calls of an id that the latest response with such a call made.
func latest(all []*answer) []*answer {
	i := len(all)
	for i > 0 && all[i-1].unit == all[len(all)-1].unit {
		i--
	}
	return all[i:]
}

func (r *repair) out() []Item {
	var out []Item
	for _, u := range r.units {
		skip := map[int]bool{}
		for _, a := range u.answers {
			skip[a.call] = a.malformed && (!a.got || a.result.Result.Synthetic)
		}
		for i, it := range u.items {
			if skip[i] {
				continue
			}
			if u.gap && it.Call != nil && it.Call.ItemID != "" {
				own := *it.Call
				own.ItemID = "" // it hangs on the thought before it
				it.Call = &own
			}
			out = append(out, it)
		}
		for _, a := range u.answers {
			if !skip[a.call] {
				out = append(out, a.item())
			}
		}
	}
	return out
}
