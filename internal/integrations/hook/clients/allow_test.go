package clients

import (
	"os"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// asking are agents that ask about commands while nobody can answer, and how "toktee show" is allowed.
var asking = []struct {
	client    string
	was, is   string   // of a text in its settings
	file      string   // the settings
	args      []string // without rules that allow
	flag      []string // of "toktee init", which allows it; nil if nothing does
	isUnasked bool     // it runs without a question
	reads     string   // a sample whose result the hooks replace
	stops     bool     // a question ends the run
}{
	{client: "claude", args: []string{"-p", "go", "--model", "claude-sonnet-4-5"}, flag: []string{"--allow-show"}},
	{client: "gemini", args: geminiArgs("default")(nil), flag: []string{"--allow-show"}, reads: "read"},
	{client: "copilot", args: []string{"-p", "go", "--allow-all-paths", "--no-auto-update", "--disable-builtin-mcps",
		"--no-color"}, reads: "read"},
	{client: "opencode", file: ".config/opencode/opencode.json", was: `"*":"allow","go generate *":"deny"`,
		is: `"*":"ask"`, args: []string{"run", "go"}, reads: "read", stops: true},
	{client: "codex", file: ".codex/config.toml", was: "danger-full-access", is: "read-only",
		args: codex().args(nil), isUnasked: true},
}

// TestAllowShow lets the model fetch omitted lines in agents that would ask about it, and run nothing else. Without
// that, results stay as they are.
func TestAllowShow(t *testing.T) {
	if chosen.of == "" {
		t.Skip("needs -clients, which .ci/clients sets: it installs agents from npm")
	}
	tools := newTools(t)
	for _, tt := range asking {
		c, _ := clientNamed(tt.client)
		if !chosen.runs(c) {
			continue
		}
		c.args = func(*site) []string { return tt.args }
		if c.name == "gemini" {
			c.main = "read_file" // it has no tool for commands then
		}
		setup := c.setup
		c.setup = func(s *site) {
			setup(s)
			if tt.file != "" {
				s.replaceIn(tt.file, tt.was, tt.is)
			}
		}
		t.Run(tt.client, func(t *testing.T) {
			s := newSite(t, c, tools)
			printed := s.command(s.toktee, "run", "--", "seq", "-f", "line %g of a list", "400")
			id := recovery.FindStringSubmatch(printed)[1]
			calls := []fakemodel.Call{
				s.c.shell("toktee show " + id + " --lines 300:310"), s.c.shell("toktee show && touch ran-1"),
				s.c.shell("toktee run -- touch ran-2"), s.c.shell("toktee show > ran-3"),
				s.c.shell("toktee ls; touch ran-4"), s.c.shell("toktee show $(touch ran-5)"),
			}
			if tt.reads != "" {
				calls = append([]fakemodel.Call{sampleNamed(t, tt.reads).call(s.c, s)}, calls...)
			}
			rounds := [][]string{{"--allow-show=false"}}
			if tt.flag != nil {
				rounds = append(rounds, tt.flag)
			}
			for i, flags := range rounds {
				isAllowed := tt.isUnasked || i > 0
				s.install(flags...)
				some := calls
				if tt.stops {
					some = calls[:1]
				}
				got := s.play(strings.Join(flags, " "), some)
				if tt.reads != "" {
					if (kept(got[0]) != "") != isAllowed {
						t.Errorf("allowed %v: a read gives the model:\n%s", isAllowed, excerpt(got[0].Text))
					}
					got = got[1:]
				}
				if len(got) > 0 && strings.Contains(got[0].Text, "line 305 of a list") != isAllowed {
					t.Errorf("allowed %v: toktee show gives the model:\n%s", isAllowed, excerpt(got[0].Text))
				}
				if ran := s.ran(); len(ran) > 0 {
					t.Errorf("allowed %v: these ran: %q", isAllowed, ran)
				}
			}
		})
	}
}

// replaceIn replaces a text in a file of the home.
func (s *site) replaceIn(path, was, is string) {
	s.t.Helper()
	b, err := os.ReadFile(s.under(path))
	if err != nil || !strings.Contains(string(b), was) {
		s.t.Fatalf("%s has no %s: %v", path, was, err)
	}
	s.write(path, strings.Replace(string(b), was, is, 1))
}
