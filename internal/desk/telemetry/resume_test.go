package telemetry

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/host/journal"
)

// TestKilled ends exporters at random: before a batch arrives, after it has arrived but before that is known, and
// between batches. In the end each event has arrived, under one id, and the counters are what the journal adds up to.
func TestKilled(t *testing.T) {
	c := newCollector(t)
	at(t, c)
	rapid.Check(t, func(r *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			r.Fatal(err)
		}
		s := &site{t: t, dir: dir, now: noon}
		c.forget()
		var want sums
		for part := range rapid.IntRange(1, 4).Draw(r, "parts") {
			for _, e := range rapid.SliceOfN(anyEvent(), 1, 60).Draw(r, "events") {
				s.note(e)
				want.add(e)
			}
			ctx, kill := context.WithCancel(t.Context())
			deaths := rapid.SliceOfN(rapid.SampledFrom([]string{"", "before", "after"}), 1, 5).Draw(r, "deaths")
			c.answers(func(_ http.ResponseWriter, req *http.Request) bool {
				death := ""
				if len(deaths) > 0 {
					death, deaths = deaths[0], deaths[1:]
				}
				if death == "after" {
					c.receive(req)
				}
				if death != "" {
					kill()
					panic(http.ErrAbortHandler) // no answer gets through
				}
				return false
			})
			if _, err := Export(ctx, s.options()); err != nil && !errors.Is(err, context.Canceled) {
				r.Fatalf("part %d: %v", part, err)
			}
			kill()
		}
		c.answers(nil)
		s.export(s.options())
		if got := len(c.byID()); got != want.events {
			r.Errorf("%d spans arrived, want %d", got, want.events)
		}
		got := sums{
			events: want.events, calls: c.counter("toktee.calls"), raw: c.counter("toktee.raw_tokens"),
			given: c.counter("toktee.given_tokens"), regrets: c.counter("toktee.regrets"),
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(sums{})); diff != "" {
			r.Errorf("counters mismatch (-journal +collector):\n%s", diff)
		}
	})
}

// forget empties the collector.
func (c *collector) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spans, c.points = nil, nil
}

// sums are what a journal adds up to.
type sums struct {
	events                     int
	calls, raw, given, regrets int64
}

func (s *sums) add(e journal.Event) {
	s.events++
	switch e.Kind {
	case journal.Result:
		s.calls++
		s.raw += int64(e.Raw)
		s.given += int64(e.Given)
	case journal.Fetched, journal.Again:
		s.regrets++
	}
}

// anyEvent draws events of a few calls.
func anyEvent() *rapid.Generator[journal.Event] {
	return rapid.Custom(func(r *rapid.T) journal.Event {
		kind := rapid.SampledFrom([]journal.Kind{
			journal.Result, journal.Result, journal.Passed, journal.Fetched, journal.Again, journal.Compacted,
		}).Draw(r, "kind")
		e := aCall(fmt.Sprint(rapid.IntRange(1, 5).Draw(r, "id")), "", "pass", 0, 0)
		e.Kind = kind
		e.Session = rapid.SampledFrom([]string{"", "s1", "s1/a", "s2"}).Draw(r, "session")
		e.Raw, e.Given = rapid.IntRange(0, 5000).Draw(r, "raw"), rapid.IntRange(0, 500).Draw(r, "given")
		e.DurationMS = int64(rapid.SampledFrom([]int{0, 0, 15, 90000}).Draw(r, "duration"))
		return e
	})
}

// TestBatches sends more than fits into one request.
func TestBatches(t *testing.T) {
	c, s := newCollector(t), newSite(t)
	at(t, c)
	for i := range 2*maxEvents + 1 {
		s.note(aCall(fmt.Sprint(i), "s1", "pass", 10, 1))
	}
	if got, want := s.export(s.options()), (Sent{Spans: 1025, Events: 1025}); got != want {
		t.Errorf("sent %+v, want %+v", got, want)
	}
	if len(c.requests) != 4 || len(c.byID()) != 1025 {
		t.Errorf("%d requests with %d spans, want 3 with 1025 and one with metrics", len(c.requests), len(c.byID()))
	}
}

// TestMidnight has an event that is written to a day's file after the next day has begun.
func TestMidnight(t *testing.T) {
	c, s := newCollector(t), newSite(t)
	at(t, c)
	for i, hours := range []int{0, 24, 1} {
		s.now = noon.Add(time.Duration(hours) * time.Hour)
		s.note(aCall(fmt.Sprint(i), "s1", "pass", 100, 10))
		if sent := s.export(s.options()); sent.Spans != 1 {
			t.Errorf("export %d sent %+v, want one span", i, sent)
		}
	}
	if got := c.counter("toktee.calls"); got != 3 {
		t.Errorf("%d calls were counted, want 3", got)
	}
}

