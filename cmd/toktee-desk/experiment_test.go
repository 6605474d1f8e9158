package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/measure/experiment"
	"github.com/toktee/toktee/internal/measure/experiment/assign"
)

// An experimentPlace is a machine with an experiment, whose agents have their transcripts in its home.
type experimentPlace struct {
	*statsPlace
	store, home string
	began       time.Time
}

func newExperimentPlace(t *testing.T) *experimentPlace {
	p := &experimentPlace{statsPlace: newStatsPlace(t), began: time.Now().Add(-48 * time.Hour).Truncate(time.Second)}
	p.store, p.home = filepath.Join(p.dir, "store"), filepath.Join(p.dir, "home")
	p.env = append(p.env, "HOME="+p.home, "CODEX_HOME=", "XDG_DATA_HOME=", "COPILOT_HOME=")
	err := assign.Start(p.store, assign.Experiment{Name: "t", Share: 0.5, Effect: 0.1, Started: p.began})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// call notes a call of a session on an arm, so many minutes after the start.
func (p *experimentPlace) call(minutes int, session, program string, arm assign.Group) {
	p.t.Helper()
	err := journal.Append(filepath.Join(p.store, "journal"), journal.Event{
		Kind: journal.Passed, Time: p.began.Add(time.Duration(minutes) * time.Minute), Session: session, Dir: "/src",
		Program: program, Door: "hook", Experiment: "t", Arm: string(arm),
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *experimentPlace) write(name, text string) {
	p.t.Helper()
	path := filepath.Join(p.home, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// claude writes a session of Claude Code with one message, on two lines, and one of a sub-agent.
func (p *experimentPlace) claude(session string, output int, says string) {
	line := func(id string, sub bool, output int) string {
		return fmt.Sprintf(`{"type":"assistant","sessionId":%q,"uuid":"u","isSidechain":%v,"agentId":"a",`+
			`"timestamp":%q,"message":{"id":%q,"model":"claude-x","role":"assistant",`+
			`"content":[{"type":"text","text":%q}],"usage":{`+
			`"input_tokens":1000,"cache_creation_input_tokens":2000,"cache_read_input_tokens":10000,`+
			`"output_tokens":%d}}}`,
			session, sub, p.began.Add(time.Hour).Format(time.RFC3339), id, says, output) + "\n"
	}
	p.write(".claude/projects/-src/"+session+".jsonl", line(session+"-m", false, 1)+line(session+"-m", false, output))
	p.write(".claude/projects/-src/"+session+"/subagents/agent-a.jsonl", line(session+"-n", true, output))
}

// codex writes a session of Codex with one request.
func (p *experimentPlace) codex(session string, output int) {
	at := p.began.Add(time.Hour).Format(time.RFC3339)
	p.write(".codex/sessions/2026/11/25/rollout-2026-11-25T12-00-00-"+session+".jsonl", fmt.Sprintf(
		`{"timestamp":%q,"type":"session_meta","payload":{"id":%q}}
{"timestamp":%q,"type":"turn_context","payload":{"model":"gpt-x"}}
{"timestamp":%q,"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":11000,`+
			`"output_tokens":%d},"last_token_usage":{"input_tokens":11000,"cached_input_tokens":10000,`+
			`"output_tokens":%d}}}}
`, at, session, at, at, output, output))
}

func (p *experimentPlace) report(args ...string) (r experiment.Report) {
	p.t.Helper()
	out, errs, code := p.run("", append([]string{"experiment", "report", "--json"}, args...)...)
	if code != 0 || errs != "" || json.Unmarshal([]byte(out), &r) != nil {
		p.t.Fatalf("exit code %d: %s%s", code, out, errs)
	}
	return r
}

// TestExperiment reads transcripts where the agents keep them, reckons what they cost, and keeps that.
func TestExperiment(t *testing.T) {
	p := newExperimentPlace(t)
	for i := range 4 {
		arm := []assign.Group{assign.Control, assign.Treatment}[i%2]
		p.call(i, fmt.Sprint("claude-", i), "claude", arm)
		p.claude(fmt.Sprint("claude-", i), 1000*(i+1), "All tests pass.")
		p.call(i, fmt.Sprint("codex-", i), "codex", arm)
		p.codex(fmt.Sprint("codex-", i), 1000*(i+1))
	}
	p.call(9, "lost", "claude", assign.Control)
	p.claude("stranger", 5000, "Done.")
	r := p.report()
	// Two requests of Claude Code: 1000 and 2000 written, 10000 read, and what each has as output; Codex without
	// writes.
	claude := func(n int) float64 { return 2 * (1000*3 + 2000*3.75 + 10000*0.3 + 1000*float64(n)*15) / 1e6 }
	codex := func(n int) float64 { return (1000*3 + 10000*0.3 + 1000*float64(n)*15) / 1e6 }
	passed := (claude(1) + claude(3) + codex(1) + codex(3)) / 4
	summarised := (claude(2) + claude(4) + codex(2) + codex(4)) / 4
	m := r.Measures[1]
	if m.Name != "cost, mean" || math.Abs(*m.Control-passed) > 1e-9 || math.Abs(*m.Treatment-summarised) > 1e-9 {
		t.Errorf("%s: %v and %v, want %v and %v", m.Name, *m.Treatment, *m.Control, summarised, passed)
	}
	if r.Sessions != (experiment.Count{Treatment: 4, Control: 4}) || len(r.Models) != 2 || len(r.Dirs) != 1 ||
		r.LeftOut["no transcript was found"] != 1 {
		t.Errorf("%+v", r)
	}
	if !strings.HasPrefix(r.Sentence, "no difference can be shown yet: 8 sessions") {
		t.Error(r.Sentence)
	}
	text, _, code := p.run("", "experiment", "report")
	if first, _, _ := strings.Cut(text, "\n"); first != r.Sentence || code != 0 {
		t.Errorf("exit code %d: %s", code, text)
	}

	// The transcripts are gone: what was read of them stays.
	if err := os.RemoveAll(p.home); err != nil {
		t.Fatal(err)
	}
	if again := p.report(); *again.Measures[1].Control != *m.Control || again.Sessions != r.Sessions {
		t.Errorf("without transcripts: %+v", again)
	}
	info, err := os.Stat(filepath.Join(assign.Folder(p.store), "t.jsonl"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}

	// What is to be forgotten is.
	if _, errs, code := p.run("", "store", "forget", "--session", "codex-1"); code != 0 {
		t.Fatal(errs)
	}
	if again := p.report(); again.Sessions.Treatment != 3 {
		t.Errorf("a session was forgotten: %+v", again.Sessions)
	}
	if _, errs, code := p.run("", "store", "forget", "--all"); code != 0 {
		t.Fatal(errs)
	}
	if again := p.report(); again.Sentence != "no session can be compared yet" {
		t.Error(again.Sentence)
	}
}

// TestExperimentUsage: what is asked for wrongly exits with 2 and one line.
func TestExperimentUsage(t *testing.T) {
	p := newExperimentPlace(t)
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--name", "u"}, `there is no experiment "u": toktee experiment status lists them`},
		{[]string{"--transcripts", "nowhere"}, "nowhere: no such file"},
	} {
		_, errs, code := p.run("", append([]string{"experiment", "report"}, tt.args...)...)
		if code != 2 || !strings.Contains(errs, tt.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: exit code %d: %s", tt.args, code, errs)
		}
	}
	p.call(1, "s", "claude", assign.Control)
	p.claude("s", 7, "Done.")
	if r := p.report("--transcripts", filepath.Join(p.home, ".claude"), "--name", "t"); r.Sessions.Control != 1 {
		t.Errorf("%+v", r.Sessions)
	}
	if r := p.report("--transcripts", p.dir+"/work", "--name", "t"); r.Sessions.Control != 1 { // it was kept
		t.Errorf("%+v", r.Sessions)
	}
}
