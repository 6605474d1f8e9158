package call

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/agent/model"
)

// maxFailure is how many bytes of a failed answer are read.
const maxFailure = 64 << 10

// Protocol returns the error for an answer that can't be read.
func Protocol(message string, err error) *model.Error {
	return &model.Error{Kind: model.KindProtocol, Message: message, Err: err}
}

// Refused returns the error for an answer that the model or a filter declined to give.
func Refused(message string) *model.Error {
	return &model.Error{Kind: model.KindRefused, Message: message}
}

// Truncated returns the error for a stream that ended before the response did.
func Truncated(err error) *model.Error {
	const message = "the stream ended before the response was complete"
	return &model.Error{Kind: model.KindTruncated, Message: message, Temporary: true, Err: err}
}

// stalled returns the error for a server that was silent for longer than the limit.
func stalled(what string, limit time.Duration, status int) *model.Error {
	return &model.Error{
		Kind: model.KindStalled, Status: status, Message: fmt.Sprintf("%s for %v", what, limit), Temporary: true,
	}
}

// connection returns the error for a request without an answer.
func connection(err error) *model.Error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // u's own text contains the address
	}
	var cert *tls.CertificateVerificationError
	return &model.Error{Kind: model.KindConnection, Message: err.Error(), Temporary: !errors.As(err, &cert), Err: err}
}

// badStatus returns the error for an answer whose status isn't 200.
func badStatus(resp *http.Response, body io.Reader, now time.Time) *model.Error {
	e := Reported(readFailure(body))
	if e.Kind == kindUnknown {
		e.Kind = strings.ToLower(http.StatusText(resp.StatusCode))
	}
	e.Status = resp.StatusCode
	if e.RequestID == "" {
		e.RequestID = requestID(resp.Header)
	}
	e.RetryAfter = retryAfter(resp.Header, now)
	e.Temporary = temporaryStatus(e.Status) && !slices.Contains(lastingKinds, e.Kind)
	switch resp.Header.Get("X-Should-Retry") { // the clients of both companies obey it
	case "true":
		e.Temporary = true
	case "false":
		e.Temporary = false
	}
	if e.Temporary && e.RetryAfter > maxPause {
		e.Message += fmt.Sprintf(" (asks to wait %v)", e.RetryAfter)
	}
	return e
}

// temporaryStatus reports whether a request with such an answer may succeed later.
func temporaryStatus(status int) bool {
	return slices.Contains([]int{408, 409, 429}, status) || status >= 500
}

// notEvents returns the error for an answer that isn't a stream of events, such as a proxy's page.
func notEvents(mediaType string, body io.Reader, id string) *model.Error {
	e := Reported(readFailure(body))
	e.Message = fmt.Sprintf("the answer is %s, want text/event-stream: %s", mediaType, e.Message)
	if e.Kind == kindUnknown {
		e.Kind = model.KindProtocol
	}
	e.RequestID = id
	return e
}

// readFailure reads the beginning of a failed answer, as far as it comes.
func readFailure(body io.Reader) []byte {
	text, _ := io.ReadAll(io.LimitReader(body, maxFailure))
	return text
}

// requestID returns the provider's id of the request, "" if it sends none.
func requestID(h http.Header) string {
	for _, k := range []string{"Request-Id", "X-Request-Id"} {
		if v := h.Get(k); v != "" {
			return v
		}
	}
	return ""
}
