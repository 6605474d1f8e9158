package session

import (
	"bufio"
	"errors"
	"io"
)

// A line is one line of a log, without its line feed.
type line struct {
	number int   // from 1
	offset int64 // of its first byte
	text   []byte
	long   bool // it is longer than MaxRecord, and text is its start
}

// A scanner reads lines of any length in bounded memory. Its line is valid until the next call of next.
type scanner struct {
	line
	max   int // MaxRecord, but in tests
	br    *bufio.Reader
	buf   []byte
	at    int64  // br's position
	whole int64  // up to the end of the last line that has a line feed
	tail  []byte // what follows that line, up to MaxRecord bytes
	err   error
}

func newScanner(r io.Reader) *scanner {
	return &scanner{br: bufio.NewReaderSize(r, 64<<10), max: MaxRecord}
}

// keptBuffer is how large a buffer may be to be used for the next line, too: an uncommonly large record isn't held
// until the end.
const keptBuffer = 1 << 20

// next reads the next line that has its line feed. At the end it reports false, and tail holds the rest.
func (s *scanner) next() bool {
	if s.err != nil {
		return false
	}
	s.line = line{number: s.number + 1, offset: s.at}
	s.buf = s.buf[:0]
	if cap(s.buf) > keptBuffer {
		s.buf = nil
	}
	for {
		part, err := s.br.ReadSlice('\n')
		s.at += int64(len(part))
		if room := s.max - len(s.buf); len(part) > room {
			part, s.long = part[:room], true
		}
		s.buf = append(s.buf, part...)
		switch {
		case err == nil:
			s.whole = s.at
			s.text = s.buf
			if !s.long {
				s.text = s.buf[:len(s.buf)-1]
			}
			return true
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			s.tail = s.buf
			return false
		default:
			s.err = err
			return false
		}
	}
}
