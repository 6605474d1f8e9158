package host_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/summarize"
)

// noted is what the journal of an environment says, without what hashes.
func (e *env) noted(t *testing.T) []journal.Event {
	t.Helper()
	h, _ := e.open(t, nil)
	var all []journal.Event
	_, bad, err := journal.Read(t.Context(), h.Store().JournalDir(), journal.Position{},
		func(e journal.Event, _ journal.Position) error {
			all = append(all, e)
			return nil
		})
	if err != nil || bad > 0 {
		t.Fatalf("%d lines are no events, error %v", bad, err)
	}
	return all
}

// Of each delivery there is an event, which says what the result says.
func TestNoted(t *testing.T) {
	e := newEnv(t)
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	h, _ := e.open(t, func(o *host.Options) {
		o.Now = func() time.Time { return now }
		o.Integration, o.Program, o.Repeats = "hook", "claude", host.RepeatsInStore
	})
	req := summarize.Request{
		CallID: "c1", Tool: "Bash", Command: "make", Session: "s", Stdout: []byte(numbered(20)),
		Status: result.Status{Known: true, Code: 2},
	}
	r := deliver(t, h, req)
	again := deliver(t, h, req)
	h.NotePassThrough("s", again)
	h.NoteControl(summarize.Request{Tool: "Read", Path: "a.go", Session: "s"}, 17)
	rec, err := h.Store().Get(r.ID())
	if err != nil {
		t.Fatal(err)
	}
	h.Fetched(&rec, journal.Event{Lines: [2]int{3, 9}, Bytes: 70, Given: 20})

	code := 2
	of := func(r result.ToolResult, repeat bool) journal.Event {
		m := r.Metadata()
		return journal.Event{
			Kind: journal.Result, CallID: "c1", Tool: "Bash", Command: "make", Session: "s", ID: r.ID(), Kept: true,
			Strategy: m.Strategy, Level: m.Level, Outcome: "fail", Error: "exit", ExitCode: &code, Repeat: repeat,
			Encoding: "o200k_base", Raw: m.UITokens, Given: m.LLMTokens, Bytes: int64(len(req.Stdout)),
			SHA256: r.Payload().SHA256,
		}
	}
	want := []journal.Event{
		of(r, false), of(again, true),
		{Kind: journal.Whole, Session: "s", ID: r.ID()},
		{Kind: journal.Passed, Tool: "Read", Command: "a.go", Session: "s", Bytes: 17},
		{Kind: journal.Fetched, Session: "s", ID: r.ID(), Lines: [2]int{3, 9}, Bytes: 70, Given: 20},
	}
	for i := range want {
		want[i].Time, want[i].Door, want[i].Program, want[i].Dir = now, "hook", "claude", e.home
	}
	if diff := cmp.Diff(want, e.noted(t)); diff != "" {
		t.Errorf("the journal (-want +got):\n%s", diff)
	}
}

// Where nothing is kept, nothing is noted.
func TestNotNoted(t *testing.T) {
	e := newEnv(t)
	e.vars["TOKTEE_NO_STORE"] = "1"
	h, _ := e.open(t, nil)
	h.NoteControl(summarize.Request{}, 1)
	deliver(t, h, summarize.Request{Stdout: []byte("text\n")})
	host.Library(nil).Note(journal.Event{Kind: journal.Again})
	if _, err := os.Stat(e.vars["TOKTEE_STORE"]); err == nil {
		t.Error("there is a store")
	}
}

// A journal that can't be written costs one warning, and no result.
func TestJournalFails(t *testing.T) {
	e := newEnv(t)
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	write(t, filepath.Join(e.vars["TOKTEE_STORE"], "journal", "2026-11-23.jsonl", "in the way"), "")
	h, warnings := e.open(t, func(o *host.Options) { o.Now = func() time.Time { return now } })
	for range 2 {
		r := deliver(t, h, summarize.Request{Stdout: []byte("text\n")})
		if _, err := h.Store().Get(r.ID()); err != nil || r.LLMContent() != "text\n" {
			t.Errorf("text %q, error %v", r.LLMContent(), err)
		}
	}
	if len(*warnings) != 1 || !strings.HasPrefix((*warnings)[0], "noting in the journal: ") {
		t.Errorf("warnings %q", *warnings)
	}
}

// A warning isn't a fallback: the strategy has read an output that it warns of. A text that was cut since its tool is
// switched off isn't one either, and keys in commands are never noted.
func TestNotedFallbacks(t *testing.T) {
	e := newEnv(t)
	h, _ := e.open(t, nil)
	key := "ghp" + "_Zk3Qw8Xr5Tn1Yb7Vm2Lp9Hd4Gs6FcJ0KaEoU"
	short := "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-a\n+b\n"
	r := deliver(t, h, summarize.Request{
		Tool: "Bash", Command: "git diff | head; curl -H 'X-Token: " + key + "'", Stdout: []byte(short),
	})
	if len(r.Metadata().Warnings) == 0 {
		t.Fatal("a hunk that is cut is no warning: this test needs another one")
	}
	off := h.Config()
	off.Enabled = false
	if _, err := h.Deliver(t.Context(), off, summarize.Request{Stdout: []byte(numbered(20))}); err != nil {
		t.Fatal(err)
	}
	fails := h.Config()
	fails.Strategies = append(fails.Strategies, panics{})
	if _, err := h.Deliver(t.Context(), fails, summarize.Request{Stdout: []byte(numbered(30))}); err != nil {
		t.Fatal(err)
	}
	all := e.noted(t)
	if len(all) != 3 || all[0].Fallback || all[1].Fallback || !all[2].Fallback {
		t.Errorf("fallbacks: %+v", all)
	}
	if strings.Contains(all[0].Command, key) || !strings.HasPrefix(all[0].Command, "git diff | head; curl") {
		t.Errorf("the command is noted as %q", all[0].Command)
	}
}

// panics is a strategy that claims everything and fails.
type panics struct{}

func (panics) Name() string                                  { return "panics" }
func (panics) Match(*strategies.Input) strategies.Confidence { return strategies.Document }
func (panics) Digest(context.Context, *strategies.Input, strategies.Lines, *strategies.Collector) error {
	panic("as it always does")
}

// TestWithout checks what is noted of a long output: the tokens that the agent would have sent after its own cut.
func TestWithout(t *testing.T) {
	output := strings.Repeat("line\n", 10_000) // two tokens each
	for _, c := range []struct {
		agent, integration string
		size               int
		code               int
		from, to           int // tokens
	}{
		{"claude", "hook", 50_000, 0, 800, 900}, // the first 2,000 bytes
		{"claude", "hook", 50_000, 1, 4000, 4100},
		{"claude", "hook", 29_000, 0, 0, 0}, // all of it
		{"gemini", "hook", 50_000, 0, 16_000, 16_100},
		{"claude", "gateway", 50_000, 0, 0, 0}, // after the cut
		{"", "run", 50_000, 0, 0, 0},
	} {
		e := newEnv(t)
		h, _ := e.open(t, func(o *host.Options) { o.Integration, o.Program = c.integration, c.agent })
		deliver(t, h, summarize.Request{
			Tool: "Bash", Command: "make", Stdout: []byte(output[:c.size]),
			Status: result.Status{Known: true, Code: c.code},
		})
		got := e.noted(t)[0]
		if got.Without < c.from || got.Without > c.to || got.WithoutToktee() > got.Raw {
			t.Errorf("%+v: %d tokens without toktee, of %d", c, got.Without, got.Raw)
		}
	}
}
