package proc_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/toktee/toktee/internal/run/proc"
)

var (
	aborts = flag.Int("aborts", 100, "commands that TestAborts stops")
	seed   = flag.Uint64("seed", 1, "of the moments at which TestAborts stops them")
)

// TestAborts stops commands of all kinds at random moments, several at a time, in one process:
//
//	go test ./internal/run/proc -run TestAborts -aborts 1000 -seed 7
//
// Nothing of them may be left: no process, no descriptor, no goroutine. What they had printed must be there.
func TestAborts(t *testing.T) {
	needSetsid(t)
	const (
		grace = 200 * time.Millisecond
		hang  = 20 * time.Second // their programs would last 100 s
	)
	scripts := []string{
		"head -c 100000000 /dev/zero; sleep 100; : TOKEN",
		"trap '' TERM; while :; do head -c 1000000 /dev/zero; done; : TOKEN",
		"setsid sh -c 'head -c 100000000 /dev/zero; sleep 100; :' TOKEN & sleep 100; :",
	}
	for _, tt := range trees {
		scripts = append(scripts, tt.script)
	}
	causes := []error{context.Canceled, &proc.SignalError{Signal: unix.SIGINT}, errors.New("asked to stop")}

	token := fmt.Sprintf("toktee-abort-%d", os.Getpid())
	var slowest atomic.Int64
	abort := func(n int, r *rand.Rand) {
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		cause := causes[r.IntN(len(causes))]
		delay := time.Duration(r.Int64N(int64(80 * time.Millisecond)))
		var stopped atomic.Int64 // when
		out := &trigger{text: "first\n", cancel: func() {
			time.AfterFunc(delay, func() {
				stopped.Store(time.Now().UnixNano())
				cancel(cause)
			})
		}}
		script := "echo first; " + strings.ReplaceAll(scripts[n%len(scripts)], "TOKEN", token)
		_, err := proc.Run(ctx, proc.Command{Argv: []string{"sh", "-c", script}, Stdout: out, Grace: grace})
		took := time.Now().UnixNano() - stopped.Load()
		if err != cause || !strings.HasPrefix(out.b.String(), "first\n") {
			t.Errorf("%q: printed %.40q, error %v; want %v", script, out.b.String(), err, cause)
		}
		if took > int64(hang) {
			t.Errorf("%q: took %v to stop", script, time.Duration(took))
		}
		for old := slowest.Load(); took > old && !slowest.CompareAndSwap(old, took); old = slowest.Load() {
		}
	}
	abort(0, rand.New(rand.NewPCG(*seed, 0)))
	goroutines, files := runtime.NumGoroutine(), descriptors(t)

	const atOnce = 4
	var wg sync.WaitGroup
	for w := range atOnce {
		wg.Go(func() {
			for n := w; n < *aborts; n += atOnce {
				abort(n, rand.New(rand.NewPCG(*seed, uint64(n))))
			}
		})
	}
	wg.Wait()
	if pids := left(t, token); len(pids) > 0 {
		t.Errorf("left: %q", pids)
	}
	checkLeaks(t, goroutines, files)
	t.Logf("%d commands stopped, the slowest in %v", *aborts, time.Duration(slowest.Load()).Round(time.Millisecond))
}
