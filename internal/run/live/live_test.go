package live_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toktee/toktee/internal/run/live"
	"github.com/toktee/toktee/internal/run/spool"
)

// read is what a file has so far.
func read(t *testing.T, f *live.File) string {
	t.Helper()
	n, err := f.Size()
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, n)
	if _, err := f.ReadAt(b, 0); err != nil && err != io.EOF {
		t.Fatal(err)
	}
	return string(b)
}

// Who looks on sees what was printed before and after, and when the run has ended.
func TestFollow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "tmp")
		sp := spool.New(spool.Options{})
		defer sp.Remove()
		out := sp.Stream(spool.Stdout)
		print := func(text string) {
			t.Helper()
			if _, err := io.WriteString(out, text); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
		}
		stop := live.Offer(dir, "12-ab", sp.Tap)
		defer stop()
		print("one\n")
		f, err := live.Follow(dir, "12-ab")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if f.Ended() {
			t.Error("ended before it was seen")
		}
		time.Sleep(time.Second)
		second, err := live.Follow(dir, "12-ab")
		if err != nil {
			t.Fatal(err)
		}
		defer second.Close()
		for _, tt := range []struct{ more, want string }{{"", "one\n"}, {"two\n", "one\ntwo\n"}} {
			print(tt.more)
			if got, other := read(t, f), read(t, second); got != tt.want || other != tt.want {
				t.Errorf("%q and %q, want %q", got, other, tt.want)
			}
		}
		if info, err := os.Stat(filepath.Join(dir, "live-12-ab")); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, error %v", info.Mode(), err)
		}
		stop()
		stop()
		if got := read(t, f); !f.Ended() || got != "one\ntwo\n" {
			t.Errorf("ended %v with %q", f.Ended(), got)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left %v, error %v", left, err)
		}
	})
}

// Nobody who looks on leaves anything behind where there is no such run, and without a folder nothing is offered.
func TestNoRun(t *testing.T) {
	dir := t.TempDir()
	f, err := live.Follow(dir, "../../12-ab")
	if err != nil {
		t.Fatal(err)
	}
	if f.Ended() || read(t, f) != "" {
		t.Error("it has ended, or there is something")
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left %v, error %v", left, err)
	}
	live.Offer("", "12-ab", nil)()
}
