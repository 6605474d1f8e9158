package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/result"
)

// kinds are the kinds of items, with what distinguishes them.
func kinds(items []Item) []string {
	var out []string
	for _, it := range items {
		s := string(it.Kind)
		switch {
		case it.Call != nil:
			s += " " + it.Call.ID
		case it.Result != nil:
			s += " " + it.Result.CallID
		case it.Kind == KindEnd:
			s += " " + string(it.Stop)
		case it.Kind == KindText:
			s += " " + it.Text
		}
		out = append(out, s)
	}
	return out
}

func TestTurnPersists(t *testing.T) {
	call := func(id string) Call { return Call{ID: id, Name: "exec", Arguments: json.RawMessage("{}")} }
	tests := []struct {
		name string
		play func(t *testing.T, turn *Turn) error
		want []string // after what the user said
		a    TurnAborted
	}{
		{"a partial text and a call", func(t *testing.T, turn *Turn) error {
			must(t, turn.Call("r1", call("c1")))
			must(t, turn.Result("c1", result.Simple("exec", "x", 1)))
			must(t, turn.Text("r2", "I was about"))
			return nil
		}, []string{"call c1", "result c1", "text I was about", "marker", "end aborted"},
			TurnAborted{Stop: StopAborted, Reason: "why", Completed: []string{"exec"}}},
		{"an empty text, and calls", func(t *testing.T, turn *Turn) error {
			must(t, turn.Text("r1", " \n"))
			must(t, turn.Call("r1", call("c1")))
			must(t, turn.Call("r1", call("c2")))
			must(t, turn.Result("c2", result.Simple("exec", "x", 1)))
			return nil
		}, []string{"call c1", "call c2", "result c2", "marker", "end aborted"},
			TurnAborted{Stop: StopAborted, Reason: "why", Completed: []string{"exec"}, Interrupted: []string{"exec"}}},
		{"a text without calls", func(t *testing.T, turn *Turn) error { return turn.Text("r1", "I was") },
			[]string{"text I was", "marker", "end aborted"}, TurnAborted{Stop: StopAborted, Reason: "why"}},
		{"nothing", func(t *testing.T, turn *Turn) error {
			must(t, turn.Text("r1", ""))
			return turn.Reasoning("r1", Reasoning{Provider: "openai"})
		}, []string{"marker", "end aborted"},
			TurnAborted{Stop: StopAborted, Reason: "why"}},
		{"a call that was cancelled", func(t *testing.T, turn *Turn) error {
			must(t, turn.Call("r1", call("c1")))
			r, err := result.New(result.Parts{Tool: "exec", LLM: "half", Status: result.Status{Aborted: true}})
			must(t, err)
			return turn.Result("c1", r)
		}, []string{"call c1", "result c1", "marker", "end aborted"},
			TurnAborted{Stop: StopAborted, Reason: "why", Interrupted: []string{"exec"}}},
		{"calls that failed or timed out have completed", func(t *testing.T, turn *Turn) error {
			for i, s := range []result.Status{{Known: true, Code: 1}, {Timeout: 1}} {
				id := fmt.Sprint("c", i)
				must(t, turn.Call("r1", call(id)))
				r, err := result.New(result.Parts{Tool: "exec", LLM: "x", Status: s})
				must(t, err)
				must(t, turn.Result(id, r))
			}
			return nil
		}, []string{"call c0", "result c0", "call c1", "result c1", "marker", "end aborted"},
			TurnAborted{Stop: StopAborted, Reason: "why", Completed: []string{"exec", "exec"}}},
		{"calls that were refused did nothing", func(t *testing.T, turn *Turn) error {
			must(t, turn.Call("r1", call("c1")))
			must(t, turn.Call("r1", call("c2")))
			wrong := result.ToolError{Kind: result.KindInput, Message: "there is no such tool"}
			must(t, turn.Result("c1", result.Failure("exec", wrong, "", nil)))
			return turn.Result("c2", result.Simple("exec", "x", 1))
		}, []string{"call c1", "call c2", "result c1", "result c2", "marker", "end aborted"},
			TurnAborted{Stop: StopAborted, Reason: "why", Completed: []string{"exec"}}},
		{"calls that never began", func(t *testing.T, turn *Turn) error {
			must(t, turn.Call("r1", call("c1")))
			must(t, turn.Call("r1", call("c2")))
			must(t, turn.Result("c1", result.Simple("exec", "x", 1)))
			stopped := result.ToolError{Kind: result.KindAborted, Message: "not run"}
			return turn.NotRun("c2", result.Failure("exec", stopped, "", nil))
		}, []string{"call c1", "call c2", "result c1", "result c2", "marker", "end aborted"},
			TurnAborted{Stop: StopAborted, Reason: "why", Completed: []string{"exec"}, NotRun: []string{"exec"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			l := open(t, path, nil)
			turn, err := l.Begin("go")
			must(t, err)
			must(t, tt.play(t, turn))
			a, err := turn.End(StopAborted, "why")
			must(t, err)
			if diff := cmp.Diff(tt.a, a); diff != "" {
				t.Errorf("aborted mismatch (-want +got):\n%s", diff)
			}
			tr, err := l.Load() // a front end that reads the log now sees the same
			must(t, err)
			if diff := cmp.Diff(append([]string{"user"}, tt.want...), kinds(tr.Items)); diff != "" {
				t.Errorf("log mismatch (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(turn.Items(), tr.Items); diff != "" {
				t.Errorf("Items mismatch (-said +log):\n%s", diff)
			}
			if diff := cmp.Diff(tt.a.counts(), tr.Items[len(tr.Items)-1].Calls); diff != "" {
				t.Errorf("counts in the record of the end (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.a, reread(t, path).aborted(StopAborted, "why")); diff != "" {
				t.Errorf("what the log's next writer knows (-want +got):\n%s", diff)
			}
			if again, err := turn.End(StopError, "x"); err != nil || again.Stop != "" {
				t.Errorf("a second End: %+v, %v", again, err)
			}
		})
	}
}

// reread returns what a new writer of a log knows from its records.
func reread(t *testing.T, path string) *state {
	t.Helper()
	src, err := os.ReadFile(path)
	must(t, err)
	var s state
	for sc := newScanner(bytes.NewReader(src)); sc.next(); {
		s.see(sc.line)
	}
	return &s
}

// TestOldAbortedTurn checks that a log is read in which nothing says whether a call had begun: such a call may have
// done anything.
func TestOldAbortedTurn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	old := `{"kind":"session","schema_version":1,"id":"s","time":"2026-01-02T03:04:05Z"}
{"kind":"user","id":"1","turn":1,"time":"2026-01-02T03:04:05Z","text":"go"}
{"kind":"call","id":"2","turn":1,"time":"2026-01-02T03:04:05Z","call":{"id":"c1","name":"exec","arguments":{}}}
{"kind":"result","id":"3","turn":1,"time":"2026-01-02T03:04:05Z","result":{"call_id":"c1","tool_result":` +
		`{"tool_name":"exec","llm_content":"not run","success":false,"error":{"kind":"aborted","message":"not run"}}}}
{"kind":"marker","id":"4","turn":1,"time":"2026-01-02T03:04:05Z","text":"[turn-aborted] x"}
{"kind":"end","id":"5","turn":1,"time":"2026-01-02T03:04:05Z","stop":"aborted","error":"x"}
`
	must(t, os.WriteFile(path, []byte(old), 0o600))
	want := TurnAborted{Stop: StopAborted, Interrupted: []string{"exec"}}
	if diff := cmp.Diff(want, reread(t, path).aborted(StopAborted, "")); diff != "" {
		t.Errorf("what was done (-want +got):\n%s", diff)
	}
	tr := load(t, path)
	if end := tr.Items[len(tr.Items)-1]; len(tr.Items) != 5 || end.Calls != nil || end.Stop != StopAborted {
		t.Errorf("%d items, the last is %+v", len(tr.Items), end)
	}
}

func TestTurnRefuses(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "s.jsonl"), nil)
	if _, err := l.Begin("  "); err == nil {
		t.Error("a turn began with nothing")
	}
	turn, err := l.Begin("go")
	must(t, err)
	for _, c := range []Call{
		{ID: "c", Name: "n", Arguments: json.RawMessage(`{"a":`)},
		{ID: "c", Name: "n", Arguments: json.RawMessage(`null`)},
		{ID: "c", Name: "n"},
		{Name: "n", Arguments: json.RawMessage(`{}`)},
	} {
		if err := turn.Call("r", c); err == nil {
			t.Errorf("took %+v", c)
		}
	}
	if err := turn.Result("", result.Simple("n", "x", 1)); err == nil {
		t.Error("took a result of no call")
	}
	if _, err := turn.End("done", ""); err == nil || !strings.Contains(err.Error(), `"done"`) {
		t.Errorf("an unknown stop reason: %v", err)
	}
	_, err = turn.End(StopEnd, "")
	must(t, err)
	if err := turn.Text("r", "more"); err == nil {
		t.Error("took a text after its end")
	}
	if err := turn.Result("c", result.Simple("n", "late", 1)); err != nil {
		t.Errorf("a late result: %v", err)
	}
	if n := len(load(t, l.path).Items); n != 3 {
		t.Errorf("%d items, want 3", n)
	}
}

