package session

import (
	"fmt"
	"slices"

	"github.com/toktee/toktee/result"
)

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
	r := repair{taken: map[string]bool{}, byID: map[string][]*answer{}, early: map[string][]Item{}}
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

// interrupted is what the model is told of a call without a result.
const interrupted = "Interrupted by user"

// interruptedTokens are its tokens in o200k_base.
const interruptedTokens = 3

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

// said reports whether items of a kind are parts of a model's response.
func said(k Kind) bool { return k == KindText || k == KindReasoning || k == KindCall }

// repair puts items together.
type repair struct {
	units []*unit
	since int                  // units from here on may still grow: the person hasn't spoken since
	taken map[string]bool      // ids of calls
	byID  map[string][]*answer // calls by the id that they came with
	early map[string][]Item    // results that came before any call of their id
}

// unit is a response with the results of its calls, or another item.
type unit struct {
	model    bool
	response string
	items    []Item
	answers  []*answer
	answered bool // a result has come
	gap      bool // thought of it was left out
}

// answer is a call and its result.
type answer struct {
	unit      *unit
	sent      *Call // as it came
	call      int   // index in the unit's items
	malformed bool
	got       bool
	result    Item
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
		r.since = len(r.units)
	case KindEpoch:
		r.units = append(r.units, &unit{items: []Item{it}})
		r.since = len(r.units)
	default:
		r.units = append(r.units, &unit{items: []Item{it}})
	}
}

// unit is the response that an item belongs to: one of its id, or without an id, the one before.
func (r *repair) unit(response string) *unit {
	for i := len(r.units) - 1; i >= r.since; i-- {
		u := r.units[i]
		if response == "" {
			if u.model && u.response == "" && !u.answered {
				return u
			}
			break
		}
		if u.model && u.response == response {
			return u
		}
	}
	u := &unit{model: true, response: response}
	r.units = append(r.units, u)
	return u
}

func (r *repair) call(it Item) {
	c := it.Call
	if c == nil || c.ID == "" {
		return
	}
	u := r.unit(it.Response)
	before := r.byID[c.ID]
	for _, a := range before {
		if a.unit == u && a.sent.Name == c.Name && string(a.sent.Arguments) == string(c.Arguments) {
			return
		}
	}
	_, ok := object(c.Arguments)
	a := &answer{unit: u, sent: c, call: len(u.items), malformed: !ok}
	if !ok || len(before) > 0 {
		own := *c
		if !ok {
			own.Arguments, _ = Arguments(string(c.Arguments))
		}
		for n := 2; len(before) > 0 && r.taken[own.ID]; n++ {
			own.ID = fmt.Sprintf("%s-%d", c.ID, n)
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
	// It answers the latest response with such a call, the first one there that waits.
	latest := all[len(all)-1].unit
	latest.answered = true
	for _, a := range all {
		if a.unit == latest && a.take(it) {
			return
		}
	}
}

// take takes a result that the call still waits for.
func (a *answer) take(it Item) bool {
	if a.got && (!a.result.Result.Synthetic || it.Result.Synthetic) {
		return false
	}
	a.got, a.result = true, it
	return true
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

// item is the result of the call.
func (a *answer) item() Item {
	call := &a.unit.items[a.call]
	if !a.got {
		return Item{
			Kind: KindResult, ID: "interrupted-" + call.Call.ID, Turn: call.Turn, Time: call.Time,
			Result: &Result{CallID: call.Call.ID, Tool: interruptedResult(call.Call), Synthetic: true},
		}
	}
	if a.result.Result.CallID == call.Call.ID {
		return a.result
	}
	it := a.result
	own := *it.Result
	own.CallID = call.Call.ID
	it.Result = &own
	return it
}

func interruptedResult(c *Call) result.ToolResult {
	r, err := result.New(result.Parts{
		CallID: c.ID, Tool: c.Name, Status: result.Status{Aborted: true}, LLM: interrupted, UI: []byte(interrupted),
		Metadata: result.Metadata{LLMTokens: interruptedTokens, UITokens: interruptedTokens, Encoding: "o200k_base"},
	})
	if err != nil { // nothing of it comes from outside but names, of which any are taken
		return result.Failure(c.Name, result.ToolError{Kind: result.KindAborted, Message: interrupted}, "", nil)
	}
	return r
}
