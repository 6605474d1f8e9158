package session

import "github.com/toktee/toktee/result"

// An answer is a call and, once it has come, its result.
type answer struct {
	unit      *unit
	sent      *Call // the call as it came
	turn      int
	call      int  // the call's index among the unit's items
	malformed bool // the call's arguments aren't a JSON object
	got       bool // there is a result
	result    Item
}

// ofLatestResponse returns those calls of an id that are in the same response as the last of them.
func ofLatestResponse(all []*answer) []*answer {
	i := len(all)
	for i > 0 && all[i-1].unit == all[len(all)-1].unit {
		i--
	}
	return all[i:]
}

// isSame reports whether two calls of one id ask for the same.
func (c *Call) isSame(d *Call) bool {
	return c.Name == d.Name && string(c.Arguments) == string(d.Arguments)
}

// isReal reports whether a real result has come, not one that a repair made.
func (a *answer) isReal() bool { return a.got && !a.result.Result.Synthetic }

// take takes a result if the call still waits for one. A real result replaces a synthetic one.
func (a *answer) take(it Item) bool {
	if a.isReal() || a.got && it.Result.Synthetic {
		return false
	}
	a.got, a.result = true, it
	return true
}

// item returns the result of the call, under the id that the call has now. It makes one if none has come.
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

const (
	interrupted       = "Interrupted by user" // the model's text for a call without a result
	interruptedTokens = 3                     // of it, in o200k_base
)

// interruptedResult returns the result of a call whose outcome is unknown.
func interruptedResult(c *Call) result.ToolResult {
	r, err := result.New(result.Parts{
		CallID: c.ID, Tool: c.Name, Status: result.Status{Aborted: true}, LLM: interrupted, UI: []byte(interrupted),
		Metadata: result.Metadata{LLMTokens: interruptedTokens, UITokens: interruptedTokens, Encoding: "o200k_base"},
	})
	if err != nil { // can't be: only the id and the name come from outside, and any are taken
		return result.Failure(c.Name, result.ToolError{Kind: result.KindAborted, Message: interrupted}, "", nil)
	}
	return r
}