// TestBeginAfterCrash checks that a turn without an end is ended by the next one, with a marker, once.
func TestBeginAfterCrash(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	l := open(t, path, nil)
	turn, err := l.Begin("go")
	must(t, err)
	must(t, turn.Call("r1", Call{ID: "c1", Name: "write", Arguments: json.RawMessage("{}")}))
	must(t, turn.Result("c1", result.Simple("write", "x", 1)))
	must(t, turn.Call("r1", Call{ID: "c2", Name: "exec", Arguments: json.RawMessage("{}")}))
	must(t, l.Close()) // the program is killed here

	l = open(t, path, nil)
	next, err := l.Begin("what have you done?")
	must(t, err)
	if diff := cmp.Diff([]string{"marker", "end error", "user"}, kinds(next.Items())); diff != "" {
		t.Errorf("items mismatch (-want +got):\n%s", diff)
	}
	a := TurnAborted{Stop: StopError, Reason: crashed, Completed: []string{"write"}, Interrupted: []string{"exec"}}
	want := a.Marker()
	if got := next.Items()[0]; got.Text != want || got.Turn != 1 || next.Number() != 2 {
		t.Errorf("marker of turn %d: %q, want %q", got.Turn, got.Text, want)
	}
	_, err = next.End(StopEnd, "")
	must(t, err)
	must(t, l.Close())
	l = open(t, path, nil)
	last, err := l.Begin("well?")
	must(t, err)
	if diff := cmp.Diff([]string{"user"}, kinds(last.Items())); diff != "" {
		t.Errorf("items mismatch (-want +got):\n%s", diff)
	}

	// No amnesia: what the next model call gets holds the calls and says what happened.
	v := NewView(load(t, path).Items, nil)
	for _, p := range formats {
		b := string(request(t, p, v))
		for _, s := range []string{
			`"c1"`, `"c2"`, `"write"`, interrupted, "what have you done?",
			"1 tool call completed before the abort: write",
		} {
			if !strings.Contains(b, s) {
				t.Errorf("%s lacks %s: %s", p, s, b)
			}
		}
	}
}

