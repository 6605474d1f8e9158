package web

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/ledger"
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

func outcomeOf(word string) outcome {
	switch word {
	case "pass":
		return outcome{"pass", "✓", "passed"}
	case "fail":
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
		Seq: c.Seq, ID: c.ID, Href: "/r/" + c.ID, Outcome: outcomeOf(c.Outcome),
		Title: words.Cut(view.Text(cmp.Or(c.Command, c.Tool, "tool")), maxTitle),
		Tool:  view.Text(c.Tool), Strategy: view.Text(c.Strategy), Agent: view.Text(c.Program),
		Session: shortSession(c.Session),
		Raw:     figures.Number(c.Raw), Given: figures.Number(c.Given),
		Saved: figures.WholePercent(saved, int64(c.Raw)), Loss: saved < 0,
		Age: figures.Age(c.Time, time.Now()), Time: at.Format(time.RFC3339),
		Clock:     at.Format("2 January 2006, 15:04:05"),
		Refetches: c.Refetches, Fallback: c.Fallback, Kept: c.Kept,
	}
}

// shortSession is the part of a session's key by which a person knows it.
func shortSession(key string) string {
	first, _, _ := strings.Cut(view.Text(key), "-")
	return words.Cut(first, 12)
}

// A listPage is what list.html shows.
type listPage struct {
	Filter   filter
	Fields   []choice
	Rows     []row
	Filtered bool   // something is selected
	Live     string // address of new rows, "" on older pages
	Older    string // the address of the next page, "" for none
	Newest   string // the address of the first one, "" there
	StoreDir string
	Today    totals
}

// list shows the results, the newest first.
func (s *Site) list(r *http.Request, f filter) (frame, error) {
	ctx := r.Context()
	calls, err := s.o.Ledger.Calls(ctx, s.query(f))
	if err != nil {
		return frame{}, err
	}
	p := listPage{Filter: f, StoreDir: view.Text(s.o.StoreDir), Filtered: len(f.values()) > 0}
	if p.Fields, err = s.fields(ctx, f); err != nil {
		return frame{}, err
	}
	if p.Today, err = s.today(ctx); err != nil {
		return frame{}, err
	}
	q := f.values()
	if len(calls) > pageSize {
		calls = calls[:pageSize]
		q.Set("before", strconv.FormatInt(calls[pageSize-1].Seq, 10))
		p.Older = "/?" + q.Encode()
		q.Del("before")
	}
	newest := int64(0)
	for i, c := range calls {
		if i == 0 {
			newest = c.Seq
		}
		p.Rows = append(p.Rows, s.row(c))
	}
	if f.Before > 0 {
		p.Newest = "/?" + q.Encode()
	} else {
		q.Set("after", strconv.FormatInt(newest, 10))
		p.Live = "/events?" + q.Encode()
	}
	s.index.want()
	return frame{Title: "Results", Section: "results", Script: "list.js", Body: p}, nil
}