// TestUnreachable has a collector that comes up late.
func TestUnreachable(t *testing.T) {
	late := newCollector(t)
	s := newSite(t)
	closed := httptest.NewServer(http.NotFoundHandler())
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", closed.URL)
	addr := closed.Listener.Addr().String()
	closed.Close()
	s.note(aCall("1", "s1", "pass", 100, 10))

	o := s.options()
	var warned []string
	o.Warn = func(err error) { warned = append(warned, err.Error()) }
	begun := s.now
	if _, err := Export(t.Context(), o); err == nil || !strings.Contains(err.Error(), "connect") {
		t.Errorf("Export() error = %v, want one about the connection", err)
	}
	if waited := s.now.Sub(begun); waited < patience || waited > 2*patience {
		t.Errorf("it was tried for %v, want about %v", waited, patience)
	}
	if len(warned) != 1 || !strings.HasPrefix(warned[0], "trying again: ") {
		t.Errorf("warned of %q, want one line", warned)
	}

	// One that follows doesn't give up.
	tries := 0
	ctx, stop := context.WithCancel(t.Context())
	o.Follow = true
	o.Wait = func(ctx context.Context, d time.Duration) error {
		s.now = s.now.Add(d)
		switch tries++; {
		case tries == 20:
			l, err := listen(addr)
			if err != nil {
				t.Error(err)
				stop()
				return ctx.Err()
			}
			back := &http.Server{Handler: late}
			t.Cleanup(func() { back.Close() })
			go back.Serve(l)
		case tries > 20 && len(late.points) > 0:
			stop()
		}
		return ctx.Err()
	}
	if sent, err := Export(ctx, o); !errors.Is(err, context.Canceled) || sent.Spans != 1 {
		t.Errorf("following sent %+v, %v", sent, err)
	}
}

// TestFollow has events that come while it runs.
func TestFollow(t *testing.T) {
	c, s := newCollector(t), newSite(t)
	at(t, c)
	s.note(aCall("1", "s1", "pass", 100, 10))
	o := s.options()
	o.Follow = true
	ctx, stop := context.WithCancel(t.Context())
	polls := 0
	o.Wait = func(ctx context.Context, d time.Duration) error {
		s.now = s.now.Add(d)
		switch polls++; polls {
		case 3:
			s.note(aCall("2", "s1", "pass", 100, 10))
		case 40:
			stop()
		}
		return ctx.Err()
	}
	sent, err := Export(ctx, o)
	if !errors.Is(err, context.Canceled) || sent.Spans != 2 || len(c.spans) != 2 {
		t.Errorf("following sent %+v, %v", sent, err)
	}
	// 40 polls are 200 seconds: counters at the start, and each minute after that.
	if got := len(c.points); got != 4 {
		t.Errorf("counters were sent %d times, want 4", got)
	}
	if got := c.counter("toktee.calls"); got != 2 {
		t.Errorf("the last ones have %d calls, want 2", got)
	}
}

// TestBusy has two exporters.
func TestBusy(t *testing.T) {
	c, s := newCollector(t), newSite(t)
	at(t, c)
	s.note(aCall("1", "s1", "pass", 100, 10))
	c.answer = func(http.ResponseWriter, *http.Request) bool {
		if _, err := Export(t.Context(), s.options()); !errors.Is(err, ErrBusy) {
			t.Errorf("the second exporter's error is %v, want %v", err, ErrBusy)
		}
		c.answer = nil
		return false
	}
	s.export(s.options())
}

// TestState looks at the file that is left.
func TestState(t *testing.T) {
	c, s := newCollector(t), newSite(t)
	at(t, c)
	s.note(aCall("1", "s1", "pass", 100, 10))
	s.export(s.options())
	path := filepath.Join(s.dir, stateName)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the state's file: %v, %v", info, err)
	}
	for name, text := range map[string]string{
		"is damaged":                    `{"version":1,`,
		"a newer toktee has written it": `{"version":2}`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Export(t.Context(), s.options()); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("with the state %s the error is %v, want %q", text, err, name)
		}
		if b, _ := os.ReadFile(path); string(b) != text {
			t.Errorf("the state became %s", b)
		}
	}
	left, _ := filepath.Glob(filepath.Join(s.dir, "telemetry*"))
	if len(left) != 2 { // the state and the lock
		t.Errorf("files are left: %q", left)
	}
}
