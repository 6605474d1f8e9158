// Package sse reads server-sent events, as the HTML standard defines them.
//
// A line ends with CR, LF or both; an event ends with an empty line:
//
//	event: greeting
//	data: hello
//	data: world
//
// If the end of the stream cuts an event, [Reader.Next] returns [io.ErrUnexpectedEOF] in place of the event. An event
// of more than 32 MiB is an error, and a [Reader] holds one event at most. It is for one goroutine.
package sse

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// maxEvent is the largest event in bytes.
const maxEvent = 32 << 20

// ErrTooLarge is the error for an event that is larger than the limit.
var ErrTooLarge = errors.New("event of over 33554432 bytes")

// Event is one event with data.
type Event struct {
	Name string // "message" if the stream names none
	Data string // its data lines, joined by line feeds
}

// Reader reads events from a stream.
type Reader struct {
	r     *bufio.Reader
	begun bool // the first line was read
	skip  bool // the last line ended with CR: an LF that follows belongs to it
	line  []byte
}

// NewReader returns a reader of r.
func NewReader(r io.Reader) *Reader { return &Reader{r: bufio.NewReaderSize(r, 16<<10)} }

// Next returns the next event that has data. The error is [io.EOF] at the stream's end, [io.ErrUnexpectedEOF] if the
// end cuts an event, [ErrTooLarge], or the stream's own.
func (s *Reader) Next() (Event, error) {
	var e openEvent
	for {
		line, err := s.readLine()
		if err != nil {
			if err == io.EOF && (e.begun || len(line) > 0) {
				err = io.ErrUnexpectedEOF
			}
			return Event{}, err
		}
		if !s.begun {
			s.begun = true
			line = strings.TrimPrefix(line, "\ufeff") // a byte order mark
		}
		if line != "" {
			if err := e.add(line); err != nil {
				return Event{}, err
			}
			continue
		}
		if e.hasData {
			return e.event(), nil
		}
		e = openEvent{} // a name without data is no event
	}
}

// An openEvent is an event whose empty line hasn't come yet.
type openEvent struct {
	begun   bool // it has a name or data
	hasData bool
	name    string
	data    strings.Builder
}

// add takes one line: a field and its value. A line without a field is a comment, which keeps the connection alive.
func (e *openEvent) add(line string) error {
	field, value, _ := strings.Cut(line, ":")
	value = strings.TrimPrefix(value, " ")
	switch field {
	case "event":
		e.name, e.begun = value, true
	case "data":
		if e.hasData {
			e.data.WriteByte('\n')
		}
		if e.data.Len()+len(value) > maxEvent {
			return ErrTooLarge
		}
		e.data.WriteString(value)
		e.hasData, e.begun = true, true
	}
	return nil
}

// event returns the event, now that it is complete.
func (e *openEvent) event() Event {
	if e.name == "" {
		e.name = "message"
	}
	return Event{e.name, e.data.String()}
}

// readLine returns a line without its end. If the stream ends within a line, what there is of it comes with the error.
func (s *Reader) readLine() (string, error) {
	s.line = s.line[:0]
	for {
		c, err := s.r.ReadByte()
		if err != nil {
			return string(s.line), err
		}
		if s.skip {
			if s.skip = false; c == '\n' {
				continue
			}
		}
		switch c {
		case '\n':
			return string(s.line), nil
		case '\r':
			s.skip = true
			return string(s.line), nil
		}
		if len(s.line) >= maxEvent {
			return "", ErrTooLarge
		}
		s.line = append(s.line, c)
	}
}
