package session

import (
	"bufio"
	"errors"
	"io"
)

// line is one line of a log, without its line feed.
type line struct {
	number int   // from 1
	offset int64 // where it starts
	text   []byte
	long   bool // longer than MaxRecord: text is its start
}

// scanner reads lines of any length in bounded memory. The line is valid until the next call.
type scanner struct {
	line
	max   int // MaxRecord, but in tests
	br    *bufio.Reader
	buf   []byte
	at    int64
	whole int64  // up to the end of the last line that has a line feed
	tail  []byte // what stands behind it, up to MaxRecord
	err   error
}

func newScanner(r io.Reader) *scanner {
	return &scanner{br: bufio.NewReaderSize(r, 64<<10), max: MaxRecord}
}

// next reads a line that has its line feed. What stands behind the last one is the tail.
func (s *scanner) next() bool {
	if s.err != nil {
		return false
	}
	s.line = line{number: s.number + 1, offset: s.at}
	s.buf = s.buf[:0]
	if cap(s.buf) > 1<<20 { // an uncommon record isn't held for the rest
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
