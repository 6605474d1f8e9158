package term

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/summarize"
)

// TestLive: a new call comes on top by itself. The cursor stays on the call that it was moved to, and at the top it
// stays at the newest.
func TestLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, 80, 20)
		arrive := func(command string) {
			s.deliver(t.TempDir(), noon, command, summarize.Request{
				Tool: "exec", Command: command, Stdout: []byte(command + "\n"),
			})
			s.calls[0].Seq += int64(len(s.calls)) // one after the other, though at the same time
			time.Sleep(2 * tick)
			s.settle()
		}
		under := func() string { return s.app.list.at().Command }
		arrive("echo one")
		if got := under(); got != "echo one" {
			t.Errorf("the cursor is on %q, want the newest", got)
		}
		s.press("j")
		before := under()
		arrive("echo two")
		if got := under(); got != before {
			t.Errorf("the cursor is on %q, was on %q", got, before)
		}
		if f := s.frame(); !strings.Contains(f, "echo two") || !strings.Contains(f, "5 results") {
			t.Errorf("the new call isn't shown:\n%s", f)
		}
		s.app.list.runs([]view.Recording{{Command: "make"}, {Command: "make check"}})
		if got := under(); got != before {
			t.Errorf("with two that run the cursor is on %q, was on %q", got, before)
		}
		if f := s.frame(); strings.Count(f, "▶") != 2 {
			t.Errorf("what runs isn't shown:\n%s", f)
		}
	})
}

// TestLateAnswers: an answer that comes after that to a later question is dropped. Without that, a view that opened
// while the first calls were read showed no sessions for ever.
func TestLateAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSessionStage(t, 130, 20)
		check := func(early, late tea.Msg, want string) {
			t.Helper()
			s.send(late, early)
			if f := s.frame(); !strings.Contains(f, want) {
				t.Errorf("%q isn't shown:\n%s", want, f)
			}
		}
		sessions := s.app.sessions.load()().(sessionsMsg)
		sessions.heads = nil
		check(sessions, s.app.sessions.load()(), "2 sessions")

		s.app.sessions.heads = nil
		good, failed := s.app.sessions.load()(), s.app.sessions.load()().(sessionsMsg)
		failed.err = errors.New("the disk is gone")
		check(good, failed, "2 sessions") // a question without an answer makes no other late

		s.press("enter")
		page := s.app.session.load()().(sessionMsg)
		page.one = &session.Session{}
		check(page, s.app.session.load()(), "Customers who buy ten lamps")

		s.press("a")
		totals := s.app.list.add()().(totalsMsg)
		totals.today, totals.session = ledger.Totals{}, ledger.Totals{}
		check(totals, s.app.list.add()(), "today 4,591")
	})
}

// TestGone: an output that the store has lost is said in one line, and the list stays.
func TestGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, 100, 10)
		s.calls[0].ID = "000000000000"
		s.calls[1].Kept = false
		s.send(callsMsg{asked: s.app.list.asked, calls: s.calls})
		s.press("enter")
		if f := s.frame(); !strings.Contains(f, "no such result") || !strings.Contains(f, "git diff") {
			t.Errorf("the screen is:\n%s", f)
		}
		s.press("j enter")
		if f := s.frame(); !strings.Contains(f, "the output of this call isn't kept") {
			t.Errorf("the screen is:\n%s", f)
		}
	})
}

// TestSizes: no size of the screen panics on any screen, or draws beyond it.
func TestSizes(t *testing.T) {
	for _, keys := range []string{
		"", "/ a", "enter", "enter tab w", "G enter O", "enter t", "enter ?", "enter : 9", "sessions",
		"sessions enter", "sessions enter G", "sessions enter e E space b", "sessions a", "sessions enter ?",
	} {
		t.Run(keys, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				stage := newStage
				keys, ofSessions := strings.CutPrefix(keys, "sessions")
				if ofSessions {
					stage = newSessionStage
				}
				s := stage(t, 130, 20)
				s.press(keys)
				for _, width := range []int{1, 2, 7, 20, 40, 79, 119, 120, 400} {
					for _, height := range []int{1, 2, 3, 4, 5, 9, 100} {
						s.app.env.width, s.app.env.height = width, height
						s.app.resized()
						s.settle()
						if n := len(s.app.rows()); n > height {
							t.Errorf("%d rows on a screen of %d", n, height)
						}
						s.app.View()
					}
				}
			})
		})
	}
}
