package clients

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

const rest = "\n… 90 lines left out: toktee show 401882137095"

// TestSeen holds that the tests see what became of a result.
func TestSeen(t *testing.T) {
	text := func(s string) fakemodel.Result { return fakemodel.Result{Text: s} }
	long := "1\tone\n2\ttwo\n3\tthree\n"
	for _, tt := range []struct {
		name     string
		raw, got fakemodel.Result
		want     outcome
	}{
		{"untouched", text("ok 0.31s"), text("ok 0.29s"), whole},
		{"shortened", text(strings.Repeat("line\n", 99)), text("line" + rest), replaced},
		{"cut without a word", text(long), text("1\tone\n"), changed},
		{"the first lines", text(long), fakemodel.Result{Text: "1\tone\n", Beside: "the rest:" + rest}, begins},
		{"other lines", text(long), fakemodel.Result{Text: "1\tthree\n", Beside: "the rest:" + rest}, changed},
		{"a failure that has become none", fakemodel.Result{Text: "no", Error: true}, text("no"), changed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := seen(tt.raw, tt.got); got != tt.want {
				t.Errorf("seen as %q, want %q", got, tt.want)
			}
		})
	}
}

// TestCheck holds that texts that aren't true are found.
func TestCheck(t *testing.T) {
	var red, green sample
	for _, sm := range samples() {
		switch sm.name {
		case "red":
			red = sm
		case "green":
			green = sm
		}
	}
	raw := fakemodel.Result{Text: strings.Repeat(red.hides+"\n", 99)}
	const told = "go: 2 failed\nTestRed/case_137: " + redSays
	for _, tt := range []struct {
		name string
		sm   sample
		c    client
		text string
		want string // in the error; "" is none
	}{
		{"true", red, client{}, "exit 1\n" + told + rest, ""},
		{"without the exit code", red, client{}, told + rest, "nothing says that it exited with 1"},
		{"where the exit code has no place", red, client{noExit: true}, told + rest, ""},
		{"green over red", red, client{}, "exit 1\ngo: 301 passed" + rest, "it doesn't say"},
		{"red over green", green, client{}, "go: 301 passed, 1 failed" + rest, "it says"},
		{"raw lines", red, client{}, "exit 1\n" + told + "\n" + red.hides + rest, "is left"},
		{"no way to the rest", red, client{}, "exit 1\n" + told, "want short text"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.sm.check(&tt.c, replaced, raw, fakemodel.Result{Text: tt.text})
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// TestTidy takes what Claude Code says besides out of a result.
func TestTidy(t *testing.T) {
	got := tidy(fakemodel.Result{Text: "out\n\n<system-reminder>\n<total_tokens>15 tokens left</total_tokens>\n" +
		"</system-reminder>\n<system-reminder>\nPostToolUse:Read hook additional context: note\n</system-reminder>"})
	if got.Text != "out" || !strings.Contains(got.Beside, "note") || strings.Contains(got.Beside, "tokens") {
		t.Errorf("got %+v", got)
	}
}

func TestChoice(t *testing.T) {
	for flag, want := range map[string]string{
		"true": "claude codex codex-code gemini copilot", "pi,gemini": "gemini pi", "false": "",
		"all": "claude codex codex-code gemini copilot opencode kilo pi cline",
	} {
		var c choice
		if err := c.Set(flag); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, cl := range clients() {
			if c.runs(cl) {
				names = append(names, cl.name)
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("-clients=%s runs %s, want %s", flag, got, want)
		}
	}
	if err := new(choice).Set("clippy"); err == nil || !strings.Contains(err.Error(), `"clippy" is no client`) {
		t.Errorf("an unknown client: %v", err)
	}
}
