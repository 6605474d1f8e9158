package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent/session/sessiontest"
	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/result"
)

func fixed() time.Time { return day0 }

// open opens the log of a test.
func open(t testing.TB, path string, o *Options) *Log {
	t.Helper()
	if o == nil {
		o = &Options{Now: fixed, NoSync: true}
	}
	l, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func load(t testing.TB, path string) Transcript {
	t.Helper()
	tr, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// callOf returns a call without arguments.
func callOf(id, tool string) *Call {
	return &Call{ID: id, Name: tool, Arguments: json.RawMessage("{}")}
}

func resultFor(callID string, r result.ToolResult) *Result { return &Result{CallID: callID, Tool: r} }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// toolResult has something in each channel.
func toolResult(t testing.TB, text string) result.ToolResult {
	t.Helper()
	d, err := result.NewDetails("tests", map[string]int{"failed": 2})
	must(t, err)
	r, err := result.New(result.Parts{
		ID: "401882137095", Tool: "exec", LLM: text, UI: []byte(text + "\n<all> of it\u2028\n"), Details: d,
		Status:   result.Status{Known: true},
		Metadata: result.Metadata{LLMTokens: 3, UITokens: 9},
	})
	must(t, err)
	return r
}

// record plays a conversation of three turns: one that ended, one that was cancelled, one that goes on.
func record(t testing.TB, path string) []Item {
	t.Helper()
	l := open(t, path, nil)
	defer l.Close()
	var items []Item

	turn, err := l.Begin("look & see <it>")
	must(t, err)
	must(t, turn.Reasoning("r1", Reasoning{Provider: "anthropic", Text: "hm", Signature: "c2ln"}))
	must(t, turn.Text("r1", "I look"))
	must(t, turn.Call("r1", Call{ID: "c1", Name: "read", Arguments: json.RawMessage(`{"path":"a"}`)}))
	must(t, turn.Call("r1", Call{ID: "c2", Name: "exec", Arguments: json.RawMessage(`{}`)}))
	must(t, turn.Result("c2", toolResult(t, "second")))
	must(t, turn.Result("c1", toolResult(t, "first")))
	must(t, turn.Text("r2", "done"))
	_, err = turn.End(StopEnd, "")
	must(t, err)
	items = append(items, turn.Items()...)

	turn, err = l.Begin("and now?")
	must(t, err)
	must(t, turn.Call("r3", Call{ID: "c3", Name: "exec", Arguments: json.RawMessage(`{}`), ItemID: "fc_1"}))
	must(t, turn.Call("r3", Call{ID: "c4", Name: "exec", Arguments: json.RawMessage(`{}`)}))
	must(t, turn.Result("c3", toolResult(t, "third")))
	_, err = turn.End(StopAborted, "enough")
	must(t, err)
	items = append(items, turn.Items()...)

	turn, err = l.Begin("go on")
	must(t, err)
	must(t, turn.Text("r4", "so"))
	return append(items, turn.Items()...)
}

func TestLogRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "s.jsonl")
	want := record(t, path)
	got := load(t, path)
	if diff := cmp.Diff(Transcript{Created: day0, Items: want}, got); diff != "" {
		t.Errorf("reloaded mismatch (-written +read):\n%s", diff)
	}
	var r result.ToolResult
	for _, it := range got.Items {
		if it.Kind == KindResult {
			r = it.Result.Tool
		}
	}
	if ui, ok := r.UIContent(); !ok || !strings.Contains(ui, "<all> of it\u2028") || r.Details().Type() != "tests" {
		t.Errorf("the full output of a result is gone: %q, details of type %q", ui, r.Details().Type())
	}
	ids := map[string]bool{}
	for _, it := range want {
		if ids[it.ID] {
			t.Errorf("id %s is used again", it.ID)
		}
		ids[it.ID] = true
	}
}

