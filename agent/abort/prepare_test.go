package abort_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"testing"
	"time"

	"github.com/toktee/toktee/agent/abort"
)

// A run that was prepared is entered when it has been watched for a while; from then on it is like any other, and it
// leaves nothing.
func TestPrepare(t *testing.T) {
	b := newBox(t)
	r := abort.Prepare(abort.Options{Dir: b.dir, Register: b.register, Warn: func(err error) { t.Error(err) }})
	if runs, err := abort.List(b.register); err != nil || len(runs) > 0 || r.ID() == "" {
		t.Fatalf("a prepared run %q is listed: %+v, error %v", r.ID(), runs, err)
	}
	ctx, stop := r.Watch(t.Context())
	for until := time.Now().Add(2 * time.Minute); ; time.Sleep(time.Millisecond) {
		runs, err := abort.List(b.register)
		if err != nil || time.Now().After(until) {
			t.Fatalf("a watched run isn't listed: %+v, error %v", runs, err)
		}
		if len(runs) == 1 && runs[0].ID == r.ID() {
			break
		}
	}
	b.request("", abort.All, "now")
	select {
	case <-ctx.Done():
	case <-time.After(2 * time.Minute):
		t.Fatal("the request isn't heard")
	}
	stop()
	r.End()
	if runs, err := abort.List(b.register); err != nil || len(runs) > 0 || b.has("", abort.All) {
		t.Errorf("left: %+v, the request %v, error %v", runs, b.has("", abort.All), err)
	}
}

// A prepared run hears what is asked of it before others know of it, and not what was asked before it.
func TestPrepareHears(t *testing.T) {
	for name, to := range map[string]func(*abort.Run) string{
		"all, at once": func(*abort.Run) string { return abort.All },
		"all":          func(*abort.Run) string { return abort.All },
		"it":           (*abort.Run).ID,
	} {
		t.Run(name, func(t *testing.T) {
			b := newBox(t)
			if name != "all, at once" {
				b.begin("", "") // for which the first request stays
				b.request("", abort.All, "before")
			}
			r := abort.Prepare(abort.Options{Dir: b.dir, Register: b.register, Warn: func(err error) { t.Error(err) }})
			defer r.End()
			ctx, stop := r.Watch(t.Context())
			defer stop()
			if name != "all, at once" {
				time.Sleep(3 * abort.Interval)
				if ctx.Err() != nil {
					t.Fatalf("it hears what was there before: %v", context.Cause(ctx))
				}
			}
			b.request("", to(r), "now")
			select {
			case <-ctx.Done():
			case <-time.After(2 * time.Minute):
				t.Fatal("the request isn't heard")
			}
			var a *abort.AbortError
			if !errors.As(context.Cause(ctx), &a) || a.Reason != "now" {
				t.Errorf("the cause is %v", context.Cause(ctx))
			}
		})
	}
}

// A run that ends at once, or that nobody watches, makes no files.
func TestPrepareEnds(t *testing.T) {
	b := newBox(t)
	for i := range 50 {
		r := abort.Prepare(abort.Options{Dir: b.dir, Register: b.register, Warn: func(err error) { t.Error(err) }})
		if i%2 == 0 {
			_, stop := r.Watch(t.Context())
			stop()
		}
		r.End()
	}
	if names, err := os.ReadDir(b.register); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in the register: %v, error %v; want none", names, err)
	}
}
