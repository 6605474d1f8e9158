package session

import "github.com/toktee/toktee/result"

// answer is a call and its result.
type answer struct {
	unit      *unit
	sent      *Call // as it came
	turn      int
	call      int // index in the unit's items
	malformed bool
	got       bool
	result    Item
}

// take takes a result that the call still waits for.
func (a *answer) take(it Item) bool {
	if a.got && (!a.result.Result.Synthetic || it.Result.Synthetic) {
		return false
	}
	a.got, a.result = true, it
	return true
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

// interrupted is what the model is told of a call without a result.
const interrupted = "Interrupted by user"

// interruptedTokens are its tokens in o200k_base.
const interruptedTokens = 3
