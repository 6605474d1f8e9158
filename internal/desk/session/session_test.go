package session

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

var noon = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

// secret has the form of a token.
var secret = "ghp_" + "0aZ9bY8cX7dW6eV5fU4gT3hS2iR1jQ0kPlMn"

// A home is a store with a journal, and the folders of agents.
type home struct {
	testing.TB
	dir  string
	o    Options
	took int // calls so far
}

func newHome(t testing.TB) *home {
	h := &home{TB: t, dir: t.TempDir()}
	st := store.Open(store.Options{Dir: h.dir, TTL: 1000 * 24 * time.Hour, MaxBytes: 1 << 30})
	l, err := ledger.Open(t.Context(), ledger.Options{
		Path: filepath.Join(h.dir, ledger.Name), Journal: st.JournalDir(), Store: st,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	h.o = Options{
		Ledger: l, Store: st, Prices: cost.Default().PricesOf(3 * int64(cost.Dollar) / 1e6),
		Homes: Homes{
			Claude: filepath.Join(h.dir, "claude"), Codex: filepath.Join(h.dir, "codex"),
			Gemini: filepath.Join(h.dir, "gemini"),
		},
	}
	return h
}

// note appends an event, a minute after the one before.
func (h *home) note(e journal.Event) {
	h.Helper()
	h.took++
	e.Time = noon.Add(time.Duration(h.took) * time.Minute)
	if e.Kind == "" {
		e.Kind = journal.Result
	}
	if e.ID == "" {
		e.ID = fmt.Sprintf("%012d", h.took)
	}
	if err := journal.Append(h.o.Store.JournalDir(), e); err != nil {
		h.Fatal(err)
	}
}

// call notes a result of the session "s" in /shop.
func (h *home) call(command, outcome string, raw, given int) {
	h.note(journal.Event{
		Session: "s", Dir: "/shop", Program: "claude", Tool: "Bash", Command: command, Outcome: outcome, Raw: raw,
		Given: given, CallID: fmt.Sprintf("t%d", h.took+1),
	})
}

// keep notes a failed call of the session "s" whose output is kept.
func (h *home) keep(command, output string) {
	h.Helper()
	sp := spool.New(spool.Options{Dir: h.o.Store.SpoolDir()})
	defer sp.Remove()
	fmt.Fprint(sp.Stream(spool.Stdout), output)
	if err := sp.Close(); err != nil {
		h.Fatal(err)
	}
	r, err := summarize.Summarize(h.Context(), summarize.Config{Enabled: true}, summarize.Request{
		Tool: "Bash", Command: command, Source: sp, Status: result.Status{Known: true, Code: 1}, Took: 3 * time.Second,
	})
	if err != nil {
		h.Fatal(err)
	}
	b, err := json.Marshal(r)
	if err != nil {
		h.Fatal(err)
	}
	rec := store.Record{ID: r.ID(), Command: command, Result: b, Source: sp}
	if err := h.o.Store.Put(h.Context(), rec); err != nil {
		h.Fatal(err)
	}
	h.note(journal.Event{
		ID: r.ID(), Session: "s", Dir: "/shop", Tool: "Bash", Command: command, Outcome: "fail", Kept: true,
	})
}

func (h *home) load(k Key) *Session {
	h.Helper()
	if _, err := h.o.Ledger.IndexCalls(h.Context(), nil); err != nil {
		h.Fatal(err)
	}
	one, err := New(h.o).Load(h.Context(), k)
	if err != nil {
		h.Fatal(err)
	}
	return one
}

func (h *home) write(path string, lines ...string) {
	h.Helper()
	path = filepath.Join(h.dir, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		h.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		h.Fatal(err)
	}
}

// kinds are the entries of a session on a line each.
func kinds(one *Session) (list []string) {
	for _, e := range one.Entries {
		text := string(e.Kind)
		if e.Kind == Edit {
			e.Call.Command = e.File
		}
		for _, more := range []string{e.Agent, e.Call.Command, e.Call.Outcome, string(e.State)} {
			if more != "" {
				text += " " + more
			}
		}
		list = append(list, text)
	}
	return list
}

// TestStates: a failure is red until the same command passes in the same folder. A run whose end isn't known proves
// nothing.
func TestStates(t *testing.T) {
	h := newHome(t)
	h.call("go test ./...", "fail", 900, 100)
	h.call("go vet ./...", "fail", 900, 100)
	h.call("npm test", "fail", 900, 100)
	h.call("go test ./...", "fail", 900, 100)
	h.call("go test ./...", "pass", 900, 100)
	h.note(journal.Event{Kind: journal.Passed, Session: "s", Dir: "/shop", Tool: "Bash", Command: "npm test"})
	h.note(journal.Event{Session: "s", Dir: "/other", Tool: "Bash", Command: "go vet ./...", Outcome: "pass"})
	one := h.load(Key{Session: "s"})
	want := []string{
		"call go test ./... fail fixed", "call go vet ./... fail red", "call npm test fail rerun",
		"call go test ./... fail fixed", "call go test ./... pass", "untouched npm test", "call go vet ./... pass",
	}
	if diff := cmp.Diff(want, kinds(one)); diff != "" {
		t.Error(diff)
	}
	if one.Calls != 7 || one.Failed != 4 || one.Red != 1 || one.Untouched != 1 {
		t.Errorf("%d calls, %d failed, %d red, %d untouched", one.Calls, one.Failed, one.Red, one.Untouched)
	}
}

// TestTimeline: re-reads, compactions, sub-agents, edits and calls that no hook saw are at their places.
func TestTimeline(t *testing.T) {
	h := newHome(t)
	h.call("go test ./...", "fail", 900, 100)
	h.note(journal.Event{Kind: journal.Fetched, Session: "s", ID: "000000000001", Given: 70, Lines: [2]int{4, 9}})
	h.note(journal.Event{Session: "s/scout", Dir: "/shop", Tool: "Grep", Command: "Price", Outcome: "pass"})
	h.note(journal.Event{Kind: journal.Compacted, Session: "s"})
	h.note(journal.Event{Kind: journal.Passed, Session: "s", Dir: "/shop", Tool: "Bash", Command: "go test ./..."})
	at := func(minutes float64) string {
		return noon.Add(time.Duration(minutes * float64(time.Minute))).Format(time.RFC3339Nano)
	}
	line := `{"type":"%s","sessionId":"s","cwd":"/shop","gitBranch":"mend","uuid":"u%d","timestamp":"%s",` +
		`"message":{"content":%s}}`
	use := `[{"type":"tool_use","id":"%s","name":"%s","input":%s}]`
	h.write("claude/projects/-shop/s.jsonl",
		fmt.Sprintf(line, "user", 0, at(0), `"<command-name>/model</command-name>"`),
		fmt.Sprintf(line, "user", 1, at(0.1), `"Mend the price. The key is `+secret+`."`),
		fmt.Sprintf(line, "assistant", 2, at(1), fmt.Sprintf(use, "t1", "Bash", `{"command":"go test ./..."}`)),
		fmt.Sprintf(line, "assistant", 3, at(1.5), fmt.Sprintf(use, "e1", "Edit", `{"file_path":"/shop/price.go"}`)),
		fmt.Sprintf(line, "assistant", 4, at(1.7), fmt.Sprintf(use, "w1", "WebFetch", `{"url":"https://go.dev"}`)),
		fmt.Sprintf(line, "assistant", 5, at(5), fmt.Sprintf(use, "t5", "Bash", `{"command":"go test ./..."}`)),
		fmt.Sprintf(line, "user", 6, at(5.1), `[{"type":"tool_result","tool_use_id":"t5","content":"ok"}]`),
	)
	h.note(journal.Event{Kind: journal.Passed, Session: "s", Dir: "/shop", Tool: "Bash", Command: "make lint"})
	log := checks.Open(h.o.Store.ChecksDir(), "/shop")
	for _, e := range []checks.Entry{
		{Event: checks.Edited, Session: "s", File: "price_test.go"},
		{Event: checks.Edited, Session: "s", File: "price.go"},
		{Event: checks.Edited, Session: "other", File: "b.go"},
		{Event: checks.Ran, Session: "s", Command: "make lint", Outcome: "fail"},
	} {
		e.Time, e.Root = noon.Add(100*time.Second), "/shop"
		if e.Event == checks.Ran {
			e.Time = noon.Add(6 * time.Minute)
		}
		if err := log.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	one := h.load(Key{Session: "s"})
	want := []string{
		"call go test ./... fail fixed", "edit price.go", "edit price_test.go", "unseen https://go.dev",
		"reread go test ./... fail", "call scout Price pass", "compacted", "untouched go test ./... pass",
		"untouched make lint fail red",
	}
	if diff := cmp.Diff(want, kinds(one)); diff != "" {
		t.Error(diff)
	}
	if one.Prompt != "Mend the price. The key is [github token]." || one.Branch != "mend" || one.Agent != "claude" {
		t.Errorf("prompt %q, branch %q, agent %q", one.Prompt, one.Branch, one.Agent)
	}
	if one.Totals.Refetches != 1 || one.Red != 1 || one.Edits != 2 || one.Unseen != 1 {
		t.Errorf("%d re-reads, %d red, %d edits, %d unseen", one.Totals.Refetches, one.Red, one.Edits, one.Unseen)
	}
}

// TestClaims: a claim is where the model made it, with what contradicts it.
func TestClaims(t *testing.T) {
	h := newHome(t)
	h.call("go vet ./...", "pass", 90, 90)
	h.note(journal.Event{Kind: journal.Claimed, Session: "s", Claim: "no lint errors"})
	h.call("go test ./...", "fail", 900, 100)
	h.note(journal.Event{
		Kind: journal.Claimed, Session: "s", Claim: "all tests pass", Verdict: "red", ID: "000000000003",
		Line: "claimed: all tests pass; last go test: exit 1: " + secret,
	})
	h.note(journal.Event{Kind: journal.Claimed, Session: "other", Claim: "build succeeds"})
	one := h.load(Key{Session: "s"})
	want := []string{
		"call go vet ./... pass", "claimed", "call go test ./... fail red", "claimed go test ./... fail",
	}
	if diff := cmp.Diff(want, kinds(one)); diff != "" {
		t.Error(diff)
	}
	first, last := one.Entries[1], one.Entries[3]
	if first.Claim != "no lint errors" || first.Record != "" || one.Contradicted != 1 || one.Calls != 2 {
		t.Errorf("%+v, %d contradicted", first, one.Contradicted)
	}
	if last.Claim != "all tests pass" || last.Record != "last go test: exit 1: [github token]" {
		t.Errorf("%+v", last)
	}
}

// TestPrompts: the first prompt is found in each agent's form.
func TestPrompts(t *testing.T) {
	h := newHome(t)
	const id = "019a0b1c-2d3e-7f40-8a5b-6c7d8e9f0a1b"
	h.write("codex/sessions/2026/11/28/rollout-2026-11-28T12-00-00-"+id+".jsonl",
		`{"timestamp":"2026-11-28T12:00:00Z","type":"session_meta","payload":{"id":"`+id+`","cwd":"/kiln",`+
			`"git":{"branch":"main"}}}`,
		`{"timestamp":"2026-11-28T12:00:00Z","type":"response_item","payload":{"type":"message","role":"user",`+
			`"content":[{"type":"input_text","text":"<environment_context>..."}]}}`,
		`{"timestamp":"2026-11-28T12:00:01Z","type":"response_item","payload":{"type":"message","role":"user",`+
			`"content":[{"type":"input_text","text":"Fire the kiln"}]}}`)
	h.write("gemini/tmp/ab12/chats/session-2026-11-28T12-00-5e0c1a7e.json", `{
  "sessionId": "5e0c1a7e-aa", "messages": [
    {"id": "1", "type": "info", "content": "hello"},
    {"id": "2", "type": "user", "content": [{"text": "Glaze the pot"}]}, {"id": "3", "type": "gemini", "content": 7`)
	s := New(h.o)
	for session, want := range map[string]begin{
		id:            {"Fire the kiln", "main", "/kiln"},
		"5e0c1a7e-aa": {"Glaze the pot", "", ""},
		"../../x":     {},
	} {
		if got := s.trails.head(session); got != want {
			t.Errorf("%s: %+v, want %+v", session, got, want)
		}
	}
}

// TestList: sessions come with their names, and commands without a session by folder.
func TestList(t *testing.T) {
	h := newHome(t)
	h.call("make", "fail", 900, 100)
	h.note(journal.Event{Dir: "/pot", Tool: "exec", Command: "ls", Outcome: "pass", Raw: 10, Given: 10})
	h.note(journal.Event{Session: "other", Dir: "/kiln", Tool: "Grep", Command: "Price", Outcome: "pass"})
	if _, err := h.o.Ledger.IndexCalls(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	list, more, err := New(h.o).List(t.Context(), 0, 2)
	if err != nil || !more || len(list) != 2 {
		t.Fatalf("%d sessions, more %v: %v", len(list), more, err)
	}
	if list[0].First != "Grep Price" || list[0].Dir != "/kiln" || list[1].Key != (Key{Dir: "/pot"}) ||
		list[1].Calls != 1 {
		t.Errorf("%+v", list)
	}
	list, more, err = New(h.o).List(t.Context(), 2, 2)
	if err != nil || more || len(list) != 1 || list[0].Red != 1 || list[0].Key.Session != "s" {
		t.Errorf("%+v, more %v: %v", list, more, err)
	}
	groups, err := h.o.Ledger.Stats(t.Context(), ledger.Query{Session: "s"})
	one := h.load(list[0].Key)
	if err != nil || list[0].Saved != groups[0].Saved || one.Saved != groups[0].Saved ||
		list[0].Savings() != "800 tokens saved" {
		t.Errorf("%v: the list has %q, the session %d, and the ledger %d", err, list[0].Savings(), one.Saved,
			groups[0].Saved)
	}
	if one := h.load(Key{Dir: "/pot"}); one.Calls != 1 || one.Totals.Raw != 10 {
		t.Errorf("%+v", one)
	}
	h.note(journal.Event{Tool: "exec", Command: "pwd", Outcome: "pass", Raw: 10, Given: 10})
	if one := h.load(Key{}); one.Calls != 1 || one.First != "pwd" {
		t.Errorf("the unknown folder has %+v", one.Entries)
	}
}

// TestFill: failures and durations come from the store, without secrets.
func TestFill(t *testing.T) {
	h := newHome(t)
	h.keep("./deploy", "starting\nERROR: the key "+secret+" is expired\n")
	h.note(journal.Event{Session: "s", Tool: "Bash", Command: "./gone", Outcome: "fail", Kept: true})
	one := h.load(Key{Session: "s"})
	if err := New(h.o).Fill(t.Context(), one.Entries, 0); err != nil { // no one else has them
		t.Fatal(err)
	}
	e := one.Entries[0]
	const want = "ERROR: the key [github token] is expired"
	if e.Took != 3*time.Second || len(e.Causes) != 1 || e.Causes[0].Message != want {
		t.Errorf("took %v, causes %+v", e.Took, e.Causes)
	}
	if len(one.Entries[1].Causes) > 0 {
		t.Errorf("%+v", one.Entries[1])
	}
}

// TestCausesAreMasked: no field of a cause has a secret, whether its parts have different colors, or a report has it.
func TestCausesAreMasked(t *testing.T) {
	colored := "\x1b[01;31mghp_\x1b[0m" + strings.TrimPrefix(secret, "ghp_")
	for _, tt := range []struct{ name, command, output string }{
		{"colors", "./deploy", "starting\nERROR: the key " + colored + " is expired\n"},
		{"a message of a report", "go test ./...", "--- FAIL: TestKey (0.00s)\n    key_test.go:7: got " + secret +
			", want x\nFAIL\nFAIL\texample.com/shop\t0.003s\nFAIL\n"},
		{"a name of a report", "go test ./...", "--- FAIL: TestKey (0.00s)\n    --- FAIL: TestKey/" + secret +
			" (0.00s)\n        key_test.go:7: got y, want x\nFAIL\nFAIL\texample.com/shop\t0.003s\nFAIL\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t)
			h.keep(tt.command, tt.output)
			one := h.load(Key{Session: "s"})
			if err := New(h.o).Fill(t.Context(), one.Entries, 0); err != nil {
				t.Fatal(err)
			}
			text := fmt.Sprintf("%+v", one.Entries[0].Causes)
			if strings.Contains(text, secret) || !strings.Contains(text, "[github token]") {
				t.Error(text)
			}
		})
	}
}

// TestUnsent: the first lines that the model wasn't sent are read, with their numbers.
func TestUnsent(t *testing.T) {
	h := newHome(t)
	h.keep("./deploy", "begin\n"+strings.Repeat("INFO step of 1\n\n", 20_000)+"ERROR: the key is expired\n")
	one := h.load(Key{Session: "s"})
	for _, most := range []int{0, 3} {
		e := []Entry{one.Entries[0]}
		if err := New(h.o).Fill(t.Context(), e, most); err != nil {
			t.Fatal(err)
		}
		if len(e[0].Unsent) != most {
			t.Fatalf("%d lines, want %d", len(e[0].Unsent), most)
		}
		for _, l := range e[0].Unsent {
			if l.Number < 2 || l.Number%2 > 0 || l.Text != "INFO step of 1" {
				t.Errorf("%+v", l)
			}
		}
	}
}

// fastest returns the shortest time of five runs: other programs make the others longer.
func fastest(run func()) time.Duration {
	best := time.Hour
	for range 5 {
		began := time.Now()
		run()
		best = min(best, time.Since(began))
	}
	return best
}

// TestCausesOnce: the causes of a result are found once, and gone with it.
func TestCausesOnce(t *testing.T) {
	h := newHome(t)
	h.keep("./deploy", strings.Repeat("INFO step\n", 20_000)+"ERROR: the key is expired\n")
	one := h.load(Key{Session: "s"})
	var s *Sessions
	fill := func() int {
		t.Helper()
		e := []Entry{one.Entries[0]}
		if err := s.Fill(t.Context(), e, 2); err != nil {
			t.Fatal(err)
		}
		return len(e[0].Causes)
	}
	var n, m int
	first := fastest(func() { s = New(h.o); n = fill() })
	again := fastest(func() { m = fill() })
	if n != 1 || m != 1 || again > first/10 { // 1/100 on an idle machine
		t.Errorf("%d causes in %v, %d again in %v", n, first, m, again)
	}
	if _, err := h.o.Store.Forget(t.Context(), store.Which{ID: one.Entries[0].Call.ID}); err != nil {
		t.Fatal(err)
	}
	if n := fill(); n > 0 {
		t.Errorf("%d causes of a result that was forgotten", n)
	}
}

// long has a session of 10,000 calls.
func long(t testing.TB) *home {
	h := newHome(t)
	for i := range 10_000 {
		h.call(fmt.Sprintf("go test ./p%d", i%300), [...]string{"pass", "fail", "pass", "unknown"}[i%4], 900, 100)
	}
	h.load(Key{Session: "s"})
	return h
}

// TestLoadAgain: a session in which nothing has changed isn't read again.
func TestLoadAgain(t *testing.T) {
	if sweep.Raced {
		t.Skip("the race detector changes the times")
	}
	h := long(t)
	var s *Sessions
	load := func() {
		if one, err := s.Load(t.Context(), Key{Session: "s"}); err != nil || one.Calls != 10_000 {
			t.Fatal(err)
		}
	}
	first := fastest(func() { s = New(h.o); load() })
	again := fastest(load)
	t.Logf("%v, again %v", first, again)
	if again > first/5 {
		t.Errorf("a session of 10,000 calls opens in %v, and again in %v", first, again)
	}
}

// BenchmarkLoad opens a session of 10,000 calls, and compares that with reading the calls from the ledger alone.
func BenchmarkLoad(b *testing.B) {
	h := long(b)
	var reading time.Duration
	for b.Loop() {
		if _, err := New(h.o).Load(b.Context(), Key{Session: "s"}); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		began := time.Now()
		if _, err := h.o.Ledger.SessionCalls(b.Context(), "s"); err != nil {
			b.Fatal(err)
		}
		reading += time.Since(began)
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(reading), "x-reading")
}
