package call

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toktee/toktee/agent/model"
)

// maxFailure is how much of a failed answer is read.
const maxFailure = 64 << 10

// temporary are the providers' own words for failures that may pass.
var temporary = []string{
	"overloaded_error", "api_error", "rate_limit_error", "timeout_error", // Anthropic
	"server_error", "rate_limit_exceeded", "internal_error", "service_unavailable", "timeout", "overloaded", // OpenAI and those who speak like it
}

// lasting are their words for failures that don't pass, though the status looks as if they would.
var lasting = []string{"insufficient_quota", "billing_hard_limit_reached", "billing_error"}

// Told is the error that a provider told in an event of its stream, or in the body of a failed answer.
func Told(body []byte) *model.Error {
	var w struct {
		Error     json.RawMessage `json:"error"`
		RequestID string          `json:"request_id"`
		words
	}
	e := &model.Error{Kind: "error"}
	if err := json.Unmarshal(body, &w); err != nil {
		e.Message = string(body)
		return e
	}
	inner := w.words
	if len(w.Error) > 0 && string(w.Error) != "null" {
		var said string
		if json.Unmarshal(w.Error, &said) == nil {
			inner.Message = said
		} else if err := json.Unmarshal(w.Error, &inner); err != nil {
			inner.Message = string(w.Error)
		}
	}
	var code string // OpenAI says more in code than in type; others put the status there, as a number
	_ = json.Unmarshal(inner.Code, &code)
	switch {
	case code != "":
		e.Kind = code
	case inner.Type != "":
		e.Kind = inner.Type
	}
	if e.Message = inner.Message; e.Message == "" {
		e.Message = inner.Detail
	}
	if e.Message == "" && e.Kind == "error" {
		e.Message = string(body)
	}
	e.RequestID = w.RequestID
	e.Temporary = slices.Contains(temporary, e.Kind) || slices.Contains(temporary, inner.Type)
	if slices.Contains(lasting, e.Kind) || slices.Contains(lasting, inner.Type) {
		e.Temporary = false
	}
	return e
}

type words struct {
	Type    string          `json:"type"`
	Code    json.RawMessage `json:"code"`
	Message string          `json:"message"`
	Detail  string          `json:"detail"`
}

// answered is the error for an answer whose status isn't 200.
func answered(resp *http.Response, body io.Reader, now time.Time) *model.Error {
	text, _ := io.ReadAll(io.LimitReader(body, maxFailure)) // what there is of it
	e := Told(text)
	if e.Kind == "error" {
		e.Kind = strings.ToLower(http.StatusText(resp.StatusCode))
	}
	e.Status = resp.StatusCode
	if e.RequestID == "" {
		e.RequestID = requestID(resp.Header)
	}
	e.RetryAfter = retryAfter(resp.Header, now)
	quota := slices.Contains(lasting, e.Kind)
	e.Temporary = !quota && (e.Status == 408 || e.Status == 409 || e.Status == 429 || e.Status >= 500)
	switch resp.Header.Get("X-Should-Retry") { // both providers' own clients obey it
	case "true":
		e.Temporary = true
	case "false":
		e.Temporary = false
	}
	if e.Temporary && e.RetryAfter > model.MaxPause {
		e.Message += fmt.Sprintf(" (asks to wait %v)", e.RetryAfter)
	}
	return e
}

// retryAfter reads the pause that a provider asks for: in milliseconds, seconds, or as a date.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return seconds(ms / 1000)
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		return seconds(s)
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// seconds is s seconds, at least 0 and at most a year: NaN and infinity are numbers to strconv too.
func seconds(s float64) time.Duration {
	const year = 365 * 24 * 3600
	if !(s > 0) {
		return 0
	}
	return time.Duration(min(s, year) * float64(time.Second))
}

// backoff is the pause after a failed try: what the provider asks for, else 0.5 s, 1 s, 2 s ... up to 16 s, of which
// chance takes up to a quarter.
func backoff(attempt int, asked time.Duration, rand func() float64) time.Duration {
	if asked > 0 {
		return asked
	}
	d := 500 * time.Millisecond << min(attempt-1, 5)
	return d - time.Duration(rand()*float64(d)/4)
}

// connection is the error for a request without an answer.
func connection(err error) *model.Error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // its own text holds the address
	}
	var cert *tls.CertificateVerificationError
	return &model.Error{Kind: model.KindConnection, Message: err.Error(), Temporary: !errors.As(err, &cert), Err: err}
}

func stalled(what string, limit time.Duration, status int) *model.Error {
	return &model.Error{Kind: model.KindStalled, Status: status, Message: fmt.Sprintf("%s for %v", what, limit), Temporary: true}
}

// notEvents is the error for an answer of another kind than events, such as a proxy's page.
func notEvents(mediaType string, body io.Reader, id string) *model.Error {
	text, _ := io.ReadAll(io.LimitReader(body, maxFailure))
	e := Told(text)
	e.Message = fmt.Sprintf("the answer is %s, want text/event-stream: %s", mediaType, e.Message)
	if e.Kind == "error" {
		e.Kind = model.KindProtocol
	}
	e.RequestID = id
	return e
}
