package call

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/toktee/toktee/agent/model"
)

// Defaults of an endpoint.
const (
	defaultRetries = 4
	defaultHeaders = 10 * time.Minute // a model that thinks before it streams is silent for minutes
	defaultIdle    = 5 * time.Minute
)

// resolve returns the endpoint with its defaults filled in, or an error that names its bad field. The error never
// contains the key.
func resolve(ep model.Endpoint, baseURL string) (model.Endpoint, error) {
	if ep.BaseURL == "" {
		ep.BaseURL = baseURL
	}
	ep.Key = model.Key(strings.TrimSpace(string(ep.Key)))
	if err := checkBaseURL(ep); err != nil {
		return model.Endpoint{}, err
	}
	ep.BaseURL = strings.TrimSuffix(ep.BaseURL, "/")
	if i := strings.IndexFunc(string(ep.Key), notInHeader); i >= 0 {
		return model.Endpoint{}, fmt.Errorf("key: byte %d of %d can't stand in a header", i, len(ep.Key))
	}
	if ep.Retries == 0 {
		ep.Retries = defaultRetries
	}
	ep.Retries = max(ep.Retries, 0)
	if ep.Headers <= 0 {
		ep.Headers = defaultHeaders
	}
	if ep.Idle <= 0 {
		ep.Idle = defaultIdle
	}
	if ep.Now == nil {
		ep.Now = time.Now
	}
	if ep.Sleep == nil {
		ep.Sleep = sleep
	}
	if ep.Rand == nil {
		ep.Rand = rand.Float64
	}
	ep.HTTP = withoutRedirects(ep.HTTP)
	return ep, nil
}

// checkBaseURL accepts an http or https address that has a host and nothing that could hold a secret.
func checkBaseURL(ep model.Endpoint) error {
	u, err := url.Parse(ep.BaseURL)
	switch {
	case err != nil || !isWebAddress(u):
		return fmt.Errorf("base URL %q: want http:// or https:// and a host", redact(ep.Key, ep.BaseURL))
	case mayHoldSecret(u):
		return fmt.Errorf("base URL of host %s: want no user, query or fragment; the key goes into a header", u.Host)
	}
	return nil
}

func isWebAddress(u *url.URL) bool {
	return u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

// mayHoldSecret reports whether an address has a part in which people put keys. Such an address would show up in
// errors.
func mayHoldSecret(u *url.URL) bool { return u.User != nil || u.RawQuery != "" || u.Fragment != "" }

// notInHeader reports whether a character of a key can't be sent in a header.
func notInHeader(r rune) bool { return r <= ' ' || r > '~' }

// redact replaces the key in s, wherever it appears.
func redact(key model.Key, s string) string {
	if key == "" {
		return s
	}
	return strings.ReplaceAll(s, string(key), fmt.Sprint(key))
}

// withoutRedirects returns a copy of the client that follows no redirect: the key would go along to another host.
func withoutRedirects(client *http.Client) *http.Client {
	c := http.Client{}
	if client != nil {
		c = *client
	}
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &c
}

// sleep waits, or returns the context's cause as soon as the context ends.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}
