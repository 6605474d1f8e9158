package proc_test

import (
	"testing"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
)

// What waits for the start of a command is called when there was one, and then once.
func TestWhenStarted(t *testing.T) {
	for _, c := range []struct {
		argv []string
		want int
	}{{[]string{"go", "version"}, 1}, {[]string{"no-such-program-anywhere"}, 0}} {
		called := make(chan bool, 2)
		ctx := proc.WhenStarted(t.Context(), func() { called <- true })
		if _, err := proc.Run(ctx, proc.Command{Argv: c.argv}); (err == nil) != (c.want > 0) {
			t.Fatalf("%q: %v", c.argv, err)
		}
		for range c.want {
			select {
			case <-called:
			case <-time.After(2 * time.Minute):
				t.Fatalf("%q: it isn't called", c.argv)
			}
		}
		time.Sleep(10 * time.Millisecond)
		if len(called) > 0 {
			t.Errorf("%q: it is called more than %d times", c.argv, c.want)
		}
	}
}