// TestLogEveryCut cuts a log at every byte, as a crash may: what was complete is there, the next writer
// continues after it, and views of it break no rule.
func TestLogEveryCut(t *testing.T) {
	sweep.OneGoroutine(t)
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.jsonl")
	want := record(t, whole)
	src, err := os.ReadFile(whole)
	must(t, err)
	path := filepath.Join(dir, "cut.jsonl")
	for n := range len(src) + 1 {
		cut := src[:n]
		must(t, os.WriteFile(path, cut, 0o600))
		lines := bytes.Count(cut, []byte("\n"))
		tail := cut[bytes.LastIndexByte(cut, '\n')+1:]
		whole := json.Valid(tail) // it lacks its line feed alone
		if whole {
			lines++
			tail = nil
		}
		before := want[:max(lines-1, 0)]
		got := load(t, path)
		if diff := cmp.Diff(asText(before), asText(got.Items)); diff != "" {
			t.Fatalf("cut at %d (-want +got):\n%s", n, diff)
		}
		if got.Damaged != 0 || got.Torn != (len(tail) > 0) {
			t.Fatalf("cut at %d: %d damaged, torn %v", n, got.Damaged, got.Torn)
		}
		inside := n > 90 && n < len(src)-80 && len(tail) > 0 // not in the first or the last record, nor at an end
		if inside && n%97 != 0 {
			continue // samples are enough
		}
		checkNextTurn(t, path, before, fmt.Sprint("cut at ", n))
	}
}

// checkNextTurn begins a turn in a log that holds items, and checks that nothing was lost and that views break no
// rule.
func checkNextTurn(t *testing.T, path string, items []Item, what string) {
	t.Helper()
	l := open(t, path, nil)
	turn, err := l.Begin("again")
	must(t, err)
	must(t, l.Close())
	after := load(t, path)
	if after.Damaged != 0 || after.Torn {
		t.Fatalf("%s, and appended: %d damaged, torn %v", what, after.Damaged, after.Torn)
	}
	want := asText(append(items[:len(items):len(items)], turn.Items()...))
	if diff := cmp.Diff(want, asText(after.Items)); diff != "" {
		t.Fatalf("%s, and appended (-want +got):\n%s", what, diff)
	}
	ids := map[string]bool{}
	for _, it := range after.Items {
		if ids[it.ID] {
			t.Fatalf("%s: id %s is used again", what, it.ID)
		}
		ids[it.ID] = true
	}
	v := NewView(after.Items, nil)
	for _, p := range formats {
		found, err := sessiontest.Validate(p, request(t, p, v))
		if err != nil || len(found) > 0 {
			t.Fatalf("%s, %s: %v %v", what, p, found, err)
		}
	}
}

// TestLogDamage checks that damaged lines are counted, named and passed over, and that a writer goes on.
func TestLogDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	want := record(t, path)
	src, err := os.ReadFile(path)
	must(t, err)
	lines := bytes.SplitAfter(src, []byte("\n"))
	for i, bad := range map[int]string{
		1: "not JSON\n", 3: `{"kind":"text","id":` + "\n", 5: strings.Repeat("\x00", 4096) + "\n",
		7: "[]\n", 9: "{}\n", 10: `{"kind":"text","id":1,"turn":1}` + "\n", 11: "\n",
	} {
		lines[i] = append([]byte(bad), lines[i]...)
	}
	must(t, os.WriteFile(path, bytes.Join(lines, nil), 0o600))
	got := load(t, path)
	if asText(got.Items) != asText(want) {
		t.Errorf("items are\n%s\nwant\n%s", asText(got.Items), asText(want))
	}
	if got.Damaged != 7 || len(got.Damage) != 7 || got.Torn {
		t.Fatalf("%d damaged, %d named, torn %v: want 7, 7 and false", got.Damaged, len(got.Damage), got.Torn)
	}
	if first := got.Damage[0].Error(); !strings.HasPrefix(first, fmt.Sprintf("line 2, at byte %d, ", len(lines[0]))) {
		t.Errorf("the first damage is %q", first)
	}
	l := open(t, path, nil)
	if _, err := l.Append(Item{Kind: KindText, Turn: 3, Text: "more"}); err != nil {
		t.Fatal(err)
	}
	if got := load(t, path); got.Damaged != 7 || got.Items[len(got.Items)-1].Text != "more" {
		t.Errorf("after an append: %d damaged, last %+v", got.Damaged, got.Items[len(got.Items)-1])
	}
}

