package result

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestToolErrorIs(t *testing.T) {
	tests := []struct {
		err              *ToolError
		aborted, timeout bool
	}{
		{&ToolError{Kind: KindAborted}, true, false},
		{&ToolError{Kind: KindTimeout}, false, true},
		{&ToolError{Kind: KindExit, Message: "aborted: timed out"}, false, false},
		{&ToolError{Kind: KindSignal}, false, false},
		{&ToolError{Kind: KindSpawn}, false, false},
		{&ToolError{Kind: KindInput}, false, false},
		{nil, false, false},
	}
	for _, tt := range tests {
		if got := errors.Is(tt.err, ErrAborted); got != tt.aborted {
			t.Errorf("errors.Is(%+v, ErrAborted) = %v", tt.err, got)
		}
		if got := errors.Is(tt.err, ErrTimeout); got != tt.timeout {
			t.Errorf("errors.Is(%+v, ErrTimeout) = %v", tt.err, got)
		}
		if errors.Is(tt.err, context.Canceled) {
			t.Errorf("%+v is context.Canceled: a tool's end is not its caller's", tt.err)
		}
	}
}

func TestToolErrorText(t *testing.T) {
	tests := []struct {
		err  *ToolError
		want string
	}{
		{&ToolError{KindExit, "2 tests failed"}, "2 tests failed"},
		{&ToolError{Kind: KindSpawn}, "tool error: spawn"},
		{nil, "no tool error"},
	}
	for _, tt := range tests {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("Error() = %q, want %q", got, tt.want)
		}
	}
}

func TestStatus(t *testing.T) {
	tests := []struct {
		name    string
		s       Status
		ok, bad bool
	}{
		{"unknown", Status{}, false, false},
		{"a code that isn't known", Status{Code: 3}, false, false},
		{"exit 0", Status{Known: true}, true, false},
		{"exit 3", Status{Known: true, Code: 3}, false, true},
		{"signal", Status{Signal: "SIGINT"}, false, true},
		{"timeout", Status{Known: true, Timeout: time.Second}, false, true},
		{"abort", Status{Known: true, Aborted: true}, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.s.OK() != tt.ok || tt.s.Bad() != tt.bad {
				t.Errorf("OK %v, Bad %v, want %v, %v", tt.s.OK(), tt.s.Bad(), tt.ok, tt.bad)
			}
			if got := tt.s.toolError() != nil; got != tt.bad {
				t.Errorf("has an error: %v, want %v", got, tt.bad)
			}
		})
	}
}
