package progress

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// writes remembers each write.
type writes struct{ list []string }

func (w *writes) Write(p []byte) (int, error) {
	w.list = append(w.list, string(p))
	return len(p), nil
}

func TestLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w writes
		l := New(&w, true, time.Now)
		for i := range 25 { // 2.5 seconds
			l.Report("indexing", int64(i), 25)
			time.Sleep(100 * time.Millisecond)
		}
		l.Report("reading lines", 123, 0)
		l.Done()
		want := []string{
			"\rindexing: 80%", "\rindexing: 84%", "\rindexing: 88%", "\rindexing: 92%", "\rindexing: 96%",
			"\rreading lines: 123", "\r" + strings.Repeat(" ", 18) + "\r",
		}
		if diff := cmp.Diff(want, w.list); diff != "" {
			t.Errorf("writes (-want +got):\n%s", diff)
		}
	})
}

// TestQuick says nothing of what is over soon.
func TestQuick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w writes
		l := New(&w, true, time.Now)
		time.Sleep(patience - 1)
		l.Report("indexing", 1, 2)
		l.Done()
		if len(w.list) > 0 {
			t.Errorf("writes: %q", w.list)
		}
	})
}

// TestPace reports a thousand times a second, for four seconds.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w writes
		l := New(&w, true, time.Now)
		for i := range 4000 {
			l.Report("indexing", int64(i), 0)
			time.Sleep(time.Millisecond)
		}
		if n := len(w.list); n != 20 {
			t.Errorf("%d writes in two seconds, want 20", n)
		}
	})
}

// TestShorter leaves nothing of a longer text behind a shorter one.
func TestShorter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		l := New(&b, true, time.Now)
		time.Sleep(patience)
		l.Report("reading", 1000, 0)
		time.Sleep(pace)
		l.Report("pruning", 9, 0)
		l.Report("pruning", 9, 0)
		l.Done()
		if got, want := b.String(), "\rreading: 1000\rpruning: 9   \r"+strings.Repeat(" ", 10)+"\r"; got != want {
			t.Errorf("wrote %q, want %q", got, want)
		}
	})
}

func TestNoTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w writes
		l := New(&w, false, time.Now)
		time.Sleep(time.Minute)
		l.Report("indexing", 1, 2)
		l.Done()
		var none *Line
		none.Report("indexing", 1, 2)
		none.Done()
		if len(w.list) > 0 {
			t.Errorf("writes: %q", w.list)
		}
	})
}

func TestConcurrent(t *testing.T) {
	var hours atomic.Int64
	l := New(io.Discard, true, func() time.Time { return time.Unix(hours.Add(1)*3600, 0) })
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i := range 100 {
				l.Report("indexing", int64(i), 100)
			}
			l.Done()
		})
	}
	all.Wait()
}
