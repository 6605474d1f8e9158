package model

import (
	"fmt"
	"strings"
	"time"
)

// Error is how a provider failed. It holds no key and no address beyond the host.
type Error struct {
	Provider   string        // "anthropic", "openaichat" or "openairesponses"
	Status     int           // of HTTP; 0 where there was no answer, 200 where the stream broke
	Kind       string        // the provider's own word, such as "overloaded_error", or one of the Kind constants
	Message    string        // what the provider said, on one line
	RequestID  string        // the provider's, for its support
	Attempts   int           // how often it was tried
	RetryAfter time.Duration // the pause that the provider asked for; 0 for none
	Temporary  bool          // a later try may succeed
	Err        error         // what lies below, may be nil
}

// Kinds of errors that are found on this side.
const (
	KindConnection = "connection" // no answer
	KindTruncated  = "truncated"  // the stream ended before the response did
	KindStalled    = "stalled"    // nothing came for too long
	KindProtocol   = "protocol"   // the answer can't be read
	KindRefused    = "refused"    // the model or a filter declined to answer
	KindRequest    = "request"    // the request couldn't be built
)

// Error says who failed and how: "anthropic: overloaded_error (529): Overloaded; tried 5 times".
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Provider + ": " + e.Kind)
	if e.Status != 0 && e.Status != 200 {
		fmt.Fprintf(&b, " (%d)", e.Status)
	}
	if e.Message != "" {
		b.WriteString(": " + e.Message)
	}
	if e.Attempts > 1 {
		fmt.Fprintf(&b, "; tried %d times", e.Attempts)
	}
	if e.RequestID != "" {
		b.WriteString("; request " + e.RequestID)
	}
	return b.String()
}

// Unwrap returns what lies below.
func (e *Error) Unwrap() error { return e.Err }
