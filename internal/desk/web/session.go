package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/desk/failure"
	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/text/words"
)

const (
	entriesPage = 100 // entries of a window
	shownCauses = 3   // of a failure in a session; the result's own page has all
	shownLines  = 5   // of such a cause
	shownUnsent = 3   // lines of an output that the model wasn't sent
	listedTop   = 5   // failures and hidden outputs above the timeline
	clockLayout = "2 January 2006, 15:04:05"
)

// A causeRow is one cause of a failure.
type causeRow struct {
	Name, Package, Message, At string
	Lines                      []causeLine
	Seen                       string // how much of the lines the model was sent
	More                       int
}

type causeLine struct {
	Number int
	Text   string
	Beside bool
}

// causeRows are the first causes with their first lines.
func causeRows(causes []failure.Cause, most, mostLines int) (rows []causeRow) {
	for _, c := range causes[:min(len(causes), most)] {
		row := causeRow{Name: view.Text(c.Name), Package: view.Text(c.Package), At: view.Text(c.File), More: c.More}
		for _, n := range []int{c.Line, c.Column} {
			if c.File != "" && n > 0 {
				row.At += ":" + strconv.Itoa(n)
			}
		}
		for line := range strings.Lines(c.Message) {
			row.Message += view.Text(strings.TrimRight(line, "\n")) + "\n"
		}
		row.Message = strings.TrimSpace(row.Message)
		row.Seen = c.Seen()
		listed := c.Lines[:min(len(c.Lines), mostLines)]
		if len(c.Lines) == 1 && (c.File != "" || strings.TrimSpace(c.Lines[0].Text) == c.Message) &&
			haveMessage(listed, c.Message) {
			c.Lines = nil // the message has it all
		} else if haveMessage(listed, c.Message) {
			row.Message = ""
		}
		row.More += max(0, len(c.Lines)-mostLines)
		row.Lines = lineRows(c.Lines[:min(len(c.Lines), mostLines)])
		rows = append(rows, row)
	}
	return rows
}

// haveMessage reports whether each line of a message is in one of the lines.
func haveMessage(lines []failure.Line, message string) bool {
	for part := range strings.Lines(message) {
		part = strings.TrimSpace(part)
		if !slices.ContainsFunc(lines, func(l failure.Line) bool { return strings.Contains(l.Text, part) }) {
			return false
		}
	}
	return true
}

func lineRows(lines []failure.Line) (rows []causeLine) {
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.Text
	}
	for i, text := range view.Lines(texts) {
		rows = append(rows, causeLine{lines[i].Number, text, lines[i].Beside})
	}
	return rows
}

// An entryRow is one step of a timeline.
type entryRow struct {
	N                int // its place, from 0
	Kind, Agent      string
	Clock, Time      string
	Outcome          outcome
	Href, Title      string
	Tool, Took       string
	Cost             string // of the request that made the call
	Raw, Sent, Saved string // tokens; "" if they aren't known
	Loss             bool
	Hidden           string // the lines or tokens that the model wasn't sent
	State            string // of a failure
	Causes           []causeRow
	MoreCauses       int
	Above            bool   // the causes are listed above the timeline
	Gone             bool   // it failed, and the output isn't kept
	Exit             string // of a failure
	Record           string // what contradicts a claim
	Edited           string // the files that were edited after it
	Later            string // when the run was that the state is about
	Unsent           []causeLine
}

// A stepRow is one of the steps that a session ended with.
type stepRow struct {
	Clock, Time, Text string
	Bad               bool
}

// A sessionPage is what session.html shows.
type sessionPage struct {
	Key                         session.Key
	Title, Folder, Agent        string
	IsCommand                   bool
	Branch, When                string
	Sentence, Partly, Did       string
	Result                      []stepRow
	Figures                     []fact
	Failures, MostHidden, Later []entryRow // the failures with the claims that the record contradicts
	MoreFailures                int
	MoreHidden, MoreLater       int
	Entries                     []entryRow
	First, Last, Total          int
	Earlier, More, Export       string // addresses, "" for none
	Reading                     bool
}

