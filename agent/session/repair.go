package session

import (
	"fmt"
	"strings"
)

// repair returns items in an order, and with such answers, that every provider takes. The comment of [View] lists the
// repairs. It doesn't change its input, and a second repair changes nothing. Items that no model sees, such as ends
// and those of unknown kinds, stay among the others.
func repair(items []Item) []Item {
	r := repairer{
		open: map[string]*unit{}, taken: map[string]bool{}, renamed: map[string]int{},
		calls: map[string][]*answer{}, early: map[string][]Item{},
	}
	items = moveEpochs(withoutRepeats(items))
	for i := range items {
		if items[i].Kind == KindCall && items[i].Call != nil {
			r.taken[items[i].Call.ID] = true
		}
	}
	for _, it := range items {
		r.add(it)
	}
	return r.repaired()
}

// withoutRepeats leaves out items that repeat one, as a write that was tried again does.
func withoutRepeats(items []Item) []Item {
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

// callID returns the id of the call that an item is or answers, "" for any other item.
func (it *Item) callID() string {
	switch {
	case it.Kind == KindCall && it.Call != nil:
		return it.Call.ID
	case it.Kind == KindResult && it.Result != nil:
		return it.Result.CallID
	}
	return ""
}

// isResponsePart reports whether items of a kind are parts of a model's response.
func isResponsePart(k Kind) bool { return k == KindText || k == KindReasoning || k == KindCall }

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// A repairer gathers items into units, and pairs each result with its call.
type repairer struct {
	units   []*unit
	open    map[string]*unit     // responses that may still grow, by id: no text of the user has come since
	taken   map[string]bool      // ids of calls that are in use
	renamed map[string]int       // how many calls of an id have got another one
	calls   map[string][]*answer // by the id that they came with
	early   map[string][]Item    // results that came before any call of their id
}

func (r *repairer) add(it Item) {
	switch it.Kind {
	case KindText:
		if !blank(it.Text) {
			u := r.response(it.Response)
			u.items = append(u.items, it)
		}
	case KindReasoning:
		u := r.response(it.Response)
		if it.Thought.isSendable() {
			u.items = append(u.items, it)
		} else {
			u.lacksReasoning = true
		}
	case KindCall:
		r.addCall(it)
	case KindResult:
		r.addResult(it)
	case KindUser, KindMarker:
		if !blank(it.Text) {
			r.addAlone(it)
			clear(r.open)
		}
	case KindEpoch:
		r.addAlone(it)
		clear(r.open)
	default:
		r.addAlone(it)
	}
}

// addAlone adds an item that belongs to no response.
func (r *repairer) addAlone(it Item) { r.units = append(r.units, &unit{items: []Item{it}}) }

// response returns the response with an id, a new one if none is open. Without an id, parts belong together while they
// follow each other and no result has come.
func (r *repairer) response(id string) *unit {
	if u := r.open[id]; u != nil && (id != "" || r.isGrowing(u)) {
		return u
	}
	u := &unit{}
	r.units = append(r.units, u)
	r.open[id] = u
	return u
}

// isGrowing reports whether nothing has come since the latest part of a response.
func (r *repairer) isGrowing(u *unit) bool { return u == r.units[len(r.units)-1] && !u.answered }

// addCall adds a call to its response. One that repeats a call of the same response is left out.
func (r *repairer) addCall(it Item) {
	c := it.Call
	if c == nil || c.ID == "" {
		return
	}
	u := r.response(it.Response)
	before := r.calls[c.ID]
	for _, a := range ofLatestResponse(before) {
		if a.unit == u && a.sent.isSame(c) {
			return
		}
	}
	_, ok := compactObject(c.Arguments)
	a := &answer{unit: u, sent: c, turn: it.Turn, call: len(u.items), malformed: !ok}
	if !ok || len(before) > 0 {
		it.Call = r.sendable(c)
	}
	u.items = append(u.items, it)
	u.answers = append(u.answers, a)
	r.calls[c.ID] = append(before, a)
	for _, res := range r.early[c.ID] {
		a.take(res)
	}
	delete(r.early, c.ID)
}

// sendable returns a copy of a call whose arguments are a JSON object and whose id no earlier call has.
func (r *repairer) sendable(c *Call) *Call {
	own := *c
	if _, ok := compactObject(c.Arguments); !ok {
		own.Arguments, _ = Arguments(string(c.Arguments))
	}
	for len(r.calls[c.ID]) > 0 && r.taken[own.ID] {
		r.renamed[c.ID]++
		own.ID = fmt.Sprintf("%s-%d", c.ID, r.renamed[c.ID]+1)
	}
	r.taken[own.ID] = true
	return &own
}

// addResult pairs a result with its call. If the id was used more than once, that is the call of the result's own
// turn, in the latest response there, and among its calls the first one without a result.
func (r *repairer) addResult(it Item) {
	if it.Result == nil {
		return
	}
	all := r.calls[it.Result.CallID]
	if len(all) == 0 {
		if !it.Result.Synthetic {
			r.early[it.Result.CallID] = append(r.early[it.Result.CallID], it)
		}
		return
	}
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].turn == it.Turn {
			all = all[:i+1]
			break
		}
	}
	all = ofLatestResponse(all)
	all[0].unit.answered = true
	for _, a := range all {
		if a.take(it) {
			return
		}
	}
}

func (r *repairer) repaired() []Item {
	var out []Item
	for _, u := range r.units {
		out = u.appendTo(out)
	}
	return out
}
