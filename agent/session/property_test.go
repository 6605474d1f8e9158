package session

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/agent/session/internal/wire"
	"github.com/toktee/toktee/agent/session/sessiontest"
	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/result"
)

var formats = []sessiontest.Format{sessiontest.Anthropic, sessiontest.Chat, sessiontest.Responses}

// request returns the messages of a view in a format, as one JSON array.
func request(t interface{ Fatal(...any) }, p sessiontest.Format, v View) []byte {
	var list any
	switch p {
	case sessiontest.Anthropic:
		list = v.Anthropic(nil)
	case sessiontest.Chat:
		list = v.Chat(nil)
	case sessiontest.Responses:
		list = v.Responses()
	}
	b, err := wire.Encode(list)
	if err != nil {
		t.Fatal(err)
	}
	if string(b) == "null" {
		return []byte("[]")
	}
	return b
}

// png is the smallest picture: one pixel.
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

var day0 = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// story draws what may happen in a conversation, in the order in which it would be appended.
func story(t *rapid.T) []Item {
	var items []Item
	n := 0
	add := func(turn int, it Item) {
		n++
		it.ID, it.Turn, it.Time = fmt.Sprint(n), turn, day0
		items = append(items, it)
	}
	chance := func(label string, percent int) bool { return rapid.IntRange(0, 99).Draw(t, label) < percent }
	calls := 0
	for turn := 1; turn <= rapid.IntRange(1, 3).Draw(t, "turns"); turn++ {
		add(turn, Item{Kind: KindUser, Text: fmt.Sprintf("please %d", turn)})
		for step := range rapid.IntRange(0, 3).Draw(t, "responses") {
			response := fmt.Sprintf("r%d-%d", turn, step)
			if chance("no response id", 15) {
				response = ""
			}
			var late []Item
			for range rapid.IntRange(0, 5).Draw(t, "parts") {
				switch rapid.SampledFrom([]string{"text", "thought", "call", "call"}).Draw(t, "part") {
				case "text":
					text := pick(t, "text", "I look", " ", "", "done")
					add(turn, Item{Kind: KindText, Response: response, Text: text})
				case "thought":
					add(turn, Item{Kind: KindReasoning, Response: response, Thought: someReasoning(t)})
				case "call":
					calls++
					call := someCall(t, calls)
					add(turn, Item{Kind: KindCall, Response: response, Call: call})
					res := Item{Kind: KindResult, Result: resultFor(call.ID, someResult(t, calls))}
					switch rapid.IntRange(0, 3).Draw(t, "when") {
					case 0: // never
					case 1:
						add(turn, res)
					default:
						late = append(late, res)
					}
				}
			}
			for _, it := range late {
				add(turn, it)
			}
			if chance("epoch", 10) {
				add(turn, Item{Kind: KindEpoch, Text: rapid.SampledFrom([]string{"what was", ""}).Draw(t, "summary")})
			}
			if chance("unknown", 10) {
				add(turn, Item{Kind: "x-note", Text: "of a newer version"})
			}
		}
		if chance("abort", 40) {
			add(turn, Item{Kind: KindMarker, Text: TurnAborted{Stop: StopAborted}.Marker()})
		}
		add(turn, Item{Kind: KindEnd, Stop: StopEnd})
	}
	return items
}

// pick draws one of some values.
func pick[T any](t *rapid.T, label string, of ...T) T { return rapid.SampledFrom(of).Draw(t, label) }

// someReasoning draws reasoning of any provider, complete or not.
func someReasoning(t *rapid.T) *Reasoning {
	return pick(t, "thought",
		&Reasoning{Provider: "anthropic", Text: "hm", Signature: "c2ln"},
		&Reasoning{Provider: "anthropic", Signature: "c2ln"},
		&Reasoning{Provider: "anthropic", Encrypted: "ZW5j"},
		&Reasoning{Provider: "anthropic", Text: "cut off"},
		&Reasoning{Provider: "openai", ID: "rs_1", Encrypted: "ZW5j", Text: "hm"},
		&Reasoning{Provider: "openai", ID: "rs_1"},
		nil,
	)
}

// someCall draws the n-th call of a conversation, as models of all formats make them.
func someCall(t *rapid.T, n int) *Call {
	id := fmt.Sprintf("toolu_%d", n)
	switch rapid.IntRange(0, 9).Draw(t, "id") {
	case 0:
		id = "call_0" // servers that number the calls of each response
	case 1:
		id = fmt.Sprintf("functions.read:%d|%070d", n, 0)
	}
	args := pick(t, "args", "{}", `{"path":"a.go"}`, `{"a":"\ud83d"}`, `"cut`, `[]`)
	return &Call{
		ID: id, Name: pick(t, "name", "read", "exec", "functions.read", ""),
		Arguments: json.RawMessage(args), ItemID: pick(t, "item", "", "fc_1", "x"),
	}
}

