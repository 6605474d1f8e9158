package summarize

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
)

// bytesSource is an output that the caller has in memory.
type bytesSource struct {
	b   []byte
	sum [32]byte
}

func newBytesSource(stdout, stderr []byte) *bytesSource {
	b := stdout
	if len(stdout) == 0 {
		b = stderr
	} else if len(stderr) > 0 {
		b = append(stdout[:len(stdout):len(stdout)], stderr...)
	}
	return &bytesSource{b, sha256.Sum256(b)}
}

func (s *bytesSource) Len() int64                   { return int64(len(s.b)) }
func (s *bytesSource) Sum() [32]byte                { return s.sum }
func (s *bytesSource) Bytes() ([]byte, bool)        { return s.b, true }
func (s *bytesSource) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(s.b)), nil }

// firstByte returns the first byte of a source, 0 if it is empty.
func firstByte(s Source) (byte, error) {
	r, err := s.Open()
	if err != nil {
		return 0, fmt.Errorf("reading the output: %w", err)
	}
	defer r.Close()
	var b [1]byte
	if _, err := io.ReadFull(r, b[:]); err != nil && err != io.EOF {
		return 0, fmt.Errorf("reading the output: %w", err)
	}
	return b[0], nil
}

// firstBytes returns the first n bytes of a source, or all. It returns none if the source can't be read; the pass over
// its text reports that error.
func firstBytes(s Source, n int) []byte {
	if b, ok := s.Bytes(); ok {
		return b[:min(len(b), n)]
	}
	r, err := s.Open()
	if err != nil {
		return nil
	}
	defer r.Close()
	b := make([]byte, n)
	n, _ = io.ReadFull(r, b)
	return b[:n]
}

// hasNUL reports whether a source has a NUL byte, which was printed but isn't visible. It returns false if the source
// can't be read; the pass over its text reports that error.
func hasNUL(s Source) bool {
	r, err := s.Open()
	if err != nil {
		return false
	}
	defer r.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := r.Read(buf)
		if bytes.IndexByte(buf[:n], 0) >= 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
}

func readAll(s Source) ([]byte, error) {
	if b, ok := s.Bytes(); ok {
		return b, nil
	}
	r, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}
