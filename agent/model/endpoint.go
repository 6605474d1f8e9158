package model

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Defaults of an [Endpoint].
const (
	DefaultRetries = 4
	DefaultHeaders = 10 * time.Minute // a model that thinks before it streams is silent for minutes
	DefaultIdle    = 5 * time.Minute
	// MaxPause is the longest pause before a retry. A provider that asks for a longer one gets no retry: the error says how long.
	MaxPause = 2 * time.Minute
)

// Endpoint says where a provider is and how it is reached. The zero value of a field is its default. It is not changed
// once it is in use.
type Endpoint struct {
	BaseURL string // such as "https://api.anthropic.com"; each provider has its default
	Key     Key
	Header  http.Header // further headers, such as an organisation or a beta
	// HTTP is the client; nil is one on [http.DefaultTransport]. Its redirects aren't followed, since they would carry the key along.
	HTTP    *http.Client
	Retries int           // further tries after a failure that may pass; 0 is [DefaultRetries], below 0 is none
	Headers time.Duration // limit from sending to the answer's headers; 0 is [DefaultHeaders]
	Idle    time.Duration // limit of silence in a stream; 0 is [DefaultIdle]

	Now   func() time.Time                           // nil is [time.Now]
	Sleep func(context.Context, time.Duration) error // returns early with the context's cause; nil is [Sleep]
	Rand  func() float64                             // in [0, 1), spreads retries; nil is [rand.Float64]
}

// Key is a secret. It prints as "[key]", in every format and log.
type Key string

// String hides the key.
func (k Key) String() string {
	if k == "" {
		return ""
	}
	return "[key]"
}

// GoString hides the key.
func (k Key) GoString() string { return fmt.Sprintf("%q", k.String()) }

// MarshalText hides the key.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// LogValue hides the key.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.String()) }

// Redact replaces the key wherever it stands in s.
func (k Key) Redact(s string) string {
	if k == "" {
		return s
	}
	return strings.ReplaceAll(s, string(k), k.String())
}

// Resolve returns the endpoint with its defaults filled in, or an error that names what is wrong, without the key.
func (e Endpoint) Resolve(baseURL string) (Endpoint, error) {
	if e.BaseURL == "" {
		e.BaseURL = baseURL
	}
	u, err := url.Parse(e.BaseURL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return Endpoint{}, fmt.Errorf("base URL %q: want http:// or https:// and a host", e.Key.Redact(e.BaseURL))
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return Endpoint{}, fmt.Errorf("base URL of host %s: want no user, query or fragment; the key goes into a header", u.Host)
	}
	e.BaseURL = strings.TrimSuffix(e.BaseURL, "/")
	e.Key = Key(strings.TrimSpace(string(e.Key)))
	if i := strings.IndexFunc(string(e.Key), func(r rune) bool { return r <= ' ' || r > '~' }); i >= 0 {
		return Endpoint{}, fmt.Errorf("key: byte %d of %d can't stand in a header", i, len(e.Key))
	}
	if e.Retries == 0 {
		e.Retries = DefaultRetries
	}
	e.Retries = max(e.Retries, 0)
	if e.Headers <= 0 {
		e.Headers = DefaultHeaders
	}
	if e.Idle <= 0 {
		e.Idle = DefaultIdle
	}
	if e.Now == nil {
		e.Now = time.Now
	}
	if e.Sleep == nil {
		e.Sleep = Sleep
	}
	if e.Rand == nil {
		e.Rand = rand.Float64
	}
	client := http.Client{}
	if e.HTTP != nil {
		client = *e.HTTP
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	e.HTTP = &client
	return e, nil
}

// Sleep waits, or returns the context's cause once that ends.
func Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}
