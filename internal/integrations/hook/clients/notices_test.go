package clients

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// TestNotices: the person gets a line at the start of a session and one at its end, with the figures of "toktee stats"
// and the commands that are still failing. The requests are those of a session without it.
func TestNotices(t *testing.T) {
	for _, name := range []string{"claude", "codex", "gemini", "opencode", "pi"} {
		t.Run(name, func(t *testing.T) {
			s := chosenSite(t, name)
			if name == "claude" {
				s.c.args = with(s.c.args, "--output-format", "stream-json", "--verbose")
			}
			const start = "toktee on: results are shortened; full outputs: toktee ui"
			list := sampleNamed(t, "list")
			calls := []fakemodel.Call{list.call(s.c, s), s.c.shell(redCommand)}
			talk := func(name string, calls []fakemodel.Call) (said string, requests int) {
				_, out := s.converse(name, calls)
				all := s.model.Requests()
				for _, q := range all {
					if bytes.Contains(q.Body, []byte("toktee on:")) {
						t.Errorf("%s: the model gets the line:\n%s", name, excerpt(string(q.Body)))
					}
				}
				return string(out) + s.said, len(all)
			}
			s.converse("first", nil) // Gemini CLI rewrites its settings
			changed := s.install()
			said, usual := talk("without", calls)
			if strings.Contains(said, "toktee on:") {
				t.Errorf("a line that nobody asked for:\n%s", excerpt(said))
			}
			s.command(s.toktee, "store", "forget", "--all")
			s.install("--notices")
			said, n := talk("notices", calls)
			if n != usual {
				t.Errorf("%d requests, want %d", n, usual)
			}
			var stats struct {
				Total struct {
					Saved int64 `json:"saved_tokens"`
				}
			}
			if err := json.Unmarshal([]byte(s.command(s.toktee, "stats", "--json")), &stats); err != nil {
				t.Fatal(err)
			}
			isScreens := name != "claude" && name != "gemini" // others show it in their windows alone
			end := "toktee on: 2 of 2 results shortened, " + figures.Number(stats.Total.Saved) +
				" tokens saved; 1 command still failing"
			for _, line := range []string{start, end} {
				if strings.Contains(said, line) == isScreens {
					t.Errorf("no line %q in\n%s", line, excerpt(said))
				}
			}
			fixed := append(slices.Clone(calls), s.c.shell("sed -i 's/t.Error/t.Log/; s/t.Fatal/t.Log/' red/*_test.go"),
				s.c.shell(redCommand))
			said, _ = talk("fixed", fixed)
			last := s.model.Results()[len(fixed)-1].Text
			if strings.Contains(said, "still failing") || strings.Contains(last, "FAIL") {
				t.Errorf("what was fixed is red:\n%s\n%s", excerpt(said), excerpt(last))
			}
			if said, _ := talk("nothing", nil); strings.Contains(said, " shortened, ") {
				t.Errorf("without a result:\n%s", excerpt(said))
			}
			s.write(".config/toktee/config.toml", "[hooks]\nnotices = false\n")
			if said, _ := talk("off", calls); strings.Contains(said, "toktee on:") {
				t.Errorf("switched off:\n%s", excerpt(said))
			}
			s.uninstall(changed)
		})
	}
}
