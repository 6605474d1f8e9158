package experiment

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/measure/experiment/assign"
	"github.com/toktee/toktee/internal/measure/transcript"
)

var noon = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)

// of is an experiment of two hours that ended a day ago.
var of = assign.Experiment{Name: "t", Share: 0.5, Effect: 0.1, Started: noon, Ended: noon.Add(2 * time.Hour)}

func standard(string) cost.Prices { return cost.Default().PricesOf(cost.DefaultPrice) }

// TestJournal: which sessions there are, and why some don't count.
func TestJournal(t *testing.T) {
	dir := t.TempDir()
	add := func(minutes int, session, experiment string, arm assign.Group) {
		e := journal.Event{
			Kind: journal.Passed, Time: noon.Add(time.Duration(minutes) * time.Minute), Session: session, Dir: "/src",
			Program: "claude", Experiment: experiment, Arm: string(arm),
		}
		if err := journal.Append(dir, e); err != nil {
			t.Fatal(err)
		}
	}
	add(-5, "early", "", "")
	add(-4, "other", "s", assign.Control)
	add(1, "early", "t", assign.Treatment)
	add(2, "other", "t", assign.Treatment)
	add(3, "plain", "t", assign.Control)
	add(4, "plain/Explore", "t", assign.Control)
	add(5, "both", "t", assign.Control)
	add(6, "both", "t", assign.Treatment)
	add(7, "late", "t", assign.Treatment)
	add(8, "", "", "")
	add(9, "never", "", "")
	add(10, "mixed", "", "")
	add(11, "mixed", "t", assign.Control)
	add(130, "late", "", "")
	fetched := journal.Event{Kind: journal.Fetched, Time: noon.Add(131 * time.Minute), Session: "plain"}
	if err := journal.Append(dir, fetched); err != nil {
		t.Fatal(err)
	}
	g := Gather(of, noon.Add(24*time.Hour))
	if err := g.Journal(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range g.Sessions() {
		got[s.ID] = string(s.Group) + ", " + s.why(g.now)
		if s.Dir != "/src" || s.Program != "claude" {
			t.Errorf("%+v", s)
		}
	}
	want := map[string]string{
		"early": "summarised, " + before, "other": "summarised, " + before, "plain": "passed, " + unknown,
		"both": "passed, " + both, "late": "summarised, " + after, "mixed": "passed, " + mixed,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	g.now = noon.Add(30 * time.Minute)
	if s := g.sessions["plain"]; s.why(g.now) != going || !s.Last.Equal(noon.Add(4*time.Minute)) {
		t.Errorf("%+v: %s", s, s.why(g.now))
	}
}

// TestReading: messages are counted once, totals take the place of their model's records, pauses don't count as work,
// and what costs more is reckoned so.
func TestReading(t *testing.T) {
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	for _, tt := range []struct {
		name    string
		usages  []transcript.Usage
		dollars float64
		n       int
		minutes float64
		half    bool
	}{
		{"a message on three lines", []transcript.Usage{
			{Message: "m", Model: "a", Time: at(0), Requests: 1, Input: 1e6, Output: 1},
			{Message: "m", Model: "a", Time: at(1), Requests: 1, Input: 1e6, Output: 2},
			{Message: "m", Model: "a", Time: at(61), Requests: 1, Input: 1e6, Output: 1e6},
		}, 3 + 15, 1, 11, false},
		{"requests without names", []transcript.Usage{
			{Model: "a", Requests: 1, CacheRead: 1e6}, {Model: "b", Requests: 1, CacheRead: 1e6},
		}, 0.6, 2, 0, false},
		{"caches", []transcript.Usage{
			{Model: "a", Requests: 1, CacheWrite: 2e6, CacheLong: 1e6},
		}, 3.75 + 6, 1, 0, false},
		{"halves without an end", []transcript.Usage{{Message: "1", Model: "a", Output: 9, Requests: 1, Half: true}},
			9 * 15e-6, 1, 0, true},
		{"halves, an end, more of them, another end", []transcript.Usage{
			{Message: "1", Model: "a", Output: 9, Requests: 1, Half: true},
			{Model: "a", Time: at(1), Total: true, Requests: 3, Input: 1e6},
			{Message: "2", Model: "a", Output: 9, Requests: 1, Half: true},
			{Model: "a", Time: at(2), Total: true, Requests: 5, Input: 2e6},
		}, 9, 8, 1, false},
		{"a copy of an end", []transcript.Usage{
			{Model: "a", Time: at(1), Total: true, Requests: 3, Input: 1e6},
			{Model: "a", Time: at(1), Total: true, Requests: 3, Input: 1e6},
		}, 3, 3, 0, false},
		{"halves after an end", []transcript.Usage{
			{Model: "a", Total: true, Requests: 3, Input: 1e6},
			{Message: "2", Model: "a", Output: 9, Requests: 1, Half: true},
		}, 3 + 9*15e-6, 4, 0, true},
		{"dollars alone", []transcript.Usage{{Total: true, Requests: 4, Dollars: 0.25}}, 0.25, 4, 0, false},
	} {
		r := newReading()
		for _, u := range tt.usages {
			r.usage(&u)
		}
		var s Session
		r.into(&s, time.Time{})
		if d := s.dollars(standard); math.Abs(d-tt.dollars) > 1e-9 || s.requests() != tt.n ||
			math.Abs(s.Seconds/60-tt.minutes) > 1e-9 || s.Half != tt.half {
			t.Errorf("%s: $%v, %+v", tt.name, d, s)
		}
	}
}

func TestSays(t *testing.T) {
	for text, want := range map[string]string{
		"All 12 tests pass now.":                                         claimDone,
		"I’ve fixed it, but lint still fails.":                           claimUndone,
		"I couldn’t find the file.":                                      claimUndone,
		"I fixed the failing test; everything passes.":                   claimDone,
		"12 passed, 0 failed.":                                           claimDone,
		"All tests passed.":                                              claimDone,
		"Fixed. It no longer fails.":                                     claimDone,
		"The build failed at first. It succeeds now.\n\nShall I commit?": claimDone,
		"I added the case. 3 tests failed.":                              claimUndone,
		"Which one do you want?":                                         "",
		"The implementation is described in docs/x":                      "",
		"": "",
	} {
		if got := claimOf(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// made are sessions whose costs are drawn, of two models and in two folders; those that are summarised cost so much of
// what the others cost.
func made(n int, ratio float64) []Session {
	rng := rand.New(rand.NewPCG(7, 7))
	var list []Session
	for i := range n {
		s := Session{
			ID: fmt.Sprintf("s%04d", i), Group: assign.Control, Dir: []string{"/a", "/b"}[rng.IntN(2)],
			Began: noon.Add(time.Duration(i) * time.Second), Last: noon.Add(time.Duration(i) * time.Second),
			Seconds: 600, Says: claimDone,
		}
		model := []string{"large", "small"}[rng.IntN(2)]
		tokens := 1e6 * math.Exp(0.4*rng.NormFloat64())
		if model == "small" {
			tokens /= 10
		}
		if rng.IntN(2) == 0 {
			s.Group, s.Refetches = assign.Treatment, 1
			tokens *= ratio
		}
		s.Model, s.Bill = model, map[string]Tokens{model: {Requests: 20, Input: int64(tokens)}}
		list = append(list, s)
	}
	return list
}

func TestReport(t *testing.T) {
	for _, tt := range []struct {
		n     int
		ratio float64
		want  string // what the sentence begins with
	}{
		{0, 1, "no session can be compared yet"},
		{1, 1, "no difference can be shown yet: 1 session, too few to estimate how many more are needed"},
		{40, 1, "no difference can be shown yet: 40 sessions, about 5"},
		{900, 0.7, "treatment sessions cost less: -"},
		{900, 1.4, "treatment sessions cost MORE: +"},
		{900, 1, "no difference was shown by 5"},
	} {
		g := Gather(of, noon.Add(24*time.Hour))
		g.Keep(made(tt.n, tt.ratio))
		r := g.Report(standard)
		if !strings.HasPrefix(r.Sentence, tt.want) || !strings.HasPrefix(r.Text(), r.Sentence+"\n") {
			t.Errorf("%d sessions, %v: %s", tt.n, tt.ratio, r.Sentence)
		}
		if n := r.Sessions.Control + r.Sessions.Treatment; n+r.Later != tt.n || r.Cost.Over != (r.Later > 0) {
			t.Errorf("%d sessions, %v: %+v, %d later", tt.n, tt.ratio, r.Sessions, r.Later)
		}
		if tt.n == 900 && (*r.Cost.Low > tt.ratio || *r.Cost.High < tt.ratio) {
			t.Errorf("%v isn't between %v and %v", tt.ratio, *r.Cost.Low, *r.Cost.High)
		}
		if tt.n == 900 && (len(r.Models) != 2 || len(r.Dirs) != 2) {
			t.Errorf("models %v, folders %v", r.Models, r.Dirs)
		}
		if again := g.Report(standard).Text(); again != r.Text() {
			t.Errorf("the same twice:\n%s\n%s", r.Text(), again)
		}
	}
}

// TestText is read by people.
func TestText(t *testing.T) {
	g := Gather(of, noon.Add(24*time.Hour))
	g.Keep(append(made(40, 0.8), Session{ID: "x", Group: assign.Control, Began: noon}, Session{ID: "y", Why: both}))
	got := strings.ReplaceAll(g.Report(standard).Text(), noon.Local().Format("2006-01-02"), "DAY")
	path := filepath.Join("testdata", "report.txt")
	if os.Getenv("TOKTEE_UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if diff := cmp.Diff(string(want), got); diff != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
}

// TestRows: what was kept comes back, and goes when it is to be forgotten.
func TestRows(t *testing.T) {
	dir := t.TempDir()
	if rows, err := Rows(dir, "t"); rows != nil || err != nil {
		t.Errorf("%v, %v", rows, err)
	}
	want := made(3, 1)
	for _, name := range []string{"t", "u"} {
		if err := KeepRows(dir, name, want); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Rows(dir, "t")
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if err := assign.Forget(dir, "s0001", false); err != nil {
		t.Fatal(err)
	}
	got, _ = Rows(dir, "u")
	if diff := cmp.Diff([]Session{want[0], want[2]}, got); diff != "" {
		t.Error(diff)
	}
	if err := assign.Forget(dir, "", true); err != nil {
		t.Fatal(err)
	}
	if files, _ := filepath.Glob(filepath.Join(assign.Folder(dir), "*")); len(files) > 0 {
		t.Errorf("left: %q", files)
	}
}

func TestWanted(t *testing.T) {
	g := Gather(of, noon)
	g.Keep([]Session{{ID: "0b5f-11"}, {ID: "ses_1"}})
	rollout := func(name, header string) string {
		path := filepath.Join(t.TempDir(), "rollout-2026-11-25T12-00-00-"+name+".jsonl")
		if err := os.WriteFile(path, []byte(header+"\n{\"type\":\"event_msg\"}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const header = `{"type":"session_meta","payload":{"id":"child","session_id":%q,"parent_thread_id":"p"}}`
	for name, want := range map[string]bool{
		rollout("child", fmt.Sprintf(header, "0b5f-11")):                      true,
		rollout("child", fmt.Sprintf(header, "0b5f-12")):                      false,
		rollout("child", "no JSON"):                                           false,
		"/h/.claude/projects/-src/0b5f-11.jsonl":                              true,
		"/h/.claude/projects/-src/0b5f-11/subagents/agent-a1.jsonl":           true,
		"/h/.claude/projects/-src/agent-a1.jsonl":                             true,
		"/h/.codex/sessions/2026/11/25/rollout-2026-11-25T-0b5f-11.jsonl":     true,
		"/h/.codex/sessions/2026/11/25/rollout-2026-11-25T-0b5f-11.jsonl.zst": true,
		"/h/.pi/agent/sessions/--src--/2026_0b5f-11.jsonl":                    true,
		"/h/.claude/projects/-src/0b5f-12.jsonl":                              false,
	} {
		s := transcript.Source{Name: name}
		if found, err := transcript.Find(t.Context(), []string{name}); err == nil {
			s = found[0]
		}
		if got := g.Wanted(&s); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
