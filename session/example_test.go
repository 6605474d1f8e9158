package session_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/session"
)

// A turn is cancelled while its second call runs. The next request tells the model so.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	log, err := session.Open(filepath.Join(dir, "session.jsonl"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer log.Close()

	turn, err := log.Begin("Clean up and build.")
	if err != nil {
		fmt.Println(err)
		return
	}
	turn.Call("resp_1", session.Call{ID: "call_1", Name: "exec", Arguments: json.RawMessage(`{"command":"make clean"}`)})
	turn.Call("resp_1", session.Call{ID: "call_2", Name: "exec", Arguments: json.RawMessage(`{"command":"make"}`)})
	turn.Result("call_1", result.Simple("exec", "removed build/", 3))
	aborted, err := turn.End(session.StopAborted, "wrong branch")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(aborted.Completed), "completed,", aborted.PartialInvocations(), "interrupted")

	tr, err := log.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range session.NewView(tr.Items, nil).Chat(nil)[2:] {
		fmt.Printf("%s: %s\n", m.Role, m.Content.Text)
	}
	// Output:
	// 1 completed, 1 interrupted
	// tool: removed build/
	// tool: Interrupted by user
	// user: [turn-aborted] The turn was cancelled (wrong branch). 1 tool call completed before the abort: exec. 1 tool call was interrupted: exec. Any side effects of completed calls have already happened, those of interrupted ones perhaps in part. Do NOT assume that nothing was done or that the work is finished: verify state before you go on.
}
