package abort_test

import (
	"os/exec"
	"strconv"
	"testing"
)

// An environment may name a process that has ended, whose pid another one has by now: a run inside nothing listens for
// itself.
func TestOuterIsNotBelieved(t *testing.T) {
	b := newBox(t)
	stranger := exec.Command("sleep", "100")
	if err := stranger.Start(); err != nil {
		t.Skip("the stranger is a sleep: ", err)
	}
	t.Cleanup(func() { stranger.Process.Kill(); stranger.Wait() })
	outermost := b.begin("", "").ID()
	for _, outer := range []string{
		strconv.Itoa(stranger.Process.Pid) + "-k3xf7q", strconv.Itoa(stranger.Process.Pid) + "-k3xf7q-abcdef",
		strconv.Itoa(stranger.Process.Pid), "1-abcdef", "999999999-abcdef", "x", outermost[:len(outermost)-10],
	} {
		r := b.begin("", outer)
		if r.ID() == outer {
			t.Errorf("%q is believed", outer)
		}
		b.request("", r.ID(), "you")
		if got := reason(t, r); got != "you" {
			t.Errorf("a run whose environment says %q hears %q, want %q", outer, got, "you")
		}
		r.End()
	}
	if r := b.begin("", outermost); r.ID() != outermost {
		t.Errorf("a run inside %s has the id %s", outermost, r.ID())
	}
}