// TestTurnConcurrent lets calls end at once, while somebody reads.
func TestTurnConcurrent(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "s.jsonl"), nil)
	turn, err := l.Begin("go")
	must(t, err)
	const n = 20
	for i := range n {
		must(t, turn.Call("r1", Call{ID: fmt.Sprint("c", i), Name: "exec", Arguments: json.RawMessage("{}")}))
	}
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			if err := turn.Result(fmt.Sprint("c", i), result.Simple("exec", strings.Repeat("x", 5000), 1)); err != nil {
				t.Error(err)
			}
			if tr, err := l.Load(); err != nil || tr.Damaged != 0 {
				t.Error(tr.Damage, err)
			}
		})
	}
	wg.Wait()
	a, err := turn.End(StopAborted, "")
	must(t, err)
	if len(a.Completed) != n {
		t.Errorf("%d completed", len(a.Completed))
	}
	// The results are in the order of the calls, whatever order they ended in.
	i := 0
	for _, it := range repair(load(t, l.path).Items) {
		if it.Kind == KindResult {
			if want := fmt.Sprint("c", i); it.Result.CallID != want {
				t.Errorf("result %d is of %s", i, it.Result.CallID)
			}
			i++
		}
	}
}

// TestTurnWriteFails checks that a turn says so when it can't be kept.
func TestTurnWriteFails(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "s.jsonl"), nil)
	turn, err := l.Begin("go")
	must(t, err)
	f, err := os.Open(l.path)
	must(t, err)
	l.mu.Lock()
	l.f.Close()
	l.f = f // can't be written
	l.mu.Unlock()
	if err := turn.Text("r", "x"); err == nil {
		t.Error("Text: no error")
	}
	if _, err := turn.End(StopAborted, ""); err == nil {
		t.Error("End: no error")
	}
	if n := len(turn.Items()); n != 1 {
		t.Errorf("%d items are said to be kept, want 1", n)
	}
}

func TestArguments(t *testing.T) {
	for _, tt := range []struct {
		sent, want string
		ok         bool
	}{
		{``, `{}`, true},
		{` `, `{}`, true},
		{` { "b": 1,` + "\n" + ` "a": 9007199254740993 }`, `{"b":1,"a":9007199254740993}`, true},
		{`{"a":`, `{"malformed_arguments":"{\"a\":"}`, false},
		{`"x"`, `{"malformed_arguments":"\"x\""}`, false},
		{`[<1>]`, `{"malformed_arguments":"[<1>]"}`, false},
	} {
		if got, ok := Arguments(tt.sent); string(got) != tt.want || ok != tt.ok {
			t.Errorf("Arguments(%q) = %s, %v, want %s, %v", tt.sent, got, ok, tt.want, tt.ok)
		}
	}
}
