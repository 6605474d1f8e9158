package clients

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// TestOpenCodeSubAgent has a sub-agent print a list: the plugin learns from events whose sub-agent a session is.
func TestOpenCodeSubAgent(t *testing.T) {
	s := chosenSite(t, "opencode")
	s.install()
	asked := 0 // for a first call: by the session, then by its sub-agent
	s.converse("task", []fakemodel.Call{{From: func([]fakemodel.Result) fakemodel.Call {
		if asked++; asked > 1 {
			return sampleNamed(t, "list").call(s.c, s)
		}
		return fakemodel.Call{Name: "task", Args: object{
			"description": "prints a list", "prompt": "print it", "subagent_type": "general",
		}}
	}}})
	var sessions []string
	_, _, err := journal.Read(t.Context(), filepath.Join(s.under(".local/share/toktee"), "journal"), journal.Position{},
		func(e journal.Event, _ journal.Position) error {
			sessions = append(sessions, e.Session)
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	own := regexp.MustCompile(`^ses_\w+/ses_\w+$`)
	if len(sessions) == 0 || !own.MatchString(sessions[0]) {
		t.Errorf("calls of %q, %d first calls", sessions, asked)
	}
}
