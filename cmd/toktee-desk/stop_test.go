package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"

	"github.com/toktee/toktee/internal/desk"
)

// TestStopped: a signal that ends a command before it is done is its exit code; a server is done then.
func TestStopped(t *testing.T) {
	t.Setenv("TOKTEE_STORE", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	for _, tt := range []struct {
		name, command, options string
		signal                 syscall.Signal
		want                   int
	}{
		{"an index", desk.Store, `{"Do":"index"}`, syscall.SIGINT, 130},
		{"an export", desk.Store, `{"Do":"export"}`, syscall.SIGTERM, 143},
		{"sums", desk.Stats, `{}`, syscall.SIGHUP, 129},
		{"a gateway", desk.Gateway, `{"Addr":"127.0.0.1:0"}`, syscall.SIGTERM, 0},
		{"a page", desk.UI, `{"Addr":"127.0.0.1:0"}`, syscall.SIGTERM, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(stopped(tt.signal))
			var stderr bytes.Buffer
			code := run(ctx, []string{tt.command, tt.options}, io.NopCloser(strings.NewReader("")), discard{}, &stderr)
			if code != tt.want || stderr.Len() > 0 {
				t.Errorf("exit code %d, want %d, standard error %q", code, tt.want, &stderr)
			}
		})
	}
}

// TestWarner: what another program says in an error does nothing to the terminal.
func TestWarner(t *testing.T) {
	var b strings.Builder
	warner(&b)(errors.New("bad \x1b]52;c;aGk=\a\u009b31m \u202e request\nnext"))
	if got, want := b.String(), "toktee: bad  ]52;c;aGk=  31m  request next\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) Close() error                { return nil }
