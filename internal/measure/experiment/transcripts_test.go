package experiment

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/measure/experiment/assign"
	"github.com/toktee/toktee/internal/measure/transcript"
)

// line is a request of Claude Code's, some minutes after noon.
func line(minutes int, agent, id, model string, input int) string {
	return fmt.Sprintf(`{"type":"assistant","sessionId":"S","isSidechain":%t,"agentId":%q,"timestamp":%q,`+
		`"message":{"id":%q,"role":"assistant","model":%q,"content":[{"type":"text","text":"Done."}],`+
		`"usage":{"input_tokens":%d}}}`+"\n",
		agent != "", agent, noon.Add(time.Duration(minutes)*time.Minute).Format(time.RFC3339), id, model, input)
}

// TestTranscripts: what is read of a session's files, and what an earlier report knew and this one doesn't.
func TestTranscripts(t *testing.T) {
	begun := line(1, "", "m1", "large", 1e6) + line(2, "", "m2", "small", 9e6)
	agent := line(3, "a1", "m3", "small", 1e6)
	for _, tt := range []struct {
		name     string
		kept     map[string]Tokens
		files    map[string]string
		requests int
		model    string
		why      string
	}{
		{"with a sub-agent", nil, map[string]string{"S.jsonl": begun, "S/subagents/agent-a1.jsonl": agent}, 3, "large",
			""},
		{"a sub-agent alone", nil, map[string]string{"S/subagents/agent-a1.jsonl": agent}, 0, "", unknown},
		{"its sub-agent is gone", map[string]Tokens{"large": {Requests: 3}}, map[string]string{"S.jsonl": begun}, 3, "",
			""},
		{"more than was known", map[string]Tokens{"large": {Requests: 1}}, map[string]string{"S.jsonl": begun}, 2,
			"large", ""},
		{"begun before", nil, map[string]string{"S.jsonl": line(-9, "", "m0", "large", 1) + begun}, 3, "large", before},
	} {
		dir := t.TempDir()
		for name, text := range tt.files {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		sources, err := transcript.Find(t.Context(), []string{dir})
		if err != nil {
			t.Fatal(err)
		}
		g := Gather(of, noon.Add(24*time.Hour))
		g.Keep([]Session{{ID: "S", Group: assign.Control, Bill: tt.kept}})
		skipped, err := g.Transcripts(t.Context(), sources, nil)
		s := g.sessions["S"]
		why := s.why(g.now)
		if skipped != 0 || err != nil || s.requests() != tt.requests || s.Model != tt.model || why != tt.why {
			t.Errorf("%s: %d requests, %q, %q; %d skipped, %v", tt.name, s.requests(), s.Model, why, skipped, err)
		}
	}
}

// TestAnswerStays: a session that counts does so for good, whatever comes of it or is found of older ones.
func TestAnswerStays(t *testing.T) {
	sessions := made(900, 0.7)
	late := sessions[3] // began early, and isn't over when the first report is read
	sessions[3].Last = noon.Add(24 * time.Hour)
	g := Gather(of, noon.Add(24*time.Hour))
	g.Keep(sessions)
	first := g.Report(standard)
	if !first.Cost.Shown || first.LeftOut[going] != 1 {
		t.Fatalf("%s; left out: %v", first.Sentence, first.LeftOut)
	}
	dir := t.TempDir()
	if err := KeepRows(dir, "t", g.Sessions()); err != nil {
		t.Fatal(err)
	}
	rows, err := Rows(dir, "t")
	if err != nil {
		t.Fatal(err)
	}
	g = Gather(of, noon.Add(48*time.Hour))
	for i, s := range sessions { // what the journal still has: of some, later calls
		s.Bill, s.Model = nil, ""
		if i%2 == 0 {
			s.Last, s.Why = noon.Add(48*time.Hour), after
		}
		g.sessions[s.ID] = &s
	}
	g.Keep(rows)
	if got := g.sessions[late.ID]; got.Number != 0 {
		t.Errorf("not over, and number %d", got.Number)
	}
	again := g.Report(standard)
	if again.Sentence != first.Sentence || again.Sessions != first.Sessions || again.Later != first.Later+1 {
		t.Errorf("%s; %d later\n%s; %d later", first.Sentence, first.Later, again.Sentence, again.Later)
	}
}

// TestFewSessions: nothing is said of how sure it is where a group has too few to draw from.
func TestFewSessions(t *testing.T) {
	g := Gather(of, noon.Add(24*time.Hour))
	list := made(40, 1)
	list[0].Dir, list[0].Group = "/few", assign.Control
	list[1].Dir, list[1].Group = "/few", assign.Treatment
	g.Keep(list)
	r := g.Report(standard)
	for _, s := range r.Dirs {
		if few := s.Name == "/few"; (s.Low == nil) != few || s.Ratio == nil {
			t.Errorf("%+v", s)
		}
	}
}

func TestRepository(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"repo/.git/worktrees/w", "repo/sub/deep", "w/x", "module/x", "plain"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(name)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{
		"w": filepath.Join(dir, "repo/.git/worktrees/w"), "module": "../repo/.git/modules/module",
	} {
		if err := os.WriteFile(filepath.Join(dir, name, ".git"), []byte("gitdir: "+to+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for from, want := range map[string]string{
		"repo": "repo", "repo/sub/deep": "repo", "repo/.claude/worktrees/gone": "repo", "w/x": "repo",
		"module/x": "module", "plain": "plain",
	} {
		got, err := filepath.Rel(dir, repository(filepath.Join(dir, from)))
		if err != nil || filepath.ToSlash(got) != want {
			t.Errorf("%s: %s, %v, want %s", from, got, err, want)
		}
	}
	if got := repository("no/path"); got != "no/path" {
		t.Errorf("a relative folder: %s", got)
	}
}
