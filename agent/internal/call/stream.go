package call

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/toktee/toktee/agent/internal/sse"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/internal/text/words"
)

// Request is a POST of JSON.
type Request struct {
	Path   string      // below the endpoint's address
	Header http.Header // besides the endpoint's own
	Body   any         // is sent as JSON
}

// A Decoder reads the events of one answer. It is used for one try.
type Decoder interface {
	// Event takes one event and reports whether the response is complete. An error is a [*model.Error].
	Event(e sse.Event) (done bool, err error)
	// StreamEnded is called when the stream has ended and no event has completed the response. It reports whether the
	// response counts as complete all the same. An error is a [*model.Error].
	StreamEnded() (done bool, err error)
	// Response returns the complete parts so far. It is called last.
	Response() model.Response
}

// Stream sends the request and has the answer decoded. on gets the events of the answer, and a [model.Retry] before
// each further try. The response holds the complete parts, with an error too.
func (c *Client) Stream(
	ctx context.Context, req Request, on func(model.Event), newDecoder func(emit func(model.Event)) Decoder,
) (model.Response, error) {
	body, err := encode(req.Body)
	if err != nil {
		return model.Response{}, c.BadRequest(err)
	}
	passed := false // an event has reached the caller
	emit := func(e model.Event) {
		passed = true
		on(e)
	}
	for attempt := 1; ; attempt++ {
		if ctx.Err() != nil {
			return model.Response{}, context.Cause(ctx)
		}
		d := newDecoder(emit)
		failed := c.try(ctx, req, body, d)
		switch {
		case failed == nil:
			return d.Response(), nil
		case ctx.Err() != nil:
			return d.Response(), context.Cause(ctx)
		}
		c.sign(failed, attempt)
		if passed || attempt > c.ep.Retries || !mayRepeat(failed) {
			return d.Response(), failed
		}
		pause := backoff(attempt, failed.RetryAfter, c.ep.Rand)
		on(model.Retry{Attempt: attempt, After: pause, Err: failed})
		if err := c.ep.Sleep(ctx, pause); err != nil {
			return model.Response{}, err
		}
	}
}

// sign adds to an error who failed at which attempt, and takes the key out of its texts.
func (c *Client) sign(failed *model.Error, attempt int) {
	failed.Provider, failed.Attempts = c.provider, attempt
	for _, text := range []*string{&failed.Kind, &failed.Message, &failed.RequestID} {
		*text = words.Cut(words.OneLine(redact(c.ep.Key, *text)), 500)
	}
}

// errStalled is the cause with which a try is cancelled when the server is silent for too long.
var errStalled = errors.New("stalled")

// drainTime is how long a complete stream may take to end, so that its connection can be used again.
const drainTime = 50 * time.Millisecond

// try sends the request once and has its answer decoded. It returns nil if the response is complete.
func (c *Client) try(ctx context.Context, req Request, body []byte, d Decoder) *model.Error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silence := time.AfterFunc(c.ep.Headers, func() { cancel(errStalled) })
	defer silence.Stop()

	r, err := c.post(ctx, req, body)
	if err != nil {
		return &model.Error{Kind: model.KindRequest, Message: "the address can't be used", Err: err}
	}
	resp, err := c.ep.HTTP.Do(r)
	if err != nil {
		if errors.Is(context.Cause(ctx), errStalled) {
			return stalled("no answer", c.ep.Headers, 0)
		}
		return connection(err)
	}
	defer resp.Body.Close()
	silence.Stop()
	answer := &watchedReader{resp.Body, silence, c.ep.Idle, maxAnswer}
	if resp.StatusCode != http.StatusOK {
		return badStatus(resp, answer, c.ep.Now())
	}
	id := requestID(resp.Header)
	if t, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type")); err == nil && t != "text/event-stream" {
		return notEvents(t, answer, id)
	}
	failed := decode(sse.NewReader(answer), d)
	switch {
	case failed == nil:
		silence.Reset(drainTime)
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
		return nil
	case errors.Is(context.Cause(ctx), errStalled):
		failed = stalled("nothing more came", c.ep.Idle, resp.StatusCode)
	}
	failed.RequestID = id
	if failed.Status == 0 {
		failed.Status = resp.StatusCode
	}
	return failed
}

// post builds the HTTP request. The provider's headers replace the endpoint's of the same name.
func (c *Client) post(ctx context.Context, req Request, body []byte) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.ep.BaseURL+req.Path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for _, h := range []http.Header{c.ep.Header, req.Header} {
		for k, v := range h {
			r.Header[http.CanonicalHeaderKey(k)] = v
		}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	return r, nil
}

// decode hands events to the decoder until the response is complete.
func decode(s *sse.Reader, d Decoder) *model.Error {
	for {
		e, err := s.Next()
		var done bool
		switch {
		case err == nil:
			done, err = d.Event(e)
		case err == io.EOF:
			if done, err = d.StreamEnded(); !done && err == nil {
				return Truncated(io.ErrUnexpectedEOF)
			}
		case errors.Is(err, sse.ErrTooLarge), errors.Is(err, errEndless):
			return Protocol(err.Error(), err)
		default:
			return Truncated(err)
		}
		if err != nil {
			var failed *model.Error
			if !errors.As(err, &failed) {
				failed = Protocol(err.Error(), err)
			}
			return failed
		}
		if done {
			return nil
		}
	}
}
