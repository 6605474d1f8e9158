package web

import (
	"testing"
	"time"

	"github.com/toktee/toktee/internal/desk/session"
)

// TestTwoDays: the end of a session has a date if it isn't that of the start.
func TestTwoDays(t *testing.T) {
	begin := time.Date(2026, 11, 27, 17, 57, 0, 0, time.Local)
	for after, want := range map[time.Duration]string{time.Hour: "18:57", 16 * time.Hour: "28 November 2026, 09:57"} {
		one := &session.Session{Head: session.Head{Begin: begin, Last: begin.Add(after)}}
		p, err := new(Site).sessionPage(t.Context(), one, 0, 0)
		if err != nil || p.To != want {
			t.Errorf("to %q, %v, want %q", p.To, err, want)
		}
	}
}

// TestListWords: a list doesn't contradict the page of a session, which may know more.
func TestListWords(t *testing.T) {
	for _, tt := range []struct {
		failed, red int
		whole       bool
		want        sessionRow
	}{
		{0, 0, false, sessionRow{NoneRed: "no failure seen"}},
		{0, 0, true, sessionRow{NoneRed: "no failure known"}},
		{2, 0, false, sessionRow{Failed: "2 seen to fail", NoneRed: "none seen red"}},
		{2, 0, true, sessionRow{Failed: "2 failed", NoneRed: "none red"}},
		{2, 1, false, sessionRow{Failed: "2 seen to fail", Red: "1 red when last seen", NoneRed: "none seen red"}},
		{2, 1, true, sessionRow{Failed: "2 failed", Red: "1 still red", NoneRed: "none red"}},
	} {
		got := sessionRowOf(&session.Head{Failed: tt.failed, Red: tt.red, Whole: tt.whole})
		if got.Failed != tt.want.Failed || got.Red != tt.want.Red || got.NoneRed != tt.want.NoneRed {
			t.Errorf("%d failed, %d red, whole %v: %+v", tt.failed, tt.red, tt.whole, got)
		}
	}
}