// sessionKey reads which session an address names.
func sessionKey(q url.Values) session.Key {
	if id := q.Get("id"); id != "" {
		return session.Key{Session: id}
	}
	return session.Key{Dir: q.Get("dir")}
}

// session shows one session.
func (s *Site) session(r *http.Request, _ filter) (frame, error) {
	q := r.URL.Query()
	from, _ := strconv.Atoi(q.Get("from"))
	n, _ := strconv.Atoi(q.Get("n"))
	one, err := s.o.Sessions.Load(r.Context(), sessionKey(q))
	if err != nil {
		return frame{}, err
	}
	from = min(max(from, 0), len(one.Entries))
	to := min(from+min(cmp.Or(max(n, 0), entriesPage), 4*entriesPage), len(one.Entries))
	p, err := s.sessionPage(r.Context(), one, from, to)
	if err != nil {
		return frame{}, err
	}
	if from > 0 {
		v := url.Values{"from": {strconv.Itoa(max(0, from-entriesPage))}}
		p.Earlier = keyPath("/session", one.Key, v) + "#e" + strconv.Itoa(from-1)
	}
	if to < len(one.Entries) {
		p.More = keyPath("/session", one.Key, url.Values{"from": {strconv.Itoa(to)}})
	}
	p.Export = keyPath("/session/export", one.Key, nil)
	return frame{Title: p.Title, Section: "sessions", Script: "session.js", Live: true, Body: p}, nil
}

// sessionPage makes the page with some of the entries.
func (s *Site) sessionPage(ctx context.Context, one *session.Session, from, to int) (*sessionPage, error) {
	head := sessionRowOf(&one.Head)
	p := &sessionPage{
		Key: one.Key, Title: head.Title, IsCommand: head.IsCommand, Agent: head.Agent, Branch: head.Branch,
		Folder: shortPath(one.Dir), First: from, Last: to, Total: len(one.Entries), Reading: one.Reading,
		When:     one.Span(time.Local),
		Sentence: view.Text(one.Sentence()), Partly: view.Text(one.Partly()), Did: view.Text(one.Did()),
	}
	for _, step := range one.Result() {
		at := step.Time.Local()
		p.Result = append(p.Result, stepRow{
			at.Format(time.TimeOnly), at.Format(time.RFC3339), view.Text(step.Text), step.Bad,
		})
	}
	p.Figures = factsOf(one)
	failures, more := one.Troubles(listedTop)
	hidden := one.MostHidden()
	p.MoreFailures, p.MoreHidden = more, max(0, len(hidden)-listedTop)
	for _, part := range []struct {
		of     []int
		to     *[]entryRow
		unsent int
	}{
		{failures, &p.Failures, 0}, {hidden[:min(len(hidden), listedTop)], &p.MostHidden, shownUnsent},
		{span(from, to), &p.Entries, 0},
	} {
		for _, i := range part.of {
			e := []session.Entry{one.Entries[i]} // of which others may have a copy
			if err := s.o.Sessions.Fill(ctx, e, part.unsent); err != nil {
				return nil, err
			}
			*part.to = append(*part.to, entryRowOf(&e[0], i))
		}
	}
	for i := range p.Failures {
		f := &p.Failures[i]
		if f.State != "" {
			f.Edited = view.Text(one.EditedAfter(f.N, time.Local))
		}
		if f.State == string(session.Fixed) {
			f.Causes, f.MoreCauses = nil, 0 // they are at the call
		}
	}
	for i := range p.Entries {
		e := &p.Entries[i]
		e.Above = slices.ContainsFunc(p.Failures, func(f entryRow) bool { return f.N == e.N && len(f.Causes) > 0 })
	}
	for i := range one.Entries {
		switch e := &one.Entries[i]; {
		case e.Kind != session.Reread:
		case len(p.Later) < listedTop:
			p.Later = append(p.Later, entryRowOf(e, i))
		default:
			p.MoreLater++
		}
	}
	return p, nil
}

