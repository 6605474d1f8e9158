package mcpremote

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"
)

const (
	firstPause = time.Second
	lastPause  = time.Minute
	// maxTries is how often a stream that breaks off is taken up again without anything new.
	maxTries = 5
)

// An event is a message of a stream.
type event struct {
	id    string
	data  []byte
	retry time.Duration
}

// follow hands on the messages of the stream that answers a request, and resumes it if it breaks off before the
// answer, if the server lets it.
func (r *Remote) follow(ctx context.Context, body io.Reader, m *message) error {
	last, answered, err := r.read(body, m)
	for tries := 0; !answered && m.isRequest() && last.id != "" && !m.isModern() && tries < maxTries; tries++ {
		if !r.pause(ctx, last.retry, tries) {
			return ctx.Err()
		}
		var resp *http.Response
		if resp, err = r.resume(ctx, last.id); err != nil {
			continue
		}
		before := last.id
		var now event
		now, answered, err = r.read(resp.Body, m)
		resp.Body.Close()
		if now.id != "" {
			last = now
		}
		if last.id != before {
			tries = 0
		}
	}
	if answered || !m.isRequest() {
		return nil
	}
	return errors.Join(errors.New("the server's stream ended before its answer"), err)
}

// resume continues a stream after an event; "" is the stream of the server's own messages.
func (r *Remote) resume(ctx context.Context, id string) (*http.Response, error) {
	req, err := r.request(ctx, http.MethodGet, nil, &message{})
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	if id != "" {
		req.Header.Set("Last-Event-ID", id)
	}
	resp, err := r.o.Client.Do(req)
	if err != nil {
		return nil, err
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if resp.StatusCode != http.StatusOK || kind != "text/event-stream" {
		resp.Body.Close()
		return nil, fmt.Errorf("the server gives no stream: %s", resp.Status)
	}
	return resp, nil
}

// listen follows the server's own messages, as long as the session lasts. Most servers have no such stream.
func (r *Remote) listen() {
	r.busy.Go(func() {
		last := event{}
		for tries := 0; tries < maxTries; tries++ {
			resp, err := r.resume(r.ctx, last.id)
			if err != nil {
				if last.id == "" {
					return
				}
			} else {
				now, _, _ := r.read(resp.Body, &message{})
				resp.Body.Close()
				if now.id != "" && now.id != last.id {
					last, tries = now, 0
				}
			}
			if !r.pause(r.ctx, last.retry, tries) {
				return
			}
		}
	})
}

// pause waits before a stream is taken up again: for as long as the server asks, or longer each time.
func (r *Remote) pause(ctx context.Context, retry time.Duration, tries int) bool {
	if retry == 0 {
		retry = min(firstPause<<tries, lastPause)
	}
	select {
	case <-r.o.After(retry):
		return true
	case <-ctx.Done():
		return false
	}
}

// read hands on the messages of a stream until it ends. It returns the last event, and whether the answer to a request
// was among them.
func (r *Remote) read(body io.Reader, m *message) (last event, answered bool, err error) {
	in := bufio.NewReaderSize(body, 64<<10)
	var e event
	for {
		line, err := lineOf(in, maxMessage-len(e.data))
		switch {
		case err == io.EOF:
			return last, answered, nil
		case err != nil:
			return last, answered, err
		case len(line) > 0:
			e.field(line)
			continue
		}
		if e.id != "" {
			last.id = e.id
		}
		if e.retry > 0 {
			last.retry = e.retry
		}
		if len(e.data) > 0 {
			answered = answered || answers(e.data, m)
			r.deliver(e.data, m)
		}
		e = event{}
	}
}

// lineOf reads a line, without its end.
func lineOf(in *bufio.Reader, most int) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > most:
			return nil, fmt.Errorf("a message has more than %d bytes", maxMessage)
		case err == bufio.ErrBufferFull:
		case err != nil:
			return nil, err
		default:
			return bytes.TrimRight(line, "\r\n"), nil
		}
	}
}

func (e *event) field(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "data":
		if len(e.data) > 0 {
			e.data = append(e.data, '\n')
		}
		e.data = append(e.data, value...)
	case "id":
		e.id = string(value)
	case "retry":
		if ms, err := strconv.Atoi(string(value)); err == nil && ms >= 0 {
			e.retry = min(time.Duration(ms)*time.Millisecond, lastPause)
		}
	}
}

// answers reports whether a message is the answer to a request.
func answers(data []byte, m *message) bool {
	var a message
	if !m.isRequest() || json.Unmarshal(data, &a) != nil {
		return false
	}
	var one, other any
	return a.Method == "" && json.Unmarshal(a.ID, &one) == nil && json.Unmarshal(m.ID, &other) == nil && one == other
}
