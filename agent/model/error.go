package model

import (
	"fmt"
	"strings"
	"time"
)

// Error describes how a provider failed. It contains no key, and of the address at most the host.
type Error struct {
	Provider string // "anthropic", "openaichat" or "openairesponses"
	Status   int    // the HTTP status; 0 if there was no answer, 200 if the stream broke off
	// Kind is the provider's own word, such as "overloaded_error", or one of the Kind constants.
	Kind       string
	Message    string        // the provider's message, on one line
	RequestID  string        // the provider's id of the request, for its support
	Attempts   int           // how many times the request was sent
	RetryAfter time.Duration // the pause that the provider asks for; 0 for none
	Temporary  bool          // a later try may succeed
	Err        error         // the underlying error, may be nil
}

// The kinds of errors that are found on this side.
const (
	KindConnection = "connection" // no answer
	KindTruncated  = "truncated"  // the stream ended before the response did
	KindStalled    = "stalled"    // nothing came for too long
	KindProtocol   = "protocol"   // the answer can't be read
	KindRefused    = "refused"    // the model or a filter declined to answer
	KindRequest    = "request"    // the request couldn't be built
)

// Error names the provider and its failure: "anthropic: overloaded_error (529): Overloaded; tried 5 times".
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

// Unwrap returns the underlying error.
func (e *Error) Unwrap() error { return e.Err }
