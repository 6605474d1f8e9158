package term

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

var update = flag.Bool("update", false, "write the frames of testdata/frames.txtar")

// noon is when the tests take place.
var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// calls are delivered one a minute before noon, the last one first. Their outputs are in testdata/outputs.txtar.
var calls = []struct {
	name, command string
	exit          int
}{
	{"gotest", "go test -v ./...", 1},
	{"search", "rg -n 'func.*Test' internal/store", 0},
	{"diff", "git diff HEAD~1", 0},
}

// A stage is a program with a store of real results, but without a terminal: keys go in, frames come out.
type stage struct {
	t     *testing.T
	app   *app
	store *store.Store
	ids   map[string]string // of results by the names of their outputs
	calls []ledger.Call     // the newest first
	one   *session.Session  // if the view begins with sessions
	msgs  chan tea.Msg
}

// newStage delivers the calls. It must be called in a synctest bubble, since it waits for what runs in the background.
func newStage(t *testing.T, width, height int) *stage {
	t.Helper()
	s := &stage{t: t, ids: map[string]string{}, msgs: make(chan tea.Msg, 1000)}
	a, err := txtar.ParseFile(filepath.Join("testdata", "outputs.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	outputs := map[string][]byte{}
	for _, f := range a.Files {
		outputs[f.Name] = f.Data
	}
	dir := t.TempDir()
	for i, c := range calls {
		s.deliver(dir, noon.Add(time.Duration(i-len(calls))*time.Minute), c.name, summarize.Request{
			Tool: "exec", Command: c.command, Session: "7c1f", Stdout: outputs[c.name],
			Status: result.Status{Known: true, Code: c.exit},
		})
	}
	s.start(width, height)
	return s
}

// deliver makes a result and keeps it, as a door does.
func (s *stage) deliver(dir string, at time.Time, name string, req summarize.Request) {
	s.t.Helper()
	getenv := func(name string) (string, bool) {
		if name != "TOKTEE_STORE" {
			return "", false
		}
		return dir, true
	}
	h, err := host.Open(host.Options{Getenv: getenv, Fetch: host.ShowCommand, Now: func() time.Time { return at }})
	if err != nil {
		s.t.Fatal(err)
	}
	r, err := h.Deliver(s.t.Context(), h.Config(), req)
	if err != nil {
		s.t.Fatal(err)
	}
	s.store, s.ids[name] = h.Store(), r.ID()
	rec, err := s.store.Get(r.ID())
	if err != nil {
		s.t.Fatal(err)
	}
	s.calls = append([]ledger.Call{callOf(rec)}, s.calls...)
}

func (s *stage) options() Options {
	o := s.resultOptions()
	if s.one == nil {
		return o
	}
	o.Source.Sessions = func(context.Context, int, int) ([]session.Head, bool, error) {
		other := session.Head{Key: session.Key{Dir: "/kiln"}, Dir: "/kiln", Calls: 1, Whole: true}
		other.Last = noon.Add(-50 * time.Minute)
		return []session.Head{s.one.Head, other}, false, nil
	}
	o.Source.Session = func(context.Context, session.Key) (*session.Session, error) { return s.one, nil }
	o.Source.Fill = session.New(session.Options{Store: s.store}).Fill
	return o
}

// newSessionStage begins with the sessions: that of the calls, with all kinds of entries, and another one.
func newSessionStage(t *testing.T, width, height int) *stage {
	s := newStage(t, width, height)
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	s.one = &session.Session{
		Head: session.Head{
			Key: session.Key{Session: "7c1f"}, Dir: "/shop", Agent: "claude", Branch: "mend-discount", Calls: 5,
			Failed: 1, Red: 1, Whole: true, Begin: at(-9), Last: at(-1),
			Prompt: "Customers who buy ten lamps pay the full price. Find out why, and mend it with a test.",
		},
		Edits: 1, Contradicted: 1, Paid: 161e10, Without: 192e10,
		Totals: ledger.Totals{Calls: 3, Raw: 6942, Given: 2739, Saved: 4203},
	}
	add := func(e session.Entry) { s.one.Entries = append(s.one.Entries, e) }
	for i := len(s.calls) - 1; i >= 0; i-- {
		c := s.calls[i]
		c.Kind = c.Command[:strings.IndexByte(c.Command+" ", ' ')]
		e := session.Entry{Kind: session.Call, Time: c.Time, Call: c, Cost: 3e10}
		if c.Outcome == "fail" {
			e.State = session.Red
		}
		add(e)
	}
	add(session.Entry{Kind: session.Reread, Time: at(-1), Call: s.one.Entries[0].Call, Lines: [2]int{4, 9}, Given: 70})
	add(session.Entry{Kind: session.Edit, Time: at(-1), File: "/shop/price.go"})
	pwd, fetch := ledger.Call{Command: "pwd", Tool: "Bash"}, ledger.Call{Command: "https://go.dev", Tool: "WebFetch"}
	add(session.Entry{Kind: session.Untouched, Time: at(-1), Agent: "scout", Call: pwd})
	add(session.Entry{Kind: session.Unseen, Time: at(-1), Call: fetch})
	add(session.Entry{Kind: session.Compacted, Time: at(-1)})
	add(session.Entry{Kind: session.Claimed, Time: at(-1), Claim: "all tests pass", Record: "last go test: exit 1"})
	s.start(width, height)
	return s
}

func (s *stage) resultOptions() Options {
	return Options{
		Source: Source{
			Calls: func(_ context.Context, f ledger.Filter) ([]ledger.Call, error) {
				var list []ledger.Call
				for _, c := range s.calls {
					if passes(f, c) {
						list = append(list, c)
					}
				}
				return list, nil
			},
			Totals: func(_ context.Context, q ledger.Query) (t ledger.Totals, err error) {
				for _, c := range s.calls {
					if q.Session == "" || c.Session == q.Session {
						t.Calls, t.Raw, t.Given = t.Calls+1, t.Raw+int64(c.Raw), t.Given+int64(c.Given)
					}
				}
				t.Saved = t.Raw - t.Given
				return t, nil
			},
			Changed: func(context.Context) (int64, error) { return int64(len(s.calls)), nil },
		},
		Open: s.open, Rich: true, Host: "desk.example", Now: func() time.Time { return noon },
	}
}

func (s *stage) open(ctx context.Context, id, dir string) (*Result, error) {
	rec, err := s.store.Get(id)
	if err != nil {
		return nil, err
	}
	src, err := view.FromRecord(s.store, rec)
	if err != nil {
		return nil, err
	}
	src.Dir = dir
	o := view.AllOn
	o.Exists = func(path string) bool { return strings.HasSuffix(path, "_test.go") }
	doc, err := view.Open(ctx, src, o)
	return &Result{View: doc, Source: src, Time: rec.Time, Session: rec.Session}, err
}

func (s *stage) start(width, height int) {
	s.app = newApp(s.t.Context(), s.options())
	s.t.Cleanup(func() {
		s.app.close()
		time.Sleep(2 * tick) // of the bubble's clock: what waits for it ends
	})
	s.send(tea.WindowSizeMsg{Width: width, Height: height}, tea.ColorProfileMsg{Profile: colorprofile.ANSI256})
	s.run(s.app.Init())
	s.settle()
}

// send hands messages to the program, and waits until all that follows from them is done.
func (s *stage) send(msgs ...tea.Msg) {
	for _, m := range msgs {
		_, cmd := s.app.Update(m)
		s.run(cmd)
		s.settle()
	}
}

// run runs a command in the background, as the program does. What it answers is handled by settle.
func (s *stage) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		switch m := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, c := range m {
				s.run(c)
			}
		default:
			s.msgs <- m
		}
	}()
}

