package session

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/agent/session/internal/wire"
	"github.com/toktee/toktee/agent/session/sessiontest"
	"github.com/toktee/toktee/result"
)

// exchange is one response with calls with a call for each number, whose result has so many tokens.
func exchange(t testing.TB, n int, tokens ...int) []Item {
	t.Helper()
	var said, results []Item
	for i, tok := range tokens {
		id := fmt.Sprintf("c%d-%d", n, i)
		r, err := result.New(result.Parts{
			ID: fmt.Sprintf("%012d", n*10+i), Tool: "read",
			LLM: strings.Repeat("word ", tok), UI: bytes.Repeat([]byte("word "), 2*tok),
			Metadata: result.Metadata{LLMTokens: tok, UITokens: 2 * tok},
		})
		must(t, err)
		call := Item{Kind: KindCall, ID: "call" + id, Response: fmt.Sprint("r", n), Call: callOf(id, "read")}
		said = append(said, call)
		results = append(results, Item{Kind: KindResult, ID: "result" + id, Result: resultFor(id, r)})
	}
	return append(said, results...)
}

// shown shows each result of a view as x, or as - if it is masked.
func shown(v View) string {
	var b strings.Builder
	for _, e := range v.entries {
		if e.Kind == wire.KindOutput {
			if strings.HasPrefix(e.Output.Text, "[older result left out") {
				b.WriteByte('-')
			} else {
				b.WriteByte('x')
			}
		}
	}
	return b.String()
}

func TestMask(t *testing.T) {
	tests := []struct {
		name   string
		mask   Mask
		groups [][]int
		want   string
	}{
		{"no window", Mask{}, [][]int{{100}, {100}, {100}}, "xxx"},
		{"it all fits", Mask{Results: 3}, [][]int{{100}, {100}, {100}}, "xxx"},
		{"one too many: to half of it", Mask{Results: 4}, [][]int{{100}, {100}, {100}, {100}, {100}}, "---xx"},
		{"and then it stays", Mask{Results: 4}, [][]int{{100}, {100}, {100}, {100}, {100}, {100}, {100}}, "---xxxx"},
		{"tokens", Mask{Tokens: 250}, [][]int{{100}, {100}, {100}}, "--x"},
		{"the last response's stay", Mask{Results: 2}, [][]int{{100}, {100, 100, 100, 100}}, "-xxxx"},
		{"however large they are", Mask{Tokens: 10}, [][]int{{100}, {100, 100}}, "-xx"},
		{"short ones stay", Mask{Results: 2}, [][]int{{100}, {1}, {100}, {100}}, "-xxx"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			items := []Item{{Kind: KindUser, ID: "u", Text: "go"}}
			for n, tokens := range tt.groups {
				items = append(items, exchange(t, n, tokens...)...)
			}
			before := asText(items)
			if got := shown(NewView(items, &ViewOptions{Mask: &tt.mask})); got != tt.want {
				t.Errorf("shown %s, want %s", got, tt.want)
			}
			if diff := cmp.Diff(before, asText(items)); diff != "" {
				t.Errorf("the items have changed (-before +after):\n%s", diff)
			}
		})
	}
}