// factsOf are the figures below a session's sentence: money only if the usage of its requests is known.
func factsOf(one *session.Session) []fact {
	var list []fact
	if price := one.Price(); price != "" {
		name := "Cost of " + figures.Count(one.Requests, "request to the model", "requests to the model")
		if one.Partial {
			name += ", without those of sub-agents"
		}
		list = append(list, fact{name, price})
		without := figures.Money(one.Without)
		if one.Estimated {
			without = "about " + without
		}
		list = append(list, fact{"Cost without toktee", without})
	}
	if sum := one.Sum(); sum != "" {
		list = append(list, fact{"Tokens of outputs", sum})
	}
	return list
}

func span(from, to int) (all []int) {
	for i := from; i < to; i++ {
		all = append(all, i)
	}
	return all
}

// entryRowOf is entry i as it is drawn.
func entryRowOf(e *session.Entry, i int) entryRow {
	at := e.Time.Local()
	row := entryRow{
		N: i, Kind: string(e.Kind), Agent: view.Text(e.Agent), Clock: at.Format(time.TimeOnly),
		Time: at.Format(time.RFC3339), Tool: view.Text(e.Call.Tool),
		Title: words.Cut(view.Text(e.Title()), maxTitle),
	}
	if strings.HasPrefix(row.Title, row.Tool) {
		row.Tool = ""
	}
	if e.Call.Kept {
		row.Href = "/r/" + e.Call.ID
	}
	switch e.Kind {
	case session.Edit:
		row.Title, row.Href = view.Text(e.File), ""
		return row
	case session.Compacted:
		row.Title = ""
		return row
	case session.Claimed:
		row.Title, row.Record = view.Text(e.Claim), view.Text(e.Record)
		return row
	case session.Reread:
		row.Sent, row.Hidden = figures.Number(e.Given), e.Asked()
		return row
	}
	if e.Call.Outcome != "" {
		row.Outcome = outcomeOf(e.Call.Outcome, e.Call.Tool, e.Call.Command)
	}
	row.State, row.Exit = string(e.State), e.Exit()
	if !e.Later.IsZero() {
		row.Later = e.Later.Local().Format(time.TimeOnly)
	}
	if e.Cost > 0 {
		row.Cost = figures.Money(e.Cost)
	}
	if e.Took > 0 {
		row.Took = figures.Duration(e.Took)
	}
	if e.Kind != session.Call {
		return row
	}
	saved := e.Call.Saved()
	row.Raw, row.Sent, row.Saved = figures.Number(e.Call.Raw), figures.Number(e.Call.Given), figures.Number(saved)
	row.Loss, row.Hidden = saved < 0, e.Unshown()
	row.Unsent = lineRows(e.Unsent)
	row.Causes = causeRows(e.Causes, shownCauses, shownLines)
	row.MoreCauses = len(e.Causes) - len(row.Causes)
	row.Gone = e.State != "" && len(e.Causes) == 0 && !e.Call.Kept
	return row
}

// export answers with a session as one file without references, to hand to someone else.
func (s *Site) export(w http.ResponseWriter, r *http.Request) {
	one, err := s.o.Sessions.Load(r.Context(), sessionKey(r.URL.Query()))
	var p *sessionPage
	if err == nil {
		p, err = s.sessionPage(r.Context(), one, 0, len(one.Entries))
	}
	if err != nil {
		s.trouble(w, r, err)
		return
	}
	for i := range p.Entries {
		p.Entries[i].Href = ""
	}
	for i := range p.MostHidden {
		p.MostHidden[i].Unsent = nil // an output may be for no one else
	}
	var style bytes.Buffer
	for _, name := range []string{"style.css", "payload.css"} {
		if b, readErr := assetFiles.ReadFile("assets/" + name); readErr == nil {
			style.Write(b)
		}
	}
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="session-%s.html"`,
		one.Begin.UTC().Format("2006-01-02-1504")))
	s.show(w, "session.html", frame{Title: p.Title, Style: template.CSS(style.String()), Body: p})
}