// settle handles messages until nothing but clocks and documents that don't change is waited for.
func (s *stage) settle() {
	for {
		synctest.Wait()
		select {
		case m := <-s.msgs:
			if v := reflect.ValueOf(m); v.Kind() == reflect.Slice { // what the program itself handles
				continue
			}
			_, cmd := s.app.Update(m)
			s.run(cmd)
		default:
			return
		}
	}
}

// named are the keys that aren't a character.
var named = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "down": tea.KeyDown, "up": tea.KeyUp,
	"right": tea.KeyRight, "left": tea.KeyLeft, "pgdown": tea.KeyPgDown, "backspace": tea.KeyBackspace,
}

// press presses keys, with blanks between them.
func (s *stage) press(keys string) {
	for k := range strings.FieldsSeq(keys) {
		code, ok := named[k]
		switch {
		case ok:
			s.send(tea.KeyPressMsg{Code: code})
		case k == "space":
			s.send(tea.KeyPressMsg{Code: ' ', Text: " "})
		default:
			for _, r := range k {
				s.send(tea.KeyPressMsg{Code: r, Text: string(r)})
			}
		}
	}
}

// frame is what the screen shows, without looks and without the blanks at the ends of lines.
func (s *stage) frame() string {
	var b strings.Builder
	for _, r := range s.app.rows() {
		var l strings.Builder
		for _, u := range r {
			l.WriteString(harmless(u.text))
		}
		b.WriteString(strings.TrimRight(l.String(), " ") + "\n")
	}
	return b.String()
}

