package hook_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/tokens"
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

// TestFirstLinesCount: a Read that is answered by the first lines of the file counts with these lines as the agent
// numbers them, against all lines.
func TestFirstLinesCount(t *testing.T) {
	r := newRig(t, "claude")
	file := lines(3000, "step")
	r.answer(t, fmt.Sprintf(`{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"Read",`+
		`"tool_input":{"file_path":"/p/steps.txt"},"tool_response":{"type":"text","file":{"filePath":"/p/steps.txt",`+
		`"content":%q,"numLines":3000,"startLine":1,"totalLines":3000}}}`, file))
	last := r.last(t)
	raw, sent := len(file)/6, 24<<10/6 // at least: a token has some 3 to 5 characters
	if last.Kind != journal.Whole || last.Without < raw || last.Given < sent || last.Given > last.Without {
		t.Errorf("%s of %d bytes: sent %d of %d tokens", last.Kind, len(file), last.Given, last.Without)
	}
}

// TestCutCounts: where an agent has cut an output and saved the whole, the text that it would have sent counts. How
// much opencode leaves of a long output depends on the sizes in which its pipe is read.
func TestCutCounts(t *testing.T) {
	for _, text := range []string{lines(1000, "step"), lines(9000, "step")} {
		r := newRig(t, "opencode")
		r.answer(t, fmt.Sprintf(`{"event":"result","session":"s","tool":"bash","args":{"command":"make"},"exit":0,`+
			`"output":%q,"file":%q}`, text, r.saved()))
		count, err := tokens.New(tokens.O200kBase)
		if err != nil {
			t.Fatal(err)
		}
		e := r.last(t)
		if want := count.CountString(text); e.Without != want || e.Raw <= want {
			t.Errorf("%d tokens without toktee of %d, want %d", e.Without, e.Raw, want)
		}
	}
}

// last is the newest event of the journal.
func (r *rig) last(t *testing.T) (last journal.Event) {
	t.Helper()
	dir := filepath.Join(r.env["TOKTEE_STORE"], "journal")
	_, _, err := journal.Read(t.Context(), dir, journal.Position{}, func(e journal.Event, _ journal.Position) error {
		last = e
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return last
}
