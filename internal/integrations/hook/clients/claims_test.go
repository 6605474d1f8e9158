package clients

import (
	"bytes"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// TestClaimsOfSubAgents has a sub-agent of Claude Code claim that all tests pass. A person who looks at the sub-agent
// gets a line if its last run has failed, and none if it has passed, also after failures of its own and of the session.
// Claude Code keeps the line with the sub-agent, and prints none for the session.
func TestClaimsOfSubAgents(t *testing.T) {
	s := chosenSite(t, "claude")
	s.c.args = with(s.c.args, "Agent", "--output-format", "stream-json", "--verbose")
	s.install("--claims")
	s.model.Say("I have asked for it.")
	s.prompt = subPrompt
	const line = "claimed: all tests pass; last go test: exit 1: TestRed"
	shown := 0
	for _, c := range []struct {
		name, says string
		calls      []string
		shows      int
	}{
		{"false", "All tests pass.", []string{redCommand}, 1},
		{"none", "I have run the tests.", []string{redCommand}, 0},
		{"true", "All tests pass.", []string{redCommand, "rm -r red", "go test ./..."}, 0},
	} {
		s.sub = nil
		for _, command := range c.calls {
			s.sub = append(s.sub, s.c.shell(command))
		}
		s.model.SaySub(c.says)
		_, out := s.converse("sub "+c.name, []fakemodel.Call{s.c.shell(redCommand), {Name: "Agent", Args: object{
			"description": "sub", "prompt": subPrompt, "subagent_type": "general-purpose", "run_in_background": false,
		}}})
		subs := s.command("sh", "-c", "cat ~/.claude/projects/*/*/subagents/*.jsonl")
		lines := strings.Count(subs, `"type":"hook_system_message","content":"`+line)
		if shown += c.shows; lines != shown || strings.Count(subs, `"hook_system_message"`) != shown {
			t.Errorf("%s: the transcripts of sub-agents have the line %d times, want %d", c.name, lines, shown)
		}
		if said := string(out) + s.said; strings.Contains(said, "claimed:") {
			t.Errorf("%s: the session prints %s", c.name, excerpt(said))
		}
		for _, q := range s.model.Requests() {
			if bytes.Contains(q.Body, []byte("claimed:")) {
				t.Errorf("%s: a request has a line", c.name)
			}
		}
	}
	notes := s.command("sh", "-c", "cat ~/.local/share/toktee/journal/*")
	if n := strings.Count(notes, `"event":"claimed"`); n != 2 || strings.Count(notes, `"line":"`+line) != 1 {
		t.Errorf("the journal has %d claims, want 2, one with a line:\n%s", n, excerpt(notes))
	}
}

// TestClaims has the model say that all tests pass after a run that failed. The person gets a line about it, and the
// requests are those of a session without the hook; or, if the user wants that, the model gets it once.
func TestClaims(t *testing.T) {
	for _, name := range []string{"claude", "codex", "codex-code", "gemini"} {
		t.Run(name, func(t *testing.T) {
			s := chosenSite(t, name)
			if name == "claude" {
				s.c.args = with(s.c.args, "--output-format", "stream-json", "--verbose")
			}
			const line = "claimed: all tests pass; last go test: exit 1"
			calls := []fakemodel.Call{s.c.shell(redCommand)}
			s.install("--claims")
			talk := func(settings, says string) (said string, requests, told int) {
				s.write(".config/toktee/config.toml", settings)
				s.model.Say(says)
				_, out := s.converse(says, calls)
				all := s.model.Requests()
				for _, q := range all {
					if bytes.Contains(q.Body, []byte(line)) {
						told++
					}
				}
				return string(out) + s.said, len(all), told
			}
			said, usual, told := talk("", "I have looked at it.")
			if strings.Contains(said, "claimed:") || told > 0 {
				t.Errorf("without a claim: %s", excerpt(said))
			}
			said, n, told := talk("", "I have fixed it. All tests pass.")
			isShown, isScreens := strings.Contains(said, line), strings.HasPrefix(name, "codex")
			if isShown == isScreens || told > 0 || n != usual {
				t.Errorf("the person got the line: %t (Codex has it on its screen alone); the model %d times, %d "+
					"requests, "+
					"want %d:\n%s", isShown, told, n, usual, excerpt(said))
			}
			said, n, told = talk("[claims]\nanswer = \"model\"\n", "I have fixed it. All tests pass.")
			if told != 1 || n != usual+1 {
				t.Errorf("the model got it in %d requests of %d, want one more than "+
					"%d:\n%s", told, n, usual, excerpt(said))
			}
			if said, _, told = talk("[claims]\nanswer = \"off\"\n", "All tests "+
				"pass."); strings.Contains(said, line) || told > 0 {
				t.Errorf("switched off: %s", excerpt(said))
			}
			if name == "claude" { // shims see what a pipe hides
				calls[0] = s.c.shell(redCommand + " | grep -c RUN")
				const before = "claimed: all tests pass; last go test: exit 1 before | grep"
				if said, _, _ = talk("", "All tests pass."); !strings.Contains(said, before) {
					t.Errorf("a failure before a pipe: %s", excerpt(said))
				}
			}
			if notes := s.command("sh", "-c", "cat ~/.local/share/toktee/journal/*"); strings.
				Count(notes, `"event":"claimed"`) < 2 || !strings.Contains(notes, `"verdict":"red"`) {
				t.Errorf("the journal has\n%s", excerpt(notes))
			}
		})
	}
}
