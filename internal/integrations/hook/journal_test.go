package hook_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/journal"
)

// TestJournal: every call is noted, read or not, and so is what was asked for again, and a new context.
func TestJournal(t *testing.T) {
	r := newRig(t, "claude")
	out := lines(900, "step")
	for _, ev := range []string{
		bash("s", "make build", out),
		bash("s", "make build", out), // again, which gives more room
		bash("s", "toktee show 401882137095", out),
		bash("s", "true", ""),
		`{"hook_event_name":"PreCompact","session_id":"s"}`,
		`{"hook_event_name":"SessionStart","source":"compact","session_id":"s"}`,
	} {
		r.answer(t, ev)
	}
	type event struct {
		Kind             journal.Kind
		Session, Command string
		Shorter          bool
	}
	outputTokens := 0
	var got []event
	dir := filepath.Join(r.env["TOKTEE_STORE"], "journal")
	_, _, err := journal.Read(t.Context(), dir, journal.Position{}, func(e journal.Event, _ journal.Position) error {
		if e.Door != "hook" || e.Program != "claude" {
			t.Errorf("door %q, program %q", e.Door, e.Program)
		}
		switch e.Kind {
		case journal.Result:
			outputTokens = e.Raw
		case journal.Again:
			if e.Given != outputTokens { // which is counted in raw twice, and would have been printed once
				t.Errorf("a call was made again, whose output has %d tokens, and %d are noted", outputTokens, e.Given)
			}
		}
		got = append(got, event{e.Kind, e.Session, e.Command, e.Kind == journal.Result && e.Given < e.Raw})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []event{
		{journal.Result, "s", "make build", true},
		{journal.Result, "s", "make build", true},
		{journal.Again, "s", "", false},
		{journal.Passed, "s", "toktee show 401882137095", false},
		{journal.Passed, "s", "true", false},
		{journal.Compacted, "s", "", false},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the journal (-want +got):\n%s", diff)
	}
}
