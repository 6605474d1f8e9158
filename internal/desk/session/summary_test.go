package session

import (
	"testing"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/measure/cost"
)

// TestSentence: a session is summed up by what is known of it, and by nothing else.
func TestSentence(t *testing.T) {
	const cent = cost.Amount(cost.Dollar) * cost.Amount(cost.Dollar) / 100
	for _, tt := range []struct {
		one  Session
		want string
	}{
		{Session{}, "0 calls, no failure known"},
		{
			Session{
				Head:   Head{Calls: 42, Failed: 3, Red: 1},
				Totals: ledger.Totals{Calls: 42, Raw: 900, Given: 100},
				Paid:   161 * cent, Without: 192 * cent,
			},
			"42 calls, 3 failed, 1 still red, the model asked for no hidden line, $0.31 of $1.92 saved",
		},
		{
			Session{
				Head:   Head{Calls: 2, Failed: 1},
				Totals: ledger.Totals{Calls: 2, Raw: 90, Given: 80, Refetches: 1, RefetchTokens: 1500, Saved: -1490},
				Worth:  -100 * cent, // unknown usage: no money
			},
			"2 calls, 1 failed, nothing known to be red, the model asked for hidden lines 1 time, " +
				"1,490 tokens more than without toktee",
		},
		{
			Session{Paid: 161 * cent, Without: 192 * cent, Estimated: true, Contradicted: 2},
			"0 calls, no failure known, 2 claims contradicted, cost $1.61, about $0.31 saved",
		},
		{
			Session{Paid: 161 * cent, Without: 160 * cent, Estimated: true, Partial: true},
			"0 calls, no failure known, cost at least $1.61, about $0.01 more than without toktee",
		},
		{
			Session{Paid: 161 * cent, Without: 150 * cent, Totals: ledger.Totals{Saved: 7}},
			"0 calls, no failure known, cost $1.61, $0.11 more than without toktee",
		},
		{
			Session{Head: Head{Calls: 1}, Totals: ledger.Totals{Calls: 1, Raw: 90, Given: 90}},
			"1 call, no failure known, nothing was hidden from the model",
		},
	} {
		if got := tt.one.Sentence(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestTops: above a timeline, each command is listed once, those that are still red first.
func TestTops(t *testing.T) {
	call := func(command string, raw int, state State) Entry {
		return Entry{Kind: Call, State: state, Call: ledger.Call{Command: command, Raw: raw, Given: 10}}
	}
	entries := []Entry{
		call("a", 100, Red), call("b", 300, Fixed), call("c", 10, ""), call("a", 200, Red),
		call("d", 150, Rerun),
	}
	if got := (&Session{Entries: entries}).Failures(); len(got) != 3 || got[0] != 3 || got[1] != 4 || got[2] != 1 {
		t.Errorf("failures %v, want 3, 4 and 1", got)
	}
	if got := (&Session{Entries: entries}).MostHidden(); len(got) != 3 || got[0] != 1 || got[1] != 3 || got[2] != 4 {
		t.Errorf("hidden %v, want 1, 3 and 4", got)
	}
	for i, tool := range []string{"Bash", "exec"} { // a run of another tool doesn't hide what is still red
		entries[i] = call("a", 100, [...]State{Red, Fixed}[i])
		entries[i].Call.Tool = tool
	}
	if got := (&Session{Entries: entries[:2]}).Failures(); len(got) != 2 || got[0] != 0 {
		t.Errorf("failures %v, want 0 and 1", got)
	}
}
