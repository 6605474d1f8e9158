package view

import (
	"errors"
	"fmt"
	"testing"

	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/live"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
)

func TestFollowARunningCommand(t *testing.T) {
	dir := t.TempDir()
	sp := spool.New(spool.Options{Dir: dir})
	defer sp.Remove()
	stop := live.Offer(dir, "12-ab", sp.Tap)
	defer stop()
	print := func(from, to int) {
		for i := from; i <= to; i++ {
			fmt.Fprintf(sp.Stream(spool.Stdout), "line %d\n", i)
		}
	}
	print(1, 10)
	f, err := live.Follow(dir, "12-ab")
	if err != nil {
		t.Fatal(err)
	}
	src := Source{open: func() (content, error) { return followed{f, func() bool { return true }}, nil }}
	d, err := Open(t.Context(), src, AllOn)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	check := func(first, n, want int) {
		t.Helper()
		lines, err := d.Window(t.Context(), first, n) // which waits
		if err != nil || len(lines) != want {
			t.Fatalf("%d lines, %v, want %d", len(lines), err, want)
		}
		for i := range lines {
			if got := lines[i].Text(); got != fmt.Sprint("line ", first+i) {
				t.Errorf("line %d is %q", first+i, got)
			}
		}
	}
	check(1, 10, 10)
	if s := d.State(); !s.Growing || s.Complete {
		t.Errorf("state %+v", s)
	}
	changed := d.Changed()
	print(11, 5000)
	<-changed
	check(4001, 1000, 1000)
	fmt.Fprint(sp.Stream(spool.Stdout), "line 5001") // which has no end
	stop()
	check(5001, 10, 1)
	if s := d.State(); s.Growing || !s.Complete || s.Lines != 5001 {
		t.Errorf("state %+v", s)
	}
}

// A run that ended before it saw that somebody looks on has a document without lines.
func TestFollowARunThatEnded(t *testing.T) {
	src := FromRecording(Recording{ID: "999-none", spool: t.TempDir()})
	d, err := Open(t.Context(), src, AllOn)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if lines, err := d.Window(t.Context(), 1, 1); err != nil || len(lines) > 0 || d.State().Growing {
		t.Errorf("%d lines, %v, state %+v", len(lines), err, d.State())
	}
}

// Of an output that the store no longer has, the text is shown that the result has itself.
func TestPrunedPayload(t *testing.T) {
	r, err := result.New(result.Parts{ID: "1", Tool: "x", LLM: "short", UI: []byte("one\ntwo\n")})
	if err != nil {
		t.Fatal(err)
	}
	src := Source{
		ID: "1", Result: r,
		open: func() (content, error) { return nil, store.ErrNotFound },
	}
	d, err := Open(t.Context(), src, AllOn)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if lines := all(t, d); len(lines) != 2 || lines[1].Text() != "two" {
		t.Errorf("%d lines", len(lines))
	}
	src.Result = result.ToolResult{}
	if _, err := Open(t.Context(), src, AllOn); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("error %v, want %v", err, store.ErrNotFound)
	}
}

// Of the commands that run, those are listed that keep their results in the store.
func TestRecordings(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	s := store.Open(store.Options{Dir: t.TempDir()})
	for _, o := range []abort.Options{
		{What: "one", Output: s.SpoolDir()}, {What: "elsewhere", Output: t.TempDir()}, {What: "nowhere"},
	} {
		run := abort.Begin(o)
		t.Cleanup(run.End)
	}
	list, err := Recordings(s)
	if err != nil || len(list) != 1 || list[0].Command != "one" {
		t.Errorf("%+v, %v", list, err)
	}
}