// someResult draws the result of the n-th call.
func someResult(t *rapid.T, n int) result.ToolResult {
	p := result.Parts{Tool: "read", ID: fmt.Sprintf("%012d", n), LLM: fmt.Sprintf("result %d", n)}
	switch rapid.IntRange(0, 5).Draw(t, "result") {
	case 0:
		p.Status = result.Status{Known: true, Code: 1}
	case 1:
		p.LLM, p.Blocks = "", []result.Block{{Text: p.LLM}, {MediaType: "image/png", Data: png}}
	case 2:
		p.Status = result.Status{Aborted: true}
		p.LLM, p.Blocks = "", []result.Block{
			{MediaType: "image/png", Data: png}, {MediaType: "image/svg+xml", Data: png}, {Text: " "},
		}
	case 3:
		p.LLM = "" // nothing was printed
	}
	p.UI = []byte("what the user sees")
	r, err := result.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// damage draws what a crash, a bug or somebody may do to a log.
func damage(t *rapid.T, items []Item) []Item {
	items = items[:rapid.IntRange(0, len(items)).Draw(t, "cut")]
	for range rapid.IntRange(0, 4).Draw(t, "damages") {
		if len(items) < 2 {
			break
		}
		i, j := rapid.IntRange(0, len(items)-1).Draw(t, "i"), rapid.IntRange(0, len(items)-1).Draw(t, "j")
		switch rapid.IntRange(0, 2).Draw(t, "damage") {
		case 0:
			items = append(items[:i:i], items[i+1:]...)
		case 1:
			items[i], items[j] = items[j], items[i]
		case 2:
			items = append(items[:i:i], append([]Item{items[j]}, items[i:]...)...)
		}
	}
	return items
}

// asText returns items in a form that can be compared. Their arguments need not be JSON.
func asText(items []Item) string {
	var out []byte
	for _, it := range items {
		out = fmt.Appendf(out, "%s %s turn %d", it.Kind, it.ID, it.Turn)
		out = fmt.Appendf(out, " response %q text %q stop %q", it.Response, it.Text, it.Stop)
		if it.Call != nil {
			out = fmt.Appendf(out, " call %+v %s", *it.Call, it.Call.Arguments)
		}
		if it.Thought != nil {
			out = fmt.Appendf(out, " thought %+v", *it.Thought)
		}
		if it.Result != nil {
			b, err := json.Marshal(it.Result)
			out = fmt.Appendf(out, " result %s %v", b, err)
		}
		out = append(out, '\n')
	}
	return string(out)
}

func checkRepair(t *rapid.T, items []Item) {
	before := asText(items)
	once := repair(items)
	if diff := cmp.Diff(before, asText(items)); diff != "" {
		t.Fatalf("Repair changed its input (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff(asText(once), asText(repair(once))); diff != "" {
		t.Fatalf("Repair isn't idempotent (-once +twice):\n%s\nof\n%s", diff, before)
	}
	for _, mask := range []*Mask{nil, {Results: 2}, {Tokens: 5}} {
		v := NewView(once, &ViewOptions{Mask: mask})
		for _, p := range formats {
			b := request(t, p, v)
			if string(b) == "[]" {
				continue
			}
			found, err := sessiontest.Validate(p, b)
			if err != nil {
				t.Fatal(err)
			}
			if len(found) > 0 {
				t.Fatalf("%s: %v\nin %s\nof\n%s", p, found, b, before)
			}
		}
	}
	if diff := cmp.Diff(before, asText(items)); diff != "" {
		t.Fatalf("a view changed its input (-before +after):\n%s", diff)
	}
	checkResults(t, items, once)
}

// checkResults checks that each call that can be sent is there once, and has a real result if there is one.
func checkResults(t *rapid.T, items, repaired []Item) {
	calls, real := map[string]map[string]bool{}, map[string]map[string]bool{}
	for _, it := range items {
		switch {
		case it.Kind == KindCall:
			if calls[it.Call.ID] == nil {
				calls[it.Call.ID] = map[string]bool{}
			}
			calls[it.Call.ID][it.ID] = true
		case it.Kind == KindResult && !it.Result.Synthetic:
			if real[it.Result.CallID] == nil {
				real[it.Result.CallID] = map[string]bool{}
			}
			real[it.Result.CallID][it.ID] = true
		}
	}
	got := map[string]string{}
	for _, it := range repaired {
		if it.Kind == KindResult {
			if got[it.Result.CallID] != "" {
				t.Fatalf("call %q has two results", it.Result.CallID)
			}
			got[it.Result.CallID] = it.ID
			if it.Result.Synthetic {
				got[it.Result.CallID] = "synthetic"
			}
		}
	}
	for id, from := range calls {
		if len(from) > 1 {
			continue // the id was used again
		}
		if len(real[id]) > 0 && !real[id][got[id]] {
			t.Fatalf("call %q has result %q: want one of %v", id, got[id], real[id])
		}
	}
}

func TestRepairProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkRepair(t, damage(t, story(t))) })
}

// TestRepairEveryCut cuts stories at every index.
func TestRepairEveryCut(t *testing.T) {
	sweep.OneGoroutine(t)
	rapid.Check(t, func(t *rapid.T) {
		items := story(t)
		for n := range len(items) + 1 {
			checkRepair(t, items[:n:n])
		}
	})
}

func FuzzRepair(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { checkRepair(t, damage(t, story(t))) }))
}
