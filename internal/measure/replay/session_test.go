package replay

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/measure/transcript"
)

// tape writes a session as Claude Code does.
type tape struct {
	sb strings.Builder
	n  int
}

func (p *tape) line(v map[string]any) *tape {
	if v["sessionId"] == nil {
		v["sessionId"] = "s"
	}
	p.n++
	v["uuid"] = fmt.Sprint(p.n)
	b, _ := json.Marshal(v)
	p.sb.Write(append(b, '\n'))
	return p
}

func (p *tape) user(text string) *tape {
	return p.line(map[string]any{"type": "user", "message": map[string]any{"content": text}})
}

func (p *tape) says(text string) *tape {
	return p.line(map[string]any{
		"type": "assistant", "message": map[string]any{"content": []any{map[string]any{"type": "text", "text": text}}},
	})
}

// call is a call in a message; "" is a message of its own.
func (p *tape) call(message, id, input string) *tape {
	if message == "" {
		message = "m" + id
	}
	return p.line(map[string]any{"type": "assistant", "message": map[string]any{"id": message,
		"model": "claude-sonnet-4-5", "content": []any{
			map[string]any{"type": "tool_use", "id": id, "name": "Bash", "input": map[string]any{"command": input}}}}})
}

func (p *tape) result(id, text string) *tape {
	return p.line(map[string]any{
		"type": "user",
		"message": map[string]any{
			"content": []any{map[string]any{"type": "tool_result", "tool_use_id": id, "content": text}},
		},
	})
}

func (p *tape) compact() *tape {
	return p.line(map[string]any{"type": "system", "subtype": "compact_boundary"})
}

