package spool

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
)

// Bytes returns all bytes, if they are in memory in one piece: as long as there is no file. They must not be changed.
func (s *Spool) Bytes() ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file != nil || len(s.blocks) > 0 || s.removed {
		return nil, false
	}
	return s.mem[:len(s.mem):len(s.mem)], true
}

// Open returns a reader of the bytes that were recorded so far, from the start. It has to be closed before Remove.
func (s *Spool) Open() (io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.removed {
		return nil, errors.New("opening a spool: it was removed")
	}
	var c contents
	if s.file != nil && s.file.size > 0 {
		r, err := NewReader(io.NewSectionReader(s.file.f, 0, s.file.size))
		if err != nil {
			return nil, err
		}
		c.file = r
		c.parts = append(c.parts, r)
	}
	for _, b := range s.blocks {
		c.parts = append(c.parts, bytes.NewReader(b))
	}
	mem := s.mem
	if s.file != nil && !s.closed {
		mem = slices.Clone(mem) // it is used again
	}
	c.parts = append(c.parts, bytes.NewReader(mem))
	return &c, nil
}

// OpenStream is Open for the bytes of one stream. Mixed bytes belong to both.
func (s *Spool) OpenStream(stream Stream) (io.ReadCloser, error) {
	frames := s.Frames() // before Open: what comes between the two must not count as both
	var n int64
	for _, f := range frames {
		n += f.Len
	}
	r, err := s.Open()
	if err != nil {
		return nil, err
	}
	return Select(limited{io.LimitReader(r, n), r}, frames, stream), nil
}

type limited struct {
	io.Reader
	io.Closer
}

// contents reads the parts of a spool one after the other.
type contents struct {
	parts []io.Reader
	file  io.Closer
}

func (c *contents) Read(p []byte) (int, error) {
	for len(c.parts) > 0 {
		n, err := c.parts[0].Read(p)
		if err == io.EOF {
			c.parts, err = c.parts[1:], nil
			if n == 0 {
				continue
			}
		}
		return n, err
	}
	return 0, io.EOF
}

func (c *contents) Close() error {
	c.parts = nil
	if c.file != nil {
		return c.file.Close()
	}
	return nil
}

// File is the path of the file, if it holds everything: the recording has ended, and nothing is kept in memory. Else it
// is "", as it is after the file was adopted.
func (s *Spool) File() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.whole() {
		return ""
	}
	return s.file.path
}

func (s *Spool) whole() bool {
	return s.file != nil && s.closed && s.failure == nil && !s.removed && !s.file.adopted
}

// Adopt gives the file away: it is renamed to the given path, over what is there, and Remove leaves it alone. The spool
// can still be read. It fails where File is "", and where the path is on another file system.
func (s *Spool) Adopt(path string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.whole() {
		return errors.New("adopting a spool: it has no file of its own that holds everything")
	}
	return s.file.adopt(path)
}

// Adopted is the path that the file was adopted to, "" if it wasn't.
func (s *Spool) Adopted() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil || !s.file.adopted {
		return ""
	}
	return s.file.path
}

// Remove ends the recording, deletes the file unless it was adopted, and lets go of the memory. After it, the spool only
// knows its length, sum and frames.
func (s *Spool) Remove() error {
	s.Sum() // as long as there is something to sum up
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.removed {
		return nil
	}
	s.closed, s.removed = true, true
	s.mem, s.blocks = nil, nil
	if s.file == nil {
		return nil
	}
	s.file.encoder, s.file.buf = nil, nil
	return s.file.remove()
}

// Abandoned reports whether the spool file at path has no owner any more, because its process has ended. It is for those
// who clean up folders of spools.
func Abandoned(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return unowned(f)
}
