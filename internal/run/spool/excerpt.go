package spool

import (
	"bytes"
	"io"
	"strings"
)

// An Excerpt is the start and the end of a recording, for who has no time to read all of it. Its length and its sum are
// those of the recording.
type Excerpt struct {
	*Spool
	head, from int64 // the bytes before head are read, and those from "from" on
	line       int
	rest       int64
	lines      int64
}

// Hurry has a recording of more than most bytes digested as an [Excerpt]: see [Spool.Digestible].
func (s *Spool) Hurry(most int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.maxRead = most
}

// A Digestible is what of a recording is digested: a spool or an excerpt of it.
type Digestible interface {
	Len() int64
	Sum() [32]byte
	Bytes() ([]byte, bool)
	Open() (io.ReadCloser, error)
}

// Digestible returns what of a finished recording is digested: all of it, unless there is a hurry.
func (s *Spool) Digestible() (Digestible, error) {
	s.mu.Lock()
	most := s.maxRead
	s.mu.Unlock()
	if most == 0 {
		return s, nil
	}
	if x, err := s.Excerpt(most); x != nil || err != nil {
		return x, err
	}
	return s, nil
}

// Excerpt returns about the first and the last half of most bytes of a finished recording, or nil if that is all of it
// or isn't in a file. Parts begin and end with whole lines, but for a line of 1 MiB and more: of that, the first part
// may have the start.
func (s *Spool) Excerpt(most int64) (*Excerpt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed || s.file == nil || s.failure != nil || s.removed {
		return nil, nil
	}
	parts, half := s.file.parts, max(1, int(most/2/segment))
	first, last := half, len(parts)-half
	if first >= last {
		return nil, nil
	}
	x := &Excerpt{Spool: s}
	for _, p := range parts[:first] {
		x.head += p.raw
		x.line += int(p.lf)
	}
	_, b, err := s.file.part(first - 1)
	if err != nil {
		return nil, err
	}
	whole := bytes.LastIndexByte(b, '\n')
	if whole >= 0 {
		x.head -= int64(len(b) - whole - 1)
	} else { // the line that it ends in counts
		next, err := s.file.lineFeed(first)
		if err != nil {
			return nil, err
		}
		x.line++
		x.rest = next - x.head
	}
	if x.from, err = s.file.lineFeed(last); err != nil {
		return nil, err
	}
	if x.from < s.len {
		x.from++
	}
	at, feeds := int64(0), int64(0) // line feeds before x.from
	for _, p := range parts {
		if at += p.raw; at >= x.from {
			break
		}
		feeds += p.lf
	}
	x.lines = feeds + 1 - int64(x.line)
	return x, nil
}

// lineFeed returns the offset of the first line feed from a part on, before compression; the length if there is none.
func (sp *file) lineFeed(i int) (int64, error) {
	at := int64(0)
	for k, p := range sp.parts {
		if k >= i && p.lf > 0 {
			_, b, err := sp.part(k)
			return at + int64(bytes.IndexByte(b, '\n')), err
		}
		at += p.raw
	}
	return at, nil
}

// Bytes reports that the bytes aren't in memory.
func (*Excerpt) Bytes() ([]byte, bool) { return nil, false }

// Skipped returns what isn't read: rest bytes of the end of a line, and the next lines. Read are that many bytes.
func (x *Excerpt) Skipped() (line int, rest, lines, read int64) {
	return x.line, x.rest, x.lines, x.head + x.len - x.from
}

// Open returns a reader of both parts. The start of a line that isn't read to its end ends with a line feed.
func (x *Excerpt) Open() (io.ReadCloser, error) {
	head, err := x.Spool.Open()
	if err != nil {
		return nil, err
	}
	at, i := int64(0), 0
	for at+x.file.parts[i].raw <= x.from && i+1 < len(x.file.parts) {
		at += x.file.parts[i].raw
		i++
	}
	start := x.file.parts[i].at
	tail, err := newOwnReader(io.NewSectionReader(x.file.f, start, x.file.size-start))
	if err != nil {
		head.Close()
		return nil, err
	}
	if _, err := io.CopyN(io.Discard, tail, x.from-at); err != nil && err != io.EOF {
		head.Close()
		tail.Close()
		return nil, err
	}
	end := ""
	if x.rest > 0 {
		end = "\n"
	}
	parts := io.MultiReader(io.LimitReader(head, x.head), strings.NewReader(end), tail)
	return &both{parts, head, tail}, nil
}

type both struct {
	io.Reader
	head, tail io.Closer
}

func (b *both) Close() error {
	b.head.Close()
	return b.tail.Close()
}
