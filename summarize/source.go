package summarize

import (
	"bytes"
	"crypto/sha256"
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
