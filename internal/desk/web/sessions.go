package web

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/desk/view"
)

// sessionsPage is how many sessions the first page lists.
const sessionsPage = 40

// A sessionRow is one session in a list.
type sessionRow struct {
	Href, Title      string
	IsCommand        bool // the title is the first call: no prompt is known
	Agent, Branch    string
	Calls, Saved     string
	Failed, Red      string // "" for none
	NoneRed          string // said if Red is ""
	Age, Time, Clock string
}

// A folder is the sessions of a folder.
type folder struct {
	Name string
	Rows []sessionRow
}

// A sessionsList is what sessions.html shows.
type sessionsList struct {
	Folders      []folder
	Today        totals
	StoreDir     string
	Older, Newer string // addresses, "" for none
	Partly       bool   // of some sessions, only failures that hooks saw are counted
}

// sessions shows the sessions by folder, those with the newest calls first.
func (s *Site) sessions(r *http.Request, _ filter) (frame, error) {
	skip, _ := strconv.Atoi(r.URL.Query().Get("skip"))
	skip = max(skip, 0)
	list, more, err := s.o.Sessions.List(r.Context(), skip, sessionsPage)
	if err != nil {
		return frame{}, err
	}
	p := sessionsList{StoreDir: view.Text(s.o.StoreDir)}
	if p.Today, err = s.today(r.Context()); err != nil {
		return frame{}, err
	}
	at := map[string]int{}
	for i := range list {
		h := &list[i]
		p.Partly = p.Partly || !h.Whole
		n, ok := at[h.Dir]
		if !ok {
			n, at[h.Dir] = len(p.Folders), len(p.Folders)
			p.Folders = append(p.Folders, folder{Name: cmp.Or(shortPath(h.Dir), "Folder unknown")})
		}
		p.Folders[n].Rows = append(p.Folders[n].Rows, sessionRowOf(h))
	}
	if more {
		p.Older = "/?skip=" + strconv.Itoa(skip+sessionsPage)
	}
	if skip > 0 {
		p.Newer = "/?skip=" + strconv.Itoa(max(0, skip-sessionsPage))
	}
	return frame{Title: "Sessions", Section: "sessions", Live: true, Body: p}, nil
}

func sessionRowOf(h *session.Head) sessionRow {
	at := h.Last.Local()
	row := sessionRow{
		Href: keyPath("/session", h.Key, nil), Agent: view.Text(h.Agent),
		Branch: view.Text(h.Branch), Calls: figures.Count(h.Calls, "call", "calls"), Saved: h.Savings(),
		Age: figures.Age(h.Last, time.Now()), Time: at.Format(time.RFC3339), Clock: at.Format(clockLayout),
	}
	title, isCommand := h.Title()
	row.Title, row.IsCommand = view.Text(title), isCommand
	row.Failed, row.Red, row.NoneRed = h.Trouble()
	return row
}

// keyPath is the address of something of a session.
func keyPath(path string, k session.Key, more url.Values) string {
	v := url.Values{"id": {k.Session}}
	if k.Session == "" {
		v = url.Values{"dir": {k.Dir}}
	}
	for name, values := range more {
		v[name] = values
	}
	return path + "?" + v.Encode()
}

// shortPath is a path with ~ in place of the home folder.
func shortPath(path string) string { return view.Text(session.ShortPath(path)) }