// TestLogUnknown checks that kinds and fields of a newer version survive, in the file and in an item that is written
// again.
func TestLogUnknown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	lines := `{"kind":"session","schema_version":1,"id":"s","time":"2026-01-02T03:04:05Z","colour":"blue"}
{"kind":"user","id":"1","turn":1,"time":"2026-01-02T03:04:05Z","text":"go","mood":{"b":1,"a":9007199254740993},"<&>":[]}
{"kind":"vote","id":"2","turn":1,"time":"2026-01-02T03:04:05Z","up":true}
`
	must(t, os.WriteFile(path, []byte(lines), 0o600))
	l := open(t, path, nil)
	tr, err := l.Load()
	must(t, err)
	if len(tr.Items) != 2 || tr.ID != "s" {
		t.Fatalf("%d items, id %q", len(tr.Items), tr.ID)
	}
	if vote := tr.Items[1]; vote.Kind != "vote" || string(vote.Extra) != `{"up":true}` {
		t.Fatalf("the item of an unknown kind is %+v", vote)
	}
	again := lines
	for _, it := range tr.Items {
		_, err := l.Append(it)
		must(t, err)
		b, err := it.MarshalJSON()
		must(t, err)
		again += string(b) + "\n"
	}
	got, err := os.ReadFile(path)
	must(t, err)
	if diff := cmp.Diff(lines+lines[strings.Index(lines, "\n")+1:], string(got)); diff != "" || again != string(got) {
		t.Errorf("file mismatch (-want +got):\n%s", diff)
	}
	for _, p := range formats {
		b := request(t, p, NewView(tr.Items, nil))
		if bytes.Contains(b, []byte("mood")) || bytes.Contains(b, []byte("vote")) {
			t.Errorf("%s: unknown things reach the model: %s", p, b)
		}
	}
}

// TestLogOld reads a log from before there were headers.
func TestLogOld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	must(t, os.WriteFile(path, []byte(`{"kind":"user","text":"go"}
{"kind":"call","call":{"id":"c1","name":"read","arguments":{}}}
{"kind":"result","result":{"call_id":"c1","tool_result":{"schema_version":1,"llm_content":"text of old"}}}
`), 0o644))
	l := open(t, path, nil)
	turn, err := l.Begin("go on")
	must(t, err)
	if turn.Number() != 1 {
		t.Errorf("turn %d", turn.Number())
	}
	tr := load(t, path)
	if len(tr.Items) != 4 || tr.Damaged != 0 || !tr.Created.IsZero() {
		t.Fatalf("%+v", tr)
	}
	for _, p := range formats {
		if b := request(t, p, NewView(tr.Items, nil)); !bytes.Contains(b, []byte("text of old")) {
			t.Errorf("%s: the old result isn't there: %s", p, b)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestLogWaits counts how often a log waits for the disk, and checks that all of a turn is written by then.
func TestLogWaits(t *testing.T) {
	for _, tt := range []struct {
		name string
		o    Options
		want string // how many lines have been written at each wait
	}{
		{"where a turn begins or ends", Options{}, "2 6"},
		{"after each item", Options{SyncEach: true}, "2 3 4 6"},
		{"never", Options{NoSync: true}, ""},
		{"never, whatever else is asked for", Options{NoSync: true, SyncEach: true}, ""},
	} {
		l := open(t, filepath.Join(t.TempDir(), "s.jsonl"), &tt.o)
		var got []string
		l.flush = func(f *os.File) error {
			b, err := os.ReadFile(f.Name())
			must(t, err)
			got = append(got, fmt.Sprint(bytes.Count(b, []byte("\n"))))
			return nil
		}
		turn, err := l.Begin("go")
		must(t, err)
		must(t, turn.Call("r1", Call{ID: "c1", Name: "exec", Arguments: json.RawMessage("{}")}))
		must(t, turn.Result("c1", result.Simple("exec", "x", 1)))
		_, err = turn.End(StopAborted, "")
		must(t, err)
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: mismatch (-want +got):\n%s", tt.name, diff)
		}
		l.flush = func(*os.File) error { return io.ErrShortWrite }
		if _, err := l.Begin("go on"); (err == nil) != tt.o.NoSync {
			t.Errorf("%s: the error for a disk that fails is %v", tt.name, err)
		}
	}
}

// TestLogCutsItsOwn checks that the rest of a failed write, which couldn't be cut off at once, is before the next.
func TestLogCutsItsOwn(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "s.jsonl"), nil)
	must(t, func() error { _, err := l.f.WriteString(`{"kind":"te`); return err }())
	l.dirty = true
	_, err := l.Append(Item{Kind: KindText, Turn: 1, Text: "next"})
	must(t, err)
	if got := load(t, l.path); len(got.Items) != 1 || got.Damaged != 0 || got.Torn {
		t.Errorf("%d items, %d damaged, torn %v", len(got.Items), got.Damaged, got.Torn)
	}
}

