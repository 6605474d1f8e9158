package crash_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/run/crash"
)

func TestGuard(t *testing.T) {
	broke := errors.New("broke")
	for _, tt := range []struct {
		name, want string // "" for no error
		f          func() error
	}{
		{"well", "", func() error { return nil }},
		{"an error", "broke", func() error { return broke }},
		{"a panic", "panic: ouch", func() error { panic("ouch") }},
		{"a panic with an error", "panic: broke", func() error { panic(broke) }},
		{"a panic with nil", "panic: panic called with nil argument", func() error { panic(nil) }},
		{"Goexit", "runtime.Goexit", func() error { runtime.Goexit(); return nil }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := crash.Guard(tt.f)
			if tt.want == "" {
				if err != nil {
					t.Errorf("error %v", err)
				}
				return
			}
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Fatalf("error %v, want %q", err, tt.want)
			}
			var crashed *crash.Error
			if errors.As(err, &crashed) != (tt.want != "broke") {
				t.Errorf("error %#v", err)
			}
			if crashed != nil && !strings.Contains(crashed.Stack, "crash_test.go") {
				t.Errorf("the stack doesn't name the function:\n%s", crashed.Stack)
			}
		})
	}
}
