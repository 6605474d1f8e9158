package session

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/tokens"
)

// script reads items from words: "user", "text:r1", "call:c1:r1", "bad:c1:r1" (a call whose arguments were cut off),
// "result:c1=text", "synthetic:c1", "thought:r1", "unsigned:r1", "marker", "end", "epoch", "note" (an unknown kind).
func script(t testing.TB, words string) []Item {
	t.Helper()
	var out []Item
	for n, w := range strings.Fields(words) {
		kind, rest, _ := strings.Cut(w, ":")
		id, response, _ := strings.Cut(rest, ":")
		it := Item{Kind: Kind(kind), ID: fmt.Sprint(n + 1), Turn: 1, Time: day0}
		switch kind {
		case "user", "marker", "epoch":
			it.Text = kind
		case "text":
			it.Text, it.Response = "said", rest
		case "thought", "unsigned":
			it.Kind, it.Response, it.Thought = KindReasoning, rest, &Reasoning{Provider: "anthropic", Text: "hm"}
			if kind == "thought" {
				it.Thought.Signature = "c2ln"
			}
		case "call", "bad":
			it.Kind, it.Response, it.Call = KindCall, response, callOf(id, "read")
			if kind == "bad" {
				it.Call.Arguments = json.RawMessage(`{"pa`)
			}
		case "result", "synthetic":
			id, text, _ := strings.Cut(rest, "=")
			it.Kind, it.Result = KindResult, resultFor(id, result.Simple("read", text, 1))
			it.Result.Synthetic = kind == "synthetic"
		case "end":
			it.Stop = StopEnd
		case "note":
		default:
			t.Fatalf("unknown word %q", w)
		}
		out = append(out, it)
	}
	return out
}

// inWords are items in few words.
func inWords(items []Item) string {
	var out []string
	for _, it := range items {
		w := string(it.Kind)
		switch {
		case it.Call != nil:
			w = "call:" + it.Call.ID
			if string(it.Call.Arguments) != "{}" {
				w += string(it.Call.Arguments)
			}
		case it.Result != nil:
			w = "result:" + it.Result.CallID + "=" + strings.ReplaceAll(it.Result.Tool.LLMContent(), " ", "_")
		case it.Kind == KindText:
			w = "text:" + it.Response
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

func TestRepair(t *testing.T) {
	const lost = "=Interrupted_by_user"
	tests := []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"all is well",
			"user thought:r1 text:r1 call:c1:r1 result:c1=a text:r2 end",
			"user reasoning text:r1 call:c1 result:c1=a text:r2 end"},
		{"a call without a result", "user call:c1:r1 user", "user call:c1 result:c1" + lost + " user"},
		{"also at the end",
			"user call:c1:r1 call:c2:r1 result:c1=a", "user call:c1 call:c2 result:c1=a result:c2" + lost},
		{"never in place of a real one",
			"user call:c1:r1 synthetic:c1=made_up result:c1=real", "user call:c1 result:c1=real"},
		{"nor a real one before it",
			"user call:c1:r1 result:c1=real synthetic:c1=made_up", "user call:c1 result:c1=real"},
		{"a late result",
			"user call:c1:r1 marker end user result:c1=late text:r2",
			"user call:c1 result:c1=late marker end user text:r2"},
		{"a result before its call", "user result:c1=early call:c1:r1", "user call:c1 result:c1=early"},
		{"results in another order",
			"user call:c1:r1 call:c2:r1 result:c2=b result:c1=a", "user call:c1 call:c2 result:c1=a result:c2=b"},
		{"a result while the response goes on",
			"user call:c1:r1 result:c1=a text:r1 call:c2:r1 result:c2=b",
			"user call:c1 text:r1 call:c2 result:c1=a result:c2=b"},
		{"without a response's id",
			"user call:c1 result:c1=a call:c2 result:c2=b text:", "user call:c1 result:c1=a call:c2 result:c2=b text:"},
		{"a result of no call", "user result:c9=whose text:r1", "user text:r1"},
		{"a second result", "user call:c1:r1 result:c1=a result:c1=b", "user call:c1 result:c1=a"},
		{"a call twice", "user call:c1:r1 call:c1:r1 result:c1=a", "user call:c1 result:c1=a"},
		{"an id that is used again",
			"user call:c:r1 result:c=a call:c:r2 result:c=b", "user call:c result:c=a call:c-2 result:c-2=b"},
		{"and again, without a result",
			"user call:c:r1 result:c=a call:c:r2 user", "user call:c result:c=a call:c-2 result:c-2" + lost + " user"},
		{"to an id that is taken",
			"user call:c-2:r1 result:c-2=a call:c:r2 result:c=b call:c:r3 result:c=d",
			"user call:c-2 result:c-2=a call:c result:c=b call:c-3 result:c-3=d"},
		{"a call that was cut off", "user text:r1 bad:c1:r1", "user text:r1"},
		{"whose made-up result goes too", "user text:r1 bad:c1:r1 synthetic:c1=made_up", "user text:r1"},
		{"but a real one keeps it",
			"user bad:c1:r1 result:c1=wrong", `user call:c1{"malformed_arguments":"{\"pa"} result:c1=wrong`},
		{"unsigned thought", "user unsigned:r1 text:r1", "user text:r1"},
		{"the user says something within",
			"user call:c1:r1 user call:c2:r1 result:c1=a result:c2=b",
			"user call:c1 result:c1=a user call:c2 result:c2=b"},
		{"unknown kinds stay",
			"note user note call:c1:r1 note result:c1=a note", "note user note call:c1 result:c1=a note note"},
		{"an epoch among calls", "user text:r1 call:c1:r2 epoch result:c1=a", "user text:r1 epoch call:c1 result:c1=a"},
		{"an epoch after a call that was lost",
			"user call:c1:r1 epoch user", "user call:c1 result:c1" + lost + " epoch user"},
		{"two epochs among calls", "user call:c1:r1 epoch epoch result:c1=a", "user epoch epoch call:c1 result:c1=a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			once := repair(script(t, tt.in))
			if diff := cmp.Diff(tt.want, inWords(once)); diff != "" {
				t.Errorf("repair(%s) mismatch (-want +got):\n%s", tt.in, diff)
			}
			if diff := cmp.Diff(asText(once), asText(repair(once))); diff != "" {
				t.Errorf("twice (-once +twice):\n%s", diff)
			}
		})
	}
}