func TestAppendRefuses(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "s.jsonl"), nil)
	for _, it := range []Item{
		{}, {Kind: kindHeader},
		{Kind: KindCall, Call: &Call{ID: "c", Arguments: json.RawMessage(`{"a`)}},
		{Kind: KindUser, Extra: json.RawMessage(`[]`)},
	} {
		if _, err := l.Append(it); err == nil {
			t.Errorf("Append took %+v", it)
		}
	}
	if got := load(t, l.path); len(got.Items)+got.Damaged != 0 {
		t.Errorf("%d items, %d damaged", len(got.Items), got.Damaged)
	}
}

func TestLoadEpoch(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "s.jsonl"), nil)
	add := func(it Item) {
		t.Helper()
		_, err := l.Append(it)
		must(t, err)
	}
	count := func() int {
		t.Helper()
		tr, err := l.LoadEpoch()
		must(t, err)
		return len(tr.Items)
	}
	add(Item{Kind: KindUser, Turn: 1, Text: "a"})
	add(Item{Kind: KindText, Turn: 1, Text: "b"})
	if n := count(); n != 2 {
		t.Errorf("without an epoch: %d items, want 2", n)
	}
	add(Item{Kind: KindEpoch, Turn: 1, Text: "what was"})
	add(Item{Kind: KindUser, Turn: 2, Text: "c"})
	if n := count(); n != 2 {
		t.Errorf("after an epoch: %d items, want 2", n)
	}
	add(Item{Kind: KindCall, Turn: 2, Call: &Call{ID: "c1", Name: "read", Arguments: json.RawMessage("{}")}})
	add(Item{Kind: KindEpoch, Turn: 2, Text: "what was"})
	add(Item{Kind: KindResult, Turn: 2, Result: &Result{CallID: "c1", Tool: result.Simple("read", "late", 1)}})
	if n := count(); n != 4 {
		t.Errorf("after an epoch among open calls: %d items, want the whole turn, 4", n)
	}
	must(t, l.Close())
	l = open(t, l.path, nil)
	if n := count(); n != 4 {
		t.Errorf("after opening again: %d items, want 4", n)
	}
}

// BenchmarkAppend appends a result of 2 kB.
func BenchmarkAppend(b *testing.B) {
	for name, o := range map[string]Options{"never": {NoSync: true}, "always": {SyncEach: true}} {
		b.Run(name, func(b *testing.B) {
			l := open(b, filepath.Join(b.TempDir(), "s.jsonl"), &o)
			it := Item{Kind: KindResult, Turn: 1, Result: resultFor("c", toolResult(b, strings.Repeat("x", 1000)))}
			for b.Loop() {
				if _, err := l.Append(it); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestAppendLimit checks that what no reader would take isn't written.
func TestAppendLimit(t *testing.T) {
	sweep.OneGoroutine(t)
	l := open(t, filepath.Join(t.TempDir(), "s.jsonl"), nil)
	if _, err := l.Append(Item{Kind: KindText, Turn: 1, Text: strings.Repeat("x", MaxRecord)}); err == nil {
		t.Error("Append took a record that no reader would take")
	}
	if got := load(t, l.path); len(got.Items) != 0 || got.Torn {
		t.Errorf("after a refused append: %d items, torn %v", len(got.Items), got.Torn)
	}
}
