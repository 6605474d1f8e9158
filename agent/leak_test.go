package agent_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/internal/testing/wiretest"
)

// Aborts leave no goroutine and no descriptor behind.
func TestAbortLeaks(t *testing.T) {
	transport := &http.Transport{}
	before, files := 0, 0
	for i := range 101 {
		w := wiretest.Wires[i%3]
		ctx, cancel := context.WithCancelCause(t.Context())
		started := make(chan struct{}, 2)
		turn := calling("z", "z")
		turn.Text = "hello"
		s, err := wiretest.Start(wiretest.Options{Key: key}, turn)
		if err != nil {
			t.Fatal(err)
		}
		ep := endpoint(t, s, w)
		ep.HTTP = &http.Client{Transport: transport}
		b := newBench(t, provider(t, w, ep), func(c *agent.Config) {
			c.On = func(e agent.Event) {
				if _, ok := e.(agent.Text); ok && i%2 == 0 {
					cancel(errEnough)
				}
			}
		}, sleeping("z", started))
		go func() {
			select {
			case <-started:
				cancel(errEnough)
			case <-ctx.Done():
			}
		}()
		if _, err := b.Run(ctx, "go"); !errors.Is(err, errEnough) {
			t.Fatalf("run %d: %v", i, err)
		}
		b.log.Close()
		s.Close()
		transport.CloseIdleConnections()
		if i == 0 {
			before, files = settle(1<<30), descriptors(t)
		}
	}
	if now := settle(before); now > before {
		buf := make([]byte, 1<<20)
		t.Errorf("%d goroutines, there were %d:\n%s", now, before, buf[:runtime.Stack(buf, true)])
	}
	if now := descriptors(t); now > files {
		t.Errorf("%d descriptors, there were %d", now, files)
	}
}

// settle waits until there are at most so many goroutines, and returns how many there are.
func settle(most int) int {
	n := runtime.NumGoroutine()
	for range 100 {
		if n = runtime.NumGoroutine(); n <= most && most < 1<<30 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return n
}

// descriptors is the number of open files.
func descriptors(t *testing.T) int {
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skipf("no list of descriptors: %v", err)
	}
	return len(all)
}
