package telemetry

import (
	"context"
	"testing"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestDelivered sends what a door has delivered, with the text that its model was given.
func TestDelivered(t *testing.T) {
	c := newCollector(t)
	at(t, c)
	dir := t.TempDir()
	env := map[string]string{"TOKTEE_STORE": dir, "XDG_CONFIG_HOME": t.TempDir()}
	h, err := host.Open(host.Options{
		Dir: t.TempDir(), Integration: "hook", Program: "claude",
		Getenv: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := h.Deliver(context.Background(), h.Config(), summarize.Request{
		Tool: "Bash", Command: "TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345 make test", Session: "s1",
		CallID: "toolu_1",
		Stdout: []byte("one\ntwo\nthree\n"), Status: result.Status{Known: true, Code: 2},
	})
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t)
	o := s.options()
	o.Journal, o.Dir, o.Store, o.Contents = h.Store().JournalDir(), dir, h.Store(), true
	s.export(o)
	if len(c.spans) != 1 {
		t.Fatalf("%d spans arrived, want 1", len(c.spans))
	}
	got := texts(c.spans[0].Attributes)
	if got[keyGiven] != r.LLMContent() || got[keyCommand] != "TOKEN=[github token] make test" ||
		got[keyResult] != r.ID() {
		t.Errorf("attributes are %v, want the text %q", got, r.LLMContent())
	}
}
