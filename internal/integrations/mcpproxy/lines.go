package mcpproxy

import (
	"bytes"
	"io"
	"sync"
)

// maxLine is the most bytes of a line that is held. The bytes of a longer one go through as they come, except for
// secrets in results.
const maxLine = 64 << 20

// A splitter calls a function with each line that is written to it, line feed included. The function may keep the line.
type splitter struct {
	line func([]byte)
	long *output // gets the lines that are longer than max
	mask bool    // their texts get there without secrets
	max  int

	buf  []byte
	rest io.Writer // of a long line; nil for none
}

func (s *splitter) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		part := p
		i := bytes.IndexByte(p, '\n')
		if i >= 0 {
			part = p[:i+1]
		}
		p = p[len(part):]
		s.add(part, i >= 0)
	}
	return n, nil
}

func (s *splitter) add(part []byte, ends bool) {
	switch {
	case s.rest != nil:
		s.pass(part, ends)
	case len(s.buf)+len(part) > s.max:
		s.long.begin()
		s.rest = appender{s.long}
		if s.mask {
			s.rest = &masking{w: s.rest}
		}
		s.pass(s.buf, false)
		s.buf = nil
		s.pass(part, ends)
	default:
		s.buf = append(s.buf, part...)
		if ends {
			line := s.buf
			s.buf = nil
			s.line(line)
		}
	}
}

// pass hands on a part of a long line. Errors are kept by the output.
func (s *splitter) pass(part []byte, ends bool) {
	_, _ = s.rest.Write(part)
	if ends {
		s.long.append(nil, true)
		s.rest = nil
	}
}

func (s *splitter) close() {
	if s.rest != nil {
		s.pass(nil, true)
	}
	if len(s.buf) > 0 {
		s.line(s.buf)
		s.buf = nil
	}
}

// An output writes whole lines, each in one go. After an error it drops them.
type output struct {
	w      io.Writer
	failed func(error) // called with the first error

	mu  sync.Mutex
	err error
}

func (o *output) write(line []byte) {
	o.begin()
	o.append(line, true)
}

// begin begins a line of several parts. Nothing else is written until its last one.
func (o *output) begin() { o.mu.Lock() }

func (o *output) append(part []byte, ends bool) {
	if o.err == nil && len(part) > 0 {
		if _, o.err = o.w.Write(part); o.err != nil && o.failed != nil {
			o.failed(o.err)
		}
	}
	if ends {
		o.mu.Unlock()
	}
}

// An appender writes parts of a line that has begun.
type appender struct{ o *output }

func (a appender) Write(part []byte) (int, error) {
	a.o.append(part, false)
	return len(part), nil
}
