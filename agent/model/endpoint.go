package model

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Endpoint is the address of a provider and the way to reach it. The zero value of a field means its default. An
// endpoint must not be changed once a client uses it.
type Endpoint struct {
	// BaseURL is the address, such as "https://api.anthropic.com"; each provider has its default. It has no user, query
	// or fragment.
	BaseURL string
	Key     Key
	Header  http.Header // further headers, such as an organisation or a beta

	// HTTP is the client; nil is one on [http.DefaultTransport]. Redirects aren't followed: they would carry the key
	// along.
	HTTP *http.Client
	// Retries is the number of further tries after a failure that may pass. 0 means 4, a number below 0 means none.
	Retries int
	// Headers limits the time from sending the request to the headers of the answer. 0 means 10 minutes, since a model
	// that thinks before it streams is silent for minutes.
	Headers time.Duration
	// Idle limits the silence within a stream. 0 means 5 minutes.
	Idle time.Duration

	// The clock and the chance, for tests.

	Now   func() time.Time                           // nil is [time.Now]
	Sleep func(context.Context, time.Duration) error // must return the context's cause when it ends; nil waits
	Rand  func() float64                             // in [0, 1), spreads retries; nil is [math/rand/v2.Float64]
}

// A Key is a secret. It prints as "[key]", whatever the verb, and in JSON and logs. Only a conversion to string reveals
// it.
type Key string

// hidden is printed in place of a key.
const hidden = "[key]"

// Format implements [fmt.Formatter]: it hides the key from every verb.
func (k Key) Format(f fmt.State, verb rune) {
	text := ""
	if k != "" {
		text = hidden
	}
	if verb == 'q' || verb == 'v' && f.Flag('#') {
		text = fmt.Sprintf("%q", text)
	}
	_, _ = io.WriteString(f, text)
}

// MarshalText implements [encoding.TextMarshaler]: it hides the key in JSON and in logs.
func (k Key) MarshalText() ([]byte, error) { return fmt.Append(nil, k), nil }
