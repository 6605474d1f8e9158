package gateway

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/run/crash"
)

// A usage has the tokens that a provider bills for a request.
type usage struct{ input, cached, written, output int }

const (
	maxLine = 4 << 20  // bytes of an event of a stream; a longer one isn't read
	maxJSON = 16 << 20 // bytes of a response that is no stream
)

// meter lets a copy of the response pass through a reader of its usage.
func (ex *exchange) meter(resp *http.Response) {
	if ex.req == nil || resp.StatusCode != http.StatusOK {
		return
	}
	m := &meter{memory: &ex.g.memory, stream: isStream(resp.Header), said: ex.req.answer()}
	var sink io.Writer = m
	done := func() {}
	if encoding := resp.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		sink, done = decoded(encoding, m)
	}
	resp.Body = &metered{ReadCloser: resp.Body, sink: sink, end: func() {
		done()
		m.close()
		ex.req.noteBill(m.used)
		ex.req.checkClaims(m.said)
	}, warn: ex.g.warn}
}

func isStream(h http.Header) bool {
	return strings.HasPrefix(h.Get("Content-Type"), "text/event-stream")
}

// decoded returns a writer whose bytes reach another one decoded, and a function that waits for the last ones.
func decoded(encoding string, to io.Writer) (io.Writer, func()) {
	r, w := io.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if dec, err := reader(encoding, r); err == nil {
			_, _ = io.Copy(to, dec) // of a damaged response, the usage isn't known
		}
		_, _ = io.Copy(io.Discard, r)
	}()
	return w, func() {
		w.Close()
		<-ended
	}
}

// metered is a body whose bytes are copied as they are read.
type metered struct {
	io.ReadCloser
	sink io.Writer
	end  func() // nil after it was called
	warn func(error)
}

// safely reads the usage: nothing that goes wrong there may break the response.
func (m *metered) safely(read func()) {
	err := crash.Guard(func() error {
		read()
		return nil
	})
	if err != nil {
		m.end = nil
		m.warn(fmt.Errorf("reading the usage of a response: %w", err))
	}
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	if n > 0 && m.end != nil {
		m.safely(func() { _, _ = m.sink.Write(p[:n]) }) // it has no errors
	}
	if err != nil {
		m.finish()
	}
	return n, err
}

func (m *metered) Close() error {
	m.finish()
	return m.ReadCloser.Close()
}

func (m *metered) finish() {
	if m.end != nil {
		m.safely(m.end)
		m.end = nil
	}
}

// A meter reads the usage in a response: in the events of a stream, or in the one JSON value.
type meter struct {
	memory *memory
	stream bool
	line   []byte
	long   bool // the line is too long to be read
	used   usage
	said   *answer // nil: the response's text isn't wanted
}

func (m *meter) Write(p []byte) (int, error) {
	n := len(p)
	for m.stream {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			break
		}
		m.add(p[:i], maxLine)
		m.event()
		p = p[i+1:]
	}
	if m.stream {
		m.add(p, maxLine)
	} else {
		m.add(p, maxJSON)
	}
	return n, nil
}

func (m *meter) add(p []byte, most int) {
	if m.long = m.long || len(m.line)+len(p) > most; !m.long {
		m.line = append(m.line, p...)
	}
}

// event reads the line of an event, and begins the next one.
func (m *meter) event() {
	if data, ok := bytes.CutPrefix(m.line, []byte("data:")); ok && !m.long {
		m.read(bytes.TrimSpace(data))
	}
	m.line, m.long = m.line[:0], false
}

func (m *meter) close() {
	if m.stream {
		m.event()
	} else if !m.long {
		m.read(bytes.TrimSpace(m.line))
	}
	m.line = nil
}

// read reads an event, or a whole response.
func (m *meter) read(data []byte) {
	m.said.add(data)
	if bytes.Contains(data, []byte(`"response.output_item.done"`)) {
		m.readCall(data)
	}
	if bytes.Contains(data, []byte(`"usage`)) {
		cur := &cursor{b: data}
		m.members(cur, 0)
	}
}

// members looks for the usage in an object and in its members that may have it.
//
//	{"type":"message_start","message":{"usage":{"input_tokens":3,"cache_read_input_tokens":12000}}}
//	{"type":"response.completed","response":{"usage":{"input_tokens":12003}}}
//	{"usage":{"prompt_tokens":12003}}
//	{"usageMetadata":{"promptTokenCount":12003}}
func (m *meter) members(cur *cursor, depth int) {
	switch {
	case cur.peek() == '[' && depth < 2: // Gemini without events
		cur.array(func() { m.members(cur, depth+1) })
		return
	case cur.peek() != '{':
		cur.value()
		return
	}
	cur.object(func(name string) {
		switch {
		case (name == "message" || name == "response") && depth < 2:
			m.members(cur, depth+1)
		case name == "usage" || name == "usageMetadata":
			m.usage(cur)
		default:
			cur.value()
		}
	})
}

// usage reads the counts of a provider. Events repeat them, so the last ones hold.
func (m *meter) usage(cur *cursor) {
	if cur.peek() != '{' {
		cur.value()
		return
	}
	all, cached, out, thoughts := -1, -1, -1, 0
	cur.object(func(name string) {
		if (name == "prompt_tokens_details" || name == "input_tokens_details") && cur.peek() == '{' {
			cur.object(func(name string) {
				if v := cur.value(); name == "cached_tokens" {
					cached = number(v.of(cur.b))
				}
			})
			return
		}
		switch n := number(cur.value().of(cur.b)); name {
		case "input_tokens", "prompt_tokens", "promptTokenCount":
			all = n
		case "cachedContentTokenCount":
			cached = n
		case "cache_read_input_tokens": // Anthropic counts it apart
			m.used.cached = n
		case "cache_creation_input_tokens":
			m.used.written = n
		case "output_tokens", "completion_tokens", "candidatesTokenCount":
			out = n
		case "thoughtsTokenCount":
			thoughts = n
		}
	})
	if all >= 0 {
		m.used.input = all - max(cached, 0)
	}
	if cached >= 0 {
		m.used.cached = cached
	}
	if out >= 0 || thoughts > 0 {
		m.used.output = max(out, 0) + thoughts
	}
}

func number(b []byte) int {
	n, _ := strconv.Atoi(string(b))
	return max(n, 0)
}

// readCall remembers a call of a model whose conversation the provider keeps.
func (m *meter) readCall(data []byte) {
	var it node
	cur := &cursor{b: data}
	cur.object(func(name string) {
		if name == "item" {
			it = cur.node(0)
		} else {
			cur.value()
		}
	})
	if it.answers == "" || it.args.isEmpty() {
		return
	}
	args := string(it.args.of(data))
	if isString(data, it.args) {
		args = stringAt(data, it.args)
	}
	m.memory.addCall(it.answers, it.name, args)
}
