package clients

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
	"github.com/toktee/toktee/internal/measure/cost"
)

// TestSession reads what an agent did as the views show it: each of its calls once and how it ended, its claim, and
// what it cost by the usage in the model's responses.
func TestSession(t *testing.T) {
	prices := cost.Prices{Input: 3, CacheRead: 7, CacheWrite: 10, Output: 100}
	for _, c := range []struct {
		name  string
		usage cost.Amount // of each response
		red   int         // commands: the shims of Claude Code's shell know that two lines ran the same
	}{{"claude", 100*3 + 10*100, 1}, {"codex", 20_000*3 + 10*100, 2}} {
		t.Run(c.name, func(t *testing.T) {
			s := chosenSite(t, c.name)
			s.install("--claims")
			s.model.Say("I have fixed it. All tests pass.")
			script := []fakemodel.Call{
				s.c.shell(redCommand), s.c.shell("ls"), s.c.shell("go doc -all strings"),
				s.c.shell("go version && " + redCommand + " | tail -3"),
			}
			calls := len(script)
			if c.name == "claude" { // it keeps the transcript of a sub-agent in a file of its own
				s.c.args = with(s.c.args, "Agent")
				s.prompt, s.sub = subPrompt, []fakemodel.Call{s.c.shell("date")}
				script = slices.Insert(script, 0, fakemodel.Call{Name: "Agent", Args: object{
					"description": "sub", "prompt": subPrompt, "subagent_type": "general-purpose",
					"run_in_background": false,
				}})
				calls += 2
			}
			s.converse("session", script)
			one := s.session(prices)
			var got []string
			for _, e := range one.Entries {
				got = append(got, fmt.Sprintf("%s %s %s", e.Call.Command, e.Call.Outcome, e.State))
				if e.Kind != session.Claimed && e.Cost != c.usage {
					t.Errorf("the request of %s cost %d, want %d", e.Call.Command, e.Cost, c.usage)
				}
			}
			t.Logf("%s\n%s\n%s", one.Sentence(), one.Did(), strings.Join(got, "\n"))
			if one.Calls != calls || one.Failed != 2 || one.Red != c.red || one.Contradicted != 1 || one.Partial {
				t.Errorf("%+v", one.Head)
			}
			asked := int64(len(s.model.Requests()))
			if want := cost.Amount(asked) * c.usage; one.Requests != asked || one.Paid != want {
				t.Errorf("paid %d for %d requests, want %d for %d", one.Paid, one.Requests, want, asked)
			}
		})
	}
}

// session is the newest session of the agent, as soon as its transcript is read.
func (s *site) session(prices cost.Prices) *session.Session {
	s.t.Helper()
	dir := s.under(".local/share/toktee")
	st := store.Open(store.Options{Dir: dir, TTL: time.Hour, MaxBytes: 1 << 30})
	l, err := ledger.Open(s.t.Context(), ledger.Options{
		Path: filepath.Join(dir, ledger.Name), Journal: st.JournalDir(), Store: st,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	defer l.Close()
	if _, err := l.IndexCalls(s.t.Context(), nil); err != nil {
		s.t.Fatal(err)
	}
	all := session.New(session.Options{
		Ledger: l, Store: st, Prices: prices,
		Homes: session.Homes{Claude: s.under(".claude"), Codex: s.under(".codex")},
	})
	list, _, err := all.List(s.t.Context(), 0, 1)
	if err != nil || len(list) == 0 {
		s.t.Fatalf("no session: %v", err)
	}
	for {
		one, err := all.Load(s.t.Context(), list[0].Key)
		if err != nil {
			s.t.Fatal(err)
		}
		if !one.Reading {
			return one
		}
	}
}