// A frame is a screen, with the keys that lead to it.
type frame struct {
	name, keys    string
	width, height int
}

// frames are the screens that are compared, each with the keys that lead to it.
var frames = []frame{
	{"list at 80 columns", "", 80, 12},
	{"list at 200 columns", "j", 200, 10},
	{"list at 40 columns", "", 40, 10},
	{"a filter is typed", "/ rg", 80, 12},
	{"nothing passes the filter", "/ nothing-like-this enter", 80, 8},
	{"a wrong filter", "/ outcome:x", 80, 8},
	{"failed ones only", "x", 80, 8},
	{"a failed test at 80 columns", "G enter", 80, 24},
	{"a failed test at 150 columns", "G enter", 150, 30},
	{"its whole output", "G enter tab", 80, 16},
	{"a gap is opened", "G enter g ] o", 150, 24},
	{"an error is gone to", "G enter e", 150, 24},
	{"a search", "G enter / got enter", 150, 24},
	{"a line is gone to", "G enter : 300 enter", 80, 16},
	{"there is no such line", "G enter : x enter", 80, 8},
	{"details of a failed test", "G enter t", 100, 20},
	{"details of a search", "j enter t", 100, 20},
	{"details of a diff", "enter t", 100, 20},
	{"a diff", "enter", 150, 20},
	{"a diff whose lines are wrapped", "enter tab w", 60, 20},
	{"a diff that is scrolled sideways", "enter tab right right", 60, 20},
	{"the keys of a result", "enter ?", 80, 30},
	{"the keys of the list", "?", 80, 20},
	{"a tiny screen", "enter", 20, 3},
}

// sessionFrames are the same of a view that begins with sessions.
var sessionFrames = []frame{
	{"sessions at 80 columns", "", 80, 10},
	{"sessions at 120 columns", "j", 120, 10},
	{"sessions at 40 columns", "", 40, 10},
	{"the keys of the sessions", "?", 80, 20},
	{"a session at 80 columns", "enter", 80, 24},
	{"a session at 120 columns", "enter", 120, 40},
	{"its calls", "enter c", 80, 24},
	{"its end", "enter G", 80, 16},
	{"a failed call of it", "enter enter", 80, 12},
	{"its results", "enter a", 80, 12},
	{"back to it", "enter enter q", 80, 16},
	{"a session on a tiny screen", "enter", 20, 3},
}

// TestFrames compares screens with those that were looked at when they were committed.
func TestFrames(t *testing.T) {
	path := filepath.Join("testdata", "frames.txtar")
	want := map[string]string{}
	if a, err := txtar.ParseFile(path); err == nil {
		for _, f := range a.Files {
			want[f.Name] = string(f.Data)
		}
	} else if !*update {
		t.Fatal(err)
	}
	a := &txtar.Archive{Comment: []byte("Screens of results that were made from testdata/outputs.txtar.\n")}
	for i, f := range slices.Concat(frames, sessionFrames) {
		t.Run(f.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				stage := newStage
				if i >= len(frames) {
					stage = newSessionStage
				}
				s := stage(t, f.width, f.height)
				s.press(f.keys)
				got := s.frame()
				a.Files = append(a.Files, txtar.File{Name: f.name, Data: []byte(got)})
				if diff := cmp.Diff(want[f.name], got); diff != "" && !*update {
					t.Errorf("the screen differs (-want +got):\n%s", diff)
				}
				for i, r := range s.app.rows() {
					if w := r.width(); w > f.width {
						t.Errorf("row %d takes %d columns", i+1, w)
					}
				}
			})
		})
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
