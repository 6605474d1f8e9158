package web

import (
	"testing"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/measure/cost"
)

// TestSentence: a session is summed up by what is known of it, and by nothing else.
func TestSentence(t *testing.T) {
	const cent = cost.Amount(cost.Dollar) * cost.Amount(cost.Dollar) / 100
	for _, tt := range []struct {
		one  session.Session
		want string
	}{
		{session.Session{}, "0 calls, no failure known"},
		{
			session.Session{
				Head:   session.Head{Calls: 42, Failed: 3, Red: 1},
				Totals: ledger.Totals{Calls: 42, Raw: 900, Given: 100},
				Paid:   161 * cent, Without: 192 * cent,
			},
			"42 calls, 3 failed, 1 still red, the model asked for no hidden line, $0.31 of $1.92 saved",
		},
		{
			session.Session{
				Head:   session.Head{Calls: 2, Failed: 1},
				Totals: ledger.Totals{Calls: 2, Raw: 90, Given: 80, Refetches: 1},
				Worth:  -100 * cent,
			},
			"2 calls, 1 failed, nothing known to be red, the model asked for hidden lines 1 time, about $1.00 lost",
		},
		{
			session.Session{Head: session.Head{Calls: 1}, Totals: ledger.Totals{Calls: 1, Raw: 90, Given: 90}},
			"1 call, no failure known, nothing was hidden from the model",
		},
	} {
		if got := sentence(&tt.one); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestTops: above a timeline, each command is listed once, those that are still red first.
func TestTops(t *testing.T) {
	call := func(command string, raw int, state session.State) session.Entry {
		return session.Entry{Kind: session.Call, State: state, Call: ledger.Call{Command: command, Raw: raw, Given: 10}}
	}
	entries := []session.Entry{
		call("a", 100, session.Red), call("b", 300, session.Fixed), call("c", 10, ""), call("a", 200, session.Red),
		call("d", 150, session.Rerun),
	}
	if got := topFailures(entries); len(got) != 3 || got[0] != 3 || got[1] != 4 || got[2] != 1 {
		t.Errorf("failures %v, want 3, 4 and 1", got)
	}
	if got := topHidden(entries); len(got) != 3 || got[0] != 1 || got[1] != 3 || got[2] != 4 {
		t.Errorf("hidden %v, want 1, 3 and 4", got)
	}
	for i, tool := range []string{"Bash", "exec"} { // a run of another tool doesn't hide what is still red
		entries[i] = call("a", 100, [...]session.State{session.Red, session.Fixed}[i])
		entries[i].Call.Tool = tool
	}
	if got := topFailures(entries[:2]); len(got) != 2 || got[0] != 0 {
		t.Errorf("failures %v, want 0 and 1", got)
	}
}

// TestTwoDays: the end of a session has a date if it isn't that of the start.
func TestTwoDays(t *testing.T) {
	begin := time.Date(2026, 11, 27, 17, 57, 0, 0, time.Local)
	for after, want := range map[time.Duration]string{time.Hour: "18:57", 16 * time.Hour: "28 November 2026, 09:57"} {
		one := &session.Session{Head: session.Head{Begin: begin, Last: begin.Add(after)}}
		p, err := new(Site).sessionPage(t.Context(), one, 0, 0)
		if err != nil || p.To != want {
			t.Errorf("to %q, %v, want %q", p.To, err, want)
		}
	}
}

// TestListWords: a list doesn't contradict the page of a session, which may know more.
func TestListWords(t *testing.T) {
	for _, tt := range []struct {
		failed, red int
		whole       bool
		want        sessionRow
	}{
		{0, 0, false, sessionRow{NoneRed: "no failure seen"}},
		{0, 0, true, sessionRow{NoneRed: "no failure known"}},
		{2, 0, false, sessionRow{Failed: "2 seen to fail", NoneRed: "none seen red"}},
		{2, 0, true, sessionRow{Failed: "2 failed", NoneRed: "none red"}},
		{2, 1, false, sessionRow{Failed: "2 seen to fail", Red: "1 red when last seen", NoneRed: "none seen red"}},
		{2, 1, true, sessionRow{Failed: "2 failed", Red: "1 still red", NoneRed: "none red"}},
	} {
		got := sessionRowOf(&session.Head{Failed: tt.failed, Red: tt.red, Whole: tt.whole})
		if got.Failed != tt.want.Failed || got.Red != tt.want.Red || got.NoneRed != tt.want.NoneRed {
			t.Errorf("%d failed, %d red, whole %v: %+v", tt.failed, tt.red, tt.whole, got)
		}
	}
}
