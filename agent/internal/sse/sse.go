// Package sse reads server-sent events, as the HTML standard defines them.
//
// A line ends with CR, LF or both; an event ends with an empty line. An event that the end of the stream cuts is not an
// event: [Reader.Next] says so with [io.ErrUnexpectedEOF]. An event over [MaxEvent] bytes is an error, so a stream
// costs no more memory than that.
package sse

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// MaxEvent is the largest event in bytes.
const MaxEvent = 32 << 20

// ErrTooLarge is the error for an event over [MaxEvent].
var ErrTooLarge = errors.New("event of over 33554432 bytes")

// Event is one event with data.
type Event struct {
	Name string // "message" where the stream names none
	Data string // its data lines, joined by line feeds
}

// Reader reads events from a stream.
type Reader struct {
	r     *bufio.Reader
	begun bool
	skip  bool // the last line ended with CR: an LF that follows belongs to it
	line  []byte
}

// NewReader returns a reader of r.
func NewReader(r io.Reader) *Reader { return &Reader{r: bufio.NewReaderSize(r, 16<<10)} }

// Next returns the next event that has data. The error is [io.EOF] at the stream's end, [io.ErrUnexpectedEOF] where
// that cuts an event, [ErrTooLarge], or the stream's own.
func (s *Reader) Next() (Event, error) {
	var name string
	var data strings.Builder
	has, begun := false, false
	for {
		line, err := s.readLine()
		if err != nil {
			if err == io.EOF && (begun || len(line) > 0) {
				err = io.ErrUnexpectedEOF
			}
			return Event{}, err
		}
		if !s.begun {
			s.begun = true
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if line == "" {
			if has {
				if name == "" {
					name = "message"
				}
				return Event{name, data.String()}, nil
			}
			name, begun = "", false
			continue
		}
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "": // a comment: keeps the connection alive
		case "event":
			name, begun = value, true
		case "data":
			if has {
				data.WriteByte('\n')
			}
			if data.Len()+len(value) > MaxEvent {
				return Event{}, ErrTooLarge
			}
			data.WriteString(value)
			has, begun = true, true
		}
	}
}

// readLine returns a line without its end. What stands before the end of the stream without a line's end comes with the
// error.
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
		if len(s.line) >= MaxEvent {
			return "", ErrTooLarge
		}
		s.line = append(s.line, c)
	}
}
