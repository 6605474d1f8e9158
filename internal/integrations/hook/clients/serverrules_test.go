package clients

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
	"github.com/toktee/toktee/internal/integrations/permit"
)

// TestServerRules has agents call the server's tools, and run commands behind toktee, against the rules of their
// settings, which deny touch. The rules of other agents can't be read, and so their calls are refused.
func TestServerRules(t *testing.T) {
	doorClients(t, func(s *site) {
		isKnown := slices.Contains(permit.Agents(), s.c.agent)
		s.serve(s.toktee, "mcp", "--tools")
		exec := func(command string) fakemodel.Call { return s.c.calls("exec", object{"command": command}) }
		calls := []fakemodel.Call{exec("echo fr''ee"), exec("touch ran-1"), exec("env A=1 sh -c 'touch ran-2'")}
		if isKnown {
			calls = append(calls, s.c.shell(s.toktee+" run -- touch ran-3"),
				s.c.shell(s.toktee+` tool exec '{"command": "touch ran-4"}'`),
				s.c.shell(s.toktee+" run -- echo fr''ee"))
		}
		for i, r := range s.play("server", calls) {
			isFree := isKnown && (i == 0 || i == len(calls)-1)
			if isFree != strings.Contains(r.Text, "free") || isFree == strings.Contains(r.Text, "refused: ") {
				s.t.Errorf("call %d gives the model:\n%s", i+1, r.Text)
			}
		}
		if ran := s.ran(); len(ran) > 0 {
			s.t.Errorf("these ran: %q", ran)
		}
	})
}

// TestClaudeServerRules has Claude Code call the tools of toktee's server, and run commands behind toktee, against its
// own rules. Without a person, nothing runs that a rule denies or asks about.
func TestClaudeServerRules(t *testing.T) {
	for _, list := range []string{"deny", "ask"} {
		t.Run(list, func(t *testing.T) {
			s := chosenSite(t, "claude")
			s.serve(s.toktee, "mcp", "--tools")
			s.write(".claude/settings.json", encoded(object{"permissions": object{
				list: []string{"Bash(touch:*)", "Read(./.env)", "Edit(./kept.txt)"},
			}}))
			s.put(filepath.Join(s.project, ".env"), "SECRET=1\n")
			s.put(filepath.Join(s.project, "kept.txt"), "kept\n")
			s.put(filepath.Join(s.project, "free.txt"), "free text\n")
			if list == "ask" { // as a user who lets the agent run everything without a question
				s.c.args = func(s *site) []string {
					return []string{
						"-p", "go", "--model", "claude-sonnet-4-5", "--mcp-config", s.under("mcp.json"),
						"--strict-mcp-config", "--dangerously-skip-permissions",
					}
				}
				env := s.c.env
				s.c.env = func(s *site) []string { return append(env(s), "IS_SANDBOX=1") }
			}
			exec := func(command string) fakemodel.Call { return s.c.calls("exec", object{"command": command}) }
			got := s.play(list, []fakemodel.Call{
				exec("echo free"),
				s.c.calls("read", object{"path": "free.txt"}),
				exec("touch ran-1"),
				exec("cd . && sh -c 'touch ran-2'"),
				exec("cat .env"),
				s.c.calls("read", object{"path": ".env"}),
				s.c.calls("grep", object{"pattern": "SECRET", "path": ".env"}),
				s.c.calls("write", object{"path": "kept.txt", "content": "SECRET"}),
				s.c.shell(s.toktee + " run -- touch ran-3"),
				s.c.shell(s.toktee + ` tool exec '{"command": "touch ran-4"}'`),
				s.c.shell(s.toktee + " run -- cat .env"),
				s.c.shell(s.toktee + " run -- echo free"),
			})
			for i, r := range got {
				isFree := i < 2 || i == len(got)-1
				if strings.Contains(r.Text, "SECRET") || isFree != strings.Contains(r.Text, "free") ||
					isFree == strings.Contains(r.Text, "refused: a rule of claude to "+list) {
					t.Errorf("call %d gives the model:\n%s", i+1, r.Text)
				}
			}
			if ran := s.ran(); len(ran) > 0 {
				t.Errorf("these ran: %q", ran)
			}
		})
	}
}

// ran are the files that tests have left behind, which it removes.
func (s *site) ran() []string {
	s.t.Helper()
	paths, err := filepath.Glob(filepath.Join(s.project, "ran-*"))
	if err != nil {
		s.t.Fatal(err)
	}
	var names []string
	for _, path := range paths {
		names = append(names, filepath.Base(path))
		if err := os.Remove(path); err != nil {
			s.t.Fatal(err)
		}
	}
	return names
}
