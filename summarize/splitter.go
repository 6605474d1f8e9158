package summarize

import (
	"context"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// A splitter cuts text into lines and yields them, until yield returns false. Call memory for a text in memory. For a
// streamed text, call block with each of its blocks, and flush at its end.
type splitter struct {
	yield func(strategies.Line) bool
	n     int    // lines that ended
	part  []byte // the start of an unfinished line, at most max bytes
	cut   int    // bytes of that line that were left out
	begun bool   // there is such a line
	max   int    // the number of bytes that are kept of it
	size  int64  // bytes of all blocks
	skip  skip   // lines that the text lacks

	addressed int // lines of streamed text that address a model
}

// A skip is the unread part of an output: the last bytes of a line, and the lines after it.
type skip struct {
	line        int
	rest, lines int64
}

// next returns the number of the next line.
func (s *splitter) next() int {
	if s.n == s.skip.line {
		s.n += int(s.skip.lines)
		s.skip.lines = 0
	}
	s.n++
	return s.n
}

// memory yields the lines of a text that is in memory, without copying it. It ends early when ctx ends.
func (s *splitter) memory(ctx context.Context, text string) {
	for n := 1; text != ""; n++ {
		if n&0xfff == 0 && ctx.Err() != nil {
			return
		}
		l, rest, ended := strings.Cut(text, "\n")
		line := strategies.NewLine(n, l)
		line.Open = !ended
		if !s.yield(line) {
			return
		}
		text = rest
	}
}

// block yields the lines that end in a block of text; a line that lies in one block shares its memory. It returns false
// if yield did.
func (s *splitter) block(block string) bool {
	s.size += int64(len(block))
	mayAddress := textline.MayAddressModel(block)
	for block != "" {
		l, rest, ended := strings.Cut(block, "\n")
		if !ended {
			s.keep(l)
			break
		}
		if s.begun {
			s.keep(l)
			if !s.end(false) {
				return false
			}
		} else {
			if mayAddress && textline.AddressesModel(l) {
				s.addressed++
			}
			if !s.yield(strategies.NewLine(s.next(), l)) {
				return false
			}
		}
		block = rest
	}
	return true
}

// keep adds to the unfinished line, up to strategies.LineRoom bytes of it.
func (s *splitter) keep(l string) {
	if !s.begun {
		s.begun, s.max = true, strategies.LineRoom(l[0])
	}
	n := textline.RuneStart(l, min(len(l), s.max-len(s.part)))
	if s.cut > 0 {
		n = 0
	}
	s.part = append(s.part, l[:n]...)
	s.cut += len(l) - n
}

// flush yields the line that was begun, if there is one. The text ends without a line feed then.
func (s *splitter) flush() bool { return !s.begun || s.end(true) }

// end yields the line that was begun. open means that it has no line feed.
func (s *splitter) end(open bool) bool {
	l := strategies.NewLine(s.next(), string(s.part))
	l.Open = open
	if l.N == s.skip.line {
		s.cut += int(s.skip.rest)
	}
	if s.cut > 0 {
		l.Cut, l.Rest = l.Cut+s.cut, ""
	}
	s.part, s.cut, s.begun = s.part[:0], 0, false
	if textline.AddressesModel(l.Text) {
		s.addressed++
	}
	return s.yield(l)
}