func (p *tape) file(t testing.TB, name string) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(p.sb.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// half is a summariser that keeps the first half of a text at "half", and nothing at "none".
func half(_ context.Context, c *Call, level string) (text, strategy string, err error) {
	if level == "none" {
		return "", "drop", nil
	}
	return c.Raw[:len(c.Raw)/2], "cut", nil
}

func replayed(t testing.TB, o Options, paths ...string) *Report {
	t.Helper()
	sources, err := transcript.Find(t.Context(), paths)
	if err != nil {
		t.Fatal(err)
	}
	if o.Summarise == nil {
		o.Summarise = half
	}
	if o.Levels == nil {
		o.Levels = []string{"half", "none"}
	}
	r, err := Run(t.Context(), o, sources)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestEvidence has each clause of the definition alone.
func TestEvidence(t *testing.T) {
	const found = "see src/kiln_panel.go and more of the same kind"
	start := func() *tape { return new(tape).user("go").call("", "a", "ls") }
	next := func(p *tape, n int) *tape { // n calls that take nothing
		for i := range n {
			id := fmt.Sprintf("n%d", i)
			p.call("", id, "true").result(id, "")
		}
		return p
	}
	for _, c := range []struct {
		name string
		tape *tape
		want []string // of the first result
	}{
		{"in the next call", start().result("a", found).call("", "b", "cat src/kiln_panel.go"),
			[]string{"src/kiln_panel.go"}},
		{"in the tenth", next(start().result("a", found), 9).call("", "b", "cat src/kiln_panel.go"),
			[]string{"src/kiln_panel.go"}},
		{"in the eleventh", next(start().result("a", found), 10).call("", "b", "cat src/kiln_panel.go"), nil},
		{"not in the result", start().result("a", "nothing").call("", "b", "cat src/kiln_panel.go"), nil},
		{"a part of a name in the result", start().result("a", "src/kiln_panel.gold").call("", "b",
			"cat src/kiln_panel.go"), nil},
		{"the user had said it", new(tape).user("look at ./src/kiln_panel.go").call("", "a", "ls").result("a",
			found).call("", "b", "cat src/kiln_panel.go"), nil},
		{"the model had said it", new(tape).says("I know src/kiln_panel.go").call("", "a", "ls").result("a",
			found).call("", "b", "cat src/kiln_panel.go"), nil},
		{"its own call had it", new(tape).call("", "a", "grep x src/kiln_panel.go").result("a", found).call("", "b",
			"cat src/kiln_panel.go"), nil},
		{"an earlier result had it", new(tape).call("", "z", "ls").result("z", "src/kiln_panel.go").call("", "a",
			"ls").result("a", found).call("", "b", "cat src/kiln_panel.go"), nil},
		{"the model repeats it in between", start().result("a", found).says("src/kiln_panel.go it is").call("", "b",
			"cat src/kiln_panel.go"), []string{"src/kiln_panel.go"}},
		{"two calls take it", start().result("a", found).call("", "b", "cat src/kiln_panel.go").result("b", "").call("",
			"c", "cat src/kiln_panel.go"), []string{"src/kiln_panel.go"}},
		{"a call of the same message hadn't seen it", new(tape).call("m", "a", "ls").result("a", found).call("m", "b",
			"cat src/kiln_panel.go"), nil},
		{"another had, behind it", new(tape).call("m", "a", "ls").call("m", "b", "pwd").result("a", found).result("b",
			"").call("n", "c", "cat src/kiln_panel.go"), []string{"src/kiln_panel.go"}},
		{"the context was compacted", start().result("a", found).compact().call("", "b", "cat src/kiln_panel.go"), nil},
		{"what was said before a compaction is gone", new(tape).user("src/kiln_panel.go").compact().call("", "a",
			"ls").result("a", found).call("", "b", "cat src/kiln_panel.go"), []string{"src/kiln_panel.go"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := replayed(t, Options{Calls: true}, c.tape.file(t, "s.jsonl"))
			for _, call := range r.Calls {
				if call.ID == "a" {
					if diff := cmp.Diff(append([]string{}, c.want...), call.Evidence); diff != "" {
						t.Errorf("mismatch (-want +got):\n%s", diff)
					}
				} else if call.ID != "z" && len(call.Evidence) > 0 {
					t.Errorf("%s has the evidence %q", call.ID, call.Evidence)
				}
			}
		})
	}
}

// TestSubAgentsAreSessions has a sub-agent that sees what its parent's result said, and takes nothing from it.
func TestSubAgentsAreSessions(t *testing.T) {
	p := new(tape).call("", "a", "ls").result("a", "src/kiln_panel.go")
	p.line(map[string]any{"type": "assistant", "isSidechain": true, "agentId": "f",
		"message": map[string]any{"id": "q", "content": []any{
			map[string]any{
				"type": "tool_use", "id": "b", "name": "Bash",
				"input": map[string]any{"command": "cat src/kiln_panel.go"},
			}}}})
	p.line(map[string]any{"type": "user", "isSidechain": true, "agentId": "f",
		"message": map[string]any{"content": []any{
			map[string]any{"type": "tool_result", "tool_use_id": "b", "content": "text"}}}})
	r := replayed(t, Options{Calls: true}, p.file(t, "s.jsonl"))
	if len(r.Calls) != 2 || len(r.Calls[0].Evidence) != 0 || r.Calls[1].Session != "s/f" || r.Total.Sessions != 2 {
		t.Errorf("calls %+v", r.Calls)
	}
}

// TestFigures has sums that can be done by hand.
func TestFigures(t *testing.T) {
	word := "kiln " // a token each, with the blank; 20 of them
	text := strings.TrimSpace(strings.Repeat(word, 20))
	p := new(tape).
		call("", "a", "ls").result("a", "src/kiln_a.go "+text+" src/kiln_b.go"). // loses the second at half
		call("", "b", "cat src/kiln_a.go src/kiln_b.go").result("b", text).
		call("", "c", "cat src/kiln_a.go src/kiln_b.go").result("c", text). // repeats
		says("done")
	r := replayed(t, Options{Calls: true, Prices: &Prices{Default: Price{Input: 1e6, Cached: 1e5}}},
		p.file(t, "s.jsonl"))
	then := []int{r.Calls[0].Then, r.Calls[1].Then, r.Calls[2].Then}
	if then[1] != 20 && then[1] != 21 || then[1] != then[2] {
		t.Fatalf("then %v", then)
	}
	var now [3]int
	for i := range now {
		now[i] = r.Calls[i].Levels[0].Now
	}
	sum := func(ns ...int) (s int64) {
		for _, n := range ns {
			s += int64(n)
		}
		return s
	}
	g, l, none := r.Total, r.Total.Levels[0], r.Total.Levels[1]
	m, modelledNow, modelledThen := cost.Default(), 0.0, 0.0
	for i, later := range []int{3, 2, 1} {
		modelledNow += m.Shown(float64(now[i]), later)
		modelledThen += m.Shown(float64(then[i]), later)
	}
	// The second call needs it, after which there are two requests.
	context := len(`{"command":"ls"}`)/4 + then[0] + len(`{"command":"cat src/kiln_a.go src/kiln_b.go"}`)/4
	modelledNow += m.Miss(float64(context), float64(then[0]), 2)
	ratio := func(a, b int64) float64 { return share(1 - float64(a)/float64(b)) }
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"then", g.Then, sum(then...)}, {"now", l.Now, sum(now[:]...)}, {"saved", *l.Saved.Value, ratio(l.Now, g.Then)},
		{"evidence", g.Evidence, 2}, {"with evidence", g.WithEvidence, 1}, {"lost", l.Lost, 1},
		{"lost of none", none.Lost, 2},
		{"recall", *l.Recall.Value, 0.5}, {"recall of none", *none.Recall.Value, 0.0}, {"hard", *l.Hard.Value, 0.0},
		{"intact", *l.Intact.Value, 0.0}, // of the one with evidence
		{"shortened", l.Shortened, 1}, {"refetched", l.Refetched, 1}, {"extra", l.RefetchExtra, int64(then[0] + 120)},
		{"their cost", l.RefetchTotal, int64(now[0] + then[0] + 120)},
		{"net", *l.Net.Value, ratio(l.Now+int64(then[0]+120), g.Then)},
		// The lost string is fetched again in a range, which is all of that result.
		{"net by lines", *r.Modelled[0].ByLines.Value, ratio(l.Now+int64(then[0]+120), g.Then)},
		{"net by pages", *r.Modelled[0].ByPages.Value, ratio(l.Now+int64(then[0]+120), g.Then)},
		{"model's cost", *r.Modelled[0].Variants[0].Cost.Value, share(modelledNow / modelledThen)},
		{"repeats", g.Repeats, 1}, {"their tokens", g.RepeatTokens, int64(then[2])},
		// Three requests followed the first result, of which two read it from the cache.
		{"later", []int{r.Calls[0].Later, r.Calls[1].Later, r.Calls[2].Later}, []int{3, 2, 1}},
		{"cost", g.Cost, money(1.2*float64(then[0]) + 1.1*float64(then[1]) + 1.0*float64(then[2]))},
		{"worst", len(r.Worst), 1}, {"biggest", len(r.Biggest), 3},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s: mismatch (-want +got):\n%s", c.name, diff)
		}
	}
	if *l.Saved.Low > *l.Saved.Value || *l.Saved.High < *l.Saved.Value {
		t.Errorf("saved %v lies outside of its interval %v to %v", *l.Saved.Value, *l.Saved.Low, *l.Saved.High)
	}
	if got := r.Worst[0].Examples; !slices.Equal(got, []string{"src/kiln_b.go"}) {
		t.Errorf("the worst lost %q", got)
	}
}

