package spool

import (
	"bytes"
	"errors"
	"io"
	"slices"
)

// Bytes returns the recorded bytes if they are in memory in one piece, which they are as long as there is no file. The
// caller must not change them.
func (s *Spool) Bytes() ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file != nil || len(s.blocks) > 0 || s.removed {
		return nil, false
	}
	return s.mem[:len(s.mem):len(s.mem)], true
}

// Open returns a reader of the bytes that were recorded so far, from the start. The caller closes it before Remove.
func (s *Spool) Open() (io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open()
}

// open does what Open does, for a caller that holds mu.
func (s *Spool) open() (io.ReadCloser, error) {
	if s.removed {
		return nil, errors.New("opening a spool: it was removed")
	}
	var c contents
	if s.file != nil && s.file.size > 0 {
		r, err := newOwnReader(io.NewSectionReader(s.file.f, 0, s.file.size))
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
		mem = slices.Clone(mem) // later writes use it again
	}
	c.parts = append(c.parts, bytes.NewReader(mem))
	return &c, nil
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

// File returns the path of the file if it has the whole recording: the recording has ended, and nothing is in memory.
// Else it is "", also after the file was adopted.
func (s *Spool) File() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.whole() {
		return ""
	}
	return s.file.path
}

// whole reports whether the spool has a file with the whole recording that it may give away.
func (s *Spool) whole() bool {
	return s.file != nil && s.file.path != "" && s.closed && s.failure == nil && !s.removed && !s.file.adopted
}

// Adopt gives the file away: it is renamed to the path, over a file that is there, and Remove won't delete it. The
// spool can still be read. Adopt fails if File is "" and if the path is on another file system.
func (s *Spool) Adopt(path string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.whole() {
		return errors.New("adopting a spool: it has no file of its own that holds everything")
	}
	return s.file.adopt(path)
}

// Adopted returns the path that the file was adopted to, "" if it wasn't.
func (s *Spool) Adopted() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil || !s.file.adopted {
		return ""
	}
	return s.file.path
}

// Remove ends the recording, deletes the file unless it was adopted, and frees the memory. The length, the sum and the
// frames stay available.
func (s *Spool) Remove() error {
	s.Sum() // which needs the bytes
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.removed {
		return nil
	}
	s.closed, s.removed = true, true
	s.mem, s.blocks = nil, nil
	if s.tail != nil {
		s.tail.remove()
	}
	if s.file == nil {
		return nil
	}
	s.file.encoder, s.file.buf = nil, nil
	return s.file.remove()
}
