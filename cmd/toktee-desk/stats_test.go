package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A statsPlace is a store of its own for the programs.
type statsPlace struct {
	t            *testing.T
	dir, program string
	env          []string
}

func newStatsPlace(t *testing.T) *statsPlace {
	t.Helper()
	dir := t.TempDir()
	p := &statsPlace{t: t, dir: dir, program: filepath.Join(programs, "toktee")}
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); name != "NO_COLOR" && !strings.HasPrefix(name, "CLAUDE") {
			p.env = append(p.env, v)
		}
	}
	p.env = append(p.env, "TOKTEE_STORE="+filepath.Join(dir, "store"), "XDG_CONFIG_HOME="+filepath.Join(dir, "config"),
		"TZ=UTC")
	if err := os.Mkdir(filepath.Join(dir, "work"), 0o700); err != nil {
		t.Fatal(err)
	}
	return p
}

// run runs toktee with a text on standard input and returns what it prints.
func (p *statsPlace) run(stdin string, args ...string) (stdout, stderr string, code int) {
	p.t.Helper()
	cmd := exec.CommandContext(p.t.Context(), p.program, args...)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = filepath.Join(p.dir, "work"), p.env, &out, &errs
	cmd.Stdin = strings.NewReader(stdin)
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		p.t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// stats is the report of "toktee stats --json" with these flags.
func (p *statsPlace) stats(flags ...string) (r statsReport) {
	p.t.Helper()
	out, stderr, code := p.run("", append([]string{"stats", "--json"}, flags...)...)
	if code != 0 || stderr != "" {
		p.t.Fatalf("stats %q: exit %d, %s", flags, code, stderr)
	}
	dec := json.NewDecoder(strings.NewReader(out))
	dec.DisallowUnknownFields() // it has the fields that docs/stats.md names
	if err := dec.Decode(&r); err != nil {
		p.t.Fatal(err)
	}
	return r
}

type statsReport struct {
	Version int `json:"schema_version"`
	Store   string
	Now     time.Time
	Since   time.Time
	Until   time.Time
	Session string
	Prices  map[string]any
	By      string
	Groups  []statsGroup
	LeftOut int `json:"groups_left_out"`
	Others  statsGroup
	Total   statsGroup
}

type statsGroup struct {
	Value         string
	Last          time.Time
	Calls         int64
	Passed        int64
	Bytes         int64
	Raw           int64 `json:"raw_tokens"`
	Given         int64 `json:"given_tokens"`
	Refetches     int64 `json:"regrets"`
	RefetchTokens int64 `json:"regretted_tokens"`
	Saved         int64 `json:"saved_tokens"`
	Reread        int64 `json:"reread_tokens"`
	Failed        int64
	Unknown       int64
	Fallbacks     int64
	Percent       float64     `json:"saved_percent"`
	PerCall       float64     `json:"saved_tokens_per_call"`
	Cost          json.Number `json:"cost_saved_usd"`
}

// recounted is what the records of a store come to, as "toktee ls" lists them.
func (p *statsPlace) recounted() map[string]statsGroup {
	p.t.Helper()
	out, _, _ := p.run("", "ls", "--json", "--limit", "0")
	groups := map[string]statsGroup{}
	for dec := json.NewDecoder(strings.NewReader(out)); dec.More(); {
		var r struct {
			Tool    string `json:"tool_name"`
			Outcome string
			Bytes   int64
			UI      int64 `json:"ui_tokens"`
			LLM     int64 `json:"llm_tokens"`
		}
		if err := dec.Decode(&r); err != nil {
			p.t.Fatal(err)
		}
		g := groups[r.Tool]
		g.Value = r.Tool
		g.Calls++
		g.Bytes += r.Bytes
		g.Raw += r.UI
		g.Given += r.LLM
		switch r.Outcome {
		case "fail":
			g.Failed++
		case "unknown":
			g.Unknown++
		}
		groups[r.Tool] = g
	}
	return groups
}

// work makes results by several doors.
func (p *statsPlace) work() {
	p.t.Helper()
	for _, args := range [][]string{
		{"run", "--", "seq", "3000"},
		{"run", "--", "sh", "-c", "seq 500; echo 'error: none left' >&2; exit 3"},
		{"run", "--level", "minimal", "--", "echo", "short"},
		{"tool", "exec", `{"command": "seq 2000"}`},
		{"tool", "write", `{"path": "f.txt", "content": "x\ny\n"}`},
		{"tool", "read", `{"path": "f.txt"}`},
	} {
		if _, stderr, code := p.run("", args...); code > 3 {
			p.t.Fatalf("%q: exit %d, %s", args, code, stderr)
		}
	}
	log := strings.Repeat("a line of a log\n", 900)
	if _, stderr, code := p.run(log, "summarize", "--tool", "Gr\x1b[31mep"); code != 0 {
		p.t.Fatalf("summarize: exit %d, %s", code, stderr)
	}
	calls := `{"tool":"x","stdout":"a\nb\n","session":"s"}` + "\n" + `{"tool":"x","stdout":"c\n","exit_code":1}` + "\n"
	p.run(calls, "summarize", "--jsonl", "--store")
}

// TestStatsRecount: what stats says of each tool is what the records in the store come to, one by one.
func TestStatsRecount(t *testing.T) {
	p := newStatsPlace(t)
	p.work()
	want := p.recounted()
	if len(want) < 5 {
		t.Fatalf("the records are of %d tools: %v", len(want), want)
	}
	r := p.stats("--by", "tool")
	got := map[string]statsGroup{}
	var total statsGroup
	for _, g := range r.Groups {
		if g.Saved != g.Raw-g.Given || g.Last.IsZero() || g.Last.After(time.Now()) {
			t.Errorf("%+v", g)
		}
		total.Calls += g.Calls
		total.Saved += g.Saved
		got[g.Value] = statsGroup{
			Value: g.Value, Calls: g.Calls, Bytes: g.Bytes, Raw: g.Raw, Given: g.Given,
			Failed: g.Failed, Unknown: g.Unknown,
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stats and a recount of the records (-recount +stats)\n%s", diff)
	}
	if r.Total.Calls != total.Calls || r.Total.Saved != total.Saved || r.Version != 1 || r.By != "tool" {
		t.Errorf("the total is %+v, its parts come to %+v", r.Total, total)
	}
	for _, by := range []string{"command", "session", "day", "agent", "strategy"} {
		if other := p.stats("--by", by).Total; other.Saved != total.Saved || other.Cost != r.Total.Cost {
			t.Errorf("by %s, %d tokens and $%s are saved, by tool %d and $%s",
				by, other.Saved, other.Cost, total.Saved, r.Total.Cost)
		}
	}
	out, _, _ := p.run("", "stats", "--csv", "--by", "tool")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != len(want)+1 || rows[0][0] != "value" {
		t.Errorf("CSV has %d rows of %d tools: %v", len(rows), len(want), err)
	}
}

// TestStatsRefetch: what a model fetches again is subtracted, and more than was saved is a loss.
func TestStatsRefetch(t *testing.T) {
	p := newStatsPlace(t)
	if out, _, _ := p.run("", "stats"); out != fmt.Sprintf("no calls yet; outputs are kept in %s\n",
		filepath.Join(p.dir, "store")) {
		t.Errorf("of nothing, stats says %q", out)
	}
	p.run("", "run", "--", "seq", "1000")
	before := p.stats().Total
	for range 2 {
		p.run("", "show", "--all")
	}
	after := p.stats().Total
	if after.Refetches != 2 || after.Saved != before.Saved-after.RefetchTokens || after.Saved >= 0 || after.Calls != 1 {
		t.Errorf("before %+v\nafter two times show %+v", before, after)
	}
	out, stderr, code := p.run("", "stats", "--by", "tool")
	if code != 0 || stderr != "" || !strings.Contains(out, "\n!") || !strings.Contains(out, " -") ||
		!strings.Contains(out, "re-reads: 2, ") || strings.Contains(out, "\x1b") {
		t.Errorf("exit %d, %q:\n%s", code, stderr, out)
	}
	for line := range strings.Lines(out) {
		if len([]rune(line)) > 81 {
			t.Errorf("%d columns: %q", len([]rune(line))-1, line)
		}
	}
}

// TestStatsSelects: times and sessions select calls.
func TestStatsSelects(t *testing.T) {
	p := newStatsPlace(t)
	p.run("", "run", "--session", "one", "--", "seq", "1000")
	p.run("", "run", "--session", "two", "--", "seq", "2000")
	tomorrow := time.Now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)
	for _, c := range []struct {
		flags []string
		calls int64
	}{
		{nil, 2}, {[]string{"--session", "two"}, 1}, {[]string{"--session", "three"}, 0},
		{[]string{"--since", tomorrow}, 0}, {[]string{"--until", tomorrow}, 2}, {[]string{"--until", "7d"}, 0},
		{[]string{"--since", "12h", "--by", "session"}, 2},
		{[]string{"--since", "2026-01-01", "--until", "2026-01-02"}, 0},
	} {
		if got := p.stats(c.flags...).Total.Calls; got != c.calls {
			t.Errorf("stats %q: %d calls, want %d", c.flags, got, c.calls)
		}
	}
	p.env = append(p.env, "CLAUDE_CODE_SESSION_ID=two")
	if g := p.stats().Groups; len(g) != 4 || g[0].Value != "this session" || g[0].Calls != 1 {
		t.Errorf("in a session, stats has %+v", g)
	}
}

// TestStatsPrices: the cost follows from the user's prices.
func TestStatsPrices(t *testing.T) {
	p := newStatsPlace(t)
	p.run("", "run", "--", "seq", "1000")
	saved := p.stats().Total.Saved
	config := filepath.Join(p.dir, "config", "toktee", "config.toml")
	if err := os.MkdirAll(filepath.Dir(config), 0o700); err != nil {
		t.Fatal(err)
	}
	text := "[cost]\nprice = \"mine\"\n[prices.mine]\ninput = 1\ncache_write = 2\n"
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := p.stats()
	got, err := r.Total.Cost.Float64()
	if err != nil || int64(math.Round(got*1e6)) != 2*saved || r.Prices["name"] != "mine" {
		t.Errorf("%d tokens at 2 dollars a million are worth $%s, %v, %v", saved, r.Total.Cost, r.Prices, err)
	}
	if err := os.WriteFile(config, []byte("[cost]\nprice = \"yours\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, stderr, code := p.run("", "stats")
	if code != 0 || !strings.Contains(out, `prices "default"`) ||
		strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "there is no table") {
		t.Errorf("bad prices: exit %d, %q, %q", code, out, stderr)
	}
}

// TestStatsMeanwhile: while sixteen commands run at once, stats never counts one twice or backwards, and has all of
// them at the end.
func TestStatsMeanwhile(t *testing.T) {
	p := newStatsPlace(t)
	const n = 16
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			cmd := exec.CommandContext(t.Context(), p.program, "run", "--", "seq", fmt.Sprint(1000+i))
			cmd.Env, cmd.Dir = p.env, p.dir
			if err := cmd.Run(); err != nil {
				t.Error(err)
			}
		})
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	var last statsGroup
	for ended := false; !ended; {
		select {
		case <-done:
			ended = true // and once more
		default:
		}
		now := p.stats().Total
		if now.Calls < last.Calls || now.Calls > n || now.Saved < last.Saved {
			t.Fatalf("after %+v stats says %+v", last, now)
		}
		last = now
	}
	if want := p.recounted()["exec"]; last.Calls != n || last.Raw != want.Raw || last.Given != want.Given {
		t.Errorf("stats has %+v, the records %+v", last, want)
	}
}
