package mcpproxy

import (
	"bytes"
	"io"
	"sync"
)

// maxLine is the most bytes of a line that is looked at. Of a longer one the bytes go through as they come.
const maxLine = 64 << 20

// A splitter calls a function with each line that is written to it, line feed included. The function may keep the line.
type splitter struct {
	line func([]byte)
	long *output // gets the lines that are longer than max
	max  int

	buf    []byte
	isLong bool
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
	case s.isLong:
		s.long.append(part, ends)
		s.isLong = !ends
	case len(s.buf)+len(part) > s.max:
		s.long.begin()
		s.long.append(s.buf, false)
		s.long.append(part, ends)
		s.isLong, s.buf = !ends, nil
	default:
		s.buf = append(s.buf, part...)
		if ends {
			line := s.buf
			s.buf = nil
			s.line(line)
		}
	}
}

func (s *splitter) close() {
	if s.isLong {
		s.long.append(nil, true)
		s.isLong = false
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
