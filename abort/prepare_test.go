package abort_test

import (
	"os"
	"testing"
	"time"

	"github.com/toktee/toktee/abort"
)

// A run that was prepared isn't there until it is watched; from then on it is like any other, and it leaves nothing.
func TestPrepare(t *testing.T) {
	b := newBox(t)
	r := abort.Prepare(abort.Options{Dir: b.dir, Register: b.register, Warn: func(err error) { t.Error(err) }})
	if runs, err := abort.List(b.register); err != nil || len(runs) > 0 || r.ID() == "" {
		t.Fatalf("a prepared run %q is listed: %+v, error %v", r.ID(), runs, err)
	}
	ctx, stop := r.Watch(t.Context())
	for until := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
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
	case <-time.After(20 * time.Second):
		t.Fatal("the request isn't heard")
	}
	stop()
	r.End()
	if runs, err := abort.List(b.register); err != nil || len(runs) > 0 || b.has("", abort.All) {
		t.Errorf("left: %+v, the request %v, error %v", runs, b.has("", abort.All), err)
	}
}

// A run that ends at once, or that nobody watches, leaves nothing either.
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
	if names, err := os.ReadDir(b.register); err != nil || len(names) != 1 || names[0].Name() != ".lock" {
		t.Errorf("left in the register: %v, error %v; want the lock alone", names, err)
	}
}
