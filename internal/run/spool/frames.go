package spool

import (
	"encoding/binary"
	"io"
)

// Stream is the source of bytes.
type Stream uint8

// The streams. Mixed means both, after so many changes between them that a recording no longer keeps track.
const (
	Stdout Stream = 1
	Stderr Stream = 2
	Mixed  Stream = 3
)

// Frame is a number of bytes in a row that came from one stream.
type Frame struct {
	Stream Stream
	Len    int64
}

// maxFrames is how many frames are recorded. The length of each takes a byte or two.
const maxFrames = 1 << 20

// frameLog is a compact list of frames. Streams alternate, so the first stream and the lengths are enough.
type frameLog struct {
	first Stream
	lens  []byte // the lengths of all frames but the last, as uvarints
	n     int    // frames
	last  Frame
	mixed int64 // bytes after maxFrames frames
}

// add records n bytes of a stream.
func (l *frameLog) add(s Stream, n int64) {
	switch {
	case n == 0:
	case s == Mixed:
		l.mixed += n
	case l.mixed > 0:
		l.mixed += n
	case l.n > 0 && l.last.Stream == s:
		l.last.Len += n
	case l.n == maxFrames:
		l.mixed = n
	default:
		if l.n == 0 {
			l.first = s
		} else {
			l.lens = binary.AppendUvarint(l.lens, uint64(l.last.Len))
		}
		l.n++
		l.last = Frame{s, n}
	}
}

func (l *frameLog) all() []Frame {
	if l.n == 0 {
		return nil
	}
	frames := make([]Frame, 0, l.n+1)
	s := l.first
	for lens := l.lens; len(lens) > 0; {
		n, k := binary.Uvarint(lens)
		lens = lens[k:]
		frames = append(frames, Frame{s, int64(n)})
		s ^= Stdout ^ Stderr
	}
	frames = append(frames, l.last)
	if l.mixed > 0 {
		frames = append(frames, Frame{Mixed, l.mixed})
	}
	return frames
}

// Select returns a reader of the bytes of one stream out of r, whose bytes came from the streams in frames. Mixed bytes
// belong to both streams, and so do bytes after the last frame. Closing the reader closes r.
func Select(r io.ReadCloser, frames []Frame, stream Stream) io.ReadCloser {
	return &selected{r: r, frames: frames, stream: stream}
}

type selected struct {
	r      io.ReadCloser
	frames []Frame // the rest, the current one first
	stream Stream
	used   int64 // bytes of the current frame that were read
}

func (s *selected) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for len(s.frames) > 0 {
		f := s.frames[0]
		left := f.Len - s.used
		switch {
		case left <= 0:
			s.frames, s.used = s.frames[1:], 0
		case f.Stream&s.stream != 0:
			n, err := s.r.Read(p[:min(int64(len(p)), left)])
			s.used += int64(n)
			return n, err
		default:
			n, err := io.CopyN(io.Discard, s.r, left)
			s.used += n
			if err != nil {
				return 0, err
			}
		}
	}
	return s.r.Read(p)
}

func (s *selected) Close() error { return s.r.Close() }
