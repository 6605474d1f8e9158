package web

import (
	"cmp"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/text/words"
)

// A row is one result in a list.
type row struct {
	Seq              int64
	ID, Href         string
	Outcome          outcome
	Title            string // the command, or else the tool
	Tool, Strategy   string
	Agent, Session   string
	Raw, Given       string
	Saved            string
	Loss             bool
	Age, Time, Clock string
	Refetches        int
	Fallback, Kept   bool
}

// An outcome is how a call ended: by sign, word and colour, never by colour alone.
type outcome struct{ Class, Sign, Word string }

// outcomeOf words an outcome. Only a check passes.
func outcomeOf(word, tool, command string) outcome {
	switch {
	case word == "pass" && session.IsCheck(tool, command):
		return outcome{"pass", "✓", "passed"}
	case word == "pass":
		return outcome{Class: "none", Word: "succeeded"}
	case word == "fail":
		return outcome{"fail", "✗", "failed"}
	}
	return outcome{"unknown", "?", "unknown"}
}

// maxTitle is how many characters of a command a list shows.
const maxTitle = 300

func (s *Site) row(c ledger.Call) row {
	saved := c.Saved()
	at := c.Time.Local()
	return row{
		Seq: c.Seq, ID: c.ID, Href: "/r/" + c.ID, Outcome: outcomeOf(c.Outcome, c.Tool, c.Command),
		Title: words.Cut(view.Text(cmp.Or(c.Command, c.Tool, "tool")), maxTitle),
		Tool:  view.Text(c.Tool), Strategy: view.Text(c.Strategy), Agent: view.Text(c.Program),
		Session: sessionPath(c.Session),
		Raw:     figures.Number(c.Raw), Given: figures.Number(c.Given),
		Saved: figures.WholePercent(saved, int64(c.Raw)), Loss: saved < 0,
		Age: figures.Age(c.Time, time.Now()), Time: at.Format(time.RFC3339),
		Clock:     at.Format("2 January 2006, 15:04:05"),
		Refetches: c.Refetches, Fallback: c.Fallback, Kept: c.Kept,
	}
}

// sessionPath is the address of a call's session, "" without one.
func sessionPath(key string) string {
	main, _, _ := strings.Cut(key, "/")
	if main == "" {
		return ""
	}
	return keyPath("/session", session.Key{Session: main}, nil)
}
