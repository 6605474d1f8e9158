package session

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/measure/cost"
)

// TestSentence: a session is summed up by what is known of it, and by nothing else.
func TestSentence(t *testing.T) {
	const cent = cost.Amount(cost.Dollar) * cost.Amount(cost.Dollar) / 100
	call := func(command string, state State, raw int) Entry {
		return Entry{Kind: Call, State: state, Call: ledger.Call{Tool: "Bash", Command: command, Raw: raw, Given: 9}}
	}
	grep := call("Price", "", 90)
	grep.Call.Tool = "Grep"
	for _, tt := range []struct {
		one  Session
		want string
	}{
		{Session{}, "0 calls; no failure known"},
		{
			Session{
				Head:   Head{Calls: 42},
				Totals: ledger.Totals{Calls: 42, Raw: 900, Given: 100, Saved: 800},
				Paid:   161 * cent, Without: 192 * cent,
				Entries: []Entry{grep, call("a", Red, 9), call("a", Red, 9), call("b", Fixed, 9), call("c", Rerun, 9)},
			},
			"42 calls; 3 commands failed: 1 still failing, 1 passed later, 1 run again, outcome unknown; " +
				"800 of 900 tokens saved; none re-read; $0.31 of $1.92 saved",
		},
		{
			Session{
				Head:    Head{Calls: 2},
				Totals:  ledger.Totals{Calls: 2, Raw: 90, Given: 80, Refetches: 1, RefetchTokens: 1500, Saved: -1490},
				Worth:   -100 * cent, // unknown usage: no money
				Entries: []Entry{grep, call("", Failed, 9)},
			},
			"2 calls; 1 command failed: 1 whose later runs aren't known; 1,490 tokens more than without toktee; " +
				"1,500 tokens re-read",
		},
		{
			Session{Paid: 161 * cent, Without: 192 * cent, Estimated: true, Contradicted: 2},
			"0 calls; no failure known; 2 claims contradicted; cost $1.61; about $0.31 saved",
		},
		{
			Session{Paid: 161 * cent, Without: 160 * cent, Estimated: true, Partial: true},
			"0 calls; no failure known; cost at least $1.61; about $0.01 more than without toktee",
		},
		{
			Session{Paid: 161 * cent, Without: 150 * cent, Totals: ledger.Totals{Saved: 7}},
			"0 calls; no failure known; cost $1.61; $0.11 more than without toktee",
		},
		{
			Session{Head: Head{Calls: 1}, Totals: ledger.Totals{Calls: 1, Raw: 90, Given: 90}},
			"1 call; no failure known; nothing was hidden from the model",
		},
	} {
		if got := tt.one.Sentence(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestTops: above a timeline, each command is listed once, those that are still failing first.
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
	for i, tool := range []string{"Bash", "Grep"} { // a run of another tool doesn't hide what is still failing
		entries[i] = call("a", 100, [...]State{Red, Fixed}[i])
		entries[i].Call.Tool = tool
	}
	if got := (&Session{Entries: entries[:2]}).Failures(); len(got) != 2 || got[0] != 0 {
		t.Errorf("failures %v, want 0 and 1", got)
	}
}

// TestTroubles: a check that is still failing comes before other commands, then wrong claims, then commands that passed
// later. Each has the files that were edited after it.
func TestTroubles(t *testing.T) {
	at := func(second int) time.Time { return time.Date(2026, 11, 28, 12, 4, second, 0, time.UTC) }
	call := func(state State, command string) Entry {
		return Entry{Kind: Call, State: state, Call: ledger.Call{Tool: "Bash", Command: command}}
	}
	one := &Session{Entries: []Entry{
		{Kind: Edit, File: "a.go"}, call(Fixed, "go vet"), {Kind: Claimed, Claim: "all tests pass", Record: "red"},
		{Kind: Edit, File: "b.go"}, {Kind: Edit, File: "c.go"}, call(Red, "go test"),
		{Kind: Claimed, Claim: "it builds"}, {Kind: Edit, File: "d.go"},
		call(Red, "until curl localhost; do sleep 1; done"), call(Rerun, "go build"),
		{Kind: Claimed, Claim: "it builds", Record: "red"},
	}}
	for i := range one.Entries {
		one.Entries[i].Time = at(i)
	}
	one.Entries[1].Later = at(5)
	if got, more := one.Troubles(4); !slices.Equal(got, []int{5, 8, 9, 10, 2, 1}) || more != 0 {
		t.Errorf("%v and %d more", got, more)
	}
	if got, more := one.Troubles(1); !slices.Equal(got, []int{5, 10}) || more != 4 {
		t.Errorf("%v and %d more", got, more)
	}
	for i, want := range map[int]string{
		1: "Edited in between: b.go, c.go, last at 12:04:04", 5: "Edited after it: d.go, last at 12:04:07", 8: "",
	} {
		if got := one.EditedAfter(i, time.UTC); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	one.Begin = time.Date(2026, 11, 28, 11, 50, 0, 0, time.UTC)
	one.Last = one.Begin.Add(time.Minute)
	if got := one.Span(time.UTC); got != "28 November 2026, 11:50 to 12:04" {
		t.Errorf("%q: the last edit is later than the last call", got)
	}
}

// TestPartly: the outputs of which the model was shown the smallest parts have names.
func TestPartly(t *testing.T) {
	call := func(command string, raw, given int) Entry {
		return Entry{Kind: Call, Call: ledger.Call{Tool: "Bash", Command: command, Raw: raw, Given: given}}
	}
	one := &Session{Entries: []Entry{call("pwd", 9, 9), call("rg Test", 754, 543), call("go test ./...", 4990, 610)}}
	const want = "Shown to the model in part: go test ./... (610 of 4,990 tokens sent), rg Test (543 of 754)"
	if got := one.Partly(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	one.Entries = append(one.Entries, call("git log", 99, 90))
	if got := one.Partly(); got != want+", and 1 more command" {
		t.Errorf("%q", got)
	}
	if got := (&Session{Entries: one.Entries[:1]}).Partly(); got != "" {
		t.Errorf("%q, want nothing", got)
	}
}

// TestSum: what was saved follows from the other figures.
func TestSum(t *testing.T) {
	for want, totals := range map[string]ledger.Totals{
		"": {}, "9,900 tokens without toktee − 800 sent − 120 re-read = 8,980 saved": {
			Raw: 9900, Given: 800, RefetchTokens: 120, Saved: 8980,
		},
		"100 tokens without toktee − 90 sent − 30 re-read = 20 lost": {
			Raw: 100, Given: 90, RefetchTokens: 30, Saved: -20,
		},
	} {
		if got := (&Session{Totals: totals}).Sum(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestSpan: the end of a session has a date if it isn't that of the start.
func TestSpan(t *testing.T) {
	begin := time.Date(2026, 11, 27, 17, 57, 0, 0, time.UTC)
	for after, want := range map[time.Duration]string{
		time.Hour:      "27 November 2026, 17:57 to 18:57",
		16 * time.Hour: "27 November 2026, 17:57 to 28 November 2026, 09:57",
	} {
		if got := (&Head{Begin: begin, Last: begin.Add(after)}).Span(time.UTC); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestTrouble: a list counts failed calls, and commands whose last run failed.
func TestTrouble(t *testing.T) {
	for _, tt := range []struct {
		failed, red int
		want        [3]string
	}{
		{0, 0, [3]string{"", "", "no failure known"}},
		{2, 0, [3]string{"2 failed", "", "none known failing"}},
		{2, 1, [3]string{"2 failed", "1 still failing", "none known failing"}},
		{3, 2, [3]string{"3 failed", "2 still failing", "none known failing"}},
	} {
		failed, red, notRed := (&Head{Failed: tt.failed, Red: tt.red}).Trouble()
		if got := [3]string{failed, red, notRed}; got != tt.want {
			t.Errorf("%d failed, %d red: %q, want %q", tt.failed, tt.red, got, tt.want)
		}
	}
}

// TestDid: what an agent did is counted with units.
func TestDid(t *testing.T) {
	one := &Session{}
	add := func(kind Kind, name string, n int) {
		for range n {
			one.Entries = append(one.Entries, Entry{Kind: kind, Call: ledger.Call{Kind: name, Tool: "T"}})
		}
	}
	add(Call, "read.go", 3)
	add(Untouched, "read", 1)
	add(Call, "go test", 2)
	add(Unseen, "", 1)
	add(Call, "readlink", 1)
	one.Entries[5].Call.Outcome = "fail"
	add(Call, "echo $i", 2) // a kind that is a part of a loop: the loop's own name
	one.Entries[9].Call.Command, one.Entries[8].Call.Command = "for i in 1 2; do echo $i; done", "sh -c 'echo $i'"
	const want = "go test twice, 3 reads of .go files, T once, for once, 1 read, readlink once, 1 other call"
	if got := one.Did(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestResult: the edited files, the last check after them and a wrong claim are named in order, and nothing that isn't
// known.
func TestResult(t *testing.T) {
	edit := func(file string) Entry { return Entry{Kind: Edit, File: file} }
	call := func(command, outcome string) Entry {
		return Entry{Kind: Call, Call: ledger.Call{Tool: "Bash", Command: command, Outcome: outcome}}
	}
	for _, tt := range []struct {
		entries []Entry
		want    string
	}{
		{nil, ""},
		{[]Entry{call("git diff", "pass")}, ""},
		{[]Entry{call("go test ./...", "pass"), call("go vet", "fail")}, "The last check, go vet, failed"},
		{
			[]Entry{edit("a.go"), {Kind: Claimed, Claim: "all tests pass", Record: "red"}, call("go test", "fail")},
			"Edited a.go | The model claimed: all tests pass. The record contradicts it | " +
				"The last check, go test, failed",
		},
		{
			[]Entry{edit("a.go"), edit("b.go"), edit("a.go"), call("cd x && make test", "pass"), call("ls", "fail")},
			"Edited a.go, earlier b.go | The last check, cd x && make test, passed",
		},
		{
			[]Entry{edit("a"), edit("b"), edit("c"), edit("d"), edit("e"), call("go build", "unknown")},
			"Edited e, earlier a, b, c, 1 other file | The last check, go build, has an unknown outcome",
		},
		{[]Entry{call("go test", "pass"), edit("a.go"), {}}, "Edited a.go; no check is known after that"},
	} {
		var got []string
		for i := range tt.entries {
			tt.entries[i].Time = time.Unix(int64(i), 0)
		}
		for _, step := range (&Session{Entries: tt.entries}).Result() {
			got = append(got, step.Text)
		}
		if got := strings.Join(got, " | "); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
