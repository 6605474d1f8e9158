// Package call sends a request whose answer is a stream of events, and tries again where that is safe.
//
// A try that failed before anything was passed on is repeated after a pause when the failure may pass: no connection, a
// status of 408, 409, 429 or 5xx, or an error in the stream of such a kind. Once something was passed on, nothing is
// repeated, since the caller has acted on it. A context that ends closes the connection, which the server sees at once.
package call

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/toktee/toktee/agent/internal/sse"
	"github.com/toktee/toktee/agent/model"
)

// drain is how long a complete stream may take to end, so that its connection can be used again.
const drain = 50 * time.Millisecond

// Request is a POST of JSON.
type Request struct {
	Provider string
	URL      string
	Header   http.Header // besides the endpoint's own
	Body     []byte
}

// A Decoder reads one provider's events. It is used for one try.
type Decoder interface {
	// Event takes one event and reports whether the response is complete. An error is an [*model.Error].
	Event(e sse.Event) (done bool, err error)
	// End reports whether the response counts as complete though no event said so, now that the stream has ended. An error is
	// an [*model.Error].
	End() (done bool, err error)
	// Response is what there is until now. It is called last.
	Response() model.Response
}

// Stream sends the request and has its answer decoded. The response holds what was complete, with an error too.
func Stream(ctx context.Context, ep *model.Endpoint, req Request, on func(model.Event), decoder func(emit func(model.Event)) Decoder) (model.Response, error) {
	passed := false
	emit := func(e model.Event) {
		passed = true
		on(e)
	}
	for attempt := 1; ; attempt++ {
		if ctx.Err() != nil {
			return model.Response{}, context.Cause(ctx)
		}
		d := decoder(emit)
		failed := once(ctx, ep, req, d)
		switch {
		case failed == nil:
			return d.Response(), nil
		case ctx.Err() != nil:
			return d.Response(), context.Cause(ctx)
		}
		failed.Provider, failed.Attempts = req.Provider, attempt
		failed.Kind, failed.Message = line(ep.Key.Redact(failed.Kind)), line(ep.Key.Redact(failed.Message))
		failed.RequestID = line(ep.Key.Redact(failed.RequestID))
		if passed || !failed.Temporary || attempt > ep.Retries || failed.RetryAfter > model.MaxPause {
			return d.Response(), failed
		}
		pause := backoff(attempt, failed.RetryAfter, ep.Rand)
		on(model.Retry{Attempt: attempt, After: pause, Err: failed})
		if err := ep.Sleep(ctx, pause); err != nil {
			return model.Response{}, err
		}
	}
}

var errStalled = errors.New("stalled")

// once makes one try.
func once(ctx context.Context, ep *model.Endpoint, req Request, d Decoder) *model.Error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	limit := ep.Headers
	idle := time.AfterFunc(limit, func() { cancel(errStalled) })
	defer idle.Stop()

	r, err := http.NewRequestWithContext(ctx, http.MethodPost, req.URL, bytes.NewReader(req.Body))
	if err != nil {
		return &model.Error{Kind: model.KindRequest, Message: "the address can't be used", Err: err}
	}
	for _, h := range []http.Header{ep.Header, req.Header} {
		for k, v := range h {
			r.Header[http.CanonicalHeaderKey(k)] = v
		}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	resp, err := ep.HTTP.Do(r)
	if err != nil {
		if errors.Is(context.Cause(ctx), errStalled) {
			return stalled("no answer", limit, 0)
		}
		return connection(err)
	}
	defer resp.Body.Close()
	limit = ep.Idle
	idle.Stop()
	body := &watched{resp.Body, idle, limit, maxAnswer}
	id := requestID(resp.Header)
	if resp.StatusCode != http.StatusOK {
		return answered(resp, body, ep.Now())
	}
	if t, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type")); err == nil && t != "text/event-stream" {
		return notEvents(t, body, id)
	}
	failed := events(sse.NewReader(body), d)
	switch {
	case failed == nil:
		idle.Reset(drain)
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
		return nil
	case errors.Is(context.Cause(ctx), errStalled):
		failed = stalled("nothing more came", limit, resp.StatusCode)
	}
	failed.RequestID = id
	if failed.Status == 0 {
		failed.Status = resp.StatusCode
	}
	return failed
}

// events hands all events to the decoder until the response is complete.
func events(s *sse.Reader, d Decoder) *model.Error {
	for {
		e, err := s.Next()
		var done bool
		switch {
		case err == nil:
			done, err = d.Event(e)
		case err == io.EOF:
			if done, err = d.End(); !done && err == nil {
				return truncated(io.ErrUnexpectedEOF)
			}
		case errors.Is(err, sse.ErrTooLarge), errors.Is(err, errEndless):
			return &model.Error{Kind: model.KindProtocol, Message: err.Error(), Err: err}
		default:
			return truncated(err)
		}
		if err != nil {
			var failed *model.Error
			if !errors.As(err, &failed) {
				failed = &model.Error{Kind: model.KindProtocol, Message: err.Error(), Err: err}
			}
			return failed
		}
		if done {
			return nil
		}
	}
}

func truncated(err error) *model.Error {
	return &model.Error{Kind: model.KindTruncated, Message: "the stream ended before the response was complete", Temporary: true, Err: err}
}

// maxAnswer is the most that is read of an answer: what a decoder keeps of a stream without an end would have none either.
const maxAnswer = 256 << 20

var errEndless = errors.New("the answer has more than 268435456 bytes")

// watched runs the timer while it waits for something, and ends a stream that has no end. The time that the caller takes for what came is no silence.
type watched struct {
	r     io.Reader
	timer *time.Timer
	limit time.Duration
	left  int64 // bytes that may still come
}

func (w *watched) Read(p []byte) (int, error) {
	if w.left <= 0 {
		return 0, errEndless
	}
	w.timer.Reset(w.limit)
	defer w.timer.Stop()
	n, err := w.r.Read(p[:min(int64(len(p)), w.left)])
	w.left -= int64(n)
	return n, err
}

func requestID(h http.Header) string {
	for _, k := range []string{"Request-Id", "X-Request-Id"} {
		if v := h.Get(k); v != "" {
			return v
		}
	}
	return ""
}

// line is s on one line of at most 500 characters.
func line(s string) string {
	s = strings.ToValidUTF8(strings.Join(strings.Fields(s), " "), "\ufffd")
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, s)
	if r := []rune(s); len(r) > 500 {
		s = string(r[:500]) + "…"
	}
	return s
}
