//go:build unix

package proc_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
)

// A kill ends the commands of its context, whether that goes on, was detached, or has ended and the stop takes its
// time. It returns when they are gone, and no other one begins.
func TestKill(t *testing.T) {
	why := errors.New("enough")
	for _, tt := range []struct {
		name           string
		detached, stop bool
		force          chan struct{}
		err            error
	}{
		{"the context goes on", false, false, nil, context.Canceled},
		{"the context is detached", true, false, nil, context.Canceled},
		{"the command is being stopped", false, true, nil, why},
		{"the command is being stopped, and could be forced", false, true, make(chan struct{}), why},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx, kill := proc.WithKill(t.Context())
			if tt.detached {
				ctx = context.WithoutCancel(ctx)
			}
			ctx, cancel := context.WithCancelCause(ctx)
			defer cancel(nil)
			dir, printed, ended := t.TempDir(), make(chan struct{}), make(chan error, 1)
			go func() {
				_, err := proc.Run(ctx, proc.Command{
					Argv: []string{"sh", "-c", "trap '' TERM; echo $$ >pid; echo go; while :; do sleep 100; done"},
					Dir:  dir, Stdout: &trigger{text: "go\n", cancel: func() { close(printed) }},
					Grace: time.Hour, Force: tt.force,
				})
				ended <- err
			}()
			<-printed
			if tt.stop {
				cancel(why)
				time.Sleep(100 * time.Millisecond)
			}
			if pid := pidIn(t, filepath.Join(dir, "pid")); !alive(pid) {
				t.Error("the command has ended before the kill")
			}
			kill(20 * time.Second)
			if pid := pidIn(t, filepath.Join(dir, "pid")); alive(pid) {
				t.Error("kill has returned, and the command lives")
			}
			if err := <-ended; !errors.Is(err, tt.err) {
				t.Errorf("error %v, want %v", err, tt.err)
			}
			_, err := proc.Run(ctx, proc.Command{Argv: []string{"touch", "made"}, Dir: dir})
			if _, made := os.Stat(filepath.Join(dir, "made")); made == nil || err == nil {
				t.Errorf("a command was started after the kill, error %v", err)
			}
			kill(0) // again
		})
	}
}