// TestCopies has a session that was resumed in another file, with its history.
func TestCopies(t *testing.T) {
	const id = "toolu_0123456789abcdef"
	one := new(tape).call("", id, "ls").result(id, "text of the first")
	a := one.file(t, "a.jsonl")
	b := one.call("", id+"2", "ls -l").result(id+"2", "text of the second").file(t, "b.jsonl")
	r := replayed(t, Options{}, a, b)
	if r.Total.Results != 2 || r.Input.Copies != 1 || r.Files[0].Results != 1 || r.Files[1].Results != 1 {
		t.Errorf("%d results, %d copies", r.Total.Results, r.Input.Copies)
	}
}

// TestFailing has a summariser that panics: the raw text counts, and it is told.
func TestFailing(t *testing.T) {
	p := new(tape).call("", "a", "ls").result("a", "see src/kiln_panel.go").call("", "b", "cat src/kiln_panel.go")
	r := replayed(t, Options{Summarise: func(context.Context, *Call, string) (string, string, error) { panic("oops") }},
		p.file(t, "s.jsonl"))
	l := r.Total.Levels[0]
	if r.Input.Failed != 1 || l.Now != r.Total.Then || l.Lost != 0 ||
		!strings.Contains(strings.Join(r.Input.Problems, "\n"), "oops") {
		t.Errorf("failed %d, now %d, lost %d, problems %q", r.Input.Failed, l.Now, l.Lost, r.Input.Problems)
	}
}