// TestRepairLateResultOfUsedID checks that a result which comes after the end of its turn isn't taken for that of a
// later turn's call with the same id.
func TestRepairLateResultOfUsedID(t *testing.T) {
	items := script(t, "user call:c:r1 marker user call:c:r2 result:c=late result:c=own")
	for i := range items[3:] {
		items[3+i].Turn = 2
	}
	items[5].Turn = 1
	want := "user call:c result:c=late marker user call:c-2 result:c-2=own"
	if diff := cmp.Diff(want, inWords(repair(items))); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
}

// TestRepairRepeatedItems checks that an item which is there twice, as a write that was tried again leaves it, counts
// once.
func TestRepairRepeatedItems(t *testing.T) {
	items := script(t, "user text:r1 call:c1:r1 result:c1=a text:r2")
	var twice []Item
	for _, it := range items {
		twice = append(twice, it, it)
	}
	if diff := cmp.Diff(inWords(repair(items)), inWords(repair(twice))); diff != "" {
		t.Errorf("mismatch (-once +repeated):\n%s", diff)
	}
}

func TestInterruptedResult(t *testing.T) {
	all := repair(script(t, "user call:c1:r1"))
	r := all[len(all)-1].Result
	e := r.Tool.Error()
	if !r.Synthetic || !r.Tool.Failed() || e.Kind != result.KindAborted {
		t.Errorf("%+v: %v", r, e)
	}
	if text, name := r.Tool.LLMContent(), r.Tool.ToolName(); text != "Interrupted by user" || name != "read" {
		t.Errorf("text %q of tool %q", text, name)
	}
	if m := r.Tool.Metadata(); m.LLMTokens != interruptedTokens {
		t.Errorf("%d tokens", m.LLMTokens)
	}
	c, err := tokens.New(tokens.O200kBase)
	must(t, err)
	if n := c.CountString(interrupted); n != interruptedTokens {
		t.Errorf("%s is %d tokens", interrupted, n)
	}
}

// BenchmarkView makes the view of 1,000 responses with two calls each.
func BenchmarkView(b *testing.B) {
	items := []Item{{Kind: KindUser, ID: "u", Text: "go"}}
	for i := range 1000 {
		items = append(items, exchange(b, i, 100, 100)...)
	}
	b.ReportAllocs()
	for b.Loop() {
		NewView(items, &ViewOptions{Mask: &Mask{Results: 50}}).Anthropic(nil)
	}
}

// BenchmarkRepair repairs one long turn, and calls that all have the same id.
func BenchmarkRepair(b *testing.B) {
	for name, id := range map[string]string{"ids": "c%d", "oneid": "call_0"} {
		for _, n := range []int{1000, 10000} {
			items := []Item{{Kind: KindUser, ID: "u", Text: "go"}}
			for i := range n {
				items = append(items, exchange(b, i, 1)...)
				for j := len(items) - 2; j < len(items) && id == "call_0"; j++ {
					if items[j].Call != nil {
						items[j].Call.ID = id
					} else {
						items[j].Result.CallID = id
					}
				}
			}
			b.Run(fmt.Sprint(name, "/", n), func(b *testing.B) {
				for b.Loop() {
					repair(items)
				}
			})
		}
	}
}