func TestMaskLine(t *testing.T) {
	items := append([]Item{{Kind: KindUser, ID: "u", Text: "go"}}, exchange(t, 1, 100)...)
	nobody := result.Simple("read", strings.Repeat("word ", 40), 0)
	items = append(items,
		Item{Kind: KindCall, ID: "a", Response: "a", Call: callOf("a", "read")},
		Item{Kind: KindResult, ID: "b", Result: resultFor("a", nobody)})
	failed, err := result.New(result.Parts{
		ID: "7", Tool: "exec", LLM: strings.Repeat("word ", 40), Status: result.Status{Known: true, Code: 1},
	})
	must(t, err)
	items = append(items,
		Item{Kind: KindCall, ID: "c", Response: "c", Call: callOf("c", "exec")},
		Item{Kind: KindResult, ID: "d", Result: resultFor("c", failed)})
	items = append(items, exchange(t, 2, 100)...)
	show := func(id string) string { return "toktee show " + id }
	v := NewView(items, &ViewOptions{Mask: &Mask{Results: 1, Recover: show}})
	want := []result.ModelMessage{
		{CallID: "c1-0", Text: "[older result left out: id 000000000010, 100 tokens here, 1000 bytes in all;" +
			" toktee show 000000000010]"},
		{CallID: "a", Text: "[older result left out: 200 bytes in all]"},
		{CallID: "c", IsError: true, Text: "[older result left out: id 7, 0 bytes in all; toktee show 7]"},
		{CallID: "c2-0", Text: strings.Repeat("word ", 100)},
	}
	var got []result.ModelMessage
	for _, e := range v.entries {
		if e.Kind == wire.KindOutput {
			got = append(got, *e.Output)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("results mismatch (-want +got):\n%s", diff)
	}
}

// TestMaskStable lets a conversation grow and looks at each request: what was masked stays masked, and with a window
// of 10 the start changes once in 5 results.
func TestMaskStable(t *testing.T) {
	items := []Item{{Kind: KindUser, ID: "u", Text: "go"}}
	changes, before := 0, map[sessiontest.Format]string{}
	var masked string
	const n = 60
	for i := range n {
		items = append(items, exchange(t, i, 50)...)
		v := NewView(items, &ViewOptions{Mask: &Mask{Results: 10}})
		now := shown(v)
		if whole := strings.Count(now, "x"); whole > 10 || whole < min(5, i+1) {
			t.Errorf("after %d results, %d are whole", i+1, whole)
		}
		if !strings.HasPrefix(now, strings.Repeat("-", strings.Count(masked, "-"))) {
			t.Errorf("after %d results, one is whole again: %s, then %s", i+1, masked, now)
		}
		masked = now
		for _, p := range formats {
			b := strings.TrimSuffix(string(request(t, p, v)), "]")
			if !strings.HasPrefix(b, before[p]) && p == sessiontest.Anthropic {
				changes++
			}
			before[p] = b
		}
	}
	if changes > n/5 {
		t.Errorf("the start has changed %d times in %d requests: want at most %d", changes, n, n/5)
	}
}

// TestViewStable checks that a request is the start of the next one, so that a provider's cache is used: whenever the
// model is asked, what was sent before is sent again, byte by byte.
func TestViewStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items := []Item{}
		add := func(it Item) {
			it.ID = fmt.Sprint(len(items) + 1)
			items = append(items, it)
		}
		before := map[sessiontest.Format]string{}
		ask := func() {
			v := NewView(items, nil)
			for _, p := range formats {
				b := strings.TrimSuffix(string(request(t, p, v)), "]")
				if !strings.HasPrefix(b, before[p]) {
					t.Fatalf("%s: the start has changed from\n%s\nto\n%s", p, before[p], b)
				}
				before[p] = b
			}
		}
		for turn := range rapid.IntRange(1, 3).Draw(t, "turns") {
			add(Item{Kind: KindUser, Text: fmt.Sprint("please ", turn)})
			for step := range rapid.IntRange(1, 4).Draw(t, "steps") {
				ask()
				response := fmt.Sprintf("r%d-%d", turn, step)
				thought := Reasoning{Provider: "openai", ID: "rs_1", Encrypted: "ZW5j"}
				add(Item{Kind: KindReasoning, Response: response, Thought: &thought})
				add(Item{Kind: KindText, Response: response, Text: "I look"})
				var ids []string
				for k := range rapid.IntRange(1, 3).Draw(t, "calls") {
					ids = append(ids, fmt.Sprintf("c%d-%d-%d", turn, step, k))
					add(Item{Kind: KindCall, Response: response, Call: callOf(ids[k], "read")})
				}
				for _, id := range rapid.Permutation(ids).Draw(t, "order") {
					add(Item{Kind: KindResult, Result: resultFor(id, someResult(t, 1))})
				}
			}
			ask()
			add(Item{Kind: KindText, Response: fmt.Sprint("last", turn), Text: "done"})
			add(Item{Kind: KindEnd, Stop: StopEnd})
		}
	})
}