// TestFailingLevel has a summariser that panics at one level: the rows of the others are theirs.
func TestFailingLevel(t *testing.T) {
	p := new(tape).call("", "a", "ls").result("a", "see src/kiln_panel.go")
	sources, err := transcript.Find(t.Context(), []string{p.file(t, "s.jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReplayer(Options{Levels: []string{"half", "none"}, Summarise: func(
		ctx context.Context, c *Call, level string,
	) (string, string, error) {
		if level == "none" {
			panic("oops")
		}
		return half(ctx, c, level)
	}})
	if err != nil {
		t.Fatal(err)
	}
	var failed []bool
	_, err = r.Rows(t.Context(), &sources[0], nil, func(row *Row) error {
		failed = append(failed, row.Failed)
		return nil
	})
	if err != nil || !slices.Equal(failed, []bool{false, true}) {
		t.Errorf("failed %v, %v", failed, err)
	}
}

// TestLevels: a level that is named twice would be counted twice.
func TestLevels(t *testing.T) {
	if _, err := NewReplayer(Options{Summarise: half, Levels: []string{"half", "none", "half"}}); err == nil {
		t.Error("a level is taken twice")
	}
}

// TestUnreadable has a file that is gone when it is read: it is told, and isn't counted as a transcript.
func TestUnreadable(t *testing.T) {
	gone := new(tape).user("x").file(t, "gone.jsonl")
	there := new(tape).call("", "a", "ls").result("a", "x").file(t, "there.jsonl")
	sources, err := transcript.Find(t.Context(), []string{gone, there})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), Options{Summarise: half, Levels: []string{"half"}}, sources)
	if err != nil {
		t.Fatal(err)
	}
	if r.Input.Transcripts != 1 || r.Total.Results != 1 || r.Files[0].Error == "" || len(r.Input.Problems) != 1 {
		t.Errorf("input %+v, file %+v", r.Input, r.Files[0])
	}
}

func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := new(tape).call("", "a", "ls").result("a", "x")
	sources, err := transcript.Find(ctx, []string{p.file(t, "s.jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Levels:    []string{"half"},
		Summarise: func(context.Context, *Call, string) (string, string, error) { cancel(); return "", "", nil },
	}
	if _, err := Run(ctx, o, sources); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// TestMisses: a range is fetched once, when it is first needed, and the last one may be short.
func TestMisses(t *testing.T) {
	kept, gone := []bool{true}, []bool{false}
	r := record{then: 350, later: 9, evidence: []candidate{
		{text: "kept", kept: kept, place: 0.5, after: 1, context: 10},
		{text: "late in the first range", kept: gone, place: 0.2, after: 4, context: 40},
		{text: "sooner in the first range", kept: gone, place: 0, after: 2, context: 20},
		{text: "in the last", kept: gone, place: 0.99, after: 3, context: 30},
	}}
	m := cost.Model{Write: 1, Read: 0.5, Output: 2, Call: 10, Range: 100}
	want := []miss{{tokens: 100, context: 20, later: 7}, {tokens: 50, context: 30, later: 6}}
	if diff := cmp.Diff(want, r.misses(0, m), cmp.AllowUnexported(miss{})); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
	if n, calls := r.paged(0); n != 350 || calls != 1 {
		t.Errorf("pages of %v tokens in %d calls", n, calls)
	}
	long := record{then: 10000, evidence: []candidate{{kept: gone, place: 0.5}, {kept: kept, place: 0.9}}}
	if n, calls := long.paged(0); n != 8000 || calls != 2 {
		t.Errorf("pages of %v tokens in %d calls, want 2 of 3", n, calls)
	}
	r.now = []int{50}
	// Shown: 50 and 350 tokens at 1 + 0.5*9. Misses: a call of 20, half the context, the range at 1 + 0.5*7 and 6.
	now, then := modelledCost(&r, 0, m)
	if want := 275.0 + 20 + 10 + 450 + 20 + 15 + 200; now != want || then != 1925 {
		t.Errorf("it costs %v of %v, want %v of 1925", now, then, want)
	}
}
