package session_test

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/result"
)

// newPath returns a path for a log in a new folder, and a function that removes the folder.
func newPath() (path string, remove func()) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	return filepath.Join(dir, "session.jsonl"), func() { os.RemoveAll(dir) }
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// breakSentences ends a line where a clause ends.
var breakSentences = strings.NewReplacer(". ", ".\n  ", "; ", ";\n  ", ": verify", ":\n  verify")

// A turn is cancelled while its second call runs. The next request tells the model so.
func Example() {
	path, remove := newPath()
	defer remove()
	l, err := session.Open(path, nil)
	must(err)
	defer l.Close()

	turn, err := l.Begin("Clean up and build.")
	must(err)
	clean := session.Call{ID: "call_1", Name: "exec", Arguments: json.RawMessage(`{"command":"make clean"}`)}
	build := session.Call{ID: "call_2", Name: "exec", Arguments: json.RawMessage(`{"command":"make"}`)}
	must(turn.Call("resp_1", clean))
	must(turn.Call("resp_1", build))
	must(turn.Result("call_1", result.Simple("exec", "removed build/", 3)))
	aborted, err := turn.End(session.StopAborted, "wrong branch")
	must(err)
	fmt.Println(len(aborted.Completed), "completed,", len(aborted.Interrupted), "interrupted")

	t, err := l.LoadEpoch()
	must(err)
	for _, message := range session.NewView(t.Items, nil).Chat(nil)[2:] {
		fmt.Println(breakSentences.Replace(string(message)))
	}
	// Output:
	// 1 completed, 1 interrupted
	// {"role":"tool","content":"removed build/","tool_call_id":"call_1"}
	// {"role":"tool","content":"Interrupted by user","tool_call_id":"call_2"}
	// {"role":"user","content":"[turn-aborted] The turn was cancelled (wrong branch).
	//   1 tool call completed before the abort: exec.
	//   1 tool call was interrupted: exec.
	//   Any side effects of completed calls have already happened;
	//   those of interrupted calls may have happened, in part or whole.
	//   Do NOT assume that nothing was done or that the work is finished:
	//   verify state before you go on, and confirm with the user if uncertain."}
}

// The messages are put into a request as they are. With thinking switched off, reasoning must be left out.
func ExampleView_Anthropic() {
	items := []session.Item{
		{Kind: session.KindUser, Text: "Is it green?"},
		{Kind: session.KindReasoning, Response: "resp_1", Thought: &session.Reasoning{
			Provider: "anthropic", Text: "I must run it.", Signature: "c2ln",
		}},
		{Kind: session.KindText, Response: "resp_1", Text: "I don't know yet."},
		{Kind: session.KindUser, Text: "Then run it."},
	}
	messages := session.NewView(items, nil).Anthropic(&session.AnthropicOptions{NoThinking: true, MarkCache: true})
	body, err := json.MarshalIndent(map[string]any{"model": "some-model", "messages": messages}, "", " ")
	must(err)
	fmt.Println(strings.Count(string(body), `"role"`), "messages")
	fmt.Println(string(messages[1]))
	fmt.Println(string(messages[2]))
	// Output:
	// 3 messages
	// {"role":"assistant","content":[{"type":"text","text":"I don't know yet."}]}
	// {"role":"user","content":[{"type":"text","text":"Then run it.","cache_control":{"type":"ephemeral"}}]}
}

// Older results are replaced by one line each; the log keeps them.
func ExampleMask() {
	items := []session.Item{{Kind: session.KindUser, Text: "Look around."}}
	for _, id := range []string{"a", "b", "c"} {
		call := session.Call{ID: id, Name: "read", Arguments: json.RawMessage("{}")}
		output := session.Result{CallID: id, Tool: result.Simple("read", strings.Repeat("text ", 40), 40)}
		items = append(items,
			session.Item{Kind: session.KindCall, Response: "resp_" + id, Call: &call},
			session.Item{Kind: session.KindResult, Result: &output})
	}
	view := session.NewView(items, &session.ViewOptions{Mask: &session.Mask{Results: 2}})
	for _, message := range view.Chat(nil) {
		if text := string(message); strings.Contains(text, `"tool_call_id"`) {
			fmt.Printf("%.57s...\n", text)
		}
	}
	// Output:
	// {"role":"tool","content":"[older result left out: 40 toke...
	// {"role":"tool","content":"[older result left out: 40 toke...
	// {"role":"tool","content":"text text text text text text t...
}

// A conversation that grew too long continues from a summary. The log keeps what came before.
func ExampleLog_Append() {
	path, remove := newPath()
	defer remove()
	l, err := session.Open(path, nil)
	must(err)
	defer l.Close()

	turn, err := l.Begin("Read all of it.")
	must(err)
	_, err = turn.End(session.StopEnd, "")
	must(err)
	_, err = l.Append(session.Item{
		Kind: session.KindEpoch, Turn: turn.Number(), Text: "Until now: all of it was read.",
	})
	must(err)
	_, err = l.Begin("What was in it?")
	must(err)

	all, err := l.Load()
	must(err)
	recent, err := l.LoadEpoch()
	must(err)
	fmt.Println(len(all.Items), "items,", len(recent.Items), "for the next request")
	for _, item := range session.NewView(recent.Items, nil).Responses() {
		fmt.Println(string(item))
	}
	// Output:
	// 4 items, 2 for the next request
	// {"type":"message","role":"user","content":"Until now: all of it was read."}
	// {"type":"message","role":"user","content":"What was in it?"}
}

// A damaged line doesn't hide those after it.
func ExampleLoad() {
	log := `{"kind":"session","schema_version":1,"id":"","time":"2026-01-02T03:04:05Z"}
{"kind":"user","id":"1","turn":1,"time":"2026-01-02T03:04:05Z","text":"Is it green?"}
{"kind":"text","id":
{"kind":"text","id":"3","turn":1,"time":"2026-01-02T03:04:07Z","text":"It is."}
`
	path, remove := newPath()
	defer remove()
	must(os.WriteFile(path, []byte(log), 0o600))

	t, err := session.Load(path)
	must(err)
	for _, item := range t.Items {
		fmt.Println(item.Kind, item.Text)
	}
	fmt.Printf("%d damaged: %.28s...\n", t.Damaged, t.Damage[0])
	// Output:
	// user Is it green?
	// text It is.
	// 1 damaged: line 3, at byte 162, is dama...
}
