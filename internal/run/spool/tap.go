package spool

import (
	"bytes"
	"io"
)

// Tap hands a writer all bytes recorded so far, and from then on new ones, until the writer fails or another one takes
// its place. Output that comes while it gets the first part waits in memory, not in the program that prints. Writes to
// it are in order and never at the same time.
func (s *Spool) Tap(w io.Writer) error {
	behind := &bytes.Buffer{}
	s.mu.Lock()
	r, err := s.open()
	if err == nil {
		s.tap = behind
	}
	s.mu.Unlock()
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	r.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tap != behind {
		return err // another one has taken its place
	}
	s.tap = nil
	if err == nil && behind.Len() > 0 {
		_, err = w.Write(behind.Bytes())
	}
	if err == nil {
		s.tap = w
	}
	return err
}

// drip hands the tap the newest bytes. The caller holds mu.
func (s *Spool) drip(p []byte) {
	if s.tap == nil {
		return
	}
	if _, err := s.tap.Write(p); err != nil {
		s.tap = nil
	}
}
